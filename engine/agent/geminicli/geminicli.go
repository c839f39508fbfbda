// Package geminicli follows Gemini CLI's context files, measured on @google/gemini-cli 0.28.2 and
// 0.61.0. The two have little in common except the imports; this file is about 0.61, v028.go about
// 0.28. How they read settings.json, extensions and the registry of projects was read in their
// code.
//
// 0.61 has four tiers, on which ignore files have no effect:
//
//	global     ~/.gemini/NAME, for each name in the configured order
//	extension  the files of active extensions, sorted
//	project    in each directory of the workspace and those above it, up to the nearest
//	           one with a boundary marker (".git"), every name; without a marker only
//	           the directory itself. A file counts once, by inode. The files are then
//	           sorted by path, so that "App/" comes before the GEMINI.md above it
//	private    ~/.gemini/tmp/PROJECT/memory/MEMORY.md, else the names there
//
// The names are those of context.fileName, then GEMINI.md. An untrusted folder has no project tier,
// nor anything else that trust.go lists. Files below the workspace load on demand, when a tool
// reaches them (touch.go). Global and private memory go into the system instruction, extension and
// project memory into the first user message.
package geminicli

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "0.61.0", Evidence: discovery.Executed, Date: "2026-11"}, {Name: "0.28.2", Evidence: discovery.Executed, Date: "2026-11"}}

// The tiers of 0.61.
const (
	geminiGlobal    = "global"
	geminiExtension = "extension"
	geminiProject   = "project"
	geminiPrivate   = "private"
)

type geminiRun struct {
	*discovery.Finder
	is       release
	found    *gemini.Found
	set      geminiSettings
	merged   map[string]any // the settings of all layers, merged
	exts     []extension
	trusted  bool
	asks     bool   // the agent asks whether to trust the folder
	headless bool   // no user can be asked
	why      string // the reason why the folder is not trusted
	dirs     []string
	imports  *geminiImports
	seen     map[[2]uint64]string // from the identity of a loaded file to its path
	byPath   map[string]*discovery.Candidate
	system   source.Text // the text of the file that replaces the agent's own system prompt
	moved    string      // the directory to which the agent will move private files of older releases
}

// Discover looks for the rule files.
var Discover = discovery.By("gemini-cli", Versions, discovery.Executed, discover)

func discover(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
	r := &geminiRun{Finder: f, is: releases[f.Trace.Version], found: &gemini.Found{Files: map[string][]string{}}, seen: map[[2]uint64]string{}, byPath: map[string]*discovery.Candidate{}}
	if f.Options.Home == "" {
		r.Home = r.PathOr("GEMINI_CLI_HOME", r.Home)
	}
	t := r.Trace
	t.Own = r.found
	r.headless = slices.ContainsFunc(f.Options.Args, func(arg string) bool { return arg == "-p" || arg == "--prompt" })
	r.settings()
	if t.Failure != nil {
		return t, nil
	}
	env := gemini.Complete(r.World, r.merged, r.Home, t.Cwd, r.trusted)
	if changes := env.Changes(); len(changes) > 0 {
		t.Settings = append(t.Settings, discovery.Setting{Path: env.File, Tier: "environment", Found: true, Detail: "it sets " + strings.Join(changes, ", ")})
	}
	r.World = env
	if r.Options.Extensions == nil {
		r.exts = r.installed()
	}
	if t.Failure != nil {
		return t, nil
	}
	r.imports = &geminiImports{world: r.World, markers: r.set.markers, links: r.is.importLinks, flat: r.set.flat}
	r.workspace()
	if t.Failure != nil {
		return t, nil
	}
	r.found.Untrusted = !r.trusted
	for _, e := range r.exts {
		if e.active {
			r.found.Excluded = append(r.found.Excluded, e.exclude...)
		}
	}
	if r.is.oneMemory {
		r.discover028(ctx)
	} else {
		r.discover061(ctx)
	}
	if r.asks && slices.ContainsFunc(t.Candidates, func(c discovery.Candidate) bool { return c.Reason == discovery.Untrusted }) {
		r.Note("%s", "Gemini CLI asks when it starts whether to trust this folder, and until you agree it loads nothing from the project; "+
			"to see what it loads then, trust the folder there, or set trusted = true in the scenario")
	}
	r.Above(t.Names)
	r.NearMisses(t.Names)
	r.SearchNote()
	return t, nil
}

