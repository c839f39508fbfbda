package scenario

import (
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/settings"
)

// DefaultPath is where a project keeps its scenario, relative to the current
// directory.
const DefaultPath = ".galley/scenario.toml"

// Path returns the absolute path of the scenario to use: the file that was asked
// for by name, relative to cwd; else the project's own; "" if none exists.
func Path(w facts.World, cwd, asked string) string {
	if asked != "" {
		return settings.Resolve(w, cwd, asked)
	}
	own := facts.Join(cwd, DefaultPath)
	if _, err := w.Lstat(own); err != nil {
		return ""
	}
	return own
}

// Load reads the scenario at an absolute path; "" is the zero scenario. Files
// that it names are relative to its directory. One that cannot be read, the
// scenario itself or another, is a problem.
func Load(w facts.World, file string) (Scenario, []diag.Problem) {
	if file == "" {
		return Scenario{}, nil
	}
	w = facts.Bounded(w)
	text, err := w.ReadFile(file)
	if err != nil {
		return Scenario{File: file}, settings.Unreadable(file, err).Problems
	}
	return parse(file, text, reader(w, file))
}

// reader reads the files that the scenario at file names.
func reader(w facts.World, file string) settings.ReadFunc {
	return func(name string) (text, found string, err error) {
		found = settings.Resolve(w, facts.Dir(file), name)
		text, err = w.ReadFile(found)
		return text, found, err
	}
}

// Parse reads a scenario from a text; name is what problems call it, and its
// extension tells the format. Files that it names are not read, only their
// paths are kept.
func Parse(name, text string) (Scenario, []diag.Problem) {
	return parse(name, text, nil)
}

func parse(name, text string, read settings.ReadFunc) (Scenario, []diag.Problem) {
	return decode(settings.Parse(name, text), read)
}

func decode(f *settings.File, read settings.ReadFunc) (Scenario, []diag.Problem) {
	s := Scenario{File: f.Name}
	problems := settings.NewDecoder(f, read).Decode(&s)
	s.normalise()
	return s, problems
}
