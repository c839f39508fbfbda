package pack

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"galley/engine/source"
)

// StandIns are texts that replace one agent's own sentences.
type StandIns struct{ files fs.FS }

// Embedded returns the built-in stand-ins of an agent. Each directory below dir is a family, whose
// name may contain an @.
func Embedded(files embed.FS, dir string) *StandIns {
	below, err := fs.Sub(files, dir)
	if err != nil { // dir is not a valid path, which is a mistake in galley
		panic(err)
	}
	return &StandIns{below}
}

// Entry implements [Source].
func (s *StandIns) Entry(family, name string) (Entry, bool) {
	text, err := fs.ReadFile(s.files, family+"/"+name+".txt")
	if err != nil {
		return Entry{}, false
	}
	return Entry{trimmed(name, string(text)), source.StandIn, family + "/" + name}, true
}

// rows lists the entries, sorted by family and name.
func (s *StandIns) rows() []Row {
	var all []Row
	// The files are part of the program, so reading them cannot fail.
	_ = fs.WalkDir(s.files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		family, name, _ := strings.Cut(strings.TrimSuffix(file, ".txt"), "/")
		e, _ := s.Entry(family, name)
		all = append(all, Row{family, name, e})
		return nil
	})
	return all
}

// rows lists the stand-ins, sorted by family and name.
func (p *Pack) rows() []Row {
	if p == nil {
		return nil
	}
	var all []Row
	for _, s := range p.standIns {
		all = append(all, s.rows()...)
	}
	slices.SortFunc(all, func(a, b Row) int {
		if c := strings.Compare(a.Family, b.Family); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return all
}
