package geminicli

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/ignore"
	"galley/engine/source"
	"galley/engine/textutil"
)

// touch records which context files the tool calls of a session load: those in the directories
// from the touched path up to the workspace's boundary, the highest first. Files that are already
// loaded do not load again. The tools are read_file, write_file, replace, list_directory and
// read_many_files. A call that the agent refuses loads nothing. The agent refuses every call in
// some directories, and refuses to read an ignored file.
func (r *geminiRun) touch() {
	r.Trace.NameTools("read_file", "replace", "write_file", "write_file")
	r.Trace.BringsAt(true, discovery.Acts...)
	r.Trace.Nested = true
	tree := *r.imports
	tree.flat = false
	ignored := ignore.NewGemini(r.World, r.Trace.Cwd, ignore.Options{Custom: r.set.customIgnore, NoGit: r.set.noGitIgnore, NoGemini: r.set.noGeminiIgnore})
	for i, touched := range r.Options.Touched {
		on := discovery.Touch{Path: touched}
		target := facts.Resolve(r.Trace.Cwd, touched)
		root := ""
		for _, dir := range r.dirs {
			if facts.Within(target, dir) && len(dir) > len(root) {
				root = dir
			}
		}
		info, err := r.World.Stat(target)
		hidden := r.Options.ActOf(i) == discovery.ReadAct && (err != nil || !info.IsDir()) && ignored.Ignored(target, false)
		switch at := closed(target, root); {
		case root == "" || !r.trusted || hidden:
		case at != "":
			r.shut(target, at)
		default:
			r.reach(target, root, &on, &tree)
		}
		r.Trace.Touched = append(r.Trace.Touched, on)
	}
}

// reach records the context files that a call loads from the directories between the path target
// and root, a directory of the workspace. The files above root were loaded at launch.
func (r *geminiRun) reach(target, root string, on *discovery.Touch, imports *geminiImports) {
	var texts []source.Text
	for _, p := range r.byIdentity(r.climb(target, root)) {
		c := r.byPath[p]
		info, err := r.World.Stat(p)
		id := [2]uint64{info.Device, info.Inode}
		if _, loaded := r.seen[id]; err != nil || loaded || c.Order < 0 {
			continue
		}
		r.seen[id], c.Order = p, -1
		r.block(c, p, imports)
		if c.Verdict != discovery.Loaded {
			continue
		}
		c.LoadType, c.Verdict = discovery.OnDemand, discovery.Later
		if c.Detail == "" {
			c.Detail = "when a tool reaches " + target
		}
		on.New = append(on.New, p)
		if c.Text.Len() != 0 {
			texts = append(texts, c.Text)
		}
		r.Add(c)
	}
	if on.Text = source.Join(source.Literal("\n\n"), texts...); on.Text.Len() != 0 {
		on.Appended = source.Literal("\n\n--- Newly Discovered Project Context ---\n").
			Append(on.Text, source.Literal("\n--- End Project Context ---"))
	}
}

// closed returns the path that keeps the agent's tools from target: the highest file or directory
// between root and target that the tools do not enter. Without such a path it returns "".
func closed(target, root string) string {
	rel, _ := discovery.RelativeTo(target, root)
	at := root
	for name := range strings.SplitSeq(rel, "/") {
		at = facts.Join(at, name)
		clean, _, _ := strings.Cut(name, ":")
		if closedNames().MatchString(strings.ToLower(strings.TrimRight(clean, " ."))) {
			return at
		}
	}
	return ""
}

// closedNames matches the names of files and directories that the tools do not enter. Names with a
// tilde are short names on Windows.
var closedNames = textutil.LazyRegexp(`^(?:\.git|\.env|node_modules|gha-creds-.*\.json|(?:git|gi[0-9a-f]{4}|env|en[0-9a-f]{4}|node_m|no[0-9a-f]{4})~\d+|(?:gha-cr|gh[0-9a-f]{4})~\d+\.json?)$`)

// shut records the context files beside the path target that do not load because the agent's tools
// do not enter the directory that contains them; closed is the path of that directory.
func (r *geminiRun) shut(target, closed string) {
	for _, name := range r.Trace.Names {
		p := facts.Join(facts.Dir(target), name)
		if !facts.Within(p, closed) || r.byPath[p] != nil {
			continue
		}
		if c := r.At(p, geminiProject); c.There() {
			r.byPath[p] = c
			r.Add(c.No(discovery.NotLookedFor, "the agent's tools do not go into "+closed))
		}
	}
}
