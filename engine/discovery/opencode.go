package discovery

import (
	"context"
	"path"
	"strconv"
	"strings"

	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/source"
)

// opencode follows OpenCode, measured on the released programs 1.1.34 and
// 1.18.33. What was only read in their code: a missing git program, a worktree
// that does not enclose the directory, managed and remote configuration, and
// the rule files that 1.18.33 attaches when the read tool reaches a directory.
//
// Three tiers, all read at launch:
//
//	local         AGENTS.md, else CLAUDE.md, else CONTEXT.md: of the first kind
//	              that exists anywhere on the way, all from the directory up to
//	              the worktree (to "/" without one), the nearest first
//	global        one file: see opencodeRelease.globals
//	instructions  the configuration's list: files, patterns, URLs
//
// One path is loaded once, at its first place; every file becomes
// "Instructions from: PATH", a line feed, the content. The blocks are joined by
// a line feed.
var opencodeVersions = []Version{{Name: "1.18.33", Evidence: Executed}, {Name: "1.1.34", Evidence: Executed}}

// opencodeRelease is what differs between the releases.
type opencodeRelease struct {
	version     string
	globalFirst bool // the global file comes before the local ones
	keepsEmpty  bool // an empty or unreadable file still gives its header
	needsGit    bool // a .git that git does not accept is none
	strictFlags bool // a flag with an odd value stops the start
	strictKeys  bool // so does an unknown key
	scan        func(t *glob.Tree, dir, pattern string, absolute bool) ([]string, bool)
}

var opencodeReleases = map[string]opencodeRelease{
	"1.1.34": {version: "1.1.34", keepsEmpty: true, strictKeys: true,
		scan: func(t *glob.Tree, dir, pattern string, absolute bool) ([]string, bool) {
			return glob.Bun(t, dir, pattern, glob.Options{Dot: !absolute, Follow: !absolute})
		}},
	"1.18.33": {version: "1.18.33", globalFirst: true, needsGit: true, strictFlags: true,
		scan: func(t *glob.Tree, dir, pattern string, absolute bool) ([]string, bool) {
			return glob.Npm(t, dir, pattern, glob.Options{Dot: !absolute})
		}},
}

// opencodeKinds in the order in which they are looked for.
var opencodeKinds = []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"}

// opencodeRun is one discovery.
type opencodeRun struct {
	opencodeRelease
	*Finder
	flags opencodeFlags
	// places
	cwd, config, configDir string
	modes                  map[string]source.Text // prompts that stand over the agents'
}

// discoverOpencode looks for the rule files.
func discoverOpencode(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	f, err := newFinder(ctx, w, o, "opencode", opencodeVersions, Executed)
	if err != nil {
		return nil, err
	}
	defer f.tree.Close()
	r := &opencodeRun{opencodeRelease: opencodeReleases[f.trace.Version], Finder: f, cwd: f.trace.Cwd}
	r.worktree()
	if r.trace.VCS == "" && r.envOr("OPENCODE_FAKE_VCS", "") == "git" {
		r.trace.VCS = "git"
	}
	r.config = facts.Join(r.pathOr("XDG_CONFIG_HOME", facts.Join(r.home, ".config")), "opencode")
	r.configDir = r.pathOr("OPENCODE_CONFIG_DIR", "")
	if r.flags, r.trace.Failure = r.readFlags(); r.trace.Failure == nil {
		r.configure()
	}
	if r.trace.Failure != nil {
		return r.trace, ctx.Err()
	}
	if r.globalFirst {
		r.globals()
		r.locals()
	} else {
		r.locals()
		r.globals()
	}
	r.instructions()
	if r.globalFirst {
		r.nested()
	}
	r.walkNote()
	r.trace.finish("\n")
	return r.trace, ctx.Err()
}

// worktree finds the repository: the nearest ".git", file or directory, going
// up. Without one the root is that of the file system.
func (r *opencodeRun) worktree() {
	r.trace.Root = facts.Root(r.cwd)
	if dir, marker, found := facts.Nearest(r.world, r.cwd, ".git"); found {
		r.repository(dir, marker)
	}
}

