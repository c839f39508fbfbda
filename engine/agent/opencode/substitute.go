package opencode

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

var (
	EnvReference  = discovery.LazyRegexp(`\{env:([^}]+)\}`)
	FileReference = discovery.LazyRegexp(`\{file:[^}]+\}`)
)

// substitute puts in, before the text is parsed, {env:NAME} by the variable or
// nothing and {file:PATH} by the file's content, trimmed and escaped for a JSON
// string. A file reference behind // at the beginning of a line stays; 1.1.34
// looks at the first line with the same reference for that, and replaces the
// first one each time.
func (r *opencodeRun) substitute(text, name string) string {
	text = EnvReference().ReplaceAllStringFunc(text, func(ref string) string {
		if r.Budget.Over() != nil {
			return ""
		}
		variable := EnvReference().FindStringSubmatch(ref)[1]
		value := r.EnvOr(variable, "")
		r.Trace.Secrets.AddEnv(variable, value, ref)
		if r.Budget.Output(name, len(value)) != nil {
			return ""
		}
		return value
	})
	if r.Budget.Over() != nil {
		return ""
	}
	if r.replacesByPosition {
		var b strings.Builder
		last, line, from := 0, 0, 0 // where the reference's line begins, as far as it was looked for
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

// commented reports whether the first thing in a line is //.
func commented(line string) bool {
	for i, c := range line {
		if !source.IsJSSpace(c) {
			return strings.HasPrefix(line[i:], "//")
		}
	}
	return false
}

// reference gives what a {file:PATH} in a settings file stands for; a file that
// cannot be read is a failure.
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
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: target, Tier: "reference", Found: true, Detail: name + " takes it in with " + ref})
	value = strings.TrimFunc(r.decoded(target, data).String(), source.IsJSSpace)
	r.Trace.Secrets.AddFile(value, ref)
	return JSONEscape(value), true
}

// target is the file that a reference in a settings file leads to.
func (r *opencodeRun) target(ref, name string) string {
	target := strings.TrimSuffix(strings.TrimPrefix(ref, "{file:"), "}")
	if strings.HasPrefix(target, "~/") {
		target = facts.Join(r.Home, target[2:])
	}
	return facts.Resolve(facts.Dir(name), target)
}

// decoded is how the release reads a file: 1.1.34 as Bun, which knows UTF-16,
// 1.18.33 as UTF-8.
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

// JSONEscape is a string's JSON form without its quotes, as JavaScript writes
// it.
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

// replaceOnce is JavaScript's String.replace with a plain pattern: `$&`, "$`",
// `$'` and `$$` in the replacement mean something.
func replaceOnce(text, old, with string) string {
	i := strings.Index(text, old)
	if i < 0 {
		return text
	}
	before, after := text[:i], text[i+len(old):]
	with = strings.NewReplacer("$$", "$", "$&", old, "$`", before, "$'", after).Replace(with)
	return before + with + after
}
