// Package opencode follows OpenCode, measured on the released programs 1.1.34 and 1.18.33; 1.18.34
// was found to send the same as 1.18.33. Three cases were only read in their code: a missing git
// program, a worktree that does not enclose the working directory, and remote configuration.
//
// The terminal interface of 1.18.33 starts in the process's own directory, whatever PWD says, or in
// the path given as an argument. galley does not know the note that OpenCode adds after the
// skills if a client of OpenCode's server asks for structured output.
//
// Three tiers, all read at launch:
//
//	local         AGENTS.md, else CLAUDE.md, else CONTEXT.md: of the first kind
//	              that exists anywhere on the way, all files from the working directory
//	              up to the worktree (to "/" without one), the nearest first
//	global        one file: see opencodeRelease.globals
//	instructions  the configuration's list: files, patterns, URLs
//
// One path is loaded once, at its first place; every file is sent as "Instructions from: PATH", a line
// feed and the content. The blocks are joined by a line feed.
package opencode

import (
	"cmp"
	"context"
	"path"
	"strconv"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "1.18.33", Same: []string{"1.18.34"}, Evidence: discovery.Executed, Date: "2026-11"}, {Name: "1.1.34", Evidence: discovery.Executed, Date: "2026-11"}}

// Kinds lists the names of rule files in the order in which OpenCode searches for them.
var Kinds = []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"}

// opencodeRun is one discovery.
type opencodeRun struct {
	opencodeRelease
	*discovery.Finder
	flags opencodeFlags
	// places
	cwd, home         string            // home is the user's real home; Home may name another directory
	config            string            // the directory of global settings, CONFIG in comments
	configDir         string            // $OPENCODE_CONFIG_DIR; "" without one
	spelled           map[string]string // from a file in a relative configuration directory to its path as the older release writes it
	plugins           []string          // plugins that the settings name or the directories contain
	skillPaths        []string          // skill paths of the settings
	modes             []modeSetting     // in the order of the settings; they override the agents
	servers           []discovery.ServerSetting
	providers         []providerSetting // in the order of the settings
	providerAt        map[string]int    // index in providers, by name
	keys              map[string]bool   // the providers for which OpenCode has stored a key; nil before the file is read
	references        map[string]discovery.OutsideDir
	literal           literalSettings   // of the settings file that was parsed last
	disabled, enabled []string          // names of providers; enabled is nil if all are enabled
	dirs              []string          // configuration directories with agents and commands
	replacedBy        map[string]string // from the file of an agent to the other file of the same name that replaces it
	describes         map[string]string // from an agent to the file that describes it
}

// Discover looks for the rule files.
var Discover = discovery.By("opencode", Versions, discovery.Executed, discover)

func discover(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
	r := &opencodeRun{opencodeRelease: opencodeReleases[f.Trace.Version], Finder: f, cwd: f.Trace.Cwd, replacedBy: map[string]string{}, describes: map[string]string{}}
	r.worktree(ctx)
	if r.Trace.VCS == "" && r.EnvOr("OPENCODE_FAKE_VCS", "") == "git" {
		r.Trace.VCS = "git"
	}
	r.places()
	if r.flags, r.Trace.Failure = r.readFlags(); r.Trace.Failure == nil {
		r.configure()
	}
	if r.Trace.Failure != nil {
		return r.Trace, nil
	}
	if r.globalBeforeLocal {
		r.globals()
		r.locals()
	} else {
		r.locals()
		r.globals()
	}
	r.instructions(ctx)
	if r.attachesNested {
		r.nested()
	}
	r.SearchNote()
	skills := r.skills(ctx)
	for _, dir := range r.dirs {
		r.listAgents(ctx, dir)
	}
	r.ListServers(r.servers)
	r.listPlugins(ctx)
	r.Trace.Finish("\n")
	r.parts(skills)
	return r.Trace, nil
}

