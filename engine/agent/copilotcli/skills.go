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

// skills lists the skills: those of .github, .agents and .claude from the directory
// up to the root, the user's, the built-in ones, and the commands of .claude. Skills
// of successive directories that share a place are sorted together by name.
func (r *run) skills(ctx context.Context) discovery.Part {
	type row struct {
		base string // the place whose skills are sorted together
		name string
		text source.Text
	}
	var rows []row
	taken := map[string]string{}
	folder := func(base, dir, tier, location string) {
		for _, full := range r.SkillFiles(ctx, dir, 8) {
			c, f, rest, ok := r.Described(discovery.Skill, full, tier)
			if ok && r.counts(c, &f, taken) {
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

// counts sets a skill's name and reports whether the model is told about the skill.
func (r *run) counts(c *discovery.Candidate, f *discovery.Front, taken map[string]string) bool {
	if f.Broken != "" || c.Name == "" {
		c.No(discovery.FrontMatter, "it has no name: "+f.Broken)
		if f.Broken == "" {
			c.Detail = "it has no name"
		}
		return false
	}
	c.Name = strings.Map(func(r rune) rune {
		if r == ' ' {
			return '-'
		}
		return r
	}, c.Name)
	if first, twice := taken[c.Name]; twice {
		c.No(discovery.ShadowedByName, first)
		return false
	}
	taken[c.Name] = c.Path // also if only people call it
	if hidden, _ := f.Flag("disable-model-invocation"); hidden {
		c.No(discovery.PeopleOnly, "disable-model-invocation is set")
		return false
	}
	return true
}

// description returns the description in the front matter, else the first line of the
// text.
func description(f *discovery.Front, rest string) string {
	if d := f.Text("description"); d != "" {
		return d
	}
	line, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	return strings.TrimSpace(line)
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
		for _, full := range r.MarkdownIn(facts.Join(dir, ".claude", "commands")) {
			c, f, rest, ok := r.Described(discovery.Command, full, "project")
			if ok {
				c.Name = strings.TrimSuffix(path.Base(full), ".md")
				hidden, _ := f.Flag("disable-model-invocation")
				if first, twice := taken[c.Name]; twice {
					c.No(discovery.ShadowedByName, first)
				} else if hidden {
					c.No(discovery.PeopleOnly, "disable-model-invocation is set")
				} else {
					taken[c.Name] = full
					c.List(element(c.Name, description(&f, rest), "project", full, &f), "the request lists it among the skills")
					b.Append(c.Text)
				}
			}
			r.Add(c)
		}
	}
	return b.Text()
}

// agents lists the sub-agents, which the description of the tool task lists.
func (r *run) agents() {
	taken := map[string]string{}
	var found []*discovery.Candidate
	folder := func(dir, tier string) {
		for _, full := range r.MarkdownIn(dir) {
			c, f, _, ok := r.Described(discovery.Subagent, full, tier)
			if c.Name == "" {
				c.Name = strings.TrimSuffix(strings.TrimSuffix(path.Base(full), ".md"), ".agent")
			}
			if first, twice := taken[c.Name]; ok && twice {
				c.No(discovery.ShadowedByName, first)
			} else if ok {
				taken[c.Name] = full
				if hidden, _ := f.Flag("disable-model-invocation"); hidden {
					c.No(discovery.PeopleOnly, "disable-model-invocation is set")
				} else {
					c.List(source.Text{}, "the description of the tool task names it")
				}
			}
			found = append(found, c)
		}
	}
	folder(facts.Join(r.user, "agents"), "user")
	for _, kind := range []string{".github", ".claude"} {
		for _, dir := range r.UpTo(r.Trace.Cwd, r.Trace.Root) {
			folder(facts.Join(dir, kind, "agents"), "project")
		}
	}
	slices.SortStableFunc(found, func(a, b *discovery.Candidate) int { return strings.Compare(a.Name, b.Name) })
	for _, c := range found {
		r.Add(c)
	}
}
