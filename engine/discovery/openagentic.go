package discovery

import (
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/source"
)

// openagentic follows openagentic-sdk @326a502b (2026-01), a Python SDK that
// means to do as OpenCode 1.1 does. Measured by running it, except where a
// candidate says otherwise. It loads nothing unless its setting sources hold
// "project"; then, in this order,
//
//	local         as OpenCode: AGENTS.md, else CLAUDE.md, else CONTEXT.md, the
//	              nearest first; only files count
//	global        the first of CONFIG/AGENTS.md, ~/.claude/CLAUDE.md,
//	              $OPENCODE_CONFIG_DIR/AGENTS.md
//	option        the rule files given by option
//	instructions  the configuration's entries in turn, the matches of each
//	              sorted by path; patterns are fnmatch's, so "*" crosses "/" and
//	              "**/" wants one
//	url           all URLs, behind the files
//	memory        with the source "claude": CLAUDE.md, else .claude/CLAUDE.md,
//	              and the names of slash commands
//
// The blocks are joined by a blank line. One path is loaded once; memory is
// another matter and repeats a local CLAUDE.md.
var openagenticVersions = []Version{{Name: "326a502b", Evidence: Executed}}

type openagenticRun struct {
	*Finder
	config    string
	configDir string
	noProject bool
	noClaude  string
	commands  map[string]bool // the names of slash commands; nil unless they are asked for
}

// discoverOpenagentic looks for the rule files. Without Sources, "project" is taken.
func discoverOpenagentic(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	f, err := newFinder(ctx, w, o, "openagentic", openagenticVersions, Executed)
	if err != nil {
		return nil, err
	}
	defer f.tree.Close()
	r := &openagenticRun{Finder: f}
	t := r.trace
	r.worktree()
	r.config = facts.Join(r.pathOr("XDG_CONFIG_HOME", facts.Join(r.home, ".config")), "opencode")
	r.configDir = r.pathOr("OPENCODE_CONFIG_DIR", "")
	r.noProject = r.flag("OPENCODE_DISABLE_PROJECT_CONFIG")
	for _, key := range []string{"OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_CLAUDE_CODE_PROMPT"} {
		if r.flag(key) {
			r.noClaude = key
		}
	}
	sources := o.Sources
	if sources == nil {
		sources = []string{"project"}
	}
	if slices.Contains(sources, "project") {
		if slices.Contains(sources, "claude") {
			r.commands = map[string]bool{}
		}
		r.configure()
		r.locals()
		r.globals()
		r.options()
		r.instructions()
		if r.commands != nil {
			r.memory()
			r.claudeCommands()
			t.Defined.Commands = slices.Sorted(maps.Keys(r.commands))
		}
		r.nearMisses(opencodeKinds)
	} else {
		for _, kind := range opencodeKinds {
			if c := r.at(facts.Join(t.Cwd, kind), "local"); c.Reason != Missing {
				r.add(c.no(Disabled, `the setting sources do not hold "project"`))
			}
		}
	}
	r.walkNote()
	t.finish("\n\n")
	return t, ctx.Err()
}

// flag is a switch that counts by being there, unless it says no.
func (r *openagenticRun) flag(key string) bool {
	v, set := r.world.LookupEnv(key)
	return set && !slices.Contains([]string{"0", "false", "no", "off"}, strings.ToLower(strings.TrimSpace(v)))
}

// worktree is the nearest directory with a ".git" of any kind; git is not
// asked.
func (r *openagenticRun) worktree() {
	r.trace.Root = facts.Root(r.trace.Cwd)
	if dir, marker, found := facts.Nearest(r.world, r.trace.Cwd, ".git"); found {
		r.trace.Root, r.trace.Marker, r.trace.VCS = dir, marker, "git"
	}
}

