// Package kilo follows Kilo's command line program 7.7.7, which is made from OpenCode: measured on
// the released program, headless, and read in its code.
//
// All rule files stand in the system message, in this order (CONFIG is $XDG_CONFIG_HOME/kilo or
// ~/.config/kilo):
//
//	global   the first that exists of $KILO_CONFIG_DIR/AGENTS.md, CONFIG/AGENTS.md,
//	         ~/.claude/CLAUDE.md
//	local    AGENTS.md, else CLAUDE.md, else CONTEXT.md: of the first kind that
//	         exists anywhere on the way, all files from the working directory up to the
//	         repository's root, the nearest first
//	rules    the .md files directly in .kilo/rules and .kilocode/rules of the home, then
//	         those in the same folders of the working directory; .kilocoderules; then
//	         for each mode the .md files in .kilo/rules-MODE and .kilocode/rules-MODE,
//	         and .kilocoderules-MODE. If two folders that are named together here have
//	         a file of the same name, only the first one's counts
//	settings the instructions of the settings files: paths, patterns, URLs
//
// If the project names a file outside the repository's root, Kilo reads this file as empty.
// Without a repository, the working directory counts as this root. The same holds for a file behind
// a link. Empty files are not sent. A reference {file:PATH} in a rule file is replaced by that
// file's text. A project's rule file with a reference {env:NAME} is not sent. Each path is loaded
// only once. When the read tool reaches a file below the working directory, the rule files of that
// file's directories are added; see nested.go.
package kilo

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "7.7.7", Evidence: discovery.Executed, Date: "2026-11"}}

// kinds are the names of rule files in the order of the search.
var kinds = []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"}

// modes lists the modes that have rules of their own. Kilo sends the rules of all modes, whichever
// one is active.
var modes = []string{"code", "architect", "ask", "debug", "orchestrator"}

// run is one discovery.
type run struct {
	*discovery.Finder
	cwd       string
	config    string // the directory that the package comment calls CONFIG
	configDir string // $KILO_CONFIG_DIR
	top       string // the root within which files of a project must lie
	noProject bool
	urls      []string
	servers   []server
}

// Discover looks for the rule files.
var Discover = discovery.By("kilo", Versions, discovery.Executed, discover)

func discover(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
	r := &run{Finder: f, cwd: f.Trace.Cwd}
	r.config = facts.Join(r.PathOr("XDG_CONFIG_HOME", facts.Join(r.Home, ".config")), "kilo")
	r.configDir = r.PathOr("KILO_CONFIG_DIR", "")
	v := strings.ToLower(r.EnvOr("KILO_DISABLE_PROJECT_CONFIG", ""))
	r.noProject = v == "1" || v == "true"
	r.top = r.cwd
	r.Trace.Root = facts.Root(r.cwd)
	if r.FindGit() {
		r.top = r.Trace.Root
	}
	r.global()
	r.local()
	r.rules(ctx)
	r.settings(ctx)
	r.part()
	r.below(ctx)
	r.skills(ctx)
	r.others(ctx)
	r.NearMisses(kinds[:2])
	return r.Done("\n")
}

// part adds the texts of the loaded rule files to the request, as one part of the system message.
func (r *run) part() {
	var b source.Builder
	for _, c := range r.Trace.Candidates {
		if c.Verdict == discovery.Loaded {
			b.Append(c.Text.Append(source.Literal("\n")))
		}
	}
	r.Trace.AddPart(discovery.Part{Name: "rules", Role: "system", Where: "system[0]", Text: b.Text()})
}

func (r *run) global() {
	paths := []string{facts.Join(r.config, "AGENTS.md"), facts.Join(r.Home, ".claude", "CLAUDE.md")}
	if r.configDir != "" {
		paths = append([]string{facts.Join(r.configDir, "AGENTS.md")}, paths...)
	}
	r.First(discovery.Alone(paths), discovery.FirstRule{
		Tier: "global", Shadowed: discovery.ShadowedGlobal, Says: " comes first",
		Take: func(c *discovery.Candidate) { r.take(c, true) },
	})
}

