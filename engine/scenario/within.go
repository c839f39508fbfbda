package scenario

import (
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/settings"
)

// LoadWithin is [Load] for a project whose files may not name paths outside the project, even
// through links. In the project's own scenario, it drops values with such paths and reports each
// at its place. A scenario outside the project belongs to the user and is read unchanged.
func LoadWithin(w facts.World, file, project string) (Scenario, []diag.Problem) {
	if file == "" || facts.Clean(file) != facts.Join(project, DefaultPath) {
		return Load(w, file)
	}
	w = facts.Contained(w, project)
	text, err := w.ReadFile(file)
	if err != nil {
		return Scenario{File: file}, settings.Unreadable(file, err).Problems
	}
	f := settings.Parse(file, text)
	c := confiner{w, f, project}
	c.table(f.Root, "")
	return noting(file, reader(w, file), func(read settings.ReadFunc) (Scenario, []diag.Problem) { return decode(f, read) })
}

// pathKeys lists the keys whose texts are paths, at any level.
var pathKeys = []string{"directories", "instruction_files", "mentions", "file", "path", "location", "context_files", "contextFiles", "tools"}

// confiner drops paths outside a project.
type confiner struct {
	world   facts.World
	file    *settings.File
	project string
}

// table keeps the fields of a table that name nothing outside the project. Under the key settings,
// which has keys of an agent, every text counts as a path.
func (c confiner) table(v *settings.Value, within string) {
	var kept []settings.Field
	for _, field := range v.Fields {
		key := field.Name
		if within == "settings" {
			key = within
		}
		if c.value(field.Value, key) {
			kept = append(kept, field)
			continue
		}
		settings.NewDecoder(c.file, nil).At(diag.WrongFile, field.Span,
			"a project's scenario cannot name a path outside the project in "+field.Name,
			`your own settings say files.allow = "project": put the scenario elsewhere and name it with --scenario`)
	}
	v.Keep(kept)
}

// value reports whether a value, with all values in it, names nothing outside the project.
func (c confiner) value(v *settings.Value, key string) bool {
	switch v.Kind {
	case settings.Table:
		if file := v.Field("file"); file != nil && file.Kind == settings.String && !c.inside("file", file.Text) {
			return false
		}
		c.table(v, key)
	case settings.List:
		for _, item := range v.Items {
			if !c.value(item, key) {
				return false
			}
		}
	case settings.String:
		return key != "settings" && !slices.Contains(pathKeys, key) || c.inside(key, v.Text)
	}
	return true
}

// inside reports whether a path lies in the project. Paths of files are relative to the scenario.
// Paths that the agent gets are relative to the agent's working directory.
func (c confiner) inside(key, name string) bool {
	dir := c.project
	if key == "file" || key == "tools" {
		dir = facts.Dir(c.file.Name)
	}
	return !strings.HasPrefix(name, "~") && facts.Inside(c.world, c.project, settings.Resolve(c.world, dir, name))
}
