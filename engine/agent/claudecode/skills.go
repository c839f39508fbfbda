package claudecode

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
)

const (
	// maxDescription is the greatest number of characters of a description that Claude Code sends
	// unless skillListingMaxDescChars sets another.
	maxDescription = 1536
	// skillRoom is the greatest length of the list of skills, in characters, for a model with the
	// default context window. The list of built-in skills takes builtIn of these characters.
	skillRoom = 30_000
	builtIn   = 6_210
	// builtInCommands is the part of builtIn that disableBundledSkills leaves.
	builtInCommands = 158
)

// skill is a skill or a command.
type skill struct {
	name, title string // name identifies it; title is the name in its file if that differs, else ""
	description string
	c           *discovery.Candidate
}

// line returns the skill's line in the list. most is the greatest number of characters of its
// description; 0 leaves the description out.
func (s *skill) line(most int) source.Text {
	name := "- " + s.name
	if s.title != "" {
		name += " (" + s.title + ")"
	}
	if most == 0 {
		return plain(name)
	}
	return concat(plain(name+": "), source.Of(cutText(s.description, most, most-1, "\ufffd", "…"), discovery.FileOrigin(s.c.Path, 0, 0, 1)))
}

// cutText shortens a text that is longer than the limit, which is the parameter most. It keeps as
// many units from the start as the parameter keep says, and appends mark. All lengths are in
// UTF-16 code units. If the cut falls between the two units of a character, half replaces the
// first of them.
func cutText(s string, most, keep int, half, mark string) string {
	if source.Measure(s).UTF16 <= most {
		return s
	}
	cut, divided := source.Literal(s).CutUTF16(keep)
	if divided {
		mark = half + mark
	}
	return cut.String() + mark
}

// skills lists the skills and commands that the model may use. If the descriptions
// exceed the limit, the last ones are left out.
func (r *claudeRun) skills(ctx context.Context) source.Text {
	managed := facts.Join(r.managedDir(), ".claude")
	all := append(r.skillsIn(facts.Join(managed, "skills"), "managed"), r.skillsIn(facts.Join(r.config, "skills"), "user")...)
	dirs := r.toRepository()
	for _, dir := range dirs {
		if dot := facts.Join(dir, ".claude"); dot != r.config {
			all = append(all, r.skillsIn(facts.Join(dot, "skills"), "project")...)
		}
	}
	commands := append(r.commandsIn(ctx, facts.Join(managed, "commands"), "managed"), r.commandsIn(ctx, facts.Join(r.config, "commands"), "user")...)
	for _, dir := range dirs {
		if dot := facts.Join(dir, ".claude"); dot != r.config {
			commands = append(commands, r.commandsIn(ctx, facts.Join(dot, "commands"), "project")...)
		}
	}
	slices.SortStableFunc(commands, func(a, b skill) int { return collate.Compare(a.name, b.name) })
	taken := map[string]string{}
	var listed []skill
	all = append(all, commands...)
	untitle(all)
	for _, s := range all {
		first, twice := taken[s.name]
		off := r.sourceOff(s.c.Tier)
		if off == "" && r.session.noSkills {
			off = "the session is started without skills"
		}
		if !listable(s.c, cmp.Or(off, r.set.denied.use("Skill", ""), r.overridden(s.name)), first, twice) {
			r.Add(s.c)
			continue
		}
		taken[s.name] = s.c.Path
		listed = append(listed, s)
	}
	return r.listSkills(listed)
}

// listable reports whether the model is told about a skill or a sub-agent. If not, it records the
// reason. off is the setting that disables the skill or sub-agent, or "". If twice is set, an
// earlier file already has the same name, and first is the path of that file.
func listable(c *discovery.Candidate, off, first string, twice bool) bool {
	switch {
	case off != "":
		c.No(discovery.Disabled, off)
	case c.Reason != "" || c.Verdict == discovery.Later:
	case twice:
		c.No(discovery.ShadowedByName, "as "+first)
	default:
		return true
	}
	return false
}