// local searches the working directory and the directories above it for rule files. Files above the
// root are found but read as empty.
func (r *run) local() {
	r.First(slices.DeleteFunc(r.UpByKind(kinds, r.cwd, r.Trace.Root), r.loops), discovery.FirstRule{
		Tier: "local", Shadowed: discovery.ShadowedByKind, Says: " comes first",
		Off: func(*discovery.Candidate) string {
			if r.noProject {
				return "KILO_DISABLE_PROJECT_CONFIG"
			}
			return ""
		},
		Take: func(c *discovery.Candidate) { r.take(c, false) },
	})
	if r.Trace.Marker != "" {
		r.Above(kinds)
	}
}

// loops reports whether a link among the files of the group leads back to itself. Kilo loads no
// file of such a group, so loops records the existing files as not loaded.
func (r *run) loops(g discovery.Group) bool {
	at := slices.IndexFunc(g.Paths, func(full string) bool {
		_, err := r.World.Stat(full)
		return errors.Is(err, facts.ErrLoop)
	})
	if at < 0 {
		return false
	}
	for _, full := range g.Paths {
		if c := r.At(full, "local"); c.Reason != discovery.Missing {
			r.Add(c.No(discovery.Unreadable, g.Paths[at]+" is a link to itself, and then Kilo reads no "+g.Name+" at all"))
		}
	}
	return true
}

// rules loads the files of the rule folders, and the single files .kilocoderules and
// .kilocoderules-MODE.
func (r *run) rules(ctx context.Context) {
	home := []string{facts.Join(r.Home, ".kilo", "rules"), facts.Join(r.Home, ".kilocode", "rules")}
	r.folders(ctx, home, "global rules", true)
	if r.cwd != r.Home {
		r.folders(ctx, []string{facts.Join(r.cwd, ".kilo", "rules"), facts.Join(r.cwd, ".kilocode", "rules")}, "rules", false)
	}
	r.file(facts.Join(r.cwd, ".kilocoderules"))
	for _, mode := range modes {
		r.folders(ctx, []string{facts.Join(r.cwd, ".kilo", "rules-"+mode), facts.Join(r.cwd, ".kilocode", "rules-"+mode)}, "rules of the mode "+mode, false)
		r.file(facts.Join(r.cwd, ".kilocoderules-"+mode))
	}
}

// file loads a single file of rules, if it exists.
func (r *run) file(full string) {
	if c := r.At(full, "rules"); c.Reason != discovery.Missing {
		r.take(c, false)
	}
}

// folders loads the rule files directly in these folders. If two files have the same name, the
// first one counts.
func (r *run) folders(ctx context.Context, dirs []string, tier string, trusted bool) {
	taken := map[string]string{}
	for _, dir := range dirs {
		entries, _ := r.World.ReadDir(dir)
		var found []*discovery.Candidate
		for _, e := range entries {
			c := r.At(facts.Join(dir, e.Name), tier)
			switch {
			case e.Type.IsDir():
				for _, f := range r.FilesIn(ctx, c.Path, false) {
					r.Add(r.At(f, tier).Never(discovery.NotLookedFor, "only files directly in "+dir+" are rules"))
				}
			case !strings.HasSuffix(e.Name, ".md"):
				r.Add(c.Never(discovery.NotLookedFor, "only .md files are rules here"))
			case !e.Type.IsRegular():
				r.Add(c.Never(discovery.LinkRefused, "Kilo does not follow a link to a rule"))
			case taken[e.Name] != "":
				r.Add(c.No(discovery.ShadowedByName, taken[e.Name]))
			default:
				taken[e.Name] = c.Path
				found = append(found, c)
			}
		}
		for _, c := range found {
			if len(found) > 1 {
				c.Group = dir
			}
			r.take(c, trusted)
		}
	}
}

// take loads a file that the search has found. If trusted is not set, a file outside the project is
// not loaded.
func (r *run) take(c *discovery.Candidate, trusted bool) {
	if first, twice := r.Taken[c.Path]; twice {
		c.DuplicateOf = c.Path
		r.Add(c.No(discovery.AlreadyLoaded, "as "+first))
		return
	}
	r.Taken[c.Path] = c.Tier
	if text, ok := r.read(c, trusted); ok {
		c.Load(source.Literal("Instructions from: "+c.Path+"\n").Append(text), text.Len())
	}
	r.Add(c)
}

