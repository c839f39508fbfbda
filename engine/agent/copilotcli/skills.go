package copilotcli

import (
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// skills lists the skills: those of .github, .agents and .claude in the directories from the
// working directory up to the root, the user's, the built-in ones, and the commands of .claude.
// Successive skills with the same base are sorted together by name.
func (r *run) skills(ctx context.Context) discovery.Part {
	type row struct {
		base string // the place that the skill comes from; skills of one place are sorted together
		name string
		text source.Text
	}
	var rows []row
	taken := map[string]string{}
	searched := map[string]bool{} // the home may also be a directory on the way to the root
	folder := func(base, dir, tier, location string) {
		if searched[dir] {
			return
		}
		searched[dir] = true
		for _, full := range r.SkillFiles(ctx, dir, 8) {
			c, f, rest, ok := r.Described(discovery.Skill, full, tier)
			if ok && f.Body == 0 {
				c.No(discovery.FrontMatter, "it needs a description between two lines of ---")
			} else if ok && counts(c, &f, path.Base(facts.Dir(full)), taken) {
				text := element(c.Name, description(&f, rest), location, full, &f)
				c.List(text, "")
				rows = append(rows, row{base, c.Name, text})
			}
			r.Add(c)
		}
	}
	for _, kind := range []string{".github", ".agents", ".claude"} {
		for _, dir := range r.UpTo(r.Trace.Cwd, r.Trace.Root) {
			folder(dir, facts.Join(dir, kind, "skills"), "project", "project")
		}
	}
	folder("home", facts.Join(r.user, "skills"), "user", "user")
	folder("home", facts.Join(r.Home, ".agents", "skills"), "user", "user")
	for i := 0; i < len(rows); {
		end := i
		for end < len(rows) && rows[end].base == rows[i].base {
			end++
		}
		slices.SortStableFunc(rows[i:end], func(a, b row) int { return strings.Compare(a.name, b.name) })
		i = end
	}
	var b source.Builder
	b.Append(source.Literal("<available_skills>\n"))
	for _, one := range rows {
		b.Append(one.text)
	}
	b.Append(discovery.StandIn("copilot-cli/own-skills").Append(r.commands(taken), source.Literal("</available_skills>")))
	return discovery.Part{Name: "skills", Role: "system", Where: "m0", Text: b.Text()}
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;", "'", "&apos;")

// element returns a skill's element in the request.
func element(name, description, location, full string, f *discovery.Front) source.Text {
	text := "<skill>\n  <name>" + escapes.Replace(name) + "</name>\n  <description>" + escapes.Replace(description) + "</description>\n  <location>" + location + "</location>\n</skill>\n"
	return source.Of(text, discovery.FileOrigin(full, 0, f.Body, 1))
}

// commands lists the custom commands, which the model sees as skills.
func (r *run) commands(taken map[string]string) source.Text {
	var b source.Builder
	for _, dir := range r.UpTo(r.Trace.Cwd, r.Trace.Root) {
		own := facts.Join(dir, ".claude", "commands")
		entries, _ := r.World.ReadDir(own)
		for _, e := range discovery.SortedEntries(entries) {
			if e.Type.IsDir() || !strings.EqualFold(path.Ext(e.Name), ".md") {
				continue
			}
			full := facts.Join(own, e.Name)
			c, f, rest, ok := r.Described(discovery.Command, full, "project")
			if ok && f.Body == 0 && strings.HasPrefix(rest, "---") {
				c.No(discovery.FrontMatter, "the first --- is never closed")
			} else if ok && counts(c, &f, e.Name[:len(e.Name)-len(".md")], taken) {
				c.List(element(c.Name, description(&f, rest), "project", full, &f), "the request lists it among the skills")
				b.Append(c.Text)
			}
			r.Add(c)
		}
	}
	return b.Text()
}
