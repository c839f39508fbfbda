package codebolt

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

var (
	defaultExcluded = []string{"node_modules/**", ".git/**", "dist/**", "build/**", "*.log", "*.tmp", ".DS_Store",
		"coverage/**", ".next/**", ".nuxt/**", ".codebolt", ".codebolt/**"}
	defaultIncluded = []string{"**/*.ts", "**/*.js", "**/*.json", "**/*.md", "**/*.txt", "**/*.yml", "**/*.yaml"}
)

// fullContext returns the contents of the files that the patterns match, sorted by path.
//
// The agent turns a pattern into a regular expression by replacing ** and then, in the result, *.
// So "**/*.md" requires exactly one directory before the name, and "build/**" matches every entry
// of build but not build itself.
func (e environment) fullContext(ctx context.Context, dir string) source.Text {
	included, given := e.o.texts("includePatterns")
	if !given {
		included = defaultIncluded
	}
	excluded, _ := e.o.texts("excludePatterns")
	w := chooser{ctx: ctx, e: e, root: dir, included: expressions(included),
		excluded: expressions(append(slices.Clone(defaultExcluded), excluded...))}
	w.walk(dir)
	slices.SortFunc(w.found, compareUTF16)

	most, size := e.o.number("maxFiles", 100), e.o.number("maxFileSize", 100*1024)
	var parts []source.Text
	for i, name := range w.found {
		if i >= most {
			parts = append(parts, source.Of("\n... ("+strconv.Itoa(len(w.found)-i)+" more files not shown due to limit)\n", structure))
			break
		}
		parts = append(parts, e.content(dir, name, size))
	}
	return source.Join(source.Of("\n", structure), parts...)
}

func (e environment) content(dir, name string, most int) source.Text {
	var b source.Builder
	b.Add("--- ", structure)
	b.Append(value("project-entries", relative(dir, name)))
	b.Add(" ---\n", structure)
	if info, err := e.host.World.Stat(name); err == nil && info.Size > int64(most) {
		b.Add("[File too large: "+strconv.FormatInt(info.Size, 10)+" bytes]", structure)
	} else {
		text, wrong := file(e.host.World, name)
		b.Append(text)
		if wrong != "" {
			b.Add("[Error reading file: "+wrong+"]", structure)
		}
	}
	b.Add("\n", structure)
	return b.Text()
}

// chooser finds files of a project and skips those that it cannot read.
type chooser struct {
	ctx                context.Context
	e                  environment
	root               string
	included, excluded []*regexp.Regexp
	found              []string
}

func (c *chooser) walk(dir string) {
	entries, err := c.e.host.World.ReadDir(dir)
	if err != nil || c.ctx.Err() != nil {
		return
	}
	for _, entry := range entries {
		full := facts.Join(dir, entry.Name)
		rel := relative(c.root, full)
		switch {
		case match(c.excluded, rel):
		case isDir(entry):
			c.walk(full)
		case isFile(entry) && match(c.included, rel):
			c.found = append(c.found, full)
		}
	}
}

func relative(root, full string) string {
	return strings.TrimPrefix(strings.TrimPrefix(full, root), "/")
}

func match(all []*regexp.Regexp, s string) bool {
	return slices.ContainsFunc(all, func(r *regexp.Regexp) bool { return r.MatchString(s) })
}

// expressions compiles patterns. In the agent an invalid pattern makes the whole search fail; here
// an invalid pattern matches nothing.
func expressions(patterns []string) []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, p := range patterns {
		p = strings.ReplaceAll(p, "**", ".*")
		p = strings.ReplaceAll(p, "*", "[^/]*")
		p = strings.ReplaceAll(p, "?", ".")
		if r, err := regexp.Compile("^" + p + "$"); err == nil {
			all = append(all, r)
		}
	}
	return all
}

// compareUTF16 orders texts by their UTF-16 units, as JavaScript sorts them.
func compareUTF16(a, b string) int {
	x, y := []rune(a), []rune(b)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return int(unitRank(x[i])) - int(unitRank(y[i]))
		}
	}
	return len(x) - len(y)
}

// unitRank ranks a character by its first UTF-16 unit: characters beyond U+FFFF begin
// with one between U+D800 and U+DBFF and so sort before U+E000.
func unitRank(r rune) rune {
	if r >= 0xe000 && r < 0x10000 {
		return r + 0x110000
	}
	return r
}
