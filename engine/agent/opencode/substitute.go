package opencode

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
)

var (
	EnvReference  = textutil.LazyRegexp(`\{env:([^}]+)\}`)
	FileReference = textutil.LazyRegexp(`\{file:[^}]+\}`)
)

// substitute replaces references in a text before it is parsed: {env:NAME} by the variable's value,
// or by nothing if it is unset, and {file:PATH} by the file's content, trimmed and escaped for a
// JSON string. A file reference in a line that begins with // stays as it is. 1.1.34 instead checks
// the first line that contains the same reference, and always replaces the first such reference.
func (r *opencodeRun) substitute(text, name string) string {
	text = EnvValues(r.Finder, text, name)
	if r.replacesByPosition {
		var b strings.Builder
		// last is the end of the last reference, and line is the start of the current line. from is
		// the end of the part of the text that was already searched for line ends.
		last, line, from := 0, 0, 0
		for _, at := range FileReference().FindAllStringIndex(text, -1) {
			if r.Budget.Import(name) != nil {
				return ""
			}
			if i := strings.LastIndexByte(text[from:at[0]], '\n'); i >= 0 {
				line = from + i + 1
			}
			from = at[0]
			if commented(text[line:at[0]]) {
				continue
			}
			value, ok := r.reference(text[at[0]:at[1]], name)
			if !ok || r.Budget.Output(name, len(value)) != nil {
				return ""
			}
			b.WriteString(text[last:at[0]] + value)
			last = at[1]
		}
		return b.String() + text[last:]
	}
	for _, ref := range FileReference().FindAllString(text, -1) {
		if r.Budget.Import(name) != nil {
			return ""
		}
		if line, found := LineWith(text, ref); found && strings.HasPrefix(strings.TrimFunc(line, source.IsJSSpace), "//") {
			continue
		}
		value, ok := r.reference(ref, name)
		if !ok {
			return text
		}
		if text = replaceOnce(text, ref, value); r.Budget.Output(name, len(text)) != nil {
			return ""
		}
	}
	return text
}

// EnvValues replaces each {env:NAME} in the text of a settings file by the variable's value, or by
// nothing if it is unset. It returns "" if the budget is used up.
func EnvValues(f *discovery.Finder, text, name string) string {
	text = EnvReference().ReplaceAllStringFunc(text, func(ref string) string {
		variable := EnvReference().FindStringSubmatch(ref)[1]
		value := f.EnvOr(variable, "")
		f.Trace.Secrets.AddEnv(variable, value, ref)
		if f.Budget.Output(name, len(value)) != nil {
			return ""
		}
		return value
	})
	if f.Budget.Over() != nil {
		return ""
	}
	return text
}

// commented reports whether a line begins with //, possibly after white space.
func commented(line string) bool {
	for i, c := range line {
		if !source.IsJSSpace(c) {
			return strings.HasPrefix(line[i:], "//")
		}
	}
	return false
}

// reference returns the text that replaces a {file:PATH} in a settings file. If the file cannot be
// read, it records a failure and ok is false.
func (r *opencodeRun) reference(ref, name string) (value string, ok bool) {
	target := r.target(ref, name)
	data, err := r.World.ReadFile(target)
	if err != nil {
		message := name + ": bad file reference " + ref + ": " + target + " " + discovery.Why(err)
		if errors.Is(err, fs.ErrNotExist) {
			message = name + ": bad file reference " + ref + ": " + target + " does not exist"
		}
		r.fail(&discovery.Failure{Name: "ConfigInvalidError", Path: name, Reference: ref, Target: target, Message: message})
		return "", false
	}
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: target, Tier: "reference", Found: true, Detail: name + " includes it with " + ref})
	value = strings.TrimFunc(r.decoded(target, data).String(), source.IsJSSpace)
	r.Trace.Secrets.AddFile(value, ref)
	return JSONEscape(value), true
}

// target returns the file that a reference in a settings file names.
func (r *opencodeRun) target(ref, name string) string {
	target := strings.TrimSuffix(strings.TrimPrefix(ref, "{file:"), "}")
	if strings.HasPrefix(target, "~/") {
		target = facts.Join(r.Home, target[2:])
	}
	return facts.Resolve(facts.Dir(name), target)
}

// decoded decodes a file's bytes as this release does. 1.1.34 decodes as Bun does and recognizes
// UTF-16; 1.18.33 always decodes UTF-8.
func (r *opencodeRun) decoded(name, data string) source.Text {
	if r.readsUTF16 {
		return discovery.BunText(name, data)
	}
	return discovery.FileText(name, data)
}

func LineWith(text, part string) (string, bool) {
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, part) {
			return line, true
		}
	}
	return "", false
}

// JSONEscape returns a string in JSON's form, as JavaScript writes it, but without the quotes.
func JSONEscape(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteRune('\\')
			b.WriteRune(c)
		case c >= ' ':
			b.WriteRune(c)
		case strings.ContainsRune("\b\f\n\r\t", c):
			b.WriteString(`\` + string("btnvfr"[c-'\b']))
		default:
			b.WriteString(fmt.Sprintf(`\u%04x`, c))
		}
	}
	return b.String()
}

// replaceOnce is JavaScript's String.replace with a text as the pattern: it replaces the first
// occurrence, and `$&`, "$`", `$'` and `$$` have a special meaning in the replacement.
func replaceOnce(text, old, with string) string {
	i := strings.Index(text, old)
	if i < 0 {
		return text
	}
	before, after := text[:i], text[i+len(old):]
	with = strings.NewReplacer("$$", "$", "$&", old, "$`", before, "$'", after).Replace(with)
	return before + with + after
}
