package gemini

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/tool"
)

// TempDir returns the project's temporary directory: below ~/.gemini/tmp by the
// hash of the working directory in 0.28, by a name made of it in 0.61.
func TempDir(w facts.World, o Options) string {
	if o.TempDir != "" {
		return o.TempDir
	}
	tmp := facts.Join(o.Home, ".gemini/tmp")
	if o.Version == V028 {
		return facts.Join(tmp, OldProjectName(o.Cwd))
	}
	return facts.Join(tmp, ProjectName(w, o.Home, o.Cwd))
}

// OldProjectName returns the name under which 0.28 keeps what belongs to a working
// directory.
func OldProjectName(cwd string) string {
	sum := sha256.Sum256([]byte(cwd))
	return hex.EncodeToString(sum[:])
}

// RootFile is the file in which a project's directory says whose it is.
const RootFile = ".project_root"

// ProjectName returns the name under which 0.61 keeps what belongs to a working directory, by
// rules read in its code: the one that ~/.gemini/projects.json has, unless the directory
// of that name says that it is another project's; else the directory that says it is this one's; else a
// name made of the working directory's, with a number where another project has it.
func ProjectName(w facts.World, home, cwd string) string {
	bases := []string{facts.Join(home, ".gemini/tmp"), facts.Join(home, ".gemini/history")}
	owner := func(base, name string) (owner string, said bool) {
		text, err := w.ReadFile(facts.Join(base, name, RootFile))
		return facts.Clean(strings.TrimFunc(text, source.IsJSSpace)), err == nil
	}
	others := func(name string) bool {
		return slices.ContainsFunc(bases, func(base string) bool {
			who, said := owner(base, name)
			return said && who != cwd
		})
	}
	taken := map[string]string{}
	if text, err := w.ReadFile(facts.Join(home, ".gemini/projects.json")); err == nil {
		taken = registered(text)
	}
	if name := taken[cwd]; name != "" && !strings.ContainsAny(name, "/\\") && !others(name) {
		return name
	}
	delete(taken, cwd)
	for _, base := range bases {
		entries, _ := w.ReadDir(base)
		for _, e := range entries {
			if who, said := owner(base, e.Name); said && who == cwd {
				return e.Name
			}
		}
	}
	names := slices.Collect(maps.Values(taken))
	slug := slugOf(facts.Base(cwd))
	name := slug
	for n := 1; slices.Contains(names, name) || others(name); n++ {
		name = slug + "-" + strconv.Itoa(n)
	}
	return name
}

// registered returns the names in projects.json; what is not a list of names counts as empty, and
// the agent writes it again.
func registered(text string) map[string]string {
	registry, _, _ := tool.ParseJSON(text)
	names := map[string]string{}
	for _, m := range registry.Get("projects").Members {
		if m.Value.Kind != tool.String {
			return map[string]string{}
		}
		names[m.Name] = m.Value.Text
	}
	return names
}

// slugOf makes a project's name of a directory's: small letters and digits, a dash
// for every run of anything else, none at the ends.
func slugOf(name string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(name) {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			b.WriteRune(r)
			dash = false
			continue
		}
		if !dash {
			b.WriteByte('-')
		}
		dash = true
	}
	if slug := strings.Trim(b.String(), "-"); slug != "" {
		return slug
	}
	return "project"
}