func (r *geminiRun) discover061(ctx context.Context) {
	gemini := facts.Join(r.Home, ".gemini")
	lists := r.found.Files
	r.loops()
	r.system = r.systemFile()
	for _, name := range r.Trace.Names {
		if p := facts.Join(gemini, name); r.look(p, geminiGlobal) {
			lists[geminiGlobal] = append(lists[geminiGlobal], p)
		}
	}
	lists[geminiExtension] = r.extensions()
	slices.SortFunc(lists[geminiExtension], discovery.CompareUTF16)
	lists[geminiExtension] = slices.Compact(lists[geminiExtension])
	for _, p := range lists[geminiExtension] {
		r.look(p, geminiExtension)
	}
	for _, dir := range r.dirs {
		lists[geminiProject] = append(lists[geminiProject], r.upward(dir)...)
	}
	lists[geminiProject] = r.byIdentity(lists[geminiProject])
	slices.SortFunc(lists[geminiProject], discovery.CompareUTF16)
	lists[geminiPrivate] = r.private()
	for _, tier := range []string{geminiGlobal, geminiExtension, geminiProject, geminiPrivate} {
		for _, p := range lists[tier] {
			r.load(r.byPath[p])
		}
	}
	r.collect(lists)
	for _, c := range r.ordered(lists) {
		r.Add(c)
	}
	r.overflow()
	r.touch()
	skills := r.skills(ctx)
	r.things(ctx)
	r.unlisted()
	r.finish061()
	r.parts(skills)
}

// look adds a path at which the agent looks for a context file to the candidates. ok reports
// whether the path exists and may be read; it is also true for a directory.
func (r *geminiRun) look(p, tier string) (ok bool) {
	c := r.byPath[p]
	if c == nil {
		c = r.At(p, tier)
		r.byPath[p] = c
	}
	return c.Reason != discovery.Missing && c.Reason != discovery.DanglingLink && !r.locked(c)
}

// locked reports whether a file exists but may not be read.
func (r *geminiRun) locked(c *discovery.Candidate) bool {
	if c.Reason == "" {
		if _, err := r.World.ReadHead(c.Path, 0); err != nil {
			c.No(discovery.Unreadable, discovery.Why(err))
		}
	}
	return c.Reason == discovery.Unreadable
}

// upward returns the paths of the context files in a directory and in the directories above it, up
// to the nearest one that contains a marker of a root. The highest come first. It leaves out
// ~/.gemini.
func (r *geminiRun) upward(dir string) (out []string) {
	top := dir
	if root, _, found := Marker(r.World, dir, r.set.markers, false); found {
		top = root
	}
	return r.climb(dir, top)
}

func (r *geminiRun) climb(dir, top string) (out []string) {
	for _, at := range r.UpTo(dir, top) {
		if at == facts.Join(r.Home, ".gemini") {
			break
		}
		var level []string
		for _, name := range r.Trace.Names {
			p := facts.Join(at, name)
			if !r.look(p, geminiProject) {
				continue
			}
			if !r.trusted {
				r.byPath[p].No(discovery.Untrusted, r.why)
				continue
			}
			level = append(level, p)
		}
		out = append(level, out...)
	}
	return out
}

// byIdentity removes paths that lead to the same file as an earlier path.
func (r *geminiRun) byIdentity(paths []string) (out []string) {
	first := map[[2]uint64]string{}
	for _, p := range discovery.Unique(paths) {
		info, err := r.World.Stat(p)
		id := [2]uint64{info.Device, info.Inode}
		if err == nil && id != [2]uint64{} {
			if other, twice := first[id]; twice {
				c := r.byPath[p]
				c.No(discovery.AlreadyLoaded, "it is the same file as "+other)
				c.DuplicateOf = other
				continue
			}
			first[id] = p
		}
		out = append(out, p)
	}
	return out
}

