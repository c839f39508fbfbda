package pi

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/settings"
	"galley/engine/source"
)

// A skill is a file with front matter that describes it. pi looks in .pi/skills of the working
// directory; in .agents/skills of the working directory and of those above it, up to the
// repository's root or else the file system's; in skills of pi's own folder; and in
// ~/.agents/skills. A folder with a SKILL.md is one skill; other folders are searched, except
// hidden ones and node_modules. In .pi/skills and in pi's own folder, Markdown files directly there
// are skills too. Files that match the .gitignore, .ignore or .fdignore of these folders are left
// out. Of several skills with one name the first counts. The system message lists name, description
// and path.

// Limits of galley's search for skills. pi itself has no limits.
const (
	maxSkillDepth = 20
	maxSkillFiles = 2000
)

func (r *run) skills() {
	user := facts.Join(r.Home, ".agents", "skills")
	s := skillSearch{run: r, files: map[string]bool{}, names: map[string]string{}}
	if r.Options.Flag("--no-skills", "-ns") {
		s.off = "--no-skills"
	}
	s.folder(facts.Join(r.Trace.Cwd, ".pi", "skills"), "project", true)
	top := r.Trace.Root
	if dir, _, found := facts.Nearest(r.World, r.Trace.Cwd, ".git"); found {
		top = dir
	}
	for _, dir := range r.UpTo(r.Trace.Cwd, top) {
		if full := facts.Join(dir, ".agents", "skills"); full != user {
			s.folder(full, "project", false)
		}
	}
	s.folder(facts.Join(r.agent, "skills"), "user", true)
	s.folder(user, "user", false)
	if s.list.Len() != 0 {
		intro := source.Literal("\n\n").Append(discovery.StandIn("skills-intro"), source.Literal("\n\n<available_skills>\n"))
		r.part("skills", intro, s.list.Text().Append(source.Literal("</available_skills>")))
	}
	cwd := r.Trace.Cwd
	for _, dir := range discovery.Unique([]string{facts.Join(cwd, ".claude"), facts.Join(cwd, ".github"), cwd, facts.Join(r.Home, ".claude")}) {
		r.otherSkills(facts.Join(dir, "skills"))
	}
	for _, name := range []string{facts.Join(r.Trace.Cwd, ".pi", "settings.json"), facts.Join(r.agent, "settings.json")} {
		values := r.JSONC(name, "settings")
		for _, key := range []string{"skills", "packages", "prompts", "extensions"} {
			if values[key] != nil {
				r.Note("%s: galley does not apply what its %q add or leave out", name, key)
			}
		}
	}
}

// otherSkills adds the skills in a folder that pi does not search, as not loaded.
func (r *run) otherSkills(dir string) {
	entries, _ := r.World.ReadDir(dir)
	for _, e := range discovery.SortedEntries(entries) {
		if full := facts.Join(dir, e.Name, "SKILL.md"); r.Exists(full) {
			c := r.Thing(discovery.Skill, e.Name, full, "other")
			r.Add(c.Never(discovery.NotLookedFor, "pi looks for skills in .pi and .agents"))
		}
	}
}

// skillSearch is the search through all folders.
type skillSearch struct {
	*run
	off   string
	files map[string]bool   // the real paths of loaded skills
	names map[string]string // from the name of a loaded skill to its path
	seen  int
	list  source.Builder
}

// folder searches one folder of skills. If loose is set, Markdown files directly in the folder are
// skills too.
func (s *skillSearch) folder(dir, tier string, loose bool) {
	ignore := &glob.Ignore{Work: s.Work(dir)}
	s.walk(dir, "", tier, loose, ignore, 0)
}

// walk searches the directory rel of the folder top.
func (s *skillSearch) walk(top, rel, tier string, loose bool, ignore *glob.Ignore, depth int) {
	dir := facts.Join(top, rel)
	entries, err := s.World.ReadDir(dir)
	if err != nil || depth > maxSkillDepth {
		return
	}
	s.ignored(dir, rel, ignore)
	entries = discovery.SortedEntries(entries)
	for _, e := range entries {
		if e.Name == "SKILL.md" && s.regular(dir, e) && !ignore.Matches(under(rel, e.Name), false) {
			s.skill(facts.Join(dir, e.Name), facts.Base(dir), tier)
			return
		}
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name, ".") || e.Name == "node_modules" || s.seen > maxSkillFiles {
			continue
		}
		full, below := facts.Join(dir, e.Name), under(rel, e.Name)
		info, err := s.World.Stat(full)
		switch {
		case err != nil:
		case info.IsDir() && ignore.Matches(below, true):
			if c := s.Thing(discovery.Skill, e.Name, facts.Join(full, "SKILL.md"), tier); c.There() {
				s.Add(c.No(discovery.Ignored, ""))
			}
		case info.IsDir():
			s.walk(top, below, tier, false, ignore, depth+1)
		case !info.IsRegular():
		case loose && strings.HasSuffix(e.Name, ".md") && !ignore.Matches(below, false):
			s.skill(full, facts.Base(dir), tier)
		case strings.EqualFold(e.Name, "SKILL.md"):
			s.Add(s.Thing(discovery.Skill, facts.Base(dir), full, tier).Never(discovery.WrongCase, "pi looks for SKILL.md"))
		case strings.HasSuffix(e.Name, ".md") && rel == "":
			s.Add(s.Thing(discovery.Skill, strings.TrimSuffix(e.Name, ".md"), full, tier).Never(discovery.NotLookedFor, "here a skill is a folder with a SKILL.md"))
		}
	}
}