func (r *opencodeRun) repository(dir, marker string) {
	r.trace.Root, r.trace.Marker, r.trace.VCS = dir, marker, "git"
	if r.needsGit {
		answer, err := r.world.Git(r.ctx, dir, "rev-parse", "--show-toplevel")
		switch {
		case err != nil:
			r.trace.VCS = ""
			r.note("git could not be asked; the directory of .git is taken for the worktree")
		case answer.Exit != 0:
			r.trace.Root, r.trace.Marker, r.trace.VCS = facts.Root(dir), "", ""
			r.note("%s is there, but git accepts no repository: OpenCode searches up to %s", marker, r.trace.Root)
		default:
			r.trace.Root = strings.TrimRight(answer.Stdout, "\r\n")
		}
		return
	}
	// 1.1.34 asks git for the worktree only where there is a commit.
	answer, err := r.world.Git(r.ctx, dir, "rev-list", "--max-parents=0", "--all")
	switch {
	case err != nil:
		r.trace.VCS = ""
	case answer.Exit == 0 && strings.TrimSpace(answer.Stdout) != "":
		if top, err := r.world.Git(r.ctx, dir, "rev-parse", "--show-toplevel"); err == nil && top.Exit == 0 {
			r.trace.Root = strings.TrimRight(top.Stdout, "\r\n")
		}
	}
}

// locals looks for the rule files on the way up.
func (r *opencodeRun) locals() {
	if r.flags.noProject {
		for _, kind := range opencodeKinds {
			for _, dir := range r.upTo(r.cwd, r.trace.Root) {
				if c := r.at(facts.Join(dir, kind), "local"); c.Reason != Missing {
					c.no(Disabled, "OPENCODE_DISABLE_PROJECT_CONFIG")
					r.add(c)
				}
			}
		}
		return
	}
	won := ""
	for _, kind := range opencodeKinds {
		found := false
		for _, dir := range r.upTo(r.cwd, r.trace.Root) {
			c := r.at(facts.Join(dir, kind), "local")
			switch {
			case c.Reason == Missing || c.Reason == DanglingLink:
				if won != "" && c.Reason == Missing {
					continue // never looked for
				}
			case r.flags.noClaude != "" && kind == "CLAUDE.md" && r.strictFlags:
				c.no(Disabled, r.flags.noClaude)
			case won != "":
				c.no(ShadowedByKind, won+" is found first")
			default:
				found = true
				r.take(c)
				continue
			}
			r.add(c)
		}
		if found {
			won = kind
		}
	}
	r.above(opencodeKinds)
	r.nearMisses(opencodeKinds)
}

// globals takes the first file that exists of
//
//	1.1.34   CONFIG/AGENTS.md, ~/.claude/CLAUDE.md, $OPENCODE_CONFIG_DIR/AGENTS.md;
//	         a directory does not exist
//	1.18.33  ($OPENCODE_CONFIG_DIR or CONFIG)/AGENTS.md, ~/.claude/CLAUDE.md;
//	         a directory does, and gives nothing
func (r *opencodeRun) globals() {
	paths := []string{facts.Join(r.config, "AGENTS.md"), facts.Join(r.home, ".claude", "CLAUDE.md")}
	if r.configDir != "" {
		own := facts.Join(r.configDir, "AGENTS.md")
		if r.globalFirst {
			if c := r.at(paths[0], "global"); c.Reason != Missing {
				c.no(Disabled, "OPENCODE_CONFIG_DIR takes its place")
				r.add(c)
			}
			paths[0] = own
		} else {
			paths = append(paths, own)
		}
	}
	won := ""
	for _, p := range paths {
		c := r.at(p, "global")
		switch {
		case c.Reason == Missing || c.Reason == DanglingLink:
		case r.flags.noClaude != "" && path.Base(p) == "CLAUDE.md":
			c.no(Disabled, r.flags.noClaude)
		case won != "":
			c.no(ShadowedGlobal, won+" comes first")
		case c.Reason == NotRegular && r.keepsEmpty:
			// passed over
		default:
			won = p
			r.take(c)
			continue
		}
		r.add(c)
	}
}

// take loads a candidate that the search chose.
func (r *opencodeRun) take(c *Candidate) {
	if first, twice := r.taken[c.Path]; twice {
		c.no(AlreadyLoaded, "as "+first)
		c.DuplicateOf = c.Path
		r.add(c)
		return
	}
	r.taken[c.Path] = c.Tier
	data, reason, detail := r.bytes(c)
	content := r.decoded(c.Path, data)
	c.Detail = detail
	c.Reason = reason
	if content.Len() == 0 && reason == "" {
		c.Reason = Empty
	}
	if c.Reason != "" && !r.keepsEmpty && c.Reason != TooLarge {
		c.Verdict = NotLoaded
		r.add(c)
		return
	}
	r.load(c, content)
}

