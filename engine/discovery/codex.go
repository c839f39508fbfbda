package discovery

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"galley/engine/facts"
	"galley/engine/source"
)

// codex follows the Codex CLI, measured on 0.171.0; that one unreadable file
// takes all project files away was read in its code.
//
//	global   CODEX_HOME (~/.codex): AGENTS.override.md, else AGENTS.md, the first
//	         that is not blank, trimmed
//	project  from the nearest directory with a root marker (".git") down to the
//	         session's, only that one without a marker; in each the first file
//	         that exists of AGENTS.override.md, AGENTS.md and the configured
//	         fallback names
//
// The project files share one budget of bytes, spent from the root down; the
// file that exceeds it is cut at the byte. A file that is blank as far as it is
// kept costs nothing and gives nothing. Trace.Memory "message" is what is sent.
var codexVersions = []Version{{Name: "0.171.0", Evidence: Executed}}

const (
	codexOverride = "AGENTS.override.md"
	codexName     = "AGENTS.md"
)

type codexRun struct {
	*Finder
	home string
	set  codexSettings
}

// discoverCodex looks for the rule files.
func discoverCodex(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "codex", codexVersions, Executed)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	r := &codexRun{Finder: p}
	r.home = facts.Resolve(r.trace.Cwd, r.pathOr("CODEX_HOME", facts.Join(p.home, ".codex")))
	if r.settings(); r.trace.Failure != nil {
		return r.trace, ctx.Err()
	}
	r.global()
	r.project()
	r.overlooked()
	r.trace.Names = r.names()
	return r.finish()
}

// global takes the first file that is not blank.
func (r *codexRun) global() {
	won := ""
	for _, name := range []string{codexOverride, codexName} {
		c := r.at(facts.Join(r.home, name), "global")
		if won != "" {
			if c.there() {
				r.add(c.no(ShadowedByKind, won+" comes first"))
			}
			continue
		}
		if text, ok := r.text(c); ok {
			text = text.TrimFunc(unicode.IsSpace)
			if text.Len() == 0 {
				c.no(Empty, "")
			} else {
				won = c.Path
				c.load(text, text.Len())
			}
		}
		r.add(c)
	}
}

// project takes one file in each directory, as far as the budget reaches.
func (r *codexRun) project() {
	left, used := r.set.maxBytes, 0
	first := len(r.trace.Candidates)
	for _, dir := range r.chain() {
		c := r.choose(dir)
		if c == nil {
			continue
		}
		switch {
		case r.set.maxBytes == 0:
			c.no(Disabled, "project_doc_max_bytes is 0")
		case r.set.untrusted != "":
			c.no(Untrusted, r.set.untrusted)
		case left == 0:
			c.no(OverBudget, fmt.Sprintf("project_doc_max_bytes is %d, and the files above take all of it", r.set.maxBytes))
		default:
			n := r.spend(c, left)
			left, used = left-n, used+n
		}
		r.add(c)
		if c.Reason == Unreadable {
			r.broken(first, c.Path)
			return
		}
	}
	if used > 0 {
		r.note("%d of the %d bytes for project files are used; %d are left for files in directories below", used, r.set.maxBytes, left)
	}
}

// choose gives a directory's file, nil without one, and notes the others.
func (r *codexRun) choose(dir string) (won *Candidate) {
	for _, name := range r.names() {
		c := r.at(facts.Join(dir, name), "project")
		switch {
		case c.Reason == Missing:
		case won != nil && c.Reason == "":
			r.add(c.no(ShadowedByKind, won.Path+" is taken, and one file counts in a directory"))
		case c.Reason != "":
			r.add(c)
		default:
			won = c
		}
	}
	return won
}

func (r *codexRun) names() []string {
	return unique(append([]string{codexOverride, codexName}, r.set.fallback...))
}

// spend reads a file as far as the budget reaches, and gives what it costs.
func (r *codexRun) spend(c *Candidate, left int) int {
	data, err := r.world.ReadHead(c.Path, left)
	if err != nil {
		c.no(Unreadable, why(err))
		return 0
	}
	r.double(c, data)
	r.asLink(c, data)
	text := decode(c.Path, data, 0)
	if strings.TrimFunc(text.String(), unicode.IsSpace) == "" {
		c.no(Empty, "it silences the directory all the same")
		return 0
	}
	c.load(text, len(data))
	if c.Bytes > int64(len(data)) {
		c.Reason = Cut
		c.Detail = fmt.Sprintf("%d bytes were left of project_doc_max_bytes, which is %d", left, r.set.maxBytes)
	}
	return len(data)
}

// broken takes all project files away: one of them cannot be read.
func (r *codexRun) broken(first int, culprit string) {
	for i := first; i < len(r.trace.Candidates); i++ {
		c := &r.trace.Candidates[i]
		if c.Verdict == Loaded {
			c.no(Disabled, culprit+" cannot be read, and then Codex takes no project file")
			c.Used, c.Text, c.Evidence = 0, source.Text{}, ReadSource
		}
	}
}

// overlooked adds what people expect to count.
func (r *codexRun) overlooked() {
	for _, dir := range r.chain() {
		r.notFor(dir, "Codex looks in the directories from the root to here, not in this one", ".agents/AGENTS.md", ".codex/AGENTS.md")
		r.notFor(dir, "project_doc_fallback_filenames in config.toml can name it", "CLAUDE.md", "GEMINI.md", "AGENT.md")
	}
	r.above(r.names())
	r.nearMisses([]string{codexOverride, codexName})
	r.belowNever(r.names()...)
	if r.trace.Marker == "" && !facts.IsRoot(r.trace.Root) {
		r.note("no %s is found above, so only %s itself is searched", strings.Join(r.set.markers, " or "), r.trace.Cwd)
	}
}

// finish joins the texts and makes the message.
func (r *codexRun) finish() (*Trace, error) {
	t, err := r.done("\n\n")
	var parts []source.Text
	global, project := false, false
	for _, c := range t.Candidates {
		if c.Verdict != Loaded {
			continue
		}
		separator := "\n\n"
		if c.Tier == "project" && !project && global {
			separator = "\n\n--- project-doc ---\n\n"
		}
		if len(parts) > 0 {
			parts = append(parts, source.Literal(separator))
		}
		global, project = global || c.Tier == "global", project || c.Tier == "project"
		parts = append(parts, c.Text)
	}
	t.Text = source.Text{}.Append(parts...)
	t.Memory = map[string]source.Text{}
	if global || project {
		head := "# AGENTS.md instructions"
		if project {
			head += " for " + t.Cwd
		}
		t.Memory["message"] = source.Literal(head+"\n\n<INSTRUCTIONS>\n").Append(t.Text, source.Literal("\n</INSTRUCTIONS>"))
	}
	return t, err
}
