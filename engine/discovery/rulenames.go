package discovery

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
)

// RuleNames says, as data, for which rule files an agent looks. It is used for messages about files
// that are not loaded and about names that are almost right. It does not decide what is loaded; the
// agent's [Discoverer] does.
type RuleNames struct {
	// Names are paths relative to a directory, such as "AGENTS.md" or
	// ".github/copilot-instructions.md".
	Names []string
	// Set says that settings can replace the names. [Trace.Names] has the names that the settings
	// of a session give.
	Set bool
	// Folders are the rule directories, as paths relative to a directory.
	Folders []Folder
	// Skills are the directories that hold skills, as paths relative to a directory. A skill is a
	// directory in one of them that contains a SKILL.md.
	Skills []string
	// Subagents are the directories that hold sub-agents, as paths relative to a directory. A
	// sub-agent is a file in one of them whose name ends with SubagentEnd or, if that is "", with
	// .md.
	Subagents   []string
	SubagentEnd string
	// Commands are the directories that hold custom commands, as paths relative to a directory.
	Commands []Folder
	// OneADirectory says that the agent reads only one file in each directory, the first of its
	// names that exists.
	OneADirectory bool
	// Remedy says how to make the agent read a file with another name, in a sentence without a
	// final stop. It is "" if no way is known. {path} stands for the file's path relative to the
	// working directory, or its whole path if it is not below that. {name} stands for the same
	// relative path, or for the file's name if the file is not below the working directory.
	Remedy string
	// RemedyOnWay says that Remedy helps only for files in the working directory and in the
	// directories above it.
	RemedyOnWay bool
	// Imports says that a loaded file can import another file with @ and its path.
	Imports bool
	// Nested says that the agent loads files with these names from a directory below the working
	// directory when a tool reaches that directory, and that its Discoverer lists them only if
	// [Options.Touched] is set.
	Nested bool
	// AnyCase says that case does not matter in the names of files. It still matters in the names
	// of directories.
	AnyCase bool
}

// Folder is a directory in which an agent looks for rules.
type Folder struct {
	Dir  string   // ".cursor/rules"
	Ends []string // endings of the names of rules; nil accepts any file
	// Borrowed says that the directory belongs to another agent and this one reads it
	// too.
	Borrowed bool
}

// names returns the file names for which the agent looks in this session.
func (t *Trace) names() []string {
	if len(t.RuleNames.Names) == 0 && len(t.RuleNames.Folders) == 0 && t.RuleNames.Remedy == "" {
		return t.met()
	}
	if !t.RuleNames.Set || len(t.Names) == 0 {
		return t.RuleNames.Names
	}
	fixed := slices.DeleteFunc(slices.Clone(t.RuleNames.Names), func(n string) bool { return !strings.Contains(n, "/") })
	return Unique(append(slices.Clone(t.Names), fixed...))
}

// met returns the names of the rule files for which the agent was seen to look: those among its
// candidates.
func (t *Trace) met() (names []string) {
	for _, c := range t.Candidates {
		if c.Kind == Rule && c.LoadType != Never && !strings.ContainsAny(c.Shown, "*?{") {
			names = append(names, path.Base(c.Shown))
		}
	}
	return Unique(names)
}

// Reads lists the files that an agent looks for, in words for people. It returns "" if the agent
// looks for no files.
func (t *Trace) Reads() string {
	items := slices.Clone(t.names())
	for _, f := range t.RuleNames.Folders {
		dir := strings.TrimSuffix(f.Dir, "/") + "/"
		if len(f.Ends) == 0 {
			items = append(items, dir)
		}
		for _, end := range f.Ends {
			items = append(items, dir+"*"+end)
		}
	}
	items = Unique(items)
	if len(items) > 8 {
		return firstOf(items, 7)
	}
	if n := len(items); n > 1 {
		return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
	}
	return strings.Join(items, "")
}

// suggestion describes the path that was probably meant instead of a file's path.
type suggestion struct {
	why    string // what is wrong with the file's path
	meant  string // the path for which the agent looks
	folder bool   // the directory or the extension is wrong, not the name
	mild   bool   // the file may well serve another purpose
}