// load reads a file with its imports. Each inode is loaded once, in the first tier that has it. A
// blank file counts as loaded and adds no text.
func (r *geminiRun) load(c *discovery.Candidate) {
	if c.Order < 0 {
		return // load has handled it already
	}
	c.Order = -1
	if info, err := r.World.Stat(c.Path); err == nil {
		id := [2]uint64{info.Device, info.Inode}
		if other, twice := r.seen[id]; twice && id != [2]uint64{} {
			c.No(discovery.AlreadyLoaded, "it is the same file as "+other)
			c.DuplicateOf = other
			return
		}
		r.seen[id] = c.Path
	}
	shown := c.Path
	if c.Tier == geminiPrivate && r.moved != "" {
		shown = facts.Join(r.moved, facts.Base(c.Path))
	}
	r.block(c, shown, r.imports)
}

// block reads a candidate's file, inserts its imports and puts the text into its frame.
func (r *geminiRun) block(c *discovery.Candidate, shown string, imports *geminiImports) {
	if c.Reason == discovery.Missing || c.Reason == discovery.DanglingLink {
		return
	}
	data, reason, detail := r.Bytes(c)
	if c.No(reason, detail); reason != "" && reason != discovery.TooLarge {
		return
	}
	c.Verdict = discovery.Loaded
	text, refs := imports.expand(c.Path, discovery.Decode(c.Path, data, 0))
	c.Imports = refs
	text = text.TrimFunc(source.IsJSSpace)
	if text.Len() == 0 {
		if c.Reason == "" {
			c.Reason = discovery.Empty
		}
		return
	}
	c.Used = text.Len()
	c.Text = source.Literal("--- Context from: "+shown+" ---\n").
		Append(text, source.Literal("\n--- End of Context from: "+shown+" ---"))
}

// collect joins the texts of the files in each tier.
func (r *geminiRun) collect(lists map[string][]string) {
	f := r.found
	f.Global, f.Extension = r.joined(lists[geminiGlobal]), r.joined(lists[geminiExtension])
	f.Project, f.Private = r.joined(lists[geminiProject]), r.joined(lists[geminiPrivate])
	var sections []source.Text
	for _, s := range []struct {
		tier string
		text source.Text
	}{{geminiExtension, f.Extension}, {geminiProject, f.Project}} {
		if s.text.Len() != 0 {
			sections = append(sections, source.Literal("<"+s.tier+"_context>\n").
				Append(s.text, source.Literal("\n</"+s.tier+"_context>")))
		}
	}
	if len(sections) > 0 {
		f.Session = source.Literal("\n<loaded_context>\n").
			Append(source.Join(source.Literal("\n"), sections...), source.Literal("\n</loaded_context>"))
	}
}

func (r *geminiRun) joined(paths []string) source.Text {
	var texts []source.Text
	for _, p := range paths {
		if c := r.byPath[p]; c.Verdict == discovery.Loaded && c.Text.Len() != 0 {
			texts = append(texts, c.Text)
		}
	}
	return source.Join(source.Literal("\n\n"), texts...)
}

// ordered returns every candidate, tier by tier. lists has paths of each tier in the order in
// which the text contains the files; in each tier these files come first.
func (r *geminiRun) ordered(lists map[string][]string) (out []*discovery.Candidate) {
	for _, tier := range []string{geminiGlobal, geminiExtension, geminiProject, geminiPrivate} {
		var rest []*discovery.Candidate
		for _, p := range lists[tier] {
			out = append(out, r.byPath[p])
		}
		for p, c := range r.byPath {
			if c.Tier == tier && !slices.Contains(lists[tier], p) {
				rest = append(rest, c)
			}
		}
		slices.SortFunc(rest, func(a, b *discovery.Candidate) int { return cmp.Compare(a.Path, b.Path) })
		out = append(out, rest...)
	}
	return out
}

// finish061 joins all loaded texts into the text that the agent's command /memory show prints.
func (r *geminiRun) finish061() {
	t := r.Trace
	t.Finish("\n\n")
	var parts []source.Text
	if r.system.Len() != 0 {
		parts = append(parts, r.system)
	}
	for _, s := range []struct {
		title string
		text  source.Text
	}{{"Global", r.found.Global}, {"Private Project Memory", r.found.Private}, {"Extension", r.found.Extension}, {"Project", r.found.Project}} {
		if s.text.Len() != 0 {
			parts = append(parts, source.Literal("--- "+s.title+" ---\n").Append(s.text))
		}
	}
	t.Text = source.Join(source.Literal("\n\n"), parts...)
}
