// Package goose follows Goose, whose code was read at commits d0a2390, for 1.41 and later, and
// 0086ae6, with the imports of 20ee205. It was not run.
//
// Goose loads every configured name (.goosehints, AGENTS.md) in its configuration directory; in
// 1.41 then ~/.agents/AGENTS.md, if AGENTS.md is among the names; then every name in each directory
// from the git root down to the working directory or, without a repository, only in the working
// directory. Entries are joined by one line feed under two headings. Files below load on demand,
// whatever the tool: Goose searches the directories of the paths in a call's arguments before the
// next request. Before 1.41 it does so only if a variable is set. In 1.41 all files together may
// have 1 MiB: a file that does not fit is left out.
package goose

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{
	{Name: "1.41", Same: []string{"1.41.0", "d0a2390"}, Evidence: discovery.ReadSource, Date: "2026-07"},
	{Name: "0086ae6", Evidence: discovery.ReadSource},
}

const HintVariable = "DYNAMIC_SUBDIRECTORY_HINT_LOADING"

type gooseRun struct {
	*discovery.Finder
	global, project []source.Text
	newer           bool // version 1.41 or later
	length          int  // bytes loaded so far
}

// mostText is a limit in bytes for the texts of all rule files together in 1.41.
const mostText = 1 << 20

// Discover looks for the rule files.
var Discover = discovery.By("goose", Versions, discovery.ReadSource, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	r := &gooseRun{Finder: p, newer: p.Trace.Version == "1.41"}
	t := r.Trace
	r.FindGit()
	config, shared := facts.Join(r.PathOr("XDG_CONFIG_HOME", facts.Join(r.Home, ".config")), "goose"), facts.Join(r.Home, ".agents")
	if root := r.PathOr("GOOSE_PATH_ROOT", ""); root != "" {
		config, shared = facts.Join(root, "config"), facts.Join(root, ".agents")
	}
	t.Names = r.names(config)
	for _, name := range t.Names {
		c := r.At(facts.Join(config, name), "global")
		r.take(c, config, &r.global)
	}
	if c := r.At(facts.Join(shared, "AGENTS.md"), "global"); r.newer && slices.Contains(t.Names, "AGENTS.md") {
		r.take(c, shared, &r.global)
	} else if r.newer && c.There() {
		r.Add(c.No(discovery.NotLookedFor, "CONTEXT_FILE_NAMES does not name AGENTS.md"))
	}
	for _, dir := range r.Chain() {
		for _, name := range t.Names {
			r.take(r.At(facts.Join(dir, name), "project"), t.Root, &r.project)
		}
	}
	r.overlooked(ctx)
	_, _ = r.Done("\n")
	t.Text = r.joined()
	return t, nil
}

// names returns .goosehints and AGENTS.md, unless CONTEXT_FILE_NAMES, a JSON list in
// the environment or a key in config.yaml, names others.
func (r *gooseRun) names(config string) []string {
	const key = "CONTEXT_FILE_NAMES"
	var names []string
	if value := r.EnvOr(key, ""); value != "" {
		if json.Unmarshal([]byte(value), &names) == nil && len(names) > 0 {
			return discovery.Unique(names)
		}
		r.Note("%s is %q, which is not a JSON list of names", key, value)
	}
	if text, ok := r.SettingText(facts.Join(config, "config.yaml"), "user"); ok {
		values, err := discovery.ReadYAML(text)
		if err != nil {
			r.Note("%s: it is not valid YAML: %s", facts.Join(config, "config.yaml"), settings.Why(err))
		}
		if list, ok := discovery.Texts(values[key]); ok && len(list) > 0 {
			return discovery.Unique(list)
		}
	}
	return []string{".goosehints", "AGENTS.md"}
}

// take loads a file with its imports and appends its text to the list into. The imported files
// must lie inside the directory boundary.
func (r *gooseRun) take(c *discovery.Candidate, boundary string, into *[]source.Text) {
	if c.Reason == discovery.Missing {
		return
	}
	text, ok := r.Text(c)
	real, err := r.World.RealPath(boundary)
	switch {
	case !ok:
	case err != nil || !facts.Within(c.RealPath, real):
		c.No(discovery.LinkOutside, "it leads to "+c.RealPath)
	case !r.valid(c.Path):
		c.No(discovery.Unreadable, "it is not valid UTF-8")
	case text.Len() == 0:
		c.No(discovery.Empty, "")
	default:
		g := &gooseImports{world: r.World, boundary: real, ignored: r.ignored(), operations: 64, bytes: 1 << 20, visited: map[string]bool{}}
		text, c.Imports = g.expand(text, facts.Dir(c.RealPath), 0)
		if r.length += text.Len(); r.newer && r.length > mostText {
			r.length -= text.Len()
			c.No(discovery.OverBudget, "all rule files together may have at most 1 MiB")
			break
		}
		c.Load(text, text.Len())
		*into = append(*into, text)
	}
	r.Add(c)
}

func (r *gooseRun) valid(name string) bool {
	data, err := r.World.ReadFile(name)
	return err == nil && utf8.ValidString(data)
}

// joined returns the global texts and the project's texts, each group under its heading.
func (r *gooseRun) joined() source.Text {
	var parts []source.Text
	for _, group := range []struct {
		title string
		texts []source.Text
	}{{"### Global Hints\n", r.global}, {"### Project Hints\n", r.project}} {
		if len(group.texts) > 0 {
			parts = append(parts, source.Literal(group.title).Append(source.Join(source.Literal("\n"), group.texts...)))
		}
	}
	return source.Join(source.Literal("\n\n"), parts...)
}

// overlooked adds to the trace the files that load later, and the files that people expect goose
// to load, but that it does not load.
func (r *gooseRun) overlooked(ctx context.Context) {
	value := r.EnvOr(HintVariable, "")
	on := value == "1" || strings.EqualFold(value, "true")
	r.Trace.BringsAt(on || r.newer, discovery.Acts...)
	for _, full := range r.Below(ctx, r.Trace.Names...) {
		c := r.At(full, "below")
		switch {
		case c.Reason != "":
		case on || r.newer:
			r.ForDir(c, facts.Dir(full), "when a tool reaches "+facts.Dir(full))
		default:
			c.Never(discovery.BelowCwd, HintVariable+" is not set; later versions are said to load it when the work reaches this directory")
		}
		r.Add(c)
	}
	if r.Trace.Marker != "" {
		r.Above(r.Trace.Names)
	} else {
		for dir := range facts.Up(r.Trace.Cwd) {
			if dir == r.Trace.Cwd {
				continue
			}
			for _, name := range r.Trace.Names {
				if c := r.At(facts.Join(dir, name), "above"); c.There() {
					r.Add(c.Never(discovery.AboveRoot, "without a repository only "+r.Trace.Cwd+" is searched"))
				}
			}
		}
	}
	if c := r.At(facts.Join(r.Home, ".agents", "AGENTS.md"), "user"); !r.newer && c.There() && len(r.Trace.Find(c.Path)) == 0 {
		r.Add(c.Never(discovery.NotLookedFor, "Goose 1.41 and later read it"))
	}
	for _, dir := range r.Chain() {
		r.NotFor(dir, "CONTEXT_FILE_NAMES can name it", "CLAUDE.md", "GEMINI.md")
	}
	r.NearMisses(r.Trace.Names)
}