// nearMiss says how rel, a path relative to a directory that the agent searches, resembles a path
// that the agent looks for. If it resembles none, ok is false.
func (t *Trace) nearMiss(rel string) (m suggestion, ok bool) {
	base := path.Base(rel)
	for _, f := range t.RuleNames.Folders {
		dir := strings.TrimSuffix(f.Dir, "/")
		rest, within := strings.CutPrefix(rel, dir+"/")
		if within && len(f.Ends) > 0 && !endsIn(base, f.Ends) && !ordinary(base) && !f.Borrowed {
			return suggestion{"only " + either(f.Ends) + " files are rules in " + dir, dir + "/" + strings.TrimSuffix(rest, ending(base)) + f.Ends[0], true, false}, true
		}
		if within && !f.Borrowed && t.refuses(rel) {
			for _, end := range f.Ends {
				if stem, ok := cutFold(rest, end); ok {
					return suggestion{"only " + either(f.Ends) + " files, in lower case, are rules in " + dir, dir + "/" + stem + end, true, false}, true
				}
			}
		}
		if within {
			return suggestion{}, false
		}
		if near, below, hit := nearFolder(rel, dir); hit && !slices.ContainsFunc(t.RuleNames.Folders, func(o Folder) bool { return strings.TrimSuffix(o.Dir, "/") == near }) {
			if len(f.Ends) > 0 && !endsIn(base, f.Ends) {
				below = strings.TrimSuffix(below, ending(base)) + f.Ends[0]
			}
			return suggestion{"the agent looks for " + dir + ", not " + near, dir + "/" + below, true, false}, true
		}
	}
	if m, ok = t.nearSkill(rel); ok {
		return m, true
	}
	if m, ok = t.nearSubagent(rel); ok {
		return m, true
	}
	if m, ok = t.nearCommand(rel); ok {
		return m, true
	}
	for _, name := range t.names() {
		if nearPath(rel, name) && !t.isName(rel, name) {
			return suggestion{lookedFor + name, name, facts.Dir(rel) != facts.Dir(name), false}, true
		}
	}
	if slices.Contains(plain(t.names()), base) {
		return suggestion{}, false
	}
	if reason, detail := nearest(base, plain(t.names())); reason != "" && !proper(base) && !(reason == WrongCase && t.RuleNames.AnyCase) {
		if name, told := lookedName(detail); told {
			return suggestion{detail, facts.Join(facts.Dir(rel), name), false, false}, true
		}
		return suggestion{detail, "", false, false}, true
	}
	for _, name := range t.names() {
		if dir := facts.Dir(name); dir != "." && (base == path.Base(name) || nearWord(base, path.Base(name))) && !t.isName(rel, name) {
			return suggestion{"the agent looks for " + name, name, true, false}, true
		}
	}
	return suggestion{}, false
}

// isName reports whether the agent takes a path for one of its names.
func (t *Trace) isName(rel, name string) bool {
	return rel == name || t.RuleNames.AnyCase && facts.Dir(rel) == facts.Dir(name) && strings.EqualFold(path.Base(rel), path.Base(name))
}

// nearSkill recognizes a file that was meant as a skill but does not count as one because of its
// place or its name, and says why.
func (t *Trace) nearSkill(rel string) (m suggestion, ok bool) {
	base := path.Base(rel)
	if stem, _, _ := strings.Cut(strings.ToLower(base), "."); rel == base && base != SkillFile && (stem == "skill" || stem == "skills") && strings.EqualFold(path.Ext(base), ".md") && len(t.RuleNames.Skills) > 0 {
		dir := t.RuleNames.Skills[0]
		if slices.Contains(t.RuleNames.Skills, sharedSkills) {
			dir = sharedSkills
		}
		return suggestion{"a skill is a directory that contains a " + SkillFile + ", in a directory of skills", dir + "/NAME/" + SkillFile, true, true}, true
	}
	for _, dir := range t.RuleNames.Skills {
		if rest, within := strings.CutPrefix(rel, dir+"/"); within {
			parts := strings.Split(rest, "/")
			stem, _, _ := strings.Cut(strings.ToLower(base), ".")
			switch {
			case base == SkillFile || t.listed(rel):
			case len(parts) == 2 && (stem == "skill" || stem == "skills"):
				return suggestion{lookedFor + SkillFile, dir + "/" + parts[0] + "/" + SkillFile, true, false}, true
			case len(parts) == 1 && path.Ext(base) == ".md" && !ordinary(base):
				return suggestion{"a skill is a directory that contains a " + SkillFile, dir + "/" + strings.TrimSuffix(base, ".md") + "/" + SkillFile, true, false}, true
			}
			return suggestion{}, false
		}
	}
	for _, dir := range t.RuleNames.Skills {
		if near, below, hit := nearFolder(rel, dir); hit && base == SkillFile && !slices.Contains(t.RuleNames.Skills, near) && !t.listed(rel) {
			return suggestion{"the agent looks for " + dir + ", not " + near, dir + "/" + below, true, false}, true
		}
	}
	return suggestion{}, false
}

// sharedSkills is the directory of skills that several agents read.
const sharedSkills = ".agents/skills"

// nearSubagent recognizes a file that was meant as a sub-agent but does not count as one because of
// its place or its ending, and says why.
func (t *Trace) nearSubagent(rel string) (m suggestion, ok bool) {
	base := path.Base(rel)
	end := cmp.Or(t.RuleNames.SubagentEnd, ".md")
	for _, dir := range t.RuleNames.Subagents {
		if rest, within := strings.CutPrefix(rel, dir+"/"); within {
			if strings.HasSuffix(base, end) || ordinary(base) || t.listed(rel) {
				return suggestion{}, false
			}
			return suggestion{"only " + end + " files are sub-agents in " + dir, dir + "/" + strings.TrimSuffix(rest, path.Ext(base)) + end, true, false}, true
		}
	}
	for _, dir := range t.RuleNames.Subagents {
		if near, below, hit := nearFolder(rel, dir); hit && strings.HasSuffix(base, end) && !ordinary(base) && !t.listed(rel) {
			return suggestion{"the agent looks for " + dir + ", not " + near, dir + "/" + below, true, false}, true
		}
	}
	return suggestion{}, false
}

