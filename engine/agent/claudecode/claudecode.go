// Package claudecode follows Claude Code as its documentation describes 2.1.283. The
// program was not run and its code not read.
//
//	managed  CLAUDE.md of the system, and the key claudeMd of managed settings
//	user     ~/.claude/CLAUDE.md, then ~/.claude/rules
//	project  from "/" down to the directory, a git root notwithstanding: in each
//	         CLAUDE.md, .claude/CLAUDE.md, .claude/rules, CLAUDE.local.md
//
// AGENTS.md and .claude/AGENTS.md stand in for the project files where there is
// none on the whole way, unless a setting says otherwise. Rules with "paths" and
// what lies below the directory load when a tool reaches a file there. Imports
// follow the file that names them. How the texts are framed, the order of the
// rules of one directory, and that of CLAUDE.md and .claude/CLAUDE.md are not
// documented: galley puts them one after the other, by name.
package claudecode

import (
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists what is followed, the default first.
var Versions = []discovery.Version{{Name: "2.1.283", Evidence: discovery.Documented}}

// claudeFileCap is the size from which a file is skipped.
const claudeFileCap = 4 << 20

// The project's files in a directory, and those that may stand in for them.
var (
	claudeNames  = []string{"CLAUDE.md", ".claude/CLAUDE.md"}
	claudeAgents = []string{"AGENTS.md", ".claude/AGENTS.md"}
)

const claudeLocal = "CLAUDE.local.md"

type claudeRun struct {
	*discovery.Finder
	config string // ~/.claude
	set    claudeSettings
	agents bool              // AGENTS.md counts here
	real   map[string]string // where links lead, to the path that was loaded
}

// Discover looks for the rule files.
func Discover(ctx context.Context, w facts.World, o discovery.Options) (*discovery.Trace, error) {
	p, err := discovery.Begin(ctx, w, o, "claude-code", Versions, discovery.Documented)
	if err != nil {
		return nil, err
	}
	defer p.Tree.Close()
	r := &claudeRun{Finder: p, real: map[string]string{}}
	t := r.Trace
	if r.FindGit() {
		t.Marker = ""
	}
	t.Root = "/"
	t.Names = append(slices.Clone(claudeNames), claudeLocal)
	r.config = facts.Resolve(t.Cwd, r.PathOr("CLAUDE_CONFIG_DIR", facts.Join(r.Home, ".claude")))
	r.settings()
	r.agents = r.agentsCount()
	r.managed()
	if c := r.At(facts.Join(r.config, "CLAUDE.md"), "user"); r.set.files != claudeManagedOnly {
		r.take(c, false)
	} else if c.There() {
		r.Add(c.No(discovery.Disabled, r.set.off("user")))
	}
	r.rules(facts.Join(r.config, "rules"), t.Cwd, "user rules")
	for _, dir := range r.Chain() {
		r.directory(dir, r.agents)
	}
	r.added()
	r.memory()
	r.overlooked()
	r.Note("how Claude Code frames these texts is not documented; /context lists what it loaded")
	t, err = r.Done("\n\n")
	t.Unstable = false
	return t, err
}

// directory loads the project's files of one directory.
func (r *claudeRun) directory(dir string, agents bool) {
	for _, name := range claudeNames {
		r.project(facts.Join(dir, name), "project")
	}
	for _, name := range claudeAgents {
		full := facts.Join(dir, name)
		if agents {
			r.project(full, "agents")
		} else if c := r.At(full, "agents"); c.There() {
			r.Add(r.agentsNot(c))
		}
	}
	if rules := facts.Join(dir, ".claude", "rules"); rules != facts.Join(r.config, "rules") {
		r.rules(rules, dir, "rules")
	}
	r.project(facts.Join(dir, claudeLocal), "local")
}

// project loads one file of a project unless the session leaves its tier out.
func (r *claudeRun) project(full, tier string) {
	if full == facts.Join(r.config, "CLAUDE.md") {
		return // the user's own
	}
	c := r.At(full, tier)
	if c.Reason == discovery.Missing {
		return
	}
	switch off := r.set.off(tier); {
	case off != "" && c.There():
		r.Add(c.No(discovery.Disabled, off))
	default:
		r.take(c, true)
	}
}

// take loads a file and what it imports. Imports of project files need an
// approval outside the directory.
func (r *claudeRun) take(c *discovery.Candidate, project bool) {
	if c.Reason == discovery.Missing {
		return
	}
	if pattern := r.set.excluded(c); pattern != "" && c.Tier != "managed" && c.There() {
		r.Add(c.No(discovery.Excluded, "claudeMdExcludes has "+pattern))
		return
	}
	text, ok := r.read(c)
	if !ok {
		r.Add(c)
		return
	}
	if c.Tier == "agents" {
		if first, twice := r.real[c.RealPath]; twice {
			r.Add(c.No(discovery.AlreadyLoaded, "it leads to the same file as "+first))
			return
		}
		if c.DuplicateOf != "" {
			c.Remarks = nil
			r.Add(c.No(discovery.AlreadyLoaded, "its text is that of "+c.DuplicateOf))
			return
		}
	}
	r.deviations(c)
	r.enter(c, text, project, 0)
}

// read gives a file's text without its comments.
func (r *claudeRun) read(c *discovery.Candidate) (source.Text, bool) {
	if c.Bytes > claudeFileCap {
		c.No(discovery.TooLarge, "Claude Code skips files over 4 MiB")
		return source.Text{}, false
	}
	text, ok := r.Text(c)
	if !ok {
		return text, false
	}
	return WithoutBlockComments(text), true
}

// enter puts a text among the loaded, and then its imports.
func (r *claudeRun) enter(c *discovery.Candidate, text source.Text, project bool, depth int) {
	c.Load(text, text.Len())
	if strings.TrimSpace(text.String()) == "" {
		c.Reason = discovery.Empty
	}
	if _, there := r.real[c.RealPath]; !there {
		r.real[c.RealPath] = c.Path
	}
	var inside []pending
	c.Imports, inside = r.references(c.Path, text.String(), project, depth)
	r.Add(c)
	at := len(r.Trace.Candidates) - 1
	for _, next := range inside {
		in := &r.Trace.Candidates[at].Imports[next.index]
		r.importFile(next.path, in, project, depth+1)
	}
}

// managed loads what the organisation sets.
func (r *claudeRun) managed() {
	c := r.At(facts.Join(r.managedDir(), "CLAUDE.md"), "managed")
	r.take(c, false)
	if text := r.set.managedText; text != "" {
		s := r.At(r.set.managedFile, "managed")
		s.Remarks = append(s.Remarks, discovery.Remark{Detail: "the key claudeMd"})
		r.Add(s.Load(source.Of(text, discovery.FileOrigin(s.Path, 0, 0, 1)), len(text)))
	}
}

// added looks at further directories of the session.
func (r *claudeRun) added() {
	const variable = "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD"
	on := r.EnvOr(variable, "") == "1"
	for _, dir := range r.Options.Directories {
		dir = facts.Resolve(r.Trace.Cwd, dir)
		if on {
			r.directory(dir, false)
			continue
		}
		for _, name := range append(slices.Clone(claudeNames), claudeLocal) {
			if c := r.At(facts.Join(dir, name), "added"); c.There() {
				r.Add(c.No(discovery.Disabled, "files of an added directory count when "+variable+" is 1"))
			}
		}
	}
}

// memory loads the beginning of the index of what Claude Code noted for itself.
// Under which name it keeps a project is known at second hand.
func (r *claudeRun) memory() {
	dir := r.repositoryOrCwd()
	id := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '-'
	}, dir)
	c := r.At(facts.Join(r.config, "projects", id, "memory", "MEMORY.md"), "memory")
	c.Evidence = discovery.SecondHand
	if text, ok := r.Text(c); ok {
		r.LoadHead(c, text, 200, 25<<10)
		r.Add(c)
	}
}

// deviations puts on a file what people report of it against the documentation.
func (r *claudeRun) deviations(c *discovery.Candidate) {
	dir := facts.Dir(c.Path)
	info, err := r.World.Lstat(facts.Join(r.Trace.Cwd, ".git"))
	if err == nil && info.IsRegular() && dir == facts.Dir(r.Trace.Cwd) && r.Exists(facts.Join(dir, ".git")) {
		c.Remark(discovery.NotKnown, "people report that a file just above a worktree is left out when its directory holds the repository: see /context")
	}
}
