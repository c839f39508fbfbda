package scenario

import (
	"slices"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/settings"
)

// DefaultPath is the path of a project's scenario, relative to the current directory.
const DefaultPath = ".galley/scenario.toml"

// Path returns the absolute path of the scenario to use. asked is the path that the user named,
// relative to cwd. If asked is "", Path returns the path of the project's own scenario, or "" if
// the project has none.
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

// Load reads the scenario at an absolute path. For "" it returns the zero scenario. Paths in the
// scenario are relative to the scenario's directory. A file that cannot be read is a problem.
func Load(w facts.World, file string) (Scenario, []diag.Problem) {
	if file == "" {
		return Scenario{}, nil
	}
	w = facts.Bounded(w)
	text, err := w.ReadFile(file)
	if err != nil {
		return Scenario{File: file}, settings.Unreadable(file, err).Problems
	}
	return noting(file, reader(w, file), func(read settings.ReadFunc) (Scenario, []diag.Problem) { return parse(file, text, read) })
}

// noting decodes a scenario and records which files it names.
func noting(file string, read settings.ReadFunc, decode func(settings.ReadFunc) (Scenario, []diag.Problem)) (Scenario, []diag.Problem) {
	var files []string
	s, problems := decode(func(name string) (text, found string, err error) {
		text, found, err = read(name)
		if !slices.Contains(files, found) {
			files = append(files, found)
		}
		return text, found, err
	})
	s.Files = files
	return s, problems
}

// reader returns a function that reads the files named in a scenario; file is the path of the
// scenario.
func reader(w facts.World, file string) settings.ReadFunc {
	return func(name string) (text, found string, err error) {
		found = settings.Resolve(w, facts.Dir(file), name)
		text, err = w.ReadFile(found)
		return text, found, err
	}
}

// Parse reads a scenario from a text. name is its name in problems, and the extension of name
// decides the format. It does not read files that the scenario names; it only keeps their paths.
func Parse(name, text string) (Scenario, []diag.Problem) {
	return parse(name, text, nil)
}

func parse(name, text string, read settings.ReadFunc) (Scenario, []diag.Problem) {
	return decode(settings.Parse(name, text), read)
}

func decode(f *settings.File, read settings.ReadFunc) (Scenario, []diag.Problem) {
	s := Scenario{File: f.Name}
	for _, field := range f.Root.Fields {
		if key := settings.KeyOf(s, field.Name); key != "" {
			s.Given = append(s.Given, Given{key, field.Span, f.Position(field.Span.Start), f.Position(field.Span.End)})
		}
	}
	problems := settings.NewDecoder(f, read).Decode(&s)
	s.normalise()
	return s, problems
}