func (r *openagenticRun) locals() {
	won := ""
	for _, kind := range opencodeKinds {
		found := false
		for _, dir := range r.upTo(r.trace.Cwd, r.trace.Root) {
			c := r.at(facts.Join(dir, kind), "local")
			switch {
			case c.Reason == Missing && (won != "" || r.noProject):
				continue
			case c.Reason == Missing, c.Reason == DanglingLink, c.Reason == NotRegular:
			case r.noProject:
				c.no(Disabled, "OPENCODE_DISABLE_PROJECT_CONFIG")
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
}

func (r *openagenticRun) globals() {
	paths := []string{facts.Join(r.config, "AGENTS.md"), facts.Join(r.home, ".claude", "CLAUDE.md")}
	if r.configDir != "" {
		paths = append(paths, facts.Join(r.configDir, "AGENTS.md"))
	}
	won := ""
	for _, p := range paths {
		c := r.at(p, "global")
		switch {
		case c.Reason == Missing, c.Reason == DanglingLink, c.Reason == NotRegular:
		case r.noClaude != "" && path.Base(p) == "CLAUDE.md":
			c.no(Disabled, r.noClaude)
		case won != "":
			c.no(ShadowedGlobal, won+" comes first")
		default:
			won = p
			r.take(c)
			continue
		}
		r.add(c)
	}
}

// take loads a file once; a blank or unreadable one gives its header.
func (r *openagenticRun) take(c *Candidate) {
	if first, twice := r.taken[c.Path]; twice {
		c.DuplicateOf = c.Path
		r.add(c.no(AlreadyLoaded, "as "+first))
		return
	}
	r.taken[c.Path] = c.Tier
	data, reason, detail := r.bytes(c)
	if c.no(reason, detail); data == "" && reason == "" {
		c.Reason = Empty
	}
	r.load(c, "Instructions from: "+c.Path, decode(c.Path, data, 0))
}

func (r *openagenticRun) load(c *Candidate, header string, content source.Text) {
	c.Verdict, c.Used = Loaded, content.Len()
	c.Text = source.Literal(header + "\n").Append(content)
	r.add(c)
}

// options are the rule files given by option, relative to the project.
func (r *openagenticRun) options() {
	for _, spec := range r.o.RuleFiles {
		if spec = strings.TrimSpace(spec); spec != "" {
			r.pattern(spec, "option", []string{r.trace.Cwd})
		}
	}
}

func (r *openagenticRun) instructions() {
	var urls []string
	for _, entry := range r.trace.Entries {
		if strings.HasPrefix(entry, "http://") || strings.HasPrefix(entry, "https://") {
			urls = append(urls, entry)
			continue
		}
		dirs := r.upTo(r.trace.Cwd, r.trace.Root)
		if r.noProject {
			if dirs = nil; r.configDir != "" {
				dirs = []string{r.configDir}
			}
		}
		r.pattern(entry, "instructions", dirs)
	}
	for _, url := range urls {
		r.url(url)
	}
}

// pattern takes the matches of one entry, sorted by path.
func (r *openagenticRun) pattern(entry, tier string, dirs []string) {
	p := entry
	if strings.HasPrefix(p, "~/") {
		p = facts.Join(r.home, p[2:])
	}
	var found []string
	none := &Candidate{Path: entry, Shown: r.mask(entry), Tier: tier, LoadType: AtLaunch, Evidence: Executed}
	switch {
	case facts.Absolute(r.trace.Cwd, p):
		p = facts.Resolve(r.trace.Cwd, p)
		found = r.matches(facts.Dir(p), path.Base(p), true)
	case len(dirs) == 0:
		r.add(none.no(RelativeNowhere, "OPENCODE_DISABLE_PROJECT_CONFIG is set and OPENCODE_CONFIG_DIR is not"))
		return
	default:
		for _, dir := range dirs {
			found = append(found, r.matches(dir, p, false)...)
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if len(found) == 0 {
		if none.no(NoMatch, ""); r.tree.Stopped() != "" {
			none.no(WalkCut, r.tree.Stopped())
		}
		r.add(none)
	}
	for _, name := range found {
		c := r.at(name, tier)
		c.Remarks = append(c.Remarks, Remark{Detail: "matches " + strconv.Quote(r.mask(entry))})
		r.take(c)
	}
}

// matches finds the files below dir whose relative path fits the pattern; flat:
// those in it. A pattern without wildcards is looked at directly.
func (r *openagenticRun) matches(dir, pattern string, flat bool) (out []string) {
	add := func(name string) {
		if info, err := r.world.Stat(name); err == nil && info.IsRegular() {
			out = append(out, name)
		}
	}
	if !strings.ContainsAny(pattern, "*?[") {
		add(facts.Join(dir, pattern))
		return out
	}
	fits := glob.Fnmatch(pattern)
	if flat {
		entries, err := r.world.ReadDir(dir)
		if err != nil {
			return nil
		}
		for _, e := range entries {
			if fits(e.Name) {
				add(facts.Join(dir, e.Name))
			}
		}
		return out
	}
	r.tree.Files(dir, func(rel string) {
		if fits(rel) {
			add(facts.Join(dir, rel))
		}
	})
	return out
}

// url fetches within five seconds; an empty answer is left out.
func (r *openagenticRun) url(url string) {
	c := &Candidate{Path: url, Shown: r.mask(url), Tier: "url", LoadType: AtLaunch, Evidence: Executed}
	if body, ok := r.fetched(c, url, r.o.Fetch); ok {
		r.load(c, "Instructions from: "+url, decode(url, body, 0))
	}
}

// memory is Claude Code's project memory. A .claude/CLAUDE.md is labelled as if
// it were the CLAUDE.md above it.
func (r *openagenticRun) memory() {
	label := facts.Join(r.trace.Cwd, "CLAUDE.md")
	won := ""
	for _, name := range []string{"CLAUDE.md", ".claude/CLAUDE.md"} {
		c := r.at(facts.Join(r.trace.Cwd, name), "memory")
		switch {
		case c.Reason != "":
		case won != "":
			c.no(ShadowedByKind, won+" comes first")
		default:
			data, reason, detail := r.bytes(c)
			text := decode(c.Path, data, 0)
			if c.no(reason, detail); strings.TrimSpace(data) == "" {
				if c.Reason == "" {
					c.Reason = Empty
				}
				break
			}
			won = c.Path
			r.load(c, "Project memory from: "+label, text)
			continue
		}
		r.add(c)
	}
}
