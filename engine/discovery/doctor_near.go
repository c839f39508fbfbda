package discovery

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
)

// nearMiss is a file whose name is almost one that an agent looks for.
type nearMiss struct {
	agent string
	c     *Candidate
	meant string // the path that was probably meant; "" if detail says it
}

// nearMisses reports files whose names are almost right, each file once. It also reports files that
// are in a rule directory, or in a directory with almost that name, but do not count as rules.
func (d *doctor) nearMisses() {
	d.findTypos()
	var files []string
	byFile := map[string][]nearMiss{}
	for _, n := range d.near {
		if name, _ := lookedName(n.c.Detail); d.exact[n.c.Path] || d.exact[n.c.RealPath] || d.inAnyCase(n.c) && !strings.EqualFold(path.Base(name), path.Base(n.c.Path)) {
			continue
		}
		if byFile[n.c.Path] == nil {
			files = append(files, n.c.Path)
		}
		byFile[n.c.Path] = append(byFile[n.c.Path], n)
	}
	for _, file := range files {
		d.nearName(file, byFile[file])
	}
	d.folders()
}

// inAnyCase reports whether only agents to which case does not matter read a candidate's file.
func (d *doctor) inAnyCase(c *Candidate) bool { return d.read[c.Path] || d.read[c.RealPath] }

// nearName reports a file whose name is almost right, with the names that the agents look for
// instead.
func (d *doctor) nearName(file string, all []nearMiss) {
	var details []string
	agents := map[string][]string{}
	var hint string
	most := 0
	for _, n := range all {
		if agents[n.c.Detail] == nil {
			details = append(details, n.c.Detail)
		}
		agents[n.c.Detail] = append(agents[n.c.Detail], n.agent)
	}
	for _, n := range all {
		if k := len(agents[n.c.Detail]); k > most {
			most, hint = k, d.rename(n)
		}
	}
	message := "no agent reads a file of this name: " + details[0]
	if len(details) > 1 {
		var parts []string
		for _, detail := range details {
			parts = append(parts, strings.TrimPrefix(detail, lookedFor)+" by "+strings.Join(agents[detail], ", "))
		}
		message = "no agent reads a file of this name; they look for " + strings.Join(parts, "; ")
	}
	if !slices.ContainsFunc(details, func(detail string) bool { return strings.HasPrefix(detail, lookedFor) }) {
		message = Sentence("the agent ignores a file of this name", details[0])
	}
	d.places[file] = true
	p := problem(diag.NearMiss, message, hint)
	c := all[0].c
	if c.mayBePage() {
		p.Severity, p.Hint = diag.Info, hint+" if it is meant as a rule file"
	}
	if d.inAnyCase(c) {
		p.Severity = diag.Info
		p.Message = strings.Replace(p.Message, "no agent reads", "only an agent that ignores case reads", 1)
	}
	if len(details) > 1 {
		d.add("", p, file, -1)
		return
	}
	for _, n := range all {
		d.add(n.agent, p, file, -1)
	}
}

// rename returns advice about a name that is almost right. It never suggests the name of an
// existing file, because renaming would replace that file.
func (d *doctor) rename(n nearMiss) string {
	name, ok := lookedName(n.c.Detail)
	if !ok || private(path.Base(n.c.Path)) && !private(name) {
		return privately
	}
	if n.meant == "" {
		n.meant = facts.Join(facts.Dir(n.c.Path), name)
	}
	if facts.Dir(n.meant) == facts.Dir(n.c.Path) {
		return d.instead("rename it to "+path.Base(n.meant), n.meant)
	}
	return d.instead("move it to "+n.meant, n.meant)
}

// instead returns the advice, but if a file with the path target exists, it returns the advice to
// write into that file.
func (d *doctor) instead(advice, target string) string {
	if _, err := d.w.Lstat(target); err == nil {
		return "copy its text into " + target + ", which already exists"
	}
	return advice
}

// folders reports files in rule directories that do not count as rules, because of their extension
// or because the directory's name is misspelt by a letter. If another agent reads the file, the
// severity of the problem is only info.
func (d *doctor) folders() {
	if !slices.ContainsFunc(d.traces, (*Trace).looksInFolders) {
		return
	}
	top, w := d.project()
	shown := 0
	for _, file := range w.every {
		rel, _ := RelativeTo(file, top)
		for _, t := range d.traces {
			m, base, ok := t.misplaced(rel)
			if !ok || shown >= BelowShown {
				continue
			}
			shown++
			target := facts.Join(top, base, m.meant)
			p := problem(diag.NearMiss, m.why, d.instead("move it to "+target, target))
			if facts.Dir(m.meant) == facts.Dir(strings.TrimPrefix(strings.TrimPrefix(rel, base), "/")) {
				p.Hint = d.instead("rename it to "+path.Base(m.meant), target)
			}
			if m.mild {
				p.Severity = diag.Info
			}
			if d.read[file] {
				p.Severity = diag.Info
				p.Message = fmt.Sprintf("%s; another agent reads it", p.Message)
			}
			d.places[file] = true
			d.add(t.Agent, p, file, -1)
		}
	}
}

// looksInFolders reports whether the agent searches folders of rules, skills, sub-agents or
// commands.
func (t *Trace) looksInFolders() bool {
	return len(t.RuleNames.Folders) > 0 || len(t.RuleNames.Skills) > 0 || len(t.RuleNames.Subagents) > 0 || len(t.RuleNames.Commands) > 0
}

// misplaced says into which rule directory the user probably meant to put a file that lies
// elsewhere below the project's root. base is the directory to which m.meant is relative. A file in
// the root itself may have been meant for a rule directory if its name is almost that of a skill or
// a well-known rule file.
func (t *Trace) misplaced(rel string) (m suggestion, base string, ok bool) {
	if !strings.Contains(rel, "/") {
		m, ok = t.nearMiss(rel)
		return m, "", ok && m.folder && (m.mild || slices.Contains(ruleNames, path.Base(m.meant)))
	}
	for at := 0; ; {
		if strings.HasPrefix(rel[at:], ".") {
			if m, ok = t.nearMiss(rel[at:]); ok && m.folder {
				return m, strings.TrimSuffix(rel[:at], "/"), true
			}
		}
		i := strings.IndexByte(rel[at:], '/')
		if i < 0 {
			return suggestion{}, "", false
		}
		at += i + 1
	}
}
