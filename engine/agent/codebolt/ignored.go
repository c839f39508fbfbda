package codebolt

import (
	"regexp"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/textutil"
)

var (
	// closedFolders are shown without their content, whatever .gitignore says.
	closedFolders = []string{"node_modules", ".git", "dist", "build", ".next", ".cache", ".tmp", "tmp"}
	// passing matches the names of temporary files.
	passing = textutil.LazyRegexp(`^───.*\.tar\.zst$|\.(tmp|temp|cache|log|swp|bak)$|~$|^#.*#$|\.DS_Store$|Thumbs\.db$|desktop\.ini$`)
)

// ignored has the patterns of the .gitignore files of all workspace directories in one list. Each
// line becomes a regular expression that may match anywhere in the name or the absolute path; a
// line that ends with a slash must match at the end. "!" and a leading slash have no effect.
type ignored struct {
	lines       []string
	expressions []*regexp.Regexp // nil where a line is not a valid pattern
}

func readIgnored(h *Host, dirs []string) ignored {
	var all ignored
	for _, dir := range dirs {
		text, err := h.World.ReadFile(facts.Join(resolve(h.Dir, dir), ".gitignore"))
		if err != nil {
			continue
		}
		for line := range strings.SplitSeq(text, "\n") {
			if line = trimString(line); line != "" && line[0] != '#' {
				all.lines = append(all.lines, line)
				all.expressions = append(all.expressions, expression(line))
			}
		}
	}
	return all
}

func expression(line string) *regexp.Regexp {
	text := strings.ReplaceAll(line, ".", `\.`)
	text = strings.ReplaceAll(text, "*", ".*")
	text = strings.ReplaceAll(text, "?", ".")
	if rest, slash := strings.CutSuffix(text, "/"); slash {
		text = rest + "$"
	}
	r, err := regexp.Compile(text)
	if err != nil {
		return nil // the agent warns and continues
	}
	return r
}

// by returns the line that hides a file or folder, or "".
func (g ignored) by(name, full string) string {
	for i, r := range g.expressions {
		if r != nil && (r.MatchString(name) || r.MatchString(full)) {
			return g.lines[i]
		}
	}
	for _, line := range g.lines {
		if line == name || line == full || line == name+"/" {
			return line
		}
	}
	return ""
}

// file reports whether a file is left out.
func (g ignored) file(name, full string) bool {
	return g.by(name, full) != "" || name[0] == '.' && name != ".gitignore" || passing().MatchString(name)
}

// folder reports whether a folder is shown without its content.
func (g ignored) folder(name, full string) bool {
	return slices.Contains(closedFolders, name) || g.file(name, full)
}
