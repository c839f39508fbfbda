package pi

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// prompts adds the prompt templates: Markdown files directly in .pi/prompts of the working
// directory and in the folder prompts of pi's own folder. Users call a template by its name. If
// several templates have the same name, the first one counts.
func (r *run) prompts() {
	taken := map[string]string{}
	for _, place := range r.places("prompts") {
		entries, _ := r.World.ReadDir(place.dir)
		for _, e := range discovery.SortedEntries(entries) {
			name, is := strings.CutSuffix(e.Name, ".md")
			if !is || strings.HasPrefix(e.Name, ".") {
				continue
			}
			c := r.Thing(discovery.Command, name, facts.Join(place.dir, e.Name), place.tier)
			switch {
			case c.Reason != "":
			case taken[name] != "":
				c.No(discovery.ShadowedByName, taken[name])
			default:
				taken[name] = c.Path
				c.No(discovery.PeopleOnly, "")
			}
			r.Add(c)
		}
	}
}

// extensions adds the programs that pi runs when it starts: .ts and .js files directly in the
// folder extensions, and folders there that have an index file or entries in their package.json.
// Only running them shows what they add to the request.
func (r *run) extensions() {
	for _, place := range r.places("extensions") {
		entries, _ := r.World.ReadDir(place.dir)
		for _, e := range discovery.SortedEntries(entries) {
			if strings.HasPrefix(e.Name, ".") || e.Name == "node_modules" {
				continue
			}
			full := facts.Join(place.dir, e.Name)
			isDir := r.Exists(facts.Join(full, "index.ts")) || r.Exists(facts.Join(full, "index.js")) || r.Exists(facts.Join(full, "package.json"))
			if isDir || strings.HasSuffix(e.Name, ".ts") || strings.HasSuffix(e.Name, ".js") {
				c := r.Thing(discovery.Plugin, e.Name, full, place.tier)
				r.Add(c.Unknown("pi runs it when it starts, and galley does not know what it adds to the request: a capture shows it"))
			}
		}
	}
}

// searchDir is a folder of the project or of the user.
type searchDir struct{ dir, tier string }

func (r *run) places(name string) []searchDir {
	return []searchDir{{facts.Join(r.Trace.Cwd, ".pi", name), "project"}, {facts.Join(r.agent, name), "user"}}
}
