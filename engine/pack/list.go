package pack

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/source"
)

// Row is one entry in a list of all entries.
type Row struct {
	Family, Name string
	Entry        // the text that is used for it
}

// Families returns the families that have stand-ins, in order.
func (p *Pack) Families() []string {
	var all []string
	for _, r := range p.rows() {
		if len(all) == 0 || all[len(all)-1] != r.Family {
			all = append(all, r.Family)
		}
	}
	return all
}

// Names returns the sorted names of the entries of a family. For a family with a version, they
// include the entries of the family without a version.
func (p *Pack) Names(family string) []string {
	var all []string
	for _, r := range p.rows() {
		if slices.Contains(versions(family), r.Family) {
			all = append(all, r.Name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// List returns every entry that a profile may ask for, sorted by family and name,
// with the text that this pack uses for it.
func (p *Pack) List() []Row {
	all := p.rows()
	for i := range all {
		if e, ok := p.Find(all[i].Family, all[i].Name); ok {
			all[i].Entry = e
		}
	}
	return all
}

// Check reports files and directories in the user's packs that have no effect: files whose names
// are not entries of their family, directories whose names are not families, and directories that
// do not exist.
func (p *Pack) Check() []diag.Problem {
	if p == nil {
		return nil
	}
	var all []diag.Problem
	for _, s := range p.sources {
		switch s := s.(type) {
		case directory:
			all = append(all, p.checkWhole(s)...)
		case chosen:
			for family, dir := range s.families {
				all = append(all, p.checkChosen(s.world, family, dir)...)
			}
		}
	}
	diag.Sort(all)
	return all
}

func (p *Pack) checkWhole(d directory) []diag.Problem {
	entries, err := d.world.ReadDir(d.dir)
	if err != nil {
		return []diag.Problem{missing(d.dir, err)}
	}
	var all []diag.Problem
	for _, e := range entries {
		if e.Type.IsDir() && !foreign(e.Name) {
			all = append(all, p.checkFamily(d.world, e.Name, facts.Join(d.dir, e.Name))...)
		}
	}
	return all
}

func (p *Pack) checkChosen(w facts.World, family, dir string) []diag.Problem {
	if info, err := w.Stat(facts.Join(dir, family)); err == nil && info.IsDir() {
		dir = facts.Join(dir, family)
	}
	if _, err := w.ReadDir(dir); err != nil && len(p.Names(family)) > 0 {
		return []diag.Problem{missing(dir, err)}
	}
	return p.checkFamily(w, family, dir)
}

func (p *Pack) checkFamily(w facts.World, family, dir string) []diag.Problem {
	names := p.Names(family)
	if len(names) == 0 {
		plain := p.Families()
		hint := "known are " + strings.Join(plain, ", ")
		if near, ok := diag.Nearest(family, plain); ok {
			hint = "did you mean " + near + "?"
		}
		return []diag.Problem{problem(dir, "no profile has a pack called "+family, hint)}
	}
	var all []diag.Problem
	for _, file := range texts(w, dir, "") {
		name := strings.TrimSuffix(file, ".txt")
		if slices.Contains(names, name) {
			continue
		}
		hint := "known are " + strings.Join(names, ", ")
		if near, ok := diag.Nearest(name, names); ok {
			hint = "did you mean " + near + "?"
		}
		all = append(all, problem(facts.Join(dir, file), "the pack "+family+" has no entry "+name, hint))
	}
	return all
}

// texts lists the text files below dir, at most two levels deep, as relative paths. It skips
// foreign directories.
func texts(w facts.World, dir, below string) []string {
	entries, _ := w.ReadDir(facts.Join(dir, below)) // an unreadable directory counts as empty
	var all []string
	for _, e := range entries {
		name := facts.Join(below, e.Name)
		switch {
		case e.Type.IsDir() && below == "" && !foreign(e.Name):
			all = append(all, texts(w, dir, name)...)
		case !e.Type.IsDir() && strings.HasSuffix(name, ".txt"):
			all = append(all, name)
		}
	}
	return all
}

// foreign reports whether a directory belongs to another tool, such as .git or node_modules, and
// so contains no entries.
func foreign(dir string) bool { return strings.HasPrefix(dir, ".") || dir == "node_modules" }

func missing(dir string, err error) diag.Problem {
	message := "the pack's directory cannot be read: " + err.Error()
	if errors.Is(err, fs.ErrNotExist) {
		message = "the pack's directory " + dir + " does not exist"
	}
	p := diag.New(diag.BadFile, source.Span{}, message, "the stand-ins are used in its place")
	p.File = dir
	return p
}

func problem(file, message, hint string) diag.Problem {
	p := diag.New(diag.UnknownWord, source.Span{}, message, hint)
	p.File = file
	return p
}
