package discovery

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"galley/engine/facts"
	"galley/engine/source"
)

// goose follows Goose as its code was read at commit 0086ae6, with the imports
// of 20ee205. It was not run.
//
// Every configured name (.goosehints, AGENTS.md) in the configuration directory;
// then in each directory from the git root down to the session's, only that one
// without a repository, every name. Entries are joined by one line feed under
// two headings. Files below load on demand when a variable says so.
var gooseVersions = []Version{{Name: "0086ae6", Evidence: ReadSource}}

const gooseBelow = "DYNAMIC_SUBDIRECTORY_HINT_LOADING"

type gooseRun struct {
	*Finder
	global, project []source.Text
}

// discoverGoose looks for the rule files.
func discoverGoose(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "goose", gooseVersions, ReadSource)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	r := &gooseRun{Finder: p}
	t := r.trace
	r.git()
	config := facts.Join(r.pathOr("XDG_CONFIG_HOME", facts.Join(r.home, ".config")), "goose")
	t.Names = r.names(config)
	for _, name := range t.Names {
		c := r.at(facts.Join(config, name), "global")
		r.take(c, config, &r.global)
	}
	for _, dir := range r.chain() {
		for _, name := range t.Names {
			r.take(r.at(facts.Join(dir, name), "project"), t.Root, &r.project)
		}
	}
	r.overlooked()
	t, err = r.done("\n")
	t.Text = r.joined()
	return t, err
}

// names are .goosehints and AGENTS.md unless CONTEXT_FILE_NAMES, a JSON list in
// the environment or a key in config.yaml, says otherwise.
func (r *gooseRun) names(config string) []string {
	const key = "CONTEXT_FILE_NAMES"
	var names []string
	if value := r.envOr(key, ""); value != "" {
		if json.Unmarshal([]byte(value), &names) == nil && len(names) > 0 {
			return unique(names)
		}
		r.note("%s is %q, which is no JSON list of names", key, value)
	}
	if text, ok := r.settingText(facts.Join(config, "config.yaml"), "user"); ok {
		values, err := readYAML(text)
		if err != nil {
			r.note("%s: it is no YAML: %s", facts.Join(config, "config.yaml"), firstLine(err.Error()))
		}
		if list, ok := texts(values[key]); ok && len(list) > 0 {
			return unique(list)
		}
	}
	return []string{".goosehints", "AGENTS.md"}
}

// take loads a file with its imports, which may lie in boundary.
func (r *gooseRun) take(c *Candidate, boundary string, into *[]source.Text) {
	if c.Reason == Missing {
		return
	}
	text, ok := r.text(c)
	real, err := r.world.RealPath(boundary)
	switch {
	case !ok:
	case err != nil || !facts.Within(c.RealPath, real):
		c.no(LinkOutside, "it leads to "+c.RealPath)
	case !r.valid(c.Path):
		c.no(Unreadable, "it is no UTF-8")
	case text.Len() == 0:
		c.no(Empty, "")
	default:
		g := &gooseImports{world: r.world, boundary: real, ignored: r.ignored(), operations: 64, bytes: 1 << 20, visited: map[string]bool{}}
		text, c.Imports = g.expand(text, facts.Dir(c.RealPath), 0)
		c.load(text, text.Len())
		*into = append(*into, text)
	}
	r.add(c)
}

func (r *gooseRun) valid(name string) bool {
	data, err := r.world.ReadFile(name)
	return err == nil && utf8.ValidString(data)
}

// joined puts the two groups under their headings.
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

// overlooked adds what loads later, and what people expect to count.
func (r *gooseRun) overlooked() {
	value := r.envOr(gooseBelow, "")
	on := value == "1" || strings.EqualFold(value, "true")
	for _, full := range r.below(r.trace.Names...) {
		c := r.at(full, "below")
		switch {
		case c.Reason != "":
		case on:
			r.forDir(c, facts.Dir(full), "when a tool reaches "+facts.Dir(full))
		default:
			c.never(BelowCwd, gooseBelow+" is not set; later versions are said to load it when work gets there")
		}
		r.add(c)
	}
	if r.trace.Marker != "" {
		r.above(r.trace.Names)
	} else {
		for dir := range facts.Up(r.trace.Cwd) {
			if dir == r.trace.Cwd {
				continue
			}
			for _, name := range r.trace.Names {
				if c := r.at(facts.Join(dir, name), "above"); c.there() {
					r.add(c.never(AboveRoot, "without a repository only "+r.trace.Cwd+" is searched"))
				}
			}
		}
	}
	for _, dir := range r.chain() {
		r.notFor(dir, "CONTEXT_FILE_NAMES can name it", "CLAUDE.md", "GEMINI.md")
	}
	r.nearMisses(r.trace.Names)
}