// nearCommand recognizes a file that was meant as a custom command but does not count as one
// because of its place or its ending, and says why. It ignores scripts and data beside commands.
func (t *Trace) nearCommand(rel string) (m suggestion, ok bool) {
	base := path.Base(rel)
	text := slices.Contains([]string{".md", ".mdc", ".markdown", ".txt", ".toml"}, strings.ToLower(path.Ext(base))) && !ordinary(base)
	for _, f := range t.RuleNames.Commands {
		rest, within := strings.CutPrefix(rel, f.Dir+"/")
		if !within {
			continue
		}
		if slices.ContainsFunc(f.Ends, func(end string) bool { return strings.HasSuffix(base, end) }) || !text || t.listed(rel) {
			return suggestion{}, false
		}
		form := ""
		if f.Ends[0] == ".toml" {
			form = ", with the text in the key prompt"
		}
		return suggestion{"only " + either(f.Ends) + " files are commands in " + f.Dir + form, f.Dir + "/" + strings.TrimSuffix(rest, path.Ext(base)) + f.Ends[0], true, false}, true
	}
	for _, f := range t.RuleNames.Commands {
		if near, below, hit := nearFolder(rel, f.Dir); hit && text && !t.listed(rel) {
			if !endsIn(base, f.Ends) {
				below = strings.TrimSuffix(below, path.Ext(below)) + f.Ends[0]
			}
			return suggestion{"the agent looks for " + f.Dir + ", not " + near, f.Dir + "/" + below, true, false}, true
		}
	}
	return suggestion{}, false
}

// refuses reports whether the agent ignored a file because of its name.
func (t *Trace) refuses(rel string) bool {
	return slices.ContainsFunc(t.Candidates, func(c Candidate) bool { return c.Reason == NotLookedFor && strings.HasSuffix(c.Path, "/"+rel) })
}

// listed reports whether the agent uses a file.
func (t *Trace) listed(rel string) bool {
	return slices.ContainsFunc(t.Candidates, func(c Candidate) bool { return c.Verdict != NotLoaded && strings.HasSuffix(c.Path, "/"+rel) })
}

// cutFold removes an ending from a name. The case of letters does not matter.
func cutFold(name, end string) (stem string, ok bool) {
	if len(name) < len(end) || !strings.EqualFold(name[len(name)-len(end):], end) {
		return name, false
	}
	return name[:len(name)-len(end)], true
}

// plain returns those names that do not contain a slash.
func plain(names []string) (out []string) {
	for _, n := range names {
		if !strings.Contains(strings.TrimSuffix(n, "/"), "/") {
			out = append(out, strings.TrimSuffix(n, "/"))
		}
	}
	return out
}

func endsIn(name string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}

func either(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// ordinary reports whether a file in a rule directory is a README, a license or the like, which is
// not meant as a rule. Its name is not a mistake.
func ordinary(base string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	return stem == "" || slices.Contains([]string{"readme", "license", "changelog"}, stem)
}

// ending returns the extension of a name, with ".instructions" before it if present.
func ending(base string) string {
	ext := path.Ext(base)
	if path.Ext(strings.TrimSuffix(base, ext)) == ".instructions" {
		ext = ".instructions" + ext
	}
	return ext
}

// nearFolder reports whether a path lies in a directory whose name is almost dir, with a typing
// mistake in one or more parts. near is the directory as the path has it, and below is the rest of
// the path.
func nearFolder(rel, dir string) (near, below string, hit bool) {
	want, have := strings.Split(dir, "/"), strings.Split(rel, "/")
	if len(have) <= len(want) {
		return "", "", false
	}
	near = strings.Join(have[:len(want)], "/")
	amiss := 0
	for i := range want {
		if want[i] == have[i] {
			continue
		}
		if amiss++; !nearDir(have[i], want[i]) {
			return "", "", false
		}
	}
	return near, strings.Join(have[len(want):], "/"), amiss > 0
}

// nearPath reports whether a path is almost equal to name, a path with a directory: whether there
// is a typing mistake in the directory, in the base name or in both.
func nearPath(rel, name string) bool {
	dir, in := facts.Dir(name), facts.Dir(rel)
	if dir == "." || strings.Count(in, "/") != strings.Count(dir, "/") || in == "." || rel == name {
		return false
	}
	have := strings.Split(in, "/")
	for i, want := range strings.Split(dir, "/") {
		if have[i] != want && !nearDir(have[i], want) {
			return false
		}
	}
	base, want := path.Base(rel), path.Base(name)
	return base == want || nearName(base, want) != "" && private(base) == private(want)
}

// relativeToSearch returns a path relative to the nearest searched directory above it. ok is false if no
// searched directory is above it.
func (t *Trace) relativeToSearch(file string) (rel string, ok bool) {
	for _, dir := range t.searched() {
		if rel, ok := RelativeTo(file, dir); ok {
			return rel, true
		}
	}
	return "", false
}
