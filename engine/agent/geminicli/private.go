package geminicli

import (
	"slices"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// runtime returns the directory that holds the data of all projects.
func (r *geminiRun) runtime() string {
	sandbox := ""
	if r.is.version != gemini.V028 {
		sandbox, _ = r.World.LookupEnv("SANDBOX")
	}
	return gemini.RuntimeDir(r.Home, sandbox)
}

// private returns the path of the project's private index, MEMORY.md. Without an index, it returns
// the paths of the context files in the directory in which the index would be.
func (r *geminiRun) private() (out []string) {
	runtime := r.runtime()
	tmp := facts.Join(runtime, "tmp")
	own := facts.Join(tmp, gemini.ProjectName(r.World, runtime, r.Trace.Cwd))
	dir := facts.Join(own, "memory")
	if old := facts.Join(tmp, gemini.OldProjectName(r.Trace.Cwd)); r.moves(old, own) {
		r.Note("Gemini CLI copies %s to %s when it starts", old, own)
		r.moved, dir = dir, facts.Join(old, "memory")
	}
	if p := facts.Join(dir, "MEMORY.md"); r.look(p, geminiPrivate) {
		for _, name := range r.Trace.Names {
			if q := facts.Join(dir, name); r.look(q, geminiPrivate) {
				r.byPath[q].No(discovery.ShadowedByKind, p+" replaces it")
			}
		}
		return []string{p}
	}
	for _, name := range r.Trace.Names {
		if p := facts.Join(dir, name); r.look(p, geminiPrivate) {
			out = append(out, p)
		}
	}
	return out
}

// moves reports whether the agent copies the project's directory of older releases (old) to its
// directory of newer releases (current). It does so if the new directory is missing or contains
// only the file that names the project.
func (r *geminiRun) moves(old, current string) bool {
	if info, err := r.World.Stat(old); err != nil || !info.IsDir() {
		return false
	}
	entries, err := r.World.ReadDir(current)
	return err != nil || !slices.ContainsFunc(entries, func(e facts.Entry) bool { return e.Name != gemini.RootFile })
}
