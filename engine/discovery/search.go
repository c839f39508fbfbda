package discovery

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/source"
)

// These limits bound galley's search below the working directory, which looks for files that an
// agent would load on demand or ignore. The agents have no such limits, because an agent looks into
// a directory only when one of its tools reaches the directory.
const (
	BelowDirs  = 20_000
	belowNames = 500_000
	belowTime  = 3 * time.Second
	// BelowShown is the largest number of files of one name that a trace lists.
	BelowShown = 200
	// BelowWatched is the largest number of directories that the search lists through a world that
	// records its questions. The recorded directories are watched for changes and listed again. A
	// change in any other directory is noticed only by the next discovery.
	BelowWatched = 200
)

// skipped lists directories that a search never enters, because they hold many files and no rules.
var skipped = []string{".git", "node_modules"}

// searches caches the searches below directories, so that all agents of a survey share them.
type searches struct {
	done map[string]*Search
	// raw is a world that reads the same files but does not record the questions. It is nil if
	// there is only one world.
	raw facts.World
	all bool // keep the name of every file
}

// Search lists the files below one directory whose names could be those of rule files: their names
// begin with a dot or have an ending of Markdown files.
type Search struct {
	files   []string // absolute, sorted by depth
	Dirs    []string // including names that begin with a dot
	skipped bool     // some directory was not entered
	cut     string   // why the search ended early, or ""
	all     bool
	every   []string // all files, if all is set
	// blind lists directories that could not be listed and, if all is set, links to directories,
	// which are not followed.
	blind []string
}

func (w *searches) in(ctx context.Context, world facts.World, dir string) *Search {
	if found := w.done[dir]; found != nil {
		return found
	}
	found := &Search{all: w.all}
	raw := w.raw
	if raw == nil {
		raw = world
	}
	found.look(ctx, world, raw, dir)
	if w.done == nil {
		w.done = map[string]*Search{}
	}
	w.done[dir] = found
	return found
}

// look lists the files below top. It lists the first BelowWatched directories through world, which
// records them, and the others through raw, which does not.
func (w *Search) look(ctx context.Context, world, raw facts.World, top string) {
	ctx, cancel := context.WithTimeout(ctx, belowTime)
	defer cancel()
	names := 0
	queue := []string{top}
	for dirs := 0; len(queue) > 0; dirs++ {
		switch {
		case ctx.Err() != nil:
			w.cut = "the search below " + top + " took too long and was stopped"
		case dirs == BelowDirs:
			w.cut = "the search below " + top + " was stopped after 20,000 directories"
		case names > belowNames:
			w.cut = "the search below " + top + " was stopped after 500,000 names"
		}
		if w.cut != "" {
			return
		}
		dir := queue[0]
		queue = queue[1:]
		if dirs == BelowWatched {
			world = raw
		}
		entries, err := world.ReadDir(dir)
		if err != nil {
			w.blind = append(w.blind, dir)
			continue
		}
		names += len(entries)
		for _, e := range SortedEntries(entries) {
			if e.Type.IsDir() && slices.Contains(skipped, e.Name) {
				w.skipped = true
				continue
			}
			full := facts.Join(dir, e.Name)
			switch {
			case e.Type.IsDir():
				queue = append(queue, full)
				if e.Name[0] == '.' {
					w.Dirs = append(w.Dirs, full)
				}
			case ruleLike(e.Name):
				w.files = append(w.files, full)
			}
			if w.all && !e.Type.IsDir() {
				w.keep(raw, full, e)
			}
		}
	}
}

// keep adds a file to the list of all files. If it is a link to a directory, keep also adds it to
// w.blind, because the search does not follow it.
func (w *Search) keep(raw facts.World, full string, e facts.Entry) {
	w.every = append(w.every, full)
	if !e.Type.IsRegular() {
		if info, err := raw.Stat(full); err == nil && info.IsDir() {
			w.blind = append(w.blind, full)
		}
	}
}

// ruleLike reports whether a rule file could have a name.
func ruleLike(name string) bool {
	if name[0] == '.' {
		return true
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".mdc", ".markdown":
		return true
	}
	return false
}

func SortedEntries(entries []facts.Entry) []facts.Entry {
	entries = slices.Clone(entries)
	slices.SortFunc(entries, func(a, b facts.Entry) int { return strings.Compare(a.Name, b.Name) })
	return entries
}

