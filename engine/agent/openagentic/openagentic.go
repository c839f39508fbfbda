// Package openagentic follows openagentic-sdk @326a502b (2026-01), a Python SDK
// modelled on OpenCode 1.1. The rules were measured by running it, except where a
// candidate says otherwise. It loads nothing unless "project" is among its setting
// sources; then, in this order,
//
//	local         as in OpenCode: AGENTS.md, else CLAUDE.md, else CONTEXT.md, the
//	              nearest first; only files count
//	global        the first of CONFIG/AGENTS.md, ~/.claude/CLAUDE.md,
//	              $OPENCODE_CONFIG_DIR/AGENTS.md
//	option        the rule files that an option of the SDK names
//	instructions  the entries of "instructions" in the settings, in their order; the
//	              files that match one entry are sorted by path. Patterns are
//	              fnmatch's, so "*" also matches "/" and "**/" requires a "/"
//	url           all URLs, after the files
//	memory        with the source "claude": CLAUDE.md, else .claude/CLAUDE.md,
//	              and the names of slash commands
//
// A blank line joins the blocks. Each path is loaded once, except that memory repeats a
// local CLAUDE.md.
package openagentic

import (
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"galley/engine/agent/opencode"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "326a502b", Evidence: discovery.Executed}}

type openagenticRun struct {
	*discovery.Finder
	config    string
	configDir string
	noProject bool
	noClaude  string
	commands  map[string]bool // the names of slash commands; nil if they are not requested
}

// Discover looks for the rule files. The default of Sources is "project".
var Discover = discovery.By("openagentic", Versions, discovery.Executed, discover)

func discover(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	f.Trace.BringsAt(false, discovery.Acts...)
	r := &openagenticRun{Finder: f}
	t := r.Trace
	r.worktree()
	r.config = facts.Join(r.PathOr("XDG_CONFIG_HOME", facts.Join(r.Home, ".config")), "opencode")
	r.configDir = r.PathOr("OPENCODE_CONFIG_DIR", "")
	r.noProject = r.flag("OPENCODE_DISABLE_PROJECT_CONFIG")
	for _, key := range []string{"OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_CLAUDE_CODE_PROMPT"} {
		if r.flag(key) {
			r.noClaude = key
		}
	}
	sources := f.Options.Sources
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
		r.instructions(ctx)
		if r.commands != nil {
			r.memory()
			r.claudeCommands()
			t.Defined.Commands = slices.Sorted(maps.Keys(r.commands))
		}
		r.NearMisses(opencode.Kinds)
	} else {
		for _, kind := range opencode.Kinds {
			if c := r.At(facts.Join(t.Cwd, kind), "local"); c.Reason != discovery.Missing {
				r.Add(c.No(discovery.Disabled, `the setting sources do not include "project"`))
			}
		}
	}
	r.SearchNote()
	t.Finish("\n\n")
	return t, nil
}

// flag reports whether a variable of the environment is set to anything except a word that means
// no.
func (r *openagenticRun) flag(key string) bool {
	v, set := r.World.LookupEnv(key)
	return set && !slices.Contains([]string{"0", "false", "no", "off"}, strings.ToLower(strings.TrimSpace(v)))
}

// worktree sets the root to the nearest directory that contains a file or directory ".git". It does
// not ask git.
func (r *openagenticRun) worktree() {
	r.Trace.Root = facts.Root(r.Trace.Cwd)
	if dir, marker, found := facts.Nearest(r.World, r.Trace.Cwd, ".git"); found {
		r.Trace.Root, r.Trace.Marker, r.Trace.VCS = dir, marker, "git"
	}
}

func (r *openagenticRun) locals() {
	r.First(r.UpByKind(opencode.Kinds, r.Trace.Cwd, r.Trace.Root), discovery.FirstRule{
		Tier:       "local",
		Lists:      func(won string) bool { return won == "" && !r.noProject },
		PassesOver: notRegular,
		Off: func(*discovery.Candidate) string {
			if r.noProject {
				return "OPENCODE_DISABLE_PROJECT_CONFIG"
			}
			return ""
		},
		Shadowed: discovery.ShadowedByKind, Says: " comes first", Take: r.take,
	})
	r.Above(opencode.Kinds)
}

func (r *openagenticRun) globals() {
	paths := []string{facts.Join(r.config, "AGENTS.md"), facts.Join(r.Home, ".claude", "CLAUDE.md")}
	if r.configDir != "" {
		paths = append(paths, facts.Join(r.configDir, "AGENTS.md"))
	}
	r.First(discovery.Alone(paths), discovery.FirstRule{
		Tier:       "global",
		Lists:      func(string) bool { return true },
		PassesOver: notRegular,
		Off: func(c *discovery.Candidate) string {
			if path.Base(c.Path) == "CLAUDE.md" {
				return r.noClaude
			}
			return ""
		},
		Shadowed: discovery.ShadowedGlobal, Says: " comes first", Take: r.take,
	})
}

func notRegular(c *discovery.Candidate, _ string) bool { return c.Reason == discovery.NotRegular }