// places finds the directories of the settings. A relative path starts at the working directory. In
// 1.18.33 the variable OPENCODE_TEST_HOME replaces the home, except for directories that XDG
// variables name.
func (r *opencodeRun) places() {
	r.home, r.spelled, r.providerAt, r.references = r.Home, map[string]string{}, map[string]int{}, map[string]discovery.OutsideDir{}
	absolute := func(dir string) string {
		full := facts.Resolve(r.cwd, dir)
		if r.spellsRelative && !facts.Absolute(r.cwd, dir) {
			r.spelled[facts.Join(full, "AGENTS.md")] = facts.Join(dir, "AGENTS.md")
		}
		return full
	}
	r.config = absolute(facts.Join(r.PathOr("XDG_CONFIG_HOME", facts.Join(r.home, ".config")), "opencode"))
	if dir := r.PathOr("OPENCODE_CONFIG_DIR", ""); dir != "" {
		r.configDir = absolute(dir)
	}
	if home := r.PathOr("OPENCODE_TEST_HOME", ""); home != "" && r.testsHome {
		r.Home = facts.Resolve(r.cwd, home)
	}
}

// worktree finds the root of the repository: it looks upward for the nearest ".git", a file or a
// directory. Without a ".git", the root is that of the file system.
func (r *opencodeRun) worktree(ctx context.Context) {
	r.Trace.Root = facts.Root(r.cwd)
	if dir, marker, found := facts.Nearest(r.World, r.cwd, ".git"); found {
		r.repository(ctx, dir, marker)
	}
}

func (r *opencodeRun) repository(ctx context.Context, dir, marker string) {
	r.Trace.Root, r.Trace.Marker, r.Trace.VCS = dir, marker, "git"
	if r.gitDecides {
		r.toplevel(ctx, dir, marker)
	} else {
		r.toplevelOfCommits(ctx, dir)
	}
}

// toplevel sets the worktree to the directory that git reports.
func (r *opencodeRun) toplevel(ctx context.Context, dir, marker string) {
	answer, err := r.World.Git(ctx, dir, "rev-parse", "--show-toplevel")
	switch {
	case err != nil:
		r.Trace.VCS = ""
		r.Note("git cannot be run; galley assumes that the directory with .git is the worktree")
	case answer.Exit != 0 && r.bare(ctx, dir):
		// In a repository without a worktree, the directory of .git takes its place.
	case answer.Exit != 0:
		r.Trace.Root, r.Trace.Marker, r.Trace.VCS = facts.Root(dir), "", ""
		r.Note("%s exists, but git does not accept it as a repository: OpenCode searches up to %s", marker, r.Trace.Root)
	default:
		r.Trace.Root = strings.TrimRight(answer.Stdout, "\r\n")
	}
}

// toplevelOfCommits asks git for the root of the worktree. 1.1.34 does this only if the repository
// has a commit.
func (r *opencodeRun) toplevelOfCommits(ctx context.Context, dir string) {
	answer, err := r.World.Git(ctx, dir, "rev-list", "--max-parents=0", "--all")
	switch {
	case err != nil:
		r.Trace.VCS = ""
	case answer.Exit == 0 && strings.TrimSpace(answer.Stdout) != "":
		if top, err := r.World.Git(ctx, dir, "rev-parse", "--show-toplevel"); err == nil && top.Exit == 0 {
			r.Trace.Root = strings.TrimRight(top.Stdout, "\r\n")
		}
	}
}

// bare reports whether git accepts the repository but finds no worktree. This happens if a .git
// file leads to a bare repository, or if core.bare is set.
func (r *opencodeRun) bare(ctx context.Context, dir string) bool {
	answer, err := r.World.Git(ctx, dir, "rev-parse", "--git-dir")
	return err == nil && answer.Exit == 0
}

