package geminicli

import (
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/ignore"
	"galley/engine/source"
)

// geminiScanDirs is the greatest number of directories that 0.28 searches below a directory,
// unless context.discoveryMaxDirs sets another number.
const geminiScanDirs = 200

// discover028 finds the context files by the rules of 0.28.2. It searches from each included
// directory and then from the working directory, and each time for each name of a context file.
// The search has three steps. The first is the global file. The second is the directories upward,
// to the parent of the repository's root or of the home. The third is the directories below, level
// by level, without the files that an ignore file hides; the files of this step are sorted by
// path.
//
// The files of extensions come last. A path is loaded once. Everything becomes one text in the
// system instruction, with paths relative to the working directory. If the working directory is
// the home, only the global files and those of extensions count.
func (r *geminiRun) discover028(ctx context.Context) {
	var paths []string
	dirs := []string{r.Trace.Cwd}
	if r.set.loadInclude {
		dirs = append(slices.Clone(r.dirs[1:]), r.Trace.Cwd)
	}
	for _, dir := range dirs {
		for _, name := range r.Trace.Names {
			global := facts.Join(r.Home, ".gemini", name)
			if r.look(global, geminiGlobal) {
				paths = append(paths, global)
			}
			if dir == r.Trace.Cwd && dir == r.RealCwd(r.Home) {
				continue
			}
			paths = append(paths, r.upward028(dir, name, global)...)
			if r.trusted {
				paths = append(paths, r.downward028(dir, name)...)
			}
		}
	}
	paths = discovery.Unique(paths)
	for _, p := range r.extensions() {
		r.look(p, geminiExtension)
		paths = append(paths, p)
	}
	var texts []source.Text
	for _, p := range paths {
		c := r.byPath[p]
		r.block(c, discovery.RelativePath(r.Trace.Cwd, p), r.imports)
		r.Add(c)
		if c.Text.Len() != 0 {
			texts = append(texts, c.Text)
		}
	}
	r.found.Files["all"] = paths
	r.found.Whole = source.Join(source.Literal("\n\n"), texts...)
	for _, c := range r.ordered(map[string][]string{}) {
		if !slices.Contains(paths, c.Path) {
			r.Add(c)
		}
	}
	r.skills(ctx)
	r.things(ctx)
	r.unlisted()
	r.Trace.Finish("\n\n")
	r.Trace.Text = r.found.Whole
}

func (r *geminiRun) upward028(dir, name, global string) (out []string) {
	stop := facts.Dir(facts.Clean(r.Home))
	if root, _, found := Marker(r.World, dir, []string{".git"}, true); found {
		stop = facts.Dir(root)
	}
	for at := range facts.Up(dir) {
		if facts.IsRoot(at) || at == facts.Join(r.Home, ".gemini") {
			break
		}
		p := facts.Join(at, name)
		if p != global && r.look(p, geminiProject) {
			if r.trusted {
				out = append([]string{p}, out...)
			} else {
				r.byPath[p].No(discovery.Untrusted, r.why)
			}
		}
		if at == stop {
			break
		}
	}
	return out
}

// downward028 returns the paths of the files with a name in dir and the directories below it. It
// searches level by level.
func (r *geminiRun) downward028(dir, name string) (out []string) {
	hidden := r.ignored028(dir)
	queue := []string{dir}
	for scanned := 0; len(queue) > 0 && scanned < r.set.maxDirs; scanned++ {
		at := queue[0]
		queue = queue[1:]
		entries, _ := r.World.ReadDir(at)
		entries = slices.Clone(entries)
		slices.SortFunc(entries, func(a, b facts.Entry) int { return strings.Compare(a.Name, b.Name) })
		for _, e := range entries {
			p := facts.Join(at, e.Name)
			if !e.Type.IsDir() && (e.Name != name || !e.Type.IsRegular()) {
				continue
			}
			hides := hidden.Ignored(p, e.Type.IsDir())
			switch {
			case e.Type.IsDir() && !hides:
				queue = append(queue, p)
			case e.Type.IsDir():
			case hides:
				if c := r.byPath[p]; c == nil {
					r.look(p, geminiProject)
					r.byPath[p].No(discovery.Ignored, "an ignore file of "+dir)
				}
			default:
				r.look(p, geminiProject)
				out = append(out, p)
			}
		}
	}
	if len(queue) > 0 {
		r.Note("gemini-cli searches at most %d directories below %s", r.set.maxDirs, dir)
	}
	slices.SortFunc(out, discovery.CompareUTF16)
	return out
}

// ignored028 reads the ignore files that the settings enable.
func (r *geminiRun) ignored028(dir string) *ignore.Gemini {
	return ignore.NewGemini(r.World, dir, ignore.Options{
		Custom: r.set.customIgnore, BareDirectories: true, NoGit: r.set.noGitIgnore, NoGemini: r.set.noGeminiIgnore,
	})
}
