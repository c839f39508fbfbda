package discovery

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// geminiCLI follows Gemini CLI's context files, measured on @google/gemini-cli
// 0.28.2 and 0.61.0. The two have little in common but the imports; this file
// is 0.61, gemini_028.go is 0.28. The reading of settings.json, of extensions
// and of the registry of projects was read in the code.
//
// 0.61 has four tiers, none of which an ignore file touches:
//
//	global     ~/.gemini/NAME, each name in the configured order
//	extension  the files of active extensions, sorted
//	project    from each workspace directory up to the nearest one with a
//	           boundary marker (".git"; only itself without one), every name;
//	           one file once, by inode; then sorted by path, so that "App/"
//	           comes before the GEMINI.md above it
//	private    ~/.gemini/tmp/PROJECT/memory/MEMORY.md, else the names there
//
// Names: context.fileName in front of GEMINI.md. An untrusted folder has no
// project tier. Below the workspace files load on demand, when a tool reaches
// them. Global and private memory go into the system instruction, extension and
// project memory into the first user message.
var geminiCLIVersions = []Version{{Name: "0.61.0", Evidence: Executed}, {Name: "0.28.2", Evidence: Executed}}

// The tiers of 0.61, as Trace.Memory and Trace.Paths name them. "session" is
// the text for the first user message, "flat" the whole as /memory shows it.
const (
	geminiGlobal    = "global"
	geminiExtension = "extension"
	geminiProject   = "project"
	geminiPrivate   = "private"
)

type geminiRun struct {
	*Finder
	old     bool
	set     geminiSettings
	trusted bool
	why     string // what decided that it is not
	dirs    []string
	imports *geminiImports
	seen    map[[2]uint64]string // identity of a loaded file to its path
	byPath  map[string]*Candidate
}

// discoverGeminiCLI looks for the rule files.
func discoverGeminiCLI(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	f, err := newFinder(ctx, w, o, "gemini-cli", geminiCLIVersions, Executed)
	if err != nil {
		return nil, err
	}
	defer f.tree.Close()
	r := &geminiRun{Finder: f, old: f.trace.Version == "0.28.2", seen: map[[2]uint64]string{}, byPath: map[string]*Candidate{}}
	if o.Home == "" {
		r.home = r.pathOr("GEMINI_CLI_HOME", r.home)
	}
	t := r.trace
	t.Memory, t.Paths = map[string]source.Text{}, map[string][]string{}
	r.settings()
	r.trust()
	if t.Failure != nil {
		return t, ctx.Err()
	}
	r.imports = &geminiImports{world: r.world, markers: r.set.markers, links: !r.old, flat: r.set.flat}
	r.workspace()
	if r.old {
		r.discover028()
	} else {
		r.discover061()
	}
	r.above(t.Names)
	r.nearMisses(t.Names)
	r.walkNote()
	return t, ctx.Err()
}

// workspace lists the workspace directories, the session's first, links
// resolved, each once.
func (r *geminiRun) workspace() {
	dirs := []string{r.trace.Cwd}
	for _, dir := range append(slices.Clone(r.o.Directories), r.set.include...) {
		if strings.HasPrefix(dir, "~/") {
			dir = facts.Join(r.home, dir[2:])
		}
		dir = facts.Resolve(r.trace.Cwd, dir)
		if info, err := r.world.Stat(dir); err == nil && info.IsDir() {
			dirs = append(dirs, r.realCwd(dir))
		}
	}
	r.dirs = unique(dirs)
	r.trace.Root = r.trace.Cwd
	if root, marker, found := geminiMarker(r.world, r.trace.Cwd, r.set.markers, r.old); found {
		r.trace.Root, r.trace.Marker = root, marker
		if path.Base(marker) == ".git" {
			r.trace.VCS = "git"
		}
	}
	if r.old { // which goes one directory further
		if r.trace.Root = facts.Dir(r.trace.Root); r.trace.Marker == "" {
			r.trace.Root = facts.Dir(facts.Clean(r.home))
		}
		if !facts.Within(r.trace.Cwd, r.trace.Root) {
			r.trace.Root = facts.Root(r.trace.Cwd)
		}
	}
}