// sourceOff returns the reason why the session ignores a source of settings, or "" if it uses the
// source. It always uses the managed settings.
func (r *claudeRun) sourceOff(name string) string {
	if r.set.sources != nil && name != "managed" && !slices.Contains(r.set.sources, name) {
		return "the setting source " + name + " is left out"
	}
	return ""
}

// overridden returns the reason why skillOverrides keeps a skill or command out of the list, or "".
func (r *claudeRun) overridden(name string) string {
	if v := r.set.overrides[name]; v == "off" || v == "user-invocable-only" {
		return fmt.Sprintf("skillOverrides has %q for %s", v, name)
	}
	return ""
}

// listSkills writes the list, within its limit.
func (r *claudeRun) listSkills(listed []skill) source.Text {
	if len(listed) == 0 {
		return source.Text{}
	}
	longest := cmp.Or(r.set.descriptionCap, maxDescription)
	room := skillRoom - builtIn
	if r.set.noBundled {
		room = skillRoom - builtInCommands
	}
	most := make([]int, len(listed)) // of each description
	var full, short []int
	total := 0
	for i := range listed {
		if most[i] = longest; r.set.overrides[listed[i].name] == "name-only" {
			most[i] = 0
		}
		full = append(full, utf8.RuneCountInString(listed[i].line(most[i]).String())+1)
		short = append(short, utf8.RuneCountInString(listed[i].line(0).String())+1)
		total += full[i]
	}
	keep := len(listed)
	for keep > 0 && total > room {
		keep--
		total += short[keep] - full[keep]
	}
	var b source.Builder
	for i := range listed {
		s := &listed[i]
		most, detail := most[i], ""
		switch {
		case most == 0:
			detail = `by its name alone: skillOverrides has "name-only" for it`
		case i >= keep:
			most, detail = 0, "by its name alone: the descriptions of those before it use up the space"
		case source.Measure(s.description).UTF16 > longest:
			detail = fmt.Sprintf("the first %d characters of its description", longest-1)
		}
		line := s.line(most)
		if s.c.List(line, ""); detail != "" {
			s.c.Remark(discovery.Cut, "%s", detail)
		}
		r.Add(s.c)
		b.Append(line)
		b.Add("\n", discovery.NoOrigin) // the program's own skills follow
	}
	return b.Text()
}

// toRepository lists the directories from the working directory up to the root of the repository.
// Outside of a repository it lists the directories up to the home, or only the working directory if
// that is not below the home.
func (r *claudeRun) toRepository() []string {
	if root, _, found := facts.Nearest(r.World, r.Trace.Cwd, ".git"); found {
		return r.UpTo(r.Trace.Cwd, root)
	}
	var dirs []string
	for _, dir := range r.UpTo(r.Trace.Cwd, facts.Root(r.Trace.Cwd)) {
		if dir == r.Home || facts.IsRoot(dir) {
			break
		}
		dirs = append(dirs, dir)
	}
	return dirs
}

// mostThings is the greatest number of entries that galley examines in one directory of skills,
// commands or agents.
const mostThings = 2000

// names lists the entries of a directory, sorted by name.
func (r *claudeRun) names(dir string) []facts.Entry {
	entries, _ := r.World.ReadDir(dir)
	if entries = discovery.SortedEntries(entries); len(entries) > mostThings {
		r.Note("%s: galley reads only the first %d entries", dir, mostThings)
		entries = entries[:mostThings]
	}
	return entries
}

// skillsIn finds the skills of a directory: its subdirectories that contain a SKILL.md. They are
// sorted by name in collation order, in which "a" comes before "B".
func (r *claudeRun) skillsIn(dir, tier string) (out []skill) {
	entries := r.names(dir)
	slices.SortStableFunc(entries, func(a, b facts.Entry) int { return collate.Compare(a.Name, b.Name) })
	for _, e := range entries {
		full := facts.Join(dir, e.Name, "SKILL.md")
		c := r.Thing(discovery.Skill, e.Name, full, tier)
		if c.Reason == discovery.Missing {
			continue
		}
		s := skill{name: e.Name, c: c}
		r.describe(&s, "Skill")
		out = append(out, s)
	}
	return out
}

