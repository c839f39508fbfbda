// Package clinecli follows Cline's command line program 3.0.65, which is a different program from
// Cline's extension for VS Code. The rules were measured on the released program, headless, and
// read in its code.
//
// The system message ends with "# Rules" and one section for each rule, in the order of their names
// as JavaScript compares texts. Rules are looked for in
//
//	AGENTS.md of the working directory
//	.clinerules of the working directory: a file, or the files directly in the folder
//	.cline/rules of the working directory
//	~/.agents/AGENTS.md
//	$CLINE_DIR/rules (~/.cline/rules), ~/Cline/Rules, ~/Documents/Cline/Rules, and
//	Cline/Rules in the Documents of OneDrive's folders
//
// In a folder, files with the extensions .md, .markdown and .txt count, hidden ones too; links do
// not, except one named AGENTS.md. A rule's name is the name in its front matter, else the file's
// without its extension. Of several rules with one name, in any case, the last one counts.
// "disabled: true" and "enabled: false" leave a rule out, and so does front matter that is not
// valid YAML. "paths" and "globs" have no effect. Texts are trimmed. Nothing above or below the
// working directory is read.
package clinecli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "3.0.65", Evidence: discovery.Executed, Date: "2026-11"}}

// run is one discovery.
type run struct {
	*discovery.Finder
	cline string // $CLINE_DIR
	top   string // the repository's root, or the directory; skills are looked for here
}

// Discover looks for the rule files.
var Discover = discovery.By("cline-cli", Versions, discovery.Executed, discover)

func discover(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	f.Trace.NameTools("read_files", "apply_patch", "apply_patch", "apply_patch")
	f.Trace.BringsAt(false, discovery.Acts...)
	r := &run{Finder: f, cline: f.PathOr("CLINE_DIR", facts.Join(f.Home, ".cline"))}
	t := r.Trace
	r.FindGit()
	r.top = t.Root
	r.rules(ctx)
	r.skills()
	r.others()
	r.overlooked(ctx)
	return r.Done("\n\n")
}

// rule is a rule that is sent.
type rule struct {
	name      string
	candidate *discovery.Candidate
}

// rules finds the rules and sorts them.
func (r *run) rules(ctx context.Context) {
	cwd := r.Trace.Cwd
	places := []location{
		{facts.Join(cwd, "AGENTS.md"), "workspace"}, {facts.Join(cwd, ".clinerules"), "workspace"}, {facts.Join(cwd, ".cline", "rules"), "workspace"},
		{facts.Join(r.Home, ".agents", "AGENTS.md"), "global"}, {facts.Join(r.cline, "rules"), "global"},
		{facts.Join(r.Home, "Cline", "Rules"), "global"}, {facts.Join(r.Home, "Documents", "Cline", "Rules"), "global"},
	}
	for _, key := range []string{"OneDrive", "OneDriveConsumer", "OneDriveCommercial"} {
		if dir := facts.EnvPath(r.World, key); dir != "" {
			places = append(places, location{facts.Join(dir, "Documents", "Cline", "Rules"), "global"})
		}
	}
	var sent []rule
	var rest []*discovery.Candidate
	seen := map[string]int{} // from a name in lower case to the index in sent
	for _, p := range once(places) {
		for _, c := range r.files(ctx, p) {
			name, ok := "", c.Reason == ""
			if ok {
				name, ok = r.read(c)
			}
			if !ok {
				rest = append(rest, c)
				continue
			}
			id := strings.ToLower(name)
			if i, twice := seen[id]; twice {
				rest = append(rest, sent[i].candidate.No(discovery.ShadowedByName, c.Path))
				sent[i] = rule{name, c}
				continue
			}
			seen[id] = len(sent)
			sent = append(sent, rule{name, c})
		}
	}
	slices.SortStableFunc(sent, func(a, b rule) int { return collate.Compare(a.name, b.name) })
	var texts []source.Text
	for _, s := range sent {
		r.Add(s.candidate)
		texts = append(texts, s.candidate.Text)
	}
	for _, c := range rest {
		r.Add(c)
	}
	if texts != nil {
		text := source.Literal("\n\n# Rules\n").Append(source.Join(source.Literal("\n\n"), texts...))
		r.Trace.AddPart(discovery.Part{Name: "rules", Role: "system", Where: "m0", Text: text, Last: true})
	}
}

// location is a file or folder in which rules may be, and the tier of the files in it.
type location struct{ path, tier string }

// once returns each location once. A path can occur twice if the working directory is the home.
func once(places []location) (out []location) {
	for _, p := range places {
		if !slices.ContainsFunc(out, func(q location) bool { return q.path == p.path }) {
			out = append(out, p)
		}
	}
	return out
}

// files lists the files of a location: the path itself if it is a file, otherwise the files in the
// folder, in the file system's order.
func (r *run) files(ctx context.Context, p location) (out []*discovery.Candidate) {
	info, err := r.World.Stat(p.path)
	if err != nil || !info.IsDir() {
		if c := r.At(p.path, p.tier); c.Reason != discovery.Missing {
			return append(out, c)
		}
		return nil
	}
	entries, err := r.World.ReadDir(p.path)
	if err != nil {
		return append(out, r.At(p.path, p.tier).No(discovery.Unreadable, discovery.Why(err)))
	}
	linked := ""
	for _, e := range entries {
		full := facts.Join(p.path, e.Name)
		c := r.At(full, p.tier)
		switch {
		case e.Type.IsDir() && slices.Contains([]string{"skills", "workflows", "hooks"}, e.Name):
			continue
		case e.Type.IsDir():
			for _, f := range r.FilesIn(ctx, full, false) {
				out = append(out, r.At(f, p.tier).Never(discovery.NotLookedFor, "only files directly in "+p.path+" are rules"))
			}
			continue
		case e.Name == "AGENTS.md" && !e.Type.IsRegular():
			linked = full
			continue
		case !slices.Contains([]string{".md", ".markdown", ".txt"}, strings.ToLower(extension(e.Name))):
			c.Never(discovery.NotLookedFor, "only .md, .markdown and .txt files are rules here")
		case !e.Type.IsRegular() && c.There():
			c.Never(discovery.LinkRefused, "Cline does not follow a link to a rule")
		}
		out = append(out, c)
	}
	if linked != "" {
		out = append(out, r.At(linked, p.tier))
	}
	return out
}