func (r *geminiRun) discover061() {
	gemini := facts.Join(r.home, ".gemini")
	lists := r.trace.Paths
	for _, name := range r.trace.Names {
		if p := facts.Join(gemini, name); r.look(p, geminiGlobal) {
			lists[geminiGlobal] = append(lists[geminiGlobal], p)
		}
	}
	lists[geminiExtension] = r.extensions()
	slices.SortFunc(lists[geminiExtension], compareUTF16)
	lists[geminiExtension] = slices.Compact(lists[geminiExtension])
	for _, p := range lists[geminiExtension] {
		r.look(p, geminiExtension)
	}
	for _, dir := range r.dirs {
		lists[geminiProject] = append(lists[geminiProject], r.upward(dir)...)
	}
	lists[geminiProject] = r.byIdentity(lists[geminiProject])
	slices.SortFunc(lists[geminiProject], compareUTF16)
	lists[geminiPrivate] = r.private()
	for _, tier := range []string{geminiGlobal, geminiExtension, geminiProject, geminiPrivate} {
		for _, p := range lists[tier] {
			r.load(r.byPath[p])
		}
	}
	r.collect(lists)
	for _, c := range r.ordered(lists) {
		r.add(c)
	}
	r.touch()
	r.finish061()
}

// look notes a path that is looked for; ok tells whether it can be read, which
// a directory can.
func (r *geminiRun) look(p, tier string) (ok bool) {
	c := r.byPath[p]
	if c == nil {
		c = r.at(p, tier)
		r.byPath[p] = c
	}
	return c.Reason != Missing && c.Reason != DanglingLink && !r.locked(c)
}

// locked reports whether a file exists but may not be read.
func (r *geminiRun) locked(c *Candidate) bool {
	if c.Reason == "" {
		if _, err := r.world.ReadHead(c.Path, 0); err != nil {
			c.no(Unreadable, why(err))
		}
	}
	return c.Reason == Unreadable
}

// upward gives the files from a directory up to its boundary, the highest
// first. It does not enter ~/.gemini.
func (r *geminiRun) upward(dir string) (out []string) {
	top := dir
	if root, _, found := geminiMarker(r.world, dir, r.set.markers, false); found {
		top = root
	}
	return r.climb(dir, top)
}

func (r *geminiRun) climb(dir, top string) (out []string) {
	for _, at := range r.upTo(dir, top) {
		if at == facts.Join(r.home, ".gemini") {
			break
		}
		var level []string
		for _, name := range r.trace.Names {
			p := facts.Join(at, name)
			if !r.look(p, geminiProject) {
				continue
			}
			if !r.trusted {
				r.byPath[p].no(Untrusted, r.why)
				continue
			}
			level = append(level, p)
		}
		out = append(level, out...)
	}
	return out
}

// byIdentity keeps the first name of each file.
func (r *geminiRun) byIdentity(paths []string) (out []string) {
	first := map[[2]uint64]string{}
	for _, p := range unique(paths) {
		info, err := r.world.Stat(p)
		id := [2]uint64{info.Device, info.Inode}
		if err == nil && id != [2]uint64{} {
			if other, twice := first[id]; twice {
				c := r.byPath[p]
				c.no(AlreadyLoaded, "it is the same file as "+other)
				c.DuplicateOf = other
				continue
			}
			first[id] = p
		}
		out = append(out, p)
	}
	return out
}

// private gives the project's private index, else the context files beside it.
func (r *geminiRun) private() (out []string) {
	dir := facts.Join(r.home, ".gemini", "tmp", r.project(), "memory")
	if p := facts.Join(dir, "MEMORY.md"); r.look(p, geminiPrivate) {
		for _, name := range r.trace.Names {
			if q := facts.Join(dir, name); r.look(q, geminiPrivate) {
				r.byPath[q].no(ShadowedByKind, p+" takes its place")
			}
		}
		return []string{p}
	}
	for _, name := range r.trace.Names {
		if p := facts.Join(dir, name); r.look(p, geminiPrivate) {
			out = append(out, p)
		}
	}
	return out
}