// take loads a file unless it is loaded already. A blank or unreadable file adds only its heading.
func (r *openagenticRun) take(c *discovery.Candidate) {
	if first, twice := r.Taken[c.Path]; twice {
		c.DuplicateOf = c.Path
		r.Add(c.No(discovery.AlreadyLoaded, "as "+first))
		return
	}
	r.Taken[c.Path] = c.Tier
	data, reason, detail := r.Bytes(c)
	if c.No(reason, detail); data == "" && reason == "" {
		c.Reason = discovery.Empty
	}
	r.load(c, "Instructions from: "+c.Path, discovery.Decode(c.Path, data, 0))
}

func (r *openagenticRun) load(c *discovery.Candidate, header string, content source.Text) {
	c.Verdict, c.Used = discovery.Loaded, content.Len()
	c.Text = source.Literal(header + "\n").Append(content)
	r.Add(c)
}

// options loads the rule files that an option of the SDK names. Their paths are relative to the
// working directory.
func (r *openagenticRun) options() {
	for _, spec := range r.Options.RuleFiles {
		if spec = strings.TrimSpace(spec); spec != "" {
			r.pattern(spec, "option", []string{r.Trace.Cwd})
		}
	}
}

func (r *openagenticRun) instructions(ctx context.Context) {
	var urls []string
	for _, entry := range r.Trace.Entries {
		if strings.HasPrefix(entry, "http://") || strings.HasPrefix(entry, "https://") {
			urls = append(urls, entry)
			continue
		}
		dirs := r.UpTo(r.Trace.Cwd, r.Trace.Root)
		if r.noProject {
			if dirs = nil; r.configDir != "" {
				dirs = []string{r.configDir}
			}
		}
		r.pattern(entry, "instructions", dirs)
	}
	for _, url := range urls {
		r.url(ctx, url)
	}
}

// pattern loads the files that match one entry, sorted by path.
func (r *openagenticRun) pattern(entry, tier string, dirs []string) {
	p := entry
	if strings.HasPrefix(p, "~/") {
		p = facts.Join(r.Home, p[2:])
	}
	var found []string
	none := &discovery.Candidate{Path: entry, Shown: r.Mask(entry), Tier: tier, LoadType: discovery.AtLaunch, Evidence: discovery.Executed}
	switch {
	case facts.Absolute(r.Trace.Cwd, p):
		p = facts.Resolve(r.Trace.Cwd, p)
		found = r.matches(facts.Dir(p), path.Base(p), true)
	case len(dirs) == 0:
		r.Add(none.No(discovery.RelativeNowhere, "OPENCODE_DISABLE_PROJECT_CONFIG is set and OPENCODE_CONFIG_DIR is not"))
		return
	default:
		for _, dir := range dirs {
			found = append(found, r.matches(dir, p, false)...)
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if len(found) == 0 {
		if r.Unmatched(none, p, append(dirs, r.Trace.Cwd)...); r.Stopped() != "" {
			none.No(discovery.WalkCut, r.Stopped())
		}
		r.Add(none)
	}
	for _, name := range found {
		c := r.At(name, tier)
		c.Remarks = append(c.Remarks, discovery.Remark{Detail: "matches " + strconv.Quote(r.Mask(entry))})
		r.take(c)
	}
}

// matches returns the files below dir whose path relative to dir matches the pattern. If flat is
// set, it returns only files directly in dir. For a pattern without wildcards it looks only at that
// path.
func (r *openagenticRun) matches(dir, pattern string, flat bool) (out []string) {
	add := func(name string) {
		if info, err := r.World.Stat(name); err == nil && info.IsRegular() {
			out = append(out, name)
		}
	}
	fits := r.TreeFor(dir).Fnmatch(dir, pattern)
	take := func(rel string) {
		if fits(rel) {
			add(facts.Join(dir, rel))
		}
	}
	switch {
	case !strings.ContainsAny(pattern, "*?["):
		add(facts.Join(dir, pattern))
	case flat:
		entries, _ := r.World.ReadDir(dir)
		for _, e := range entries {
			take(e.Name)
		}
	default:
		r.TreeFor(dir).Files(dir, take)
	}
	return out
}

// url fetches a document, for at most five seconds. An empty answer is left out.
func (r *openagenticRun) url(ctx context.Context, url string) {
	c := &discovery.Candidate{Path: url, Shown: r.Mask(url), Tier: "url", LoadType: discovery.AtLaunch, Evidence: discovery.Executed}
	if body, ok := r.Fetched(ctx, c, url, r.Options.Fetch); ok {
		r.load(c, "Instructions from: "+url, discovery.Decode(url, body, 0))
	}
}

// memory loads Claude Code's project memory. A .claude/CLAUDE.md is labelled as if it
// were the CLAUDE.md above it.
func (r *openagenticRun) memory() {
	label := facts.Join(r.Trace.Cwd, "CLAUDE.md")
	won := ""
	for _, name := range []string{"CLAUDE.md", ".claude/CLAUDE.md"} {
		c := r.At(facts.Join(r.Trace.Cwd, name), "memory")
		switch {
		case c.Reason != "":
		case won != "":
			c.No(discovery.ShadowedByKind, won+" comes first")
		default:
			data, reason, detail := r.Bytes(c)
			text := discovery.Decode(c.Path, data, 0)
			if c.No(reason, detail); strings.TrimSpace(data) == "" {
				if c.Reason == "" {
					c.Reason = discovery.Empty
				}
				break
			}
			won = c.Path
			r.load(c, "Project memory from: "+label, text)
			continue
		}
		r.Add(c)
	}
}
