// Package pi follows pi, the coding agent of the npm package @mariozechner/pi-coding-agent, version
// 0.73.1. The rules were measured on the released program, headless, and read in its code.
//
// All rule files go into the system message, in this order (AGENT is $PI_CODING_AGENT_DIR or
// ~/.pi/agent):
//
//	system   .pi/SYSTEM.md of the working directory, else AGENT/SYSTEM.md: in place of pi's
//	         own prompt, unless it is empty
//	append   .pi/APPEND_SYSTEM.md of the working directory, else AGENT/APPEND_SYSTEM.md
//	context  the first of AGENTS.md, AGENTS.MD, CLAUDE.md, CLAUDE.MD that can be
//	         read: in AGENT, then in each directory from the file system's root down
//	         to the working directory; neither a repository nor the home ends the search
//	skills   see skills.go
//
// Texts are sent unchanged: nothing is trimmed, imported or cut, and an empty file still has its
// heading. Reading a file below the working directory adds nothing.
package pi

import (
	"context"
	"slices"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "0.73.1", Evidence: discovery.Executed, Date: "2026-11"}}

// names are the names of context files; the first that can be read counts.
var names = []string{"AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"}

// run is one discovery.
type run struct {
	*discovery.Finder
	agent string // pi's own folder
}

// Discover looks for the rule files.
var Discover = discovery.By("pi", Versions, discovery.Executed, discover)

func discover(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	f.Trace.NameTools("read", "edit", "write", "write")
	f.Trace.BringsAt(false, discovery.Acts...)
	r := &run{f, f.PathOr("PI_CODING_AGENT_DIR", facts.Join(f.Home, ".pi", "agent"))}
	t := r.Trace
	t.Root = facts.Root(t.Cwd)
	if dir, _, found := facts.Nearest(r.World, t.Cwd, ".git"); found {
		t.VCS = "git"
		r.Note("pi does not stop at the repository's root %s: it searches up to %s", dir, t.Root)
	}
	r.part("system", source.Text{}, r.one("SYSTEM.md", "--system-prompt"))
	r.part("append", source.Literal("\n\n"), r.one("APPEND_SYSTEM.md", "--append-system-prompt"))
	r.context(ctx)
	r.skills()
	r.prompts()
	r.extensions()
	r.overlooked()
	return r.Done("")
}

// part adds a text to the system message unless the text is empty. The parameter before is a text
// that precedes it in the message.
func (r *run) part(name string, before, text source.Text) {
	if text.Len() != 0 {
		r.Trace.AddPart(discovery.Part{Name: name, Role: "system", Where: "system[0]", Text: before.Append(text), Before: "\nCurrent date: ", Instead: name == "system"})
	}
}

// one loads the file with this name from the project's .pi or, if it is missing there, from pi's
// own folder. An empty file counts as found and adds nothing. The parameter flag is the command
// line option that replaces both files.
func (r *run) one(name, flag string) source.Text {
	won := ""
	var loaded source.Text
	for _, dir := range []string{facts.Join(r.Trace.Cwd, ".pi"), r.agent} {
		c := r.At(facts.Join(dir, name), "system")
		switch {
		case !c.There():
			if c.Reason == discovery.Missing {
				continue
			}
		case r.Options.Values(flag) != nil:
			c.No(discovery.Disabled, flag+" replaces it")
		case won != "":
			c.No(discovery.ShadowedByNear, won)
		default:
			won = c.Path
			text, ok := r.Text(c)
			switch {
			case !ok:
				r.Note("%s cannot be read: pi sends its path in place of its text", c.Path)
			case text.Len() == 0:
				c.No(discovery.Empty, "")
			default:
				loaded = text
				c.Load(text, text.Len())
			}
		}
		r.Add(c)
	}
	return loaded
}

// context loads the context files.
func (r *run) context(ctx context.Context) {
	off := ""
	if r.Options.Flag("--no-context-files", "-nc") {
		off = "--no-context-files"
	}
	var all source.Builder
	dirs := r.UpTo(r.Trace.Cwd, r.Trace.Root)
	slices.Reverse(dirs)
	for i, dir := range append([]string{r.agent}, dirs...) {
		if i > 0 && dir == r.agent {
			continue
		}
		tier := "ancestors"
		switch {
		case i == 0:
			tier = "global"
		case dir == r.Trace.Cwd:
			tier = "directory"
		}
		all.Append(r.first(dir, tier, off))
	}
	intro := source.Literal("\n\n# Project Context\n\n").Append(discovery.StandIn("context-intro"), source.Literal("\n\n"))
	r.part("context", intro, all.Text())
	r.NearMisses(names)
	r.BelowNever(ctx, names...)
}

// first loads the first context file that can be read in a directory and returns its text in the
// prompt. off is the option that disables context files, or "".
func (r *run) first(dir, tier, off string) (out source.Text) {
	r.FirstName(dir, tier, names, func(c *discovery.Candidate) bool {
		if off != "" {
			c.No(discovery.Disabled, off)
			return false
		}
		text, ok := r.Text(c)
		if ok {
			out = source.Literal("## "+c.Path+"\n\n").Append(text, source.Literal("\n\n"))
			c.Load(out, text.Len())
		}
		return ok || c.Reason == discovery.TooLarge // only galley cannot read it: pi takes it
	})
	return out
}

// overlooked adds to the trace the files that other agents read and pi does not.
func (r *run) overlooked() {
	const other = "pi does not look for such a file"
	r.NotFor(r.Trace.Cwd, other, "GEMINI.md", "AGENT.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".pi/AGENTS.md", ".agents/AGENTS.md", ".github/copilot-instructions.md", ".cursorrules")
	r.NotFor(r.Home, other, ".pi/AGENTS.md", ".claude/CLAUDE.md", ".agents/AGENTS.md")
}
