// Package codex follows the Codex CLI, measured on 0.171.0. Only one rule was read in its code:
// if one project file cannot be read, Codex drops all project files. It loads
//
//	global   CODEX_HOME (~/.codex): AGENTS.override.md, else AGENTS.md, the first
//	         that is not blank, trimmed
//	project  from the nearest directory with a root marker (".git") down to the
//	         working directory, or without a marker only in the working directory:
//	         in each the first file that exists of AGENTS.override.md, AGENTS.md
//	         and the configured fallback names
//
// The project files share one budget of bytes (32 KiB unless the settings set another), which is
// spent from the root down. The file that exceeds it is cut at that byte. A file whose kept part is
// blank costs nothing and adds nothing. The part "rules" is the text that is sent.
//
// Skills are found in .agents/skills and .codex/skills of the directories from the root to the
// working directory, in CODEX_HOME/skills and in ~/.agents/skills; a separate text lists them.
// Sub-agents are .toml files below agents in CODEX_HOME and, in a trusted project, in .codex; the
// description of a tool lists them.
package codex

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "0.171.0", Evidence: discovery.Executed, Date: "2026-11"}}

const (
	codexOverride = "AGENTS.override.md"
	codexName     = "AGENTS.md"
)

type codexRun struct {
	*discovery.Finder
	home string
	set  codexSettings
}

// Discover looks for the rule files.
var Discover = discovery.By("codex", Versions, discovery.Executed, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	p.Trace.NameTools("exec_command", "apply_patch", "apply_patch", "apply_patch")
	p.Trace.BringsAt(false, discovery.Acts...)
	r := &codexRun{Finder: p}
	r.home = facts.Resolve(r.Trace.Cwd, r.PathOr("CODEX_HOME", facts.Join(p.Home, ".codex")))
	if r.settings(); r.Trace.Failure != nil {
		return r.Trace, nil
	}
	r.global()
	r.project()
	r.overlooked(ctx)
	r.Trace.Names = r.names()
	skills := r.skills(ctx)
	r.prompts(ctx)
	r.roles(ctx)
	r.servers()
	r.parts(skills, r.finish())
	return r.Trace, nil
}

// global loads the first of the user's files that is not blank.
func (r *codexRun) global() {
	won := ""
	for _, name := range []string{codexOverride, codexName} {
		c := r.At(facts.Join(r.home, name), "global")
		if won != "" {
			if c.There() {
				r.Add(c.No(discovery.ShadowedByKind, won+" comes first"))
			}
			continue
		}
		if text, ok := r.Text(c); ok {
			text = text.TrimFunc(unicode.IsSpace)
			if text.Len() == 0 {
				c.No(discovery.Empty, "")
			} else {
				won = c.Path
				c.Load(text, text.Len())
			}
		}
		r.Add(c)
	}
}

// project loads one file in each directory until the budget is used up.
func (r *codexRun) project() {
	left, used := r.set.maxBytes, 0
	first := len(r.Trace.Candidates)
	for _, dir := range r.Chain() {
		c, culprit := r.choose(dir)
		if culprit != "" {
			r.broken(first, culprit)
			return
		}
		if c == nil {
			continue
		}
		switch {
		case r.set.maxBytes == 0:
			c.No(discovery.Disabled, "project_doc_max_bytes is 0")
		case r.set.untrusted != "":
			c.No(discovery.Untrusted, r.set.untrusted)
		case left == 0:
			c.No(discovery.OverBudget, fmt.Sprintf("project_doc_max_bytes is %d, and the files above use all of it", r.set.maxBytes))
		default:
			n := r.spend(c, left)
			left, used = left-n, used+n
		}
		r.Add(c)
		if c.Reason == discovery.Unreadable {
			r.broken(first, c.Path)
			return
		}
	}
	if used > 0 {
		r.Note("%d of the %d bytes for project files are used; %d are left for files in directories below", used, r.set.maxBytes, left)
	}
}

// choose returns the file to load from a directory, or nil, and adds the other candidates to the
// trace. culprit is the first path that exists but cannot be examined, such as a link to itself, or
// "".
func (r *codexRun) choose(dir string) (won *discovery.Candidate, culprit string) {
	for _, name := range r.names() {
		c := r.At(facts.Join(dir, name), "project")
		switch {
		case c.Reason == discovery.Missing:
		case won != nil && c.Reason == "":
			r.Add(c.No(discovery.ShadowedByKind, won.Path+" is used, and Codex reads one file per directory"))
		case won == nil && r.unseen(c):
			r.Add(c)
			return nil, c.Path
		case c.Reason != "":
			r.Add(c)
		default:
			won = c
		}
	}
	return won, ""
}

