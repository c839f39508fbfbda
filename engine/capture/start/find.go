package start

import (
	"encoding/json"
	"slices"
	"strings"

	"galley/engine/facts"
)

// Program is an installed program.
type Program struct {
	Path    string // its path, as found through PATH
	Real    string // with links resolved
	Version string // "" if no package file has it
	Package string // the npm package, or ""
	// Passed lists places on the PATH that were skipped, each with the reason.
	Passed []string
}

// Find looks for a program on the PATH without running it. It skips entries that are
// relative or lie in the project, because a cloned project must not supply its own
// agent. ok is false if the program is not found; Passed is set anyway.
func Find(w facts.World, s Starter, project string) (f Program, ok bool) {
	all, _ := w.LookupEnv("PATH")
	separator, endings := ":", []string{""}
	if w.Platform() == "win32" {
		separator, endings = ";", []string{".exe", ".cmd", ".bat"}
	}
	for _, dir := range strings.Split(all, separator) {
		dir = strings.ReplaceAll(dir, `\`, "/")
		for _, end := range endings {
			name := facts.Join(dir, s.Program+end)
			info, err := w.Stat(name)
			if err != nil || !info.IsRegular() || w.Platform() != "win32" && info.Mode&0o111 == 0 {
				continue
			}
			real, err := w.RealPath(name)
			switch {
			case err != nil:
				continue
			case !facts.IsAbs(dir):
				f.Passed = append(f.Passed, name+": the PATH entry is relative")
				continue
			case inside(name, project) || inside(real, project):
				f.Passed = append(f.Passed, name+": it is in the project")
				continue
			}
			f.Path, f.Real = name, real
			f.Package, f.Version = packaged(w, real, s.Packages)
			return f, true
		}
	}
	return f, false
}

func inside(name, dir string) bool {
	return dir != "" && (name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/"))
}

// packaged returns the name and version of the npm package that contains a program. The name of a
// package for one platform begins with the name of the main package.
func packaged(w facts.World, program string, packages []string) (name, version string) {
	dir := facts.Dir(program)
	for range 8 {
		text, err := w.ReadFile(facts.Join(dir, "package.json"))
		if err == nil {
			var p struct{ Name, Version string }
			if json.Unmarshal([]byte(text), &p) == nil && slices.ContainsFunc(packages, func(known string) bool {
				return p.Name == known || strings.HasPrefix(p.Name, known+"-")
			}) {
				return p.Name, p.Version
			}
		}
		dir = facts.Dir(dir)
	}
	return "", ""
}
