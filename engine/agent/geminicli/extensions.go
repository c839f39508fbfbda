package geminicli

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
)

// extension is an installed extension that the agent accepts. The rules by which the agent accepts
// an extension were read in the code of 0.61 and seen in runs.
type extension struct {
	name, dir string // dir is its directory; if it was installed as a link, the link's target
	active    bool
	files     []string // existing context files, absolute
	exclude   []string // tools that it excludes
	plan      string   // the directory for plans, a relative path
}

// ExtensionName reports whether name is allowed as the name of an extension.
func ExtensionName(name string) bool { return extensionName().MatchString(name) }

var extensionName = textutil.LazyRegexp(`^[a-zA-Z0-9-]+$`)

// installed lists the extensions in the order of their directories. If two have the same name, the
// agent does not start.
func (r *geminiRun) installed() (out []extension) {
	root := facts.Join(r.Home, ".gemini", "extensions")
	entries, err := r.World.ReadDir(root)
	if err != nil {
		return nil
	}
	rules := facts.Join(root, "extension-enablement.json")
	enabled, found := Enablement(r.World, rules)
	if found {
		r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: rules, Tier: "extensions", Found: true})
	}
	first := map[string]string{}
	for _, dir := range sortedNames(entries) {
		e, wrong := r.extension(facts.Join(root, dir))
		switch {
		case wrong != "":
			r.skipped(e, wrong)
			continue
		case e.name == "":
			continue // not a directory
		case first[e.name] != "":
			r.refuse(facts.Join(e.dir, extensionFile), "the extension "+e.name+" is installed twice; the other one is in "+first[e.name])
		}
		first[e.name] = e.dir
		e.active = enabled(e.name, r.Trace.Cwd)
		out = append(out, e)
	}
	return out
}