// unseen reports whether galley could not find out if a candidate's path leads to a file, a
// directory or nothing.
func (r *codexRun) unseen(c *discovery.Candidate) bool {
	_, err := r.World.Stat(c.Path)
	return err != nil && !errors.Is(err, fs.ErrNotExist) && !facts.LinkRefused(err)
}

func (r *codexRun) names() []string {
	return discovery.Unique(append([]string{codexOverride, codexName}, r.Few("project_doc_fallback_filenames", r.set.fallback)...))
}

// spend loads a project file and returns how many bytes of the budget the file uses. left is the
// number of bytes that are left of the budget; Codex reads no more bytes of the file.
func (r *codexRun) spend(c *discovery.Candidate, left int) (used int) {
	data, err := r.World.ReadHead(c.Path, left)
	if err != nil {
		c.No(discovery.Unreadable, discovery.Why(err))
		return
	}
	r.Double(c, data)
	r.AsLink(c, data)
	text := discovery.Decode(c.Path, data, 0)
	if strings.TrimFunc(text.String(), unicode.IsSpace) == "" {
		c.No(discovery.Empty, "the other files of the directory are ignored even so")
		return
	}
	c.Load(text, len(data))
	if c.Bytes > int64(len(data)) {
		c.Reason = discovery.Cut
		c.Detail = fmt.Sprintf("only %d bytes were left of project_doc_max_bytes, which is %d", left, r.set.maxBytes)
	}
	return len(data)
}

// broken marks the project files as not loaded, because Codex reads none of them if it cannot read
// the file culprit. first is the index of the first candidate that is a project file.
func (r *codexRun) broken(first int, culprit string) {
	for i := first; i < len(r.Trace.Candidates); i++ {
		c := &r.Trace.Candidates[i]
		if c.Verdict == discovery.Loaded {
			c.No(discovery.Disabled, culprit+" cannot be read, and then Codex reads no file of the project")
			c.Evidence = discovery.ReadSource
		}
	}
}

// loadedIn returns the name of the file that is loaded from a directory, or "".
func (r *codexRun) loadedIn(dir string) string {
	for i := range r.Trace.Candidates {
		if c := &r.Trace.Candidates[i]; c.Verdict == discovery.Loaded && facts.Dir(c.Path) == dir {
			return facts.Base(c.Path)
		}
	}
	return ""
}

// overlooked adds to the trace the files that people expect Codex to load, but that it does not
// load.
func (r *codexRun) overlooked(ctx context.Context) {
	for _, dir := range r.Chain() {
		r.NotFor(dir, "Codex looks only in the directories from the root to the working directory", ".agents/AGENTS.md", ".codex/AGENTS.md")
		why := "project_doc_fallback_filenames in config.toml can name it"
		if taken := r.loadedIn(dir); taken != "" {
			why = "Codex reads one file per directory, and " + taken + " exists"
		}
		r.NotFor(dir, why, "CLAUDE.md", "GEMINI.md", "AGENT.md")
	}
	r.Above(r.names())
	r.NearMisses([]string{codexOverride, codexName})
	r.BelowNever(ctx, r.names()...)
	switch {
	case len(r.set.markers) == 0:
		r.Note("project_root_markers is empty, so Codex searches only %s", r.Trace.Cwd)
	case r.Trace.Marker == "" && !facts.IsRoot(r.Trace.Root):
		r.Note("no directory above contains %s, so Codex searches only %s", strings.Join(r.set.markers, " or "), r.Trace.Cwd)
	}
}

// finish joins the loaded texts into the message that Codex sends.
func (r *codexRun) finish() (message source.Text) {
	t, _ := r.Done("\n\n")
	var parts []source.Text
	global, project := false, false
	for _, c := range t.Candidates {
		if c.Verdict != discovery.Loaded {
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
	if global || project {
		head := "# AGENTS.md instructions"
		if project {
			head += " for " + t.Cwd
		}
		message = source.Literal(head+"\n\n<INSTRUCTIONS>\n").Append(t.Text, source.Literal("\n</INSTRUCTIONS>"))
	}
	return message
}