// under joins rel and name. rel is the path of a directory relative to a folder, or "" for the
// folder itself.
func under(rel, name string) string {
	if rel == "" {
		return name
	}
	return rel + "/" + name
}

func (s *skillSearch) regular(dir string, e facts.Entry) bool {
	info, err := s.World.Stat(facts.Join(dir, e.Name))
	return err == nil && info.IsRegular()
}

// ignored adds the patterns of a directory's ignore files, rewritten so that they apply from the
// top of the folder. rel is the directory's path in the folder.
func (s *skillSearch) ignored(dir, rel string, ignore *glob.Ignore) {
	prefix := ""
	if rel != "" {
		prefix = rel + "/"
	}
	for _, name := range []string{".gitignore", ".ignore", ".fdignore"} {
		text, _ := s.World.ReadFile(facts.Join(dir, name))
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\r\n")
			if t := strings.TrimSpace(line); t == "" || strings.HasPrefix(t, "#") {
				continue
			}
			pattern, negated := strings.CutPrefix(line, "!")
			if !negated && strings.HasPrefix(pattern, `\!`) {
				pattern = pattern[1:]
			}
			pattern = prefix + strings.TrimPrefix(pattern, "/")
			if negated {
				pattern = "!" + pattern
			}
			ignore.Add(pattern)
		}
	}
}

// skill reads one skill and adds it to the list.
func (s *skillSearch) skill(full, folder, tier string) {
	s.seen++
	c := s.Thing(discovery.Skill, folder, full, tier)
	defer func() { s.Add(c) }()
	data, reason, detail := s.Bytes(c)
	if reason != "" {
		c.No(reason, detail)
		return
	}
	head, why := header(data)
	if why != "" {
		c.No(discovery.FrontMatter, why)
		return
	}
	name, named := head["name"].(string)
	if head["name"] != nil && !named {
		c.No(discovery.FrontMatter, "its name is not a string")
		return
	}
	if name != "" {
		c.Name = name
	}
	description, _ := head["description"].(string)
	switch real := c.RealPath; {
	case strings.TrimSpace(description) == "":
		c.No(discovery.FrontMatter, "it has no description")
	case s.off != "":
		c.No(discovery.Disabled, s.off)
	case s.files[real]:
		c.No(discovery.AlreadyLoaded, "it is the same file as an earlier one")
	case s.names[c.Name] != "":
		c.No(discovery.ShadowedByName, s.names[c.Name])
	default:
		s.files[real], s.names[c.Name] = true, full
		if head["disable-model-invocation"] == true {
			c.No(discovery.PeopleOnly, "disable-model-invocation is set")
			return
		}
		text := element(c.Name, description, full)
		c.List(text, "")
		s.list.Append(text)
	}
}

// element returns a skill's element in the list.
func element(name, description, location string) source.Text {
	o := source.Origin{Kind: source.File, Source: location, Line: 1, Tag: source.NoSpan}
	at := func(s string) source.Text { return source.Of(escape(s), o) }
	return source.Literal("  <skill>\n    <name>").Append(at(name), source.Literal("</name>\n    <description>"), at(description),
		source.Literal("</description>\n    <location>"+escape(location)+"</location>\n  </skill>\n"))
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;").Replace

// header reads front matter as pi does: from "---" at the start of the file to the next line that
// begins with "---". why is the reason why it cannot be read, or "".
func header(data string) (values map[string]any, why string) {
	text := strings.ReplaceAll(strings.ReplaceAll(data, "\r\n", "\n"), "\r", "\n")
	rest, begins := strings.CutPrefix(text, "---")
	block, _, ends := strings.Cut(rest, "\n---")
	if !begins || !ends || block == "" {
		return nil, ""
	}
	// Include the line end, which belongs to a YAML block of several lines.
	values, err := discovery.ReadYAML(discovery.TabLinesBlank(block[1:] + "\n"))
	if err != nil {
		return nil, "its front matter is not valid YAML: " + settings.Why(err)
	}
	return values, ""
}
