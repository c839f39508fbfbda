package discovery

import (
	"path"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
)

// Looks says which rule files an agent looks for, as data: for people who ask why
// theirs is not among them, and for names that are nearly right. It decides nothing;
// the agent's [Discoverer] does.
type Looks struct {
	// Names are the files that it looks for in a directory, as paths relative to it:
	// "AGENTS.md", ".github/copilot-instructions.md".
	Names []string
	// Set says that settings can replace the plain names: [Trace.Names] has
	// those that count.
	Set bool
	// Folders are the directories of rules that it looks for, relative in the same way.
	Folders []Folder
	// Remedy says what makes the agent read a file of another name, without the stop;
	// {name} stands for the file's. "" where nothing is known to do it.
	Remedy string
	// Nested says that the agent loads files of these names from below the directory when
	// work reaches theirs, and that its Discoverer tells so by [Options.Touched] alone.
	Nested bool
	// AnyCase says that the agent takes the names in any case.
	AnyCase bool
}

// Folder is a directory in which an agent looks for rules.
type Folder struct {
	Dir  string   // ".cursor/rules"
	Ends []string // how the names of its rules end; nil takes any file
	// Borrowed says that the directory belongs to another agent, and this one reads it too.
	Borrowed bool
}

// names are the file names that an agent looks for here.
func (t *Trace) names() []string {
	if len(t.Looks.Names) == 0 && len(t.Looks.Folders) == 0 && t.Looks.Remedy == "" {
		return t.met()
	}
	if !t.Looks.Set || len(t.Names) == 0 {
		return t.Looks.Names
	}
	fixed := slices.DeleteFunc(slices.Clone(t.Looks.Names), func(n string) bool { return !strings.Contains(n, "/") })
	return Unique(append(slices.Clone(t.Names), fixed...))
}

// met are the names of the files that the agent looked for, as its candidates tell.
func (t *Trace) met() (names []string) {
	for _, c := range t.Candidates {
		if c.Kind == Rule && c.LoadType != Never && !strings.ContainsAny(c.Shown, "*?{") {
			names = append(names, path.Base(c.Shown))
		}
	}
	return Unique(names)
}

// Reads says in words what an agent looks for, "" when that is not on record.
func (t *Trace) Reads() string {
	items := slices.Clone(t.names())
	for _, f := range t.Looks.Folders {
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

// miss is what a path was probably meant to be.
type miss struct {
	why    string // what is wrong with it
	meant  string // the path that the agent looks for
	folder bool   // the directory or the ending is at fault, not a name
}

// nearMiss says how a path, relative to a directory that the agent searches,
// resembles one that it looks for; ok is false when it does not.
func (t *Trace) nearMiss(rel string) (m miss, ok bool) {
	base := path.Base(rel)
	for _, f := range t.Looks.Folders {
		dir := strings.TrimSuffix(f.Dir, "/")
		rest, within := strings.CutPrefix(rel, dir+"/")
		if within && len(f.Ends) > 0 && !endsIn(base, f.Ends) && !ordinary(base) && !f.Borrowed {
			return miss{"only " + either(f.Ends) + " files are rules in " + dir, dir + "/" + strings.TrimSuffix(rest, ending(base)) + f.Ends[0], true}, true
		}
		if within {
			return miss{}, false
		}
		if near, below, hit := nearFolder(rel, dir); hit && !f.Borrowed && !slices.ContainsFunc(t.Looks.Folders, func(o Folder) bool { return strings.TrimSuffix(o.Dir, "/") == near }) {
			if len(f.Ends) > 0 && !endsIn(base, f.Ends) {
				below = strings.TrimSuffix(below, ending(base)) + f.Ends[0]
			}
			return miss{"the agent looks for " + dir + ", not " + near, dir + "/" + below, true}, true
		}
	}
	for _, name := range t.names() {
		if nearPath(rel, name) && !(t.Looks.AnyCase && strings.EqualFold(rel, name)) {
			return miss{lookedFor + name, name, facts.Dir(rel) != facts.Dir(name)}, true
		}
	}
	if slices.Contains(plain(t.names()), base) {
		return miss{}, false
	}
	if reason, detail := nearest(base, plain(t.names())); reason != "" && !(reason == WrongCase && t.Looks.AnyCase) {
		if name, told := lookedName(detail); told {
			return miss{detail, facts.Join(facts.Dir(rel), name), false}, true
		}
		return miss{detail, "", false}, true
	}
	for _, name := range t.names() {
		if dir := facts.Dir(name); dir != "." && (base == path.Base(name) || nearWord(base, path.Base(name))) && rel != name {
			return miss{"the agent looks for " + name, name, true}, true
		}
	}
	return miss{}, false
}

// plain are the names that are not paths.
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

// ordinary reports whether a file in a directory of rules explains the directory and
// was never meant for a rule.
func ordinary(base string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	return stem == "" || slices.Contains([]string{"readme", "license", "changelog"}, stem)
}

// ending is the extension of a name, with ".instructions" before it.
func ending(base string) string {
	ext := path.Ext(base)
	if path.Ext(strings.TrimSuffix(base, ext)) == ".instructions" {
		ext = ".instructions" + ext
	}
	return ext
}

// nearFolder reports whether a path lies in a directory whose name is nearly dir: a
// letter or two amiss. near is the directory as written, below what lies in it.
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

// nearPath reports whether a path is the one of a name below a directory with a slip in one
// of its parts or in both.
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

// nearWord reports whether a name is a slip of the keyboard away from another: one
// letter more, less or swapped, or two in a long one, whatever the case.
func nearWord(name, of string) bool {
	name, of = strings.ToLower(name), strings.ToLower(of)
	a, b := stem(name), stem(of)
	most := 1
	if len(b) >= 10 {
		most = 2
	}
	if len(b) < 4 || slices.Contains(words, a) {
		return false
	}
	return a != b && diag.Distance([]rune(a), []rune(b), most+1) <= most
}

// stem is a name without its extension and without a dot in front.
func stem(name string) string {
	name = strings.TrimPrefix(name, ".")
	return strings.TrimSuffix(name, path.Ext(name))
}

// words are names of other files that come near to those of rule files.
var words = []string{"content", "contents", "contest", "agency", "queen", "crash", "rush", "brush", "cloud", "clause"}

// place is where a path lies, relative to the directory that the agent searches
// nearest above it; ok is false when it searches none above.
func (t *Trace) place(file string) (rel string, ok bool) {
	for _, dir := range t.searched() {
		if rel, ok := RelativeTo(file, dir); ok {
			return rel, true
		}
	}
	return "", false
}
