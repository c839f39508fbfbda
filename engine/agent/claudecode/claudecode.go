// Package claudecode follows Claude Code 2.1.332, as observed by running it headless, and its
// documentation where nothing was measured. It loads, in this order,
//
//	managed  CLAUDE.md of the system, its .claude/rules, the key claudeMd of managed settings
//	user     ~/.claude/CLAUDE.md, then ~/.claude/rules
//	project  in each directory from below "/" down to the working directory, wherever
//	         the git root is: CLAUDE.md, .claude/CLAUDE.md, .claude/rules, CLAUDE.local.md;
//	         if no CLAUDE.md on the way has text, also AGENTS.md, .claude/AGENTS.md
//	added    the same in further directories of the session, without AGENTS.md
//	memory   the notes that Claude Code wrote for itself
//
// All files are entries of one block; each real path occurs once. An entry is a heading with the path
// and the file's owner, and the trimmed text without front matter and block comments. Imports follow
// the file that names them. The rules of a directory come in the order of the file system. Rules with
// "paths", and files below the working directory, load when a tool reaches a file there: rules.go
// decides which ones wait, demand.go which ones a call loads; see [discovery.Options.Calls].
//
// Skills, commands, sub-agents and output styles are also found in the .claude directory of the managed
// settings, and these take precedence. config.go orders the settings files. They are plain JSON;
// settingsfile.go says what a fault in a file does. policy.go decides which servers may start.
//
// A file of the project that the permissions do not let the model read is not loaded; see
// deny.go.
//
// The parts of a trace, in the order of the request, are "rules" in block 0 of the first message,
// and "hooks", "output-style", "language", "servers", "agents", "server-instructions" and "skills" in the system
// message after it.
package claudecode

import (
	"cmp"
	"context"
	"slices"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "2.1.332", Evidence: discovery.Executed, Date: "2026-11"}}

// claudeFileCap is a size in bytes: Claude Code skips a rule file that is larger.
const claudeFileCap = 4 << 20

// The rule files of a project directory, and the AGENTS.md files that Claude Code reads if no
// CLAUDE.md has text.
var (
	claudeNames  = []string{"CLAUDE.md", ".claude/CLAUDE.md"}
	claudeAgents = []string{"AGENTS.md", ".claude/AGENTS.md"}
)

const claudeLocal = "CLAUDE.local.md"

type claudeRun struct {
	*discovery.Finder
	config      string // ~/.claude
	set         claudeSettings
	session     session
	agents      bool                    // AGENTS.md is read as well
	skip        func(string) bool       // reports whether a directory belongs to the main checkout of this worktree; its files are skipped
	real        map[string]string       // real path of each loaded file, to the path by which it was loaded
	conditional []scopedRule            // rules for some files only, in the working directory and the directories above it
	rulesIn     map[string][]nestedRule // the rules of each directory below the working directory that a call has reached
	base        string                  // the directory to which the patterns of the current rule and of its imports are relative
}

// Discover looks for the rule files and everything else that the request lists.
var Discover = discovery.By("claude-code", Versions, discovery.Executed, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	r := &claudeRun{Finder: p, real: map[string]string{}, rulesIn: map[string][]nestedRule{}, session: sessionOf(p)}
	t := r.Trace
	if r.FindGit() {
		t.Marker = ""
	}
	t.Root = "/"
	t.Names = append(slices.Clone(claudeNames), claudeLocal)
	r.config = facts.Resolve(t.Cwd, r.PathOr("CLAUDE_CONFIG_DIR", facts.Join(r.Home, ".claude")))
	r.settings()
	r.skip = r.mainCheckout()
	r.agents = r.agentsCount()
	r.managed(ctx)
	r.take(r.At(facts.Join(r.config, "CLAUDE.md"), "user"))
	r.rules(ctx, facts.Join(r.config, "rules"), t.Cwd, "user rules")
	for _, dir := range r.chain() {
		r.directory(ctx, dir, "project", r.agents)
	}
	r.added(ctx)
	r.memory()
	r.overlooked(ctx)
	r.parts(ctx)
	_, _ = r.Done("\n\n")
	r.rulesPart()
	r.demand(ctx)
	return t, nil
}

// chain lists the working directory and the directories above it, the highest first. The root of
// the file system is left out, because Claude Code never looks there.
func (r *claudeRun) chain() []string {
	return slices.DeleteFunc(r.Chain(), facts.IsRoot)
}

// directory loads the rule files of the project that lie directly in dir.
func (r *claudeRun) directory(ctx context.Context, dir, tier string, agents bool) {
	checkout := r.skip(dir)
	for _, name := range claudeNames {
		r.ofCheckout(r.At(facts.Join(dir, name), tier), checkout)
	}
	if rules := facts.Join(dir, ".claude", "rules"); rules != facts.Join(r.config, "rules") && !checkout {
		r.rules(ctx, rules, dir, "rules")
	}
	r.take(r.At(facts.Join(dir, claudeLocal), "local"))
	for _, name := range claudeAgents {
		c := r.At(facts.Join(dir, name), "agents")
		switch {
		case agents:
			r.ofCheckout(c, checkout)
		case c.There() && tier == "project":
			r.Add(r.agentsNot(c))
		case c.There():
			r.Add(c.No(discovery.NotLookedFor, "AGENTS.md of an added directory is never read"))
		}
	}
}