// extension returns the same as path.extname of Node.js. The dot at the start of a hidden file's
// name does not begin an extension.
func extension(name string) string {
	return path.Ext(strings.TrimPrefix(name, "."))
}

// read reads a rule and returns its name; ok is false if the rule is not sent.
func (r *run) read(c *discovery.Candidate) (name string, ok bool) {
	text, ok := r.Text(c)
	if !ok {
		return "", false
	}
	h := readHeader(text)
	refuse := func(reason discovery.Reason, detail string) (string, bool) {
		c.No(reason, detail)
		return "", false
	}
	body := h.body.TrimFunc(source.IsJSSpace)
	switch {
	case h.broken != "":
		return refuse(discovery.FrontMatter, "it is not valid YAML: "+h.broken)
	case body.Len() == 0:
		return refuse(discovery.Empty, "")
	}
	name, why := h.text("name")
	disabled, whyNot := h.disabled()
	switch {
	case why+whyNot != "":
		return refuse(discovery.FrontMatter, why+whyNot)
	case disabled:
		return refuse(discovery.Disabled, "its front matter turns it off")
	}
	if name == "" {
		name = r.nameOf(c.Path)
	}
	for _, key := range []string{"paths", "globs", "alwaysApply"} {
		if h.values[key] != nil {
			c.Remark(discovery.FrontMatter, "Cline's command line program ignores %s: the rule is always sent", key)
		}
	}
	c.Load(source.Literal("## "+name+"\n").Append(body), body.Len())
	return name, true
}

// nameOf returns the name that a rule gets from its path if the front matter gives it no name.
func (r *run) nameOf(full string) string {
	base := facts.Base(full)
	if strings.EqualFold(base, "AGENTS.md") {
		switch full {
		case facts.Join(r.Trace.Cwd, "AGENTS.md"):
			return "Workspace AGENTS.md"
		case facts.Join(r.Home, ".agents", "AGENTS.md"):
			return "Global AGENTS.md"
		}
	}
	return strings.TrimSuffix(base, extension(base))
}

// header is a file's front matter and the text after it.
type header struct {
	values map[string]any
	body   source.Text
	broken string // why the front matter is not valid YAML, or ""
}

// readHeader reads front matter as Cline does: from "---" at the start, after any
// byte order mark, to the next line that begins with "---".
func readHeader(text source.Text) (h header) {
	s := text.String()
	if strings.HasPrefix(s, "\ufeff") {
		text = text.Slice(len("\ufeff"), text.Len())
		s = s[len("\ufeff"):]
	}
	h.body = text
	if !strings.HasPrefix(s, "---\n") && !strings.HasPrefix(s, "---\r\n") {
		return h
	}
	start := strings.Index(s, "\n") + len("\n")
	end := strings.Index(s[start:], "\n---")
	if end < 0 {
		return h
	}
	var err error
	if h.values, err = discovery.ReadYAML(discovery.TabLinesBlank(strings.TrimSuffix(s[start:start+end], "\r"))); err != nil && !errors.Is(err, discovery.ErrNotMapping) {
		h.broken = settings.Why(err)
	}
	h.body = text.Slice(start+end+len("\n---"), text.Len())
	return h
}

// text returns the trimmed text of a key in the front matter. why is the reason why the value is
// not valid, or "".
func (h *header) text(key string) (text, why string) {
	switch v := h.values[key].(type) {
	case nil:
		return "", ""
	case string:
		return strings.TrimFunc(v, source.IsJSSpace), ""
	}
	return "", fmt.Sprintf("its %s is not a string", key)
}

// disabled reports whether the front matter disables the file. why names a value that should be a
// boolean but is not, or is "".
func (h *header) disabled() (off bool, why string) {
	for _, key := range []string{"disabled", "enabled"} {
		switch v := h.values[key].(type) {
		case nil:
			continue
		case bool:
			off = v == (key == "disabled")
		default:
			why = fmt.Sprintf("its %s is neither true nor false", key)
		}
		return off, why
	}
	return false, ""
}

// overlooked adds to the trace the rule files that only other agents read, and rule files in
// places where Cline's command line program does not look.
func (r *run) overlooked(ctx context.Context) {
	r.AboveNever("Cline's command line program reads only the rules of the working directory", "AGENTS.md", ".clinerules")
	r.NotFor(r.Trace.Cwd, "Cline's command line program does not look for such a file; its extension for VS Code does", ".cursorrules", ".windsurfrules")
	r.NotFor(r.Trace.Cwd, "Cline does not look for such a file", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md")
	if r.Home != r.Trace.Cwd {
		r.NotFor(r.Home, "Cline does not look for such a file", "AGENTS.md", ".clinerules")
	}
	r.BelowNever(ctx, "AGENTS.md", ".clinerules")
	r.NearMisses([]string{"AGENTS.md"})
}