// read reads a rule file and replaces its references. If Kilo does not send the file, the second
// result is false, and the candidate has the reason.
func (r *run) read(c *discovery.Candidate, trusted bool) (source.Text, bool) {
	if !trusted && c.RealPath != "" && !facts.Inside(r.World, r.top, c.Path) {
		c.No(discovery.OutsideRoot, "Kilo reads no file of a project outside "+r.top)
		return source.Text{}, false
	}
	text, ok := r.Text(c)
	if !ok {
		return source.Text{}, false
	}
	text, why := r.substitute(text, c.Path, trusted)
	switch {
	case why != "":
		c.No(discovery.ImportRefused, why)
		return source.Text{}, false
	case text.Len() == 0:
		c.No(discovery.Empty, "")
		return source.Text{}, false
	}
	return text, true
}

// scan searches these directories, the nearest first, for files that match a pattern of the
// settings.
func (r *run) scan(entry, pattern string, dirs []string, index int, absolute, trusted bool) {
	found := false
	for level, dir := range dirs {
		paths, _ := glob.Npm(r.TreeFor(dir), dir, pattern, glob.Options{Dot: !absolute})
		for _, p := range paths {
			found = true
			c := r.At(p, "instructions")
			if len(paths) > 1 {
				c.Group = strconv.Itoa(index) + "." + strconv.Itoa(level)
			}
			c.Remarks = append(c.Remarks, discovery.Remark{Detail: "matches " + strconv.Quote(r.Mask(entry))})
			r.take(c, trusted)
		}
	}
	if !found {
		c := r.Unmatched(r.entry(entry), entry, dirs...)
		c.Detail = "looked in " + dirs[0] + ", and above it where the pattern is relative"
		r.Add(c)
	}
}

// entry returns a candidate for an entry of the settings that does not name a file.
func (r *run) entry(entry string) *discovery.Candidate {
	return &discovery.Candidate{Path: entry, Shown: r.Mask(entry), Tier: "instructions", LoadType: discovery.AtLaunch,
		Verdict: discovery.NotLoaded, Evidence: discovery.Executed}
}

// instruction loads one entry of the settings' instructions.
func (r *run) instruction(e instruction, index int) {
	if strings.HasPrefix(e.text, "https://") || strings.HasPrefix(e.text, "http://") {
		r.urls = append(r.urls, e.text)
		return
	}
	p := e.text
	if strings.HasPrefix(p, "~/") {
		p = discovery.NodeJoin(r.Home, p[2:])
	}
	switch {
	case facts.Absolute(r.cwd, p):
		dir, base := discovery.NodeSplit(p)
		r.scan(e.text, base, []string{dir}, index, true, e.trusted)
	case r.noProject && r.configDir != "":
		r.scan(e.text, p, []string{r.configDir}, index, false, e.trusted)
	case r.noProject:
		r.scan(e.text, p, []string{r.config}, index, false, e.trusted)
	default:
		r.scan(e.text, p, r.UpTo(r.cwd, r.Trace.Root), index, false, false)
	}
}

// fetch loads the documents from URLs. They come after all files.
func (r *run) fetch(ctx context.Context) {
	for _, url := range r.urls {
		c := r.entry(url)
		if body, ok := r.Fetched(ctx, c, url, r.Options.Fetch); ok {
			text := discovery.FileText(url, body)
			r.Add(c.Load(source.Literal("Instructions from: "+url+"\n").Append(text), text.Len()))
		}
	}
}

// up searches the directories from the working directory up to the repository's root, the nearest
// first. It returns the paths in them that have one of the names and exist.
func (r *run) up(names ...string) (out []string) {
	for _, dir := range r.UpTo(r.cwd, r.Trace.Root) {
		for _, name := range names {
			if full := facts.Join(dir, name); r.Exists(full) {
				out = append(out, full)
			}
		}
	}
	return out
}

// dirs returns Kilo's own folders, the project's before the home's. Some of them may not exist.
func (r *run) dirs() (out []string) {
	out = append(out, r.config)
	if !r.noProject {
		out = append(out, r.up(".kilocode", ".kilo")...)
	}
	out = append(out, facts.Join(r.Home, ".kilocode"), facts.Join(r.Home, ".kilo"))
	if r.configDir != "" {
		out = append(out, r.configDir)
	}
	return discovery.Unique(out)
}

// trusts reports whether a folder with settings belongs to the user and not to the project.
func (r *run) trusts(dir string) bool { return dir == r.configDir || !facts.Within(dir, r.top) }