// commandsIn finds the commands of a directory: Markdown files, named after their
// paths.
func (r *claudeRun) commandsIn(ctx context.Context, dir, tier string) (out []skill) {
	for _, full := range r.markdownIn(ctx, dir) {
		rel, _ := discovery.RelativeTo(full, dir)
		name := strings.ReplaceAll(strings.TrimSuffix(rel, ".md"), "/", ":")
		s := skill{name: name, c: r.Thing(discovery.Command, name, full, tier)}
		r.describe(&s, "Custom command")
		s.title = ""
		out = append(out, s)
	}
	return out
}

// markdownIn lists the Markdown files below a directory, sorted by path.
func (r *claudeRun) markdownIn(ctx context.Context, dir string) (out []string) {
	left := mostThings
	var visit func(dir string, depth int)
	visit = func(dir string, depth int) {
		for _, e := range r.names(dir) {
			if left--; left < 0 || ctx.Err() != nil {
				return
			}
			full := facts.Join(dir, e.Name)
			if e.Type.IsDir() {
				if depth < 16 {
					visit(full, depth+1)
				}
			} else if path.Ext(e.Name) == ".md" {
				out = append(out, full)
			}
		}
	}
	visit(dir, 0)
	slices.Sort(out)
	return out
}

var angles = strings.NewReplacer("<", "&lt;", ">", "&gt;")

// heading matches a Markdown heading. Its group is the heading's text without the number signs;
// Claude Code uses only this text in a skill's description.
var heading = textutil.LazyRegexp(`^#+[\s\v\p{Z}\x{feff}]+(\S.*)$`)

// firstLine returns the first line of a text that is not blank, or "".
func firstLine(text string) string {
	for l := range strings.SplitSeq(text, "\n") {
		if l = strings.TrimFunc(l, source.IsJSSpace); l == "" {
			continue
		}
		if m := heading().FindStringSubmatch(l); m != nil {
			l = m[1]
		}
		return cutText(l, 100, 97, " ", "...")
	}
	return ""
}

// describe sets a skill's description. It takes the first of these that is not blank: the
// description in the front matter, the first line of the text, the parameter otherwise.
func (r *claudeRun) describe(s *skill, otherwise string) {
	d, ok := r.load(s.c)
	if !ok {
		return
	}
	title, _ := d.front.text("name")
	if title = strings.TrimSpace(title); title != s.name && plainName(title) {
		s.title = title
	}
	r.lostFront(s.c, &d.front)
	s.c.Text = d.text
	description, given := d.front.text("description")
	if description = strings.TrimFunc(description, source.IsJSSpace); !given || description == "" {
		description = cmp.Or(firstLine(d.text.String()), otherwise)
	}
	if when, ok := d.front.text("when_to_use"); ok && strings.TrimSpace(when) != "" {
		description += " - " + strings.TrimSpace(when)
	}
	s.description = angles.Replace(visible(description))
	if d.front.flag("disable-model-invocation") {
		s.c.No(discovery.PeopleOnly, "disable-model-invocation is true")
	} else if patterns := d.front.patterns(); len(patterns) > 0 && s.c.Kind == discovery.Skill {
		base := facts.Dir(facts.Dir(facts.Dir(facts.Dir(s.c.Path))))
		r.ForFile(s.c, base, patterns, claudeTouch+" that matches", discovery.ClaudeGlobs)
	}
}

// lostFront adds a remark if the front matter of a skill, command or agent is not valid YAML.
func (r *claudeRun) lostFront(c *discovery.Candidate, f *front) {
	if f.unread {
		c.Remark(discovery.FrontMatter, "%s: it is not known what it says", f.lenient)
	} else if f.lost {
		c.Remark(discovery.FrontMatter, "it is not valid YAML (%s): Claude Code ignores all of it", f.lenient)
	} else if f.lenient != "" {
		c.Remark(discovery.FrontMatter, "it is not valid YAML (%s): Claude Code uses the values as they are written; put them in quotes", f.lenient)
	}
}

// plainName reports whether Claude Code accepts a name that a file's front matter gives.
func plainName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == ':' || c == '.')
	})
}