func sortedNames(entries []facts.Entry) (names []string) {
	for _, e := range entries {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	return names
}

const extensionFile = "gemini-extension.json"

// extension reads the extension in a directory. wrong is the reason why the agent skips it, or "".
func (r *geminiRun) extension(dir string) (e extension, wrong string) {
	if info, err := r.World.Stat(dir); err != nil || !info.IsDir() {
		return e, ""
	}
	var install struct{ Source, Type string }
	if data, err := r.World.ReadFile(facts.Join(dir, ".gemini-extension-install.json")); err == nil && json.Unmarshal([]byte(data), &install) == nil {
		remote := install.Type == "git" || install.Type == "github-release"
		if remote && r.setting("security", "blockGitExtensions") == true {
			return extension{dir: dir}, "the settings do not allow extensions from this source"
		}
		if install.Type == "link" && install.Source != "" {
			dir = facts.Resolve(r.Trace.Cwd, install.Source)
		}
	}
	e.dir = dir
	data, err := r.World.ReadFile(facts.Join(dir, extensionFile))
	if err != nil {
		return e, extensionFile + " cannot be read"
	}
	var about map[string]any
	if err := bounded.JSONDepth(data); err != nil || json.Unmarshal([]byte(data), &about) != nil || about == nil {
		return e, extensionFile + " is not a JSON object"
	}
	for _, key := range []string{"name", "version"} {
		if falsy(about[key]) {
			return e, extensionFile + " has no " + key
		}
	}
	Hydrate(about, dir, r.Trace.Cwd)
	gemini.Expand(r.World, about, r.is.defaults, r.Trace.Secrets.AddEnv)
	name, isText := about["name"].(string)
	if !isText || !ExtensionName(name) {
		return e, "its name must have letters, digits and dashes only"
	}
	e.name = name
	e.files = r.contextFiles(dir, about["contextFileName"])
	e.exclude, _ = discovery.Texts(about["excludeTools"])
	plan, _ := about["plan"].(map[string]any)
	if dir, ok := plan["directory"].(string); ok && !facts.IsAbs(dir) && !strings.Contains(dir, "..") {
		e.plan = dir
	}
	return e, ""
}

// falsy reports whether a value is falsy in JavaScript.
func falsy(v any) bool { return v == nil || v == false || v == "" || v == 0.0 }

var placeholder = textutil.LazyRegexp(`\$\{(extensionPath|workspacePath|/|pathSeparator)\}`)

// Hydrate replaces the placeholders that extensions may use in every text of v, and returns v.
func Hydrate(v any, dir, cwd string) any {
	switch v := v.(type) {
	case string:
		return placeholder().ReplaceAllStringFunc(v, func(tag string) string {
			switch tag {
			case "${extensionPath}":
				return dir
			case "${workspacePath}":
				return cwd
			}
			return "/"
		})
	case []any:
		for i := range v {
			v[i] = Hydrate(v[i], dir, cwd)
		}
	case map[string]any:
		for key := range v {
			v[key] = Hydrate(v[key], dir, cwd)
		}
	}
	return v
}

// contextFiles returns the files that an extension's contextFileName names. The default is
// GEMINI.md; a value that is not a text names no file. The files must lie in the extension's
// directory.
func (r *geminiRun) contextFiles(dir string, value any) (out []string) {
	names, isList := value.([]any)
	switch {
	case falsy(value):
		names = []any{"GEMINI.md"}
	case !isList:
		names = []any{value}
	}
	for _, v := range names {
		name, _ := v.(string)
		decoded, err := url.PathUnescape(name)
		if err != nil {
			decoded = name
		}
		outside := facts.IsAbs(name) || strings.Contains(name, "..") || strings.Contains(decoded, "..")
		if strings.TrimFunc(name, source.IsJSSpace) == "" || strings.Contains(name, "\x00") || outside && !r.is.escapes {
			continue
		}
		if p := facts.Join(dir, name); r.look(p, geminiExtension) {
			out = append(out, p)
		}
	}
	return out
}

// skipped records that the GEMINI.md of an extension does not load, because the agent skips the
// extension.
func (r *geminiRun) skipped(e extension, why string) {
	p := facts.Join(e.dir, "GEMINI.md")
	if r.look(p, geminiExtension) {
		r.byPath[p].No(discovery.Disabled, "the agent skips the extension: "+why)
	}
}

// Enablement reads extension-enablement.json. enabled reports whether an extension is enabled in a
// directory: the last rule that covers the directory decides. If the file is missing or any entry
// is wrong, all extensions are enabled. Qwen Code uses a file of the same form.
func Enablement(w facts.World, file string) (enabled func(extension, dir string) bool, found bool) {
	var all map[string]struct {
		Overrides *[]string `json:"overrides"`
	}
	data, err := w.ReadFile(file)
	if err == nil {
		if json.Unmarshal([]byte(data), &all) != nil {
			all = nil
		}
		for _, rules := range all {
			if rules.Overrides == nil {
				all = nil // one wrong entry makes the agent ignore all rules
			}
		}
	}
	enabled = func(extension, dir string) bool {
		on, rules := true, all[extension].Overrides
		if rules == nil {
			return true
		}
		dir = "/" + strings.Trim(dir, "/") + "/"
		if dir == "//" {
			dir = "/"
		}
		for _, rule := range *rules {
			base, off := strings.CutPrefix(rule, "!")
			if overrideCovers(base, dir) {
				on = !off
			}
		}
		return on
	}
	return enabled, err == nil
}

// overrideCovers reports whether a rule covers a directory. Both paths must begin and end with a
// slash. A star matches any text. A star after a slash may also match nothing, together with that
// slash.
func overrideCovers(rule, dir string) bool {
	var b strings.Builder
	b.WriteString("^")
	for i, part := range strings.Split(rule, "*") {
		if i > 0 {
			b.WriteString(".*)?")
		}
		if i < strings.Count(rule, "*") {
			literal, slash := strings.CutSuffix(part, "/")
			b.WriteString(regexp.QuoteMeta(literal) + "(")
			if slash {
				b.WriteString("/")
			}
			continue
		}
		b.WriteString(regexp.QuoteMeta(part))
	}
	re, err := regexp.Compile(b.String() + "$")
	return err == nil && re.MatchString(dir)
}

// extensions lists the context files of the active extensions. If the discovery's options name
// extensions, those are used, otherwise the installed ones. It marks the context files of inactive
// extensions as disabled.
func (r *geminiRun) extensions() (out []string) {
	for _, e := range r.Options.Extensions {
		for _, p := range e.ContextFiles {
			p = facts.Resolve(r.Trace.Cwd, p)
			if e.Active {
				out = append(out, p)
			} else if r.look(p, geminiExtension) {
				r.byPath[p].No(discovery.Disabled, "the extension "+e.Name+" is turned off")
			}
		}
	}
	for _, e := range r.exts {
		if e.active {
			out = append(out, e.files...)
			continue
		}
		for _, p := range e.files {
			r.byPath[p].No(discovery.Disabled, "extension-enablement.json turns the extension "+e.name+" off here")
		}
	}
	return out
}