// LookBelow returns the search below the working directory.
func (p *Finder) LookBelow(ctx context.Context) *Search {
	w := p.Options.walks.in(ctx, p.World, p.Trace.Cwd)
	if w.cut != "" && !slices.Contains(p.Trace.Notes, w.cut) {
		p.Note("%s", w.cut)
	}
	return w
}

// Below lists the files with these names in directories below the working directory, but not in
// that directory itself. A name may be a path, such as ".claude/CLAUDE.md". It is for an agent that
// loads some of them; [Finder.BelowNever] is for the others.
func (p *Finder) Below(ctx context.Context, names ...string) []string {
	p.Trace.below = append(p.Trace.below, names...)
	return p.filesBelow(ctx, names)
}

func (p *Finder) filesBelow(ctx context.Context, names []string) (out []string) {
	w := p.LookBelow(ctx)
	for _, f := range w.files {
		rel := strings.TrimPrefix(strings.TrimPrefix(f, p.Trace.Cwd), "/")
		for _, name := range names {
			if strings.HasSuffix(rel, "/"+name) {
				out = append(out, f)
			}
		}
	}
	if len(out) > BelowShown {
		p.Note("%d files of these names are below %s; the first %d are listed", len(out), p.Trace.Cwd, BelowShown)
		out = out[:BelowShown]
	}
	return out
}

// FilesIn lists the files below a rule directory, sorted by name in each directory. It includes
// links to files. If links is set, it also follows links to directories, each of them once.
func (p *Finder) FilesIn(ctx context.Context, dir string, links bool) []string {
	return p.filesIn(ctx, dir, links, SortedEntries)
}

// FilesAsListed is FilesIn with links, in the file system's order.
func (p *Finder) FilesAsListed(ctx context.Context, dir string) []string {
	return p.filesIn(ctx, dir, true, func(entries []facts.Entry) []facts.Entry { return entries })
}

func (p *Finder) filesIn(ctx context.Context, dir string, links bool, order func([]facts.Entry) []facts.Entry) (files []string) {
	seen := map[string]bool{}
	left := belowNames / 100
	var visit func(dir string, depth int)
	visit = func(dir string, depth int) {
		if real, err := p.World.RealPath(dir); err != nil || seen[real] || depth > 20 {
			return
		} else {
			seen[real] = true
		}
		entries, err := p.World.ReadDir(dir)
		if err != nil {
			return
		}
		for _, e := range order(entries) {
			if left--; left < 0 || ctx.Err() != nil {
				return
			}
			full := facts.Join(dir, e.Name)
			isDir := e.Type.IsDir()
			if !isDir && !e.Type.IsRegular() {
				info, err := p.World.Stat(full)
				if isDir = err == nil && info.IsDir(); isDir && !links {
					continue
				}
			}
			if isDir {
				visit(full, depth+1)
			} else {
				files = append(files, full)
			}
		}
	}
	visit(dir, 0)
	if left < 0 {
		p.Note("%s: galley reads only the first %d files", dir, len(files))
	}
	return files
}

// MarkdownIn lists the .md files of a directory, sorted by name.
func (p *Finder) MarkdownIn(dir string) (files []string) {
	entries, _ := p.World.ReadDir(dir)
	for _, e := range SortedEntries(entries) {
		if !e.Type.IsDir() && strings.HasSuffix(e.Name, ".md") {
			files = append(files, facts.Join(dir, e.Name))
		}
	}
	return files
}

// MarkdownRules adds the files of a rule directory, sorted by path. The function load sets the
// verdict about a .md file directly in the directory. It is not known whether the agent reads files
// in subdirectories; the text check tells the user how to find out.
func (p *Finder) MarkdownRules(ctx context.Context, dir, check string, load func(c *Candidate, text source.Text)) {
	files := p.FilesIn(ctx, dir, false)
	slices.Sort(files)
	for _, full := range files {
		c := p.At(full, "rules")
		rel, _ := RelativeTo(full, dir)
		switch text, ok := p.Text(c); {
		case !strings.HasSuffix(full, ".md"):
			c.Never(NotLookedFor, "only .md files are rules")
		case strings.Contains(rel, "/"):
			c.Unknown(check)
		case ok:
			load(c, text)
		}
		p.Add(c)
	}
}

// DefaultLimits limit the searches of one discovery.
var DefaultLimits = glob.Limits{Dirs: 50_000, Names: 1_000_000, Time: 5e9}

// OutsideLimits bound the searches outside the project, and those that would cover the whole home.
// They are low because an agent that searches up to the file system's root would otherwise make
// galley search the whole disk.
var OutsideLimits = glob.Limits{Dirs: 2_000, Names: 100_000}