// load reads a file with its imports; one inode is loaded once, in the tier
// that comes first. A blank file counts as loaded and gives no text.
func (r *geminiRun) load(c *Candidate) {
	if c.Order < 0 {
		return // seen to already
	}
	c.Order = -1
	if info, err := r.world.Stat(c.Path); err == nil {
		id := [2]uint64{info.Device, info.Inode}
		if other, twice := r.seen[id]; twice && id != [2]uint64{} {
			c.no(AlreadyLoaded, "it is the same file as "+other)
			c.DuplicateOf = other
			return
		}
		r.seen[id] = c.Path
	}
	r.block(c, c.Path, r.imports)
}

// block reads a candidate and frames it.
func (r *geminiRun) block(c *Candidate, shown string, imports *geminiImports) {
	if c.Reason == Missing || c.Reason == DanglingLink {
		return
	}
	data, reason, detail := r.bytes(c)
	if c.no(reason, detail); reason != "" && reason != TooLarge {
		return
	}
	c.Verdict = Loaded
	text, refs := imports.expand(c.Path, decode(c.Path, data, 0))
	c.Imports = refs
	text = text.TrimFunc(source.IsJSSpace)
	if text.Len() == 0 {
		if c.Reason == "" {
			c.Reason = Empty
		}
		return
	}
	c.Used = text.Len()
	c.Text = source.Literal("--- Context from: "+shown+" ---\n").
		Append(text, source.Literal("\n--- End of Context from: "+shown+" ---"))
}

// collect joins the texts of each tier.
func (r *geminiRun) collect(lists map[string][]string) {
	for tier, paths := range lists {
		r.trace.Memory[tier] = r.joined(paths)
	}
	var sections []source.Text
	for _, tier := range []string{geminiExtension, geminiProject} {
		if text := r.trace.Memory[tier]; text.Len() > 0 {
			sections = append(sections, source.Literal("<"+tier+"_context>\n").
				Append(text, source.Literal("\n</"+tier+"_context>")))
		}
	}
	if len(sections) > 0 {
		r.trace.Memory["session"] = source.Literal("\n<loaded_context>\n").
			Append(source.Join(source.Literal("\n"), sections...), source.Literal("\n</loaded_context>"))
	}
}

func (r *geminiRun) joined(paths []string) source.Text {
	var texts []source.Text
	for _, p := range paths {
		if c := r.byPath[p]; c.Verdict == Loaded && c.Text.Len() > 0 {
			texts = append(texts, c.Text)
		}
	}
	return source.Join(source.Literal("\n\n"), texts...)
}

// ordered gives every candidate: by tier, the listed ones in the order of the
// text, then what was looked at besides.
func (r *geminiRun) ordered(lists map[string][]string) (out []*Candidate) {
	for _, tier := range []string{geminiGlobal, geminiExtension, geminiProject, geminiPrivate} {
		var rest []*Candidate
		for _, p := range lists[tier] {
			out = append(out, r.byPath[p])
		}
		for p, c := range r.byPath {
			if c.Tier == tier && !slices.Contains(lists[tier], p) {
				rest = append(rest, c)
			}
		}
		slices.SortFunc(rest, func(a, b *Candidate) int { return cmp.Compare(a.Path, b.Path) })
		out = append(out, rest...)
	}
	return out
}

// finish061 makes the whole text as /memory show has it.
func (r *geminiRun) finish061() {
	t := r.trace
	t.finish("\n\n")
	var parts []source.Text
	for _, s := range []struct{ title, tier string }{
		{"Global", geminiGlobal}, {"Private Project Memory", geminiPrivate}, {"Extension", geminiExtension}, {"Project", geminiProject},
	} {
		if text := t.Memory[s.tier]; text.Len() > 0 {
			parts = append(parts, source.Literal("--- "+s.title+" ---\n").Append(text))
		}
	}
	t.Text = source.Join(source.Literal("\n\n"), parts...)
}