// locals looks for rule files in the working directory and upward.
func (r *opencodeRun) locals() {
	if r.flags.noProject {
		for _, kind := range Kinds {
			for _, dir := range r.UpTo(r.cwd, r.Trace.Root) {
				if c := r.At(facts.Join(dir, kind), "local"); c.Reason != discovery.Missing {
					c.No(discovery.Disabled, "OPENCODE_DISABLE_PROJECT_CONFIG")
					r.Add(c)
				}
			}
		}
		return
	}
	r.First(r.UpByKind(Kinds, r.cwd, r.Trace.Root), discovery.FirstRule{
		Tier:  "local",
		Lists: func(won string) bool { return won == "" },
		Off: func(c *discovery.Candidate) string {
			if path.Base(c.Path) == "CLAUDE.md" && r.switchHoldsLocally {
				return r.flags.noClaude
			}
			return ""
		},
		Shadowed: discovery.ShadowedByKind, Says: " comes first", Take: r.take,
	})
	r.Above(Kinds)
	r.NearMisses(Kinds)
}

// globals loads the first file that exists of
//
//	1.1.34   CONFIG/AGENTS.md, ~/.claude/CLAUDE.md, $OPENCODE_CONFIG_DIR/AGENTS.md;
//	         a directory of that name counts as missing
//	1.18.33  ($OPENCODE_CONFIG_DIR or CONFIG)/AGENTS.md, ~/.claude/CLAUDE.md;
//	         a directory of that name counts as existing, and adds nothing
func (r *opencodeRun) globals() {
	paths := []string{facts.Join(r.config, "AGENTS.md"), facts.Join(r.Home, ".claude", "CLAUDE.md")}
	dir := r.configDir
	if _, set := r.World.LookupEnv("OPENCODE_CONFIG_DIR"); set && dir == "" && r.configDirReplaces {
		dir = r.cwd // an empty variable means the working directory
	}
	if dir != "" {
		own := facts.Join(dir, "AGENTS.md")
		if r.configDirReplaces {
			if c := r.At(paths[0], "global"); c.Reason != discovery.Missing {
				c.No(discovery.Disabled, "OPENCODE_CONFIG_DIR replaces it")
				r.Add(c)
			}
			paths[0] = own
		} else {
			paths = append(paths, own)
		}
	}
	off := func(c *discovery.Candidate) string {
		if path.Base(c.Path) == "CLAUDE.md" {
			return r.flags.noClaude
		}
		return ""
	}
	r.First(discovery.Alone(paths), discovery.FirstRule{
		Tier:  "global",
		Lists: func(string) bool { return true },
		PassesOver: func(c *discovery.Candidate, won string) bool {
			return c.Reason == discovery.NotRegular && r.passesOverDirectory && won == "" && off(c) == ""
		},
		Off: off, Shadowed: discovery.ShadowedGlobal, Says: " comes first", Take: r.take,
	})
}

// take loads a file that the search has found.
func (r *opencodeRun) take(c *discovery.Candidate) {
	if first, twice := r.Taken[c.Path]; twice {
		c.No(discovery.AlreadyLoaded, "as "+first)
		c.DuplicateOf = c.Path
		r.Add(c)
		return
	}
	r.Taken[c.Path] = c.Tier
	data, reason, detail := r.Bytes(c)
	content := r.decoded(c.Path, data)
	c.Detail = detail
	c.Reason = reason
	if content.Len() == 0 && reason == "" {
		c.Reason = discovery.Empty
	}
	if c.Reason != "" && !r.keepsEmpty && c.Reason != discovery.TooLarge {
		c.Verdict = discovery.NotLoaded
		r.Add(c)
		return
	}
	r.load(c, content)
}

func (r *opencodeRun) load(c *discovery.Candidate, content source.Text) {
	c.Verdict, c.Used = discovery.Loaded, content.Len()
	c.Text = source.Literal("Instructions from: " + cmp.Or(r.spelled[c.Path], c.Path) + "\n").Append(content)
	r.Add(c)
}

