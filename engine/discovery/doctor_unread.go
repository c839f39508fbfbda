package discovery

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
)

// ruleNames are common names of rule files, whichever agent reads them. The doctor also
// looks for the names that the surveyed agents look for.
var ruleNames = []string{
	"AGENTS.md", "AGENTS.override.md", "AGENT.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "CONTEXT.md", "QWEN.md", "CRUSH.md", "CRUSH.local.md",
	"PILOTDECK.md", "PILOTDECK.local.md", "CONVENTIONS.md", "copilot-instructions.md", ".cursorrules", ".windsurfrules", ".clinerules", ".roorules", ".rules",
	".goosehints", ".junie/guidelines.md",
}

// proper reports whether a name is one that some agent looks for. AGENT.md does not count: most
// people who write it mean AGENTS.md.
func proper(name string) bool { return name != "AGENT.md" && slices.Contains(ruleNames, name) }

// unread reports rule files below the project's root that no agent reads in this session. A session
// started in the file's own directory may read it, so the file is not a fault and no advice says to
// move it.
func (d *doctor) unread() {
	if len(d.traces) == 0 {
		return
	}
	cwd := d.traces[0].Cwd
	top, w := d.project()
	met := map[string]bool{}
	for _, t := range d.traces {
		for _, c := range t.Candidates {
			// Another check reports these reasons.
			if c.Reason == WrongCase || c.Reason == NearMiss || c.Reason == DanglingLink || c.Reason == Unreadable || c.Reason == NotRegular {
				met[c.Path] = true
			}
		}
	}
	for file := range d.places {
		met[file] = true
	}
	names := slices.Clone(ruleNames)
	for _, t := range d.traces {
		names = append(names, t.RuleNames.Names...)
	}
	shown := d.passedOver(top)
	for _, file := range w.files {
		if !slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(file, "/"+n) }) || met[file] || d.read[file] {
			continue
		}
		if real, err := d.w.RealPath(file); err == nil && d.read[real] {
			continue
		}
		if shown++; shown > BelowShown {
			d.add("", problem(diag.UnreadFile, fmt.Sprintf("no agent reads more than %d rule files below here; only these are listed", BelowShown), ""), top, -1)
			return
		}
		d.add("", problem(diag.UnreadFile, d.why(file), d.remedyOf(file, cwd)), file, -1)
	}
	if w.cut != "" {
		d.add("", problem(diag.UnreadFile, w.cut+"; rule files further down are missing from this list", ""), top, -1)
	}
}

// remedyOf says what the user can do so that an agent reads a file. If one agent is surveyed, this
// is what [Explain] says; if several are surveyed, it is general advice.
func (d *doctor) remedyOf(file, cwd string) string {
	if len(d.traces) > 1 {
		return d.remedyBelow(file, cwd)
	}
	t := d.traces[0]
	for i := range t.Candidates {
		if c := &t.Candidates[i]; c.Path == file {
			return cmp.Or(t.Remedy(c), d.remedyBelow(file, cwd))
		}
	}
	return cmp.Or(ExplainUnlisted(t, file).Remedy, d.remedyBelow(file, cwd))
}

// remedyBelow says what the user can do so that an agent reads a file below the working directory.
// It returns "" for other files. It advises to start the agent in another directory only if the
// agent looks for files of this name and does not leave this one out because of another file.
func (d *doctor) remedyBelow(file, cwd string) string {
	if dir := facts.Dir(file); dir == cwd || !facts.Within(dir, cwd) {
		return ""
	}
	const refer = "refer to it from a file that is read"
	for _, t := range d.traces {
		if t.leavesOut(file) {
			continue
		}
		for _, name := range append(slices.Clone(t.RuleNames.Names), t.Names...) {
			if dir, found := strings.CutSuffix(file, "/"+name); found && dir != cwd {
				return "start the agent in " + dir + ", or " + refer
			}
		}
	}
	return refer
}

// leavesOut reports whether another file or a setting keeps the agent from reading a file that it
// looks for.
func (t *Trace) leavesOut(file string) bool {
	return slices.ContainsFunc(t.Candidates, func(c Candidate) bool {
		switch c.Reason {
		case ShadowedByKind, ShadowedByName, ShadowedByNear, Disabled, Excluded:
			return c.Path == file
		}
		return false
	})
}

// passedOver reports the files that the traces list as not read but that the search of the project
// does not find, because they are outside the project's root or have unusual names. It returns the
// number of reported files.
func (d *doctor) passedOver(top string) (shown int) {
	for _, t := range d.traces {
		for i := range t.Candidates {
			c := &t.Candidates[i]
			rule := slices.ContainsFunc(ruleNames, func(n string) bool { return path.Base(c.Path) == n })
			walked := rule && facts.Within(c.Path, top)
			if c.Kind != Rule || c.LoadType != Never || walked || d.read[c.Path] || d.read[c.RealPath] || d.places[c.Path] ||
				c.Reason != AboveRoot && c.Reason != NotLookedFor || shown >= BelowShown {
				continue
			}
			shown++
			d.add("", problem(diag.UnreadFile, d.why(c.Path), ""), c.Path, -1)
		}
	}
	return shown
}

// project returns the project's root and the search of the files below it. It searches only at the
// first call.
func (d *doctor) project() (top string, w *Search) {
	if d.walk == nil {
		d.top = d.traces[0].Cwd
		if repo := repositoryOf(d.w, d.top, map[string]string{}); repo != "" {
			d.top = repo
		}
		every := slices.ContainsFunc(d.traces, (*Trace).looksInFolders)
		d.walk = (&searches{all: every || len(d.scoped) > 0}).in(d.ctx, d.w, d.top)
	}
	return d.top, d.walk
}

// why says that the surveyed agents do not read a file, with their reasons.
func (d *doctor) why(file string) string {
	message, one := "none of the agents reads it when started here", len(d.traces) == 1
	if one {
		message = d.traces[0].Agent + " does not read it when started here"
	}
	var reasons []string
	for _, t := range d.traces {
		for _, c := range t.Candidates {
			if c.Path != file || c.Reason == "" {
				continue
			}
			reason := Sentence(c.Reason.Text(), c.Detail)
			if !one {
				reason = t.Agent + ": " + reason
			}
			reasons = append(reasons, reason)
		}
	}
	if len(reasons) > 3 {
		reasons = append(reasons[:3], fmt.Sprintf("and %d more", len(reasons)-3))
	}
	if len(reasons) > 0 {
		message += " (" + strings.Join(reasons, "; ") + ")"
	}
	return message
}
