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

// TempDir returns the project's temporary directory. In 0.28 the directory's name is a hash of the
// working directory's path; in 0.61 it is the project name.
func TempDir(w facts.World, o Options) string {
	if o.TempDir != "" {
		return o.TempDir
	}
	if o.Version == V028 {
		return facts.Join(o.Home, ".gemini/tmp", OldProjectName(o.Cwd))
	}
	runtime := RuntimeDir(o.Home, o.sandbox(w))
	return facts.Join(runtime, "tmp", ProjectName(w, runtime, o.Cwd))
}

// RuntimeDir returns the directory in which 0.61 stores the data of projects and the list of
// trusted folders. This is ~/.gemini, or ~/.cache/.gemini in the sandbox of macOS. sandbox is the
// value of SANDBOX.
func RuntimeDir(home, sandbox string) string {
	if sandbox == Seatbelt {
		return facts.Join(home, ".cache", ".gemini")
	}
	return facts.Join(home, ".gemini")
}

// Seatbelt is the value of SANDBOX in the sandbox of macOS.
const Seatbelt = "sandbox-exec"

// sandbox returns the value of SANDBOX.
func (o Options) sandbox(w facts.World) string {
	if o.Sandbox != nil {
		return *o.Sandbox
	}
	value, _ := w.LookupEnv("SANDBOX")
	return value
}

// OldProjectName returns the name of the directory in which 0.28 stores a working directory's data.
func OldProjectName(cwd string) string {
	sum := sha256.Sum256([]byte(cwd))
	return hex.EncodeToString(sum[:])
}

// RootFile is the name of a file in a project's data directory. The file contains the path of the
// project's working directory.
const RootFile = ".project_root"

// ProjectName returns the name under which 0.61 stores the data of a working directory. The rules
// were read in its code. The first choice is the name in projects.json in the [RuntimeDir], unless
// the data directory of that name belongs to another project. The second choice is the name of a
// data directory whose [RootFile] names this working directory. Otherwise the name is made from the
// name of the working directory, with a number if another project already has that name.
func ProjectName(w facts.World, runtime, cwd string) string {
	bases := []string{facts.Join(runtime, "tmp"), facts.Join(runtime, "history")}
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
	if text, err := w.ReadFile(facts.Join(runtime, "projects.json")); err == nil {
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

// registered returns the names in projects.json. A file that has another form counts as empty; the
// agent overwrites it.
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

// slugOf turns a directory's name into a project's name: lower-case letters and
// digits, with a dash for each run of other characters between them.
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