// instructions loads the files and URLs in the configured list of instructions. The URLs come last.
func (r *opencodeRun) instructions(ctx context.Context) {
	var urls []string
	for i, entry := range r.Trace.Entries {
		if r.Budget.Import(r.settingsPath()) != nil {
			break
		}
		if strings.HasPrefix(entry, "https://") || strings.HasPrefix(entry, "http://") {
			urls = append(urls, entry)
			continue
		}
		p := entry
		if strings.HasPrefix(p, "~/") {
			p = discovery.NodeJoin(r.Home, p[2:])
		}
		if facts.Absolute(r.cwd, p) {
			if facts.Volume(r.cwd) != "" {
				p = facts.Resolve(r.cwd, p)
			}
			dir, base := discovery.NodeSplit(p)
			r.scanLevel(entry, base, []string{dir}, i, true)
			continue
		}
		switch {
		case !r.flags.noProject:
			r.scanLevel(entry, p, r.UpTo(r.cwd, r.Trace.Root), i, false)
		case r.configDir != "":
			r.scanLevel(entry, p, []string{r.configDir}, i, false)
		case r.relativeInConfig:
			r.scanLevel(entry, p, []string{r.config}, i, false)
		default:
			r.Add(r.entry(entry).No(discovery.RelativeNowhere, "OPENCODE_DISABLE_PROJECT_CONFIG is set and OPENCODE_CONFIG_DIR is not"))
		}
	}
	for _, url := range urls {
		r.url(ctx, url)
	}
}

// settingsPath returns the path of the settings file that was read last.
func (r *opencodeRun) settingsPath() string {
	for i := len(r.Trace.Settings) - 1; i >= 0; i-- {
		if r.Trace.Settings[i].Found {
			return r.Trace.Settings[i].Path
		}
	}
	return r.cwd
}

// scanLevel searches each directory, the nearest first, for files that match a pattern. entry is
// the pattern as the settings contain it, and index is its position in the list of instructions.
func (r *opencodeRun) scanLevel(entry, pattern string, dirs []string, index int, absolute bool) {
	found := false
	for level, dir := range dirs {
		paths, ok := r.scan(r.TreeFor(dir), dir, pattern, absolute)
		if !ok {
			if _, err := r.World.Stat(dir); err == nil {
				found = true
				r.Add(r.entry(entry).No(discovery.ScanFailed, "in "+dir))
			}
			continue
		}
		for _, p := range paths {
			found = true
			c := r.At(p, "instructions")
			c.Group = strconv.Itoa(index) + "." + strconv.Itoa(level)
			if len(paths) == 1 {
				c.Group = ""
			}
			c.Remarks = append(c.Remarks, discovery.Remark{Detail: "matches " + strconv.Quote(r.Mask(entry))})
			r.take(c)
		}
	}
	if !found {
		c := r.Unmatched(r.entry(entry), pattern, dirs...)
		if r.Stopped() != "" {
			c.No(discovery.WalkCut, r.Stopped())
		} else if where := len(dirs); where == 1 {
			c.Detail = "looked in " + dirs[0]
		} else {
			c.Detail = "looked in " + dirs[0] + " and the directories above, up to " + dirs[where-1]
		}
		r.Add(c)
	}
}

// entry returns a candidate for an entry of the configured list that is not the path of a file.
func (r *opencodeRun) entry(entry string) *discovery.Candidate {
	return &discovery.Candidate{Path: entry, Shown: r.Mask(entry), Tier: "instructions", LoadType: discovery.AtLaunch,
		Verdict: discovery.NotLoaded, Evidence: discovery.Executed}
}

// url fetches a document if fetching is allowed. It follows redirects and waits at most five
// seconds. A document that cannot be fetched or is empty is left out.
func (r *opencodeRun) url(ctx context.Context, url string) {
	c := r.entry(url)
	if body, ok := r.Fetched(ctx, c, url, r.Options.Fetch); ok {
		r.load(c, discovery.FileText(url, body))
	}
}