func (r *opencodeRun) load(c *Candidate, content source.Text) {
	c.Verdict, c.Used = Loaded, content.Len()
	c.Text = source.Literal("Instructions from: " + c.Path + "\n").Append(content)
	r.add(c)
}

// instructions goes through the configured list; the URLs come last.
func (r *opencodeRun) instructions() {
	var urls []string
	for i, entry := range r.trace.Entries {
		if strings.HasPrefix(entry, "https://") || strings.HasPrefix(entry, "http://") {
			urls = append(urls, entry)
			continue
		}
		p := entry
		if strings.HasPrefix(p, "~/") {
			p = nodeJoin(r.home, p[2:])
		}
		if facts.Absolute(r.cwd, p) {
			if facts.Volume(r.cwd) != "" {
				p = facts.Resolve(r.cwd, p)
			}
			dir, base := nodeSplit(p)
			r.scanLevel(entry, base, []string{dir}, i, true)
			continue
		}
		switch {
		case !r.flags.noProject:
			r.scanLevel(entry, p, r.upTo(r.cwd, r.trace.Root), i, false)
		case r.configDir != "":
			r.scanLevel(entry, p, []string{r.configDir}, i, false)
		case r.globalFirst:
			r.scanLevel(entry, p, []string{r.config}, i, false)
		default:
			r.add(r.entry(entry).no(RelativeNowhere, "OPENCODE_DISABLE_PROJECT_CONFIG is set and OPENCODE_CONFIG_DIR is not"))
		}
	}
	for _, url := range urls {
		r.url(url)
	}
}

// scanLevel runs a pattern in each directory, the nearest first.
func (r *opencodeRun) scanLevel(entry, pattern string, dirs []string, index int, absolute bool) {
	found := false
	for level, dir := range dirs {
		paths, ok := r.scan(r.tree, dir, pattern, absolute)
		if !ok {
			if _, err := r.world.Stat(dir); err == nil {
				found = true
				r.add(r.entry(entry).no(ScanFailed, "in "+dir))
			}
			continue
		}
		for _, p := range paths {
			found = true
			c := r.at(p, "instructions")
			c.Group = strconv.Itoa(index) + "." + strconv.Itoa(level)
			if len(paths) == 1 {
				c.Group = ""
			}
			c.Remarks = append(c.Remarks, Remark{Detail: "matches " + strconv.Quote(r.mask(entry))})
			r.take(c)
		}
	}
	if !found {
		c := r.entry(entry).no(NoMatch, "")
		if r.tree.Stopped() != "" {
			c.no(WalkCut, r.tree.Stopped())
		} else if where := len(dirs); where == 1 {
			c.Detail = "looked in " + dirs[0]
		} else {
			c.Detail = "looked in " + dirs[0] + " and the directories above, up to " + dirs[where-1]
		}
		r.add(c)
	}
}

// entry is a candidate for a configured entry that names no file.
func (r *opencodeRun) entry(entry string) *Candidate {
	return &Candidate{Path: entry, Shown: r.mask(entry), Tier: "instructions", LoadType: AtLaunch,
		Verdict: NotLoaded, Evidence: Executed}
}

// url fetches a document if that is wanted: five seconds, redirects followed;
// what fails or is empty is dropped.
func (r *opencodeRun) url(url string) {
	c := r.entry(url)
	if body, ok := r.fetched(c, url, r.o.Fetch); ok {
		r.load(c, fileText(url, body))
	}
}

// nested adds what 1.18.33 attaches to the answer of its read tool: from the
// directory of the file read up to, not including, the directory of the
// session, in each the first kind that exists, once.
func (r *opencodeRun) nested() {
	for _, touched := range r.o.Touched {
		file := facts.Resolve(r.cwd, touched)
		for dir := range facts.Up(facts.Dir(file)) {
			if dir == r.cwd || !facts.Within(dir, r.cwd) {
				break
			}
			for _, kind := range opencodeKinds {
				c := r.at(facts.Join(dir, kind), "nested")
				if c.Reason == Missing || c.Reason == DanglingLink || kind == "CLAUDE.md" && r.flags.noClaude != "" {
					continue
				}
				if _, twice := r.taken[c.Path]; !twice {
					r.taken[c.Path] = c.Tier
					c.LoadType, c.Verdict, c.Evidence = OnDemand, Later, ReadSource
					c.Detail = "when " + file + " is read"
					r.add(c)
				}
				break
			}
		}
	}
}