// ofCheckout loads a rule file, unless checkout is set. A file with checkout set belongs to the
// main checkout; it is skipped because the worktree has its own copy.
func (r *claudeRun) ofCheckout(c *discovery.Candidate, checkout bool) {
	if !checkout {
		r.take(c)
	} else if c.There() {
		r.Add(c.No(discovery.ShadowedByNear, "the worktree has its own"))
	}
}

// off returns the setting or option that disables the rule files of a tier, or "" if they are
// enabled.
func (r *claudeRun) off(tier string) string {
	switch {
	case tier == "managed":
		return r.session.nothing
	case r.session.nothing != "":
		return r.session.nothing
	}
	return r.set.off(tier)
}

// take loads a file and the files that it imports. It does nothing if the file does not exist.
func (r *claudeRun) take(c *discovery.Candidate) {
	if c.Reason == discovery.Missing {
		return
	}
	if off := r.off(c.Tier); off != "" && c.There() {
		r.Add(c.No(discovery.Disabled, off))
		return
	}
	if pattern := r.set.excluded(c.Path); pattern != "" && c.Tier != "managed" && c.There() {
		r.Add(c.No(discovery.Excluded, "claudeMdExcludes has "+pattern))
		return
	}
	if why := r.unreadable(c); why != "" && c.There() {
		r.Add(c.No(discovery.Disabled, why))
		return
	}
	if first, twice := r.real[c.RealPath]; twice && c.RealPath != "" {
		if c.Path != first {
			r.Add(c.No(discovery.AlreadyLoaded, "it is the same file as "+first))
		}
		return
	}
	d, ok := r.load(c)
	if !ok {
		r.Add(c)
		return
	}
	if c.Tier == "agents" && c.DuplicateOf != "" {
		c.Remarks = nil
		r.Add(c.No(discovery.AlreadyLoaded, "its text is the same as that of "+c.DuplicateOf))
		return
	}
	r.enter(c, d, c.Tier == "user", 0)
}

// managed loads the files and rules that the organisation manages.
func (r *claudeRun) managed(ctx context.Context) {
	r.take(r.At(facts.Join(r.managedDir(), "CLAUDE.md"), "managed"))
	r.rules(ctx, facts.Join(r.managedDir(), ".claude", "rules"), r.Trace.Cwd, "managed")
	if text := r.set.managedText; text != "" {
		s := r.At(r.set.managedFile, "managed")
		s.Remarks = append(s.Remarks, discovery.Remark{Detail: "the key claudeMd"})
		body := trimmed(source.Of(text, discovery.FileOrigin(s.Path, 0, 0, 1)))
		s.Load(framed("<managed-settings>", "managed", body), body.Len())
		if s.Bytes = int64(len(text)); r.session.nothing != "" {
			s.No(discovery.Disabled, r.session.nothing)
		}
		r.Add(s)
	}
}

// added loads the rule files of the session's additional directories if the user has enabled this.
func (r *claudeRun) added(ctx context.Context) {
	const variable = "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD"
	on := truthy(r.env(variable))
	for _, dir := range append(slices.Clone(r.Options.Directories), r.session.directories...) {
		dir = facts.Resolve(r.Trace.Cwd, dir)
		if on {
			r.directory(ctx, dir, "added", false)
			continue
		}
		for _, name := range append(slices.Clone(claudeNames), claudeLocal) {
			if c := r.At(facts.Join(dir, name), "added"); c.There() {
				r.Add(c.No(discovery.Disabled, "files of an added directory are read only if "+variable+" is 1"))
			}
		}
	}
}

// memory loads the beginning of the index of Claude Code's own notes.
func (r *claudeRun) memory() {
	dir := facts.Join(r.config, "projects", slug(checkoutOf(r.World, r.Trace.Cwd)), "memory")
	if r.set.memoryDir != "" {
		dir = r.set.memoryDir
	}
	c := r.At(facts.Join(dir, "MEMORY.md"), "memory")
	if !c.There() {
		return
	}
	if off := cmp.Or(r.session.nothing, r.set.memoryOff); off != "" {
		r.Add(c.No(discovery.Disabled, off))
		return
	}
	if text, ok := r.Text(c); ok {
		r.LoadHead(c, text, 200, 25<<10)
		if body := trimmed(c.Text); body.Len() == 0 {
			c.No(discovery.Empty, "")
		} else {
			c.Text, c.Used = framed(c.Path, "memory", body), body.Len()
		}
	}
	r.Add(c)
}
