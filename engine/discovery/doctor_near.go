package discovery

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
)

// nearly is a file whose name is nearly one that an agent looks for.
type nearly struct {
	agent string
	c     *Candidate
	meant string // the file that it was probably meant to be; "" where its detail tells
}

// nearMisses adds the names that are nearly right, each file once, and the files that
// lie in a directory of rules, or in one of nearly its name, and do not count as rules there.
func (d *doctor) nearMisses() {
	d.slips()
	var files []string
	byFile := map[string][]nearly{}
	for _, n := range d.near {
		if d.read[n.c.Path] || d.read[n.c.RealPath] {
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

// nearName says what the agents look for in the place of a file's name.
func (d *doctor) nearName(file string, all []nearly) {
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
		message = "no agent reads a file of this name; looked for are " + strings.Join(parts, "; ")
	}
	if !slices.ContainsFunc(details, func(detail string) bool { return strings.HasPrefix(detail, lookedFor) }) {
		message = Sentence("the agent passes over a file of this name", details[0])
	}
	d.places[file] = true
	if len(details) > 1 {
		d.add("", problem(diag.NearMiss, message, hint), file, -1)
		return
	}
	for _, n := range all {
		d.add(n.agent, problem(diag.NearMiss, message, hint), file, -1)
	}
}

// rename says what to do about a name that is almost right. It never names a file
// that is there, which a renamed one would replace.
func (d *doctor) rename(n nearly) string {
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

// instead returns an advice that makes a new file at target, or, if there is one,
// the advice to write into it.
func (d *doctor) instead(advice, target string) string {
	if _, err := d.w.Lstat(target); err == nil {
		return "put what it says into " + target + ", which is there already"
	}
	return advice
}

// folders adds the files in directories of rules that do not count as rules there: by their
// ending, or because the directory's name is a letter amiss. Where another agent reads
// the file it is an information only.
func (d *doctor) folders() {
	if !slices.ContainsFunc(d.traces, func(t *Trace) bool { return len(t.Looks.Folders) > 0 }) {
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
			if d.read[file] {
				p.Severity = diag.Info
				p.Message = fmt.Sprintf("%s; another agent reads it", p.Message)
			}
			d.places[file] = true
			d.add(t.Agent, p, file, -1)
		}
	}
}

// misplaced says how a path below the project's root misses a directory of rules; base
// is the directory that the miss counts from.
func (t *Trace) misplaced(rel string) (m miss, base string, ok bool) {
	for at := 0; ; {
		if strings.HasPrefix(rel[at:], ".") {
			if m, ok = t.nearMiss(rel[at:]); ok && m.folder {
				return m, strings.TrimSuffix(rel[:at], "/"), true
			}
		}
		i := strings.IndexByte(rel[at:], '/')
		if i < 0 {
			return miss{}, "", false
		}
		at += i + 1
	}
}
