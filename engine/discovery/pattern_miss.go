package discovery

import (
	"path"
	"strings"

	"galley/engine/facts"
)

// PatternMiss is a pattern that almost matches a file.
type PatternMiss struct {
	Pattern string // as written in the file
	Mended  string // a pattern that matches the file
	Why     string // why the pattern does not match it; without a final stop
}

// mostMended is the largest number of patterns of one rule that PatternMiss tries to correct.
const mostMended = 64

// PatternMiss says which of a rule's patterns almost matches file, an absolute path, and how to
// correct it. The second result is false if the patterns match the file or none is close to it.
func (c *Candidate) PatternMiss(file string) (PatternMiss, bool) {
	if _, reaches, _ := c.Reaches(file); reaches || c.dialect == nil {
		return PatternMiss{}, false
	}
	rel, inside := RelativeTo(file, c.base)
	if !inside {
		return PatternMiss{}, false
	}
	for _, pattern := range firstFew(c.Patterns, mostMended) {
		if pattern == "" || pattern[0] == '!' {
			continue
		}
		for _, m := range mends {
			mended := m.mend(pattern, rel)
			if mended == "" || mended == pattern {
				continue
			}
			if c.dialect.Covers([]string{mended}, rel) {
				return PatternMiss{pattern, mended, m.why(pattern, rel, c.base)}, true
			}
		}
	}
	return PatternMiss{}, false
}

func firstFew(patterns []string, most int) []string { return patterns[:min(len(patterns), most)] }

// mend is one way in which patterns are written wrongly, with its correction.
type mend struct {
	mend func(pattern, rel string) string
	why  func(pattern, rel, base string) string
}

func always(why string) func(string, string, string) string {
	return func(string, string, string) string { return why }
}

// mends lists the mistakes in the order in which they are tried.
var mends = []mend{
	{func(p, _ string) string { return strings.ReplaceAll(p, `\`, "/") }, always(`it has \ between names: use /`)},
	{listed, always("the agent reads a list in brackets, or with commas, as one pattern")},
	{func(p, _ string) string { return strings.Trim(p, " \t\"'") }, always("it contains quotes or spaces")},
	{func(p, _ string) string { return strings.ReplaceAll(strings.ReplaceAll(p, ", ", ","), " ,", ",") }, always("the alternatives in its braces begin with a space")},
	{splitDoubleStar, always("** covers subdirectories only when it is alone between slashes")},
	{func(p, _ string) string { return strings.TrimLeft(strings.TrimPrefix(p, "./"), "/") }, func(p, _, base string) string {
		if p[0] == '.' {
			return "it begins with ./: patterns are relative to " + base + " without it"
		}
		return "it begins with a slash: patterns are relative to " + base
	}},
	{func(p, rel string) string { return otherCase(p, rel) }, always("upper and lower case differ from the path")},
	{func(p, _ string) string { return strings.TrimSuffix(p, "/") + "/**" }, always("it names a directory, not the files in it")},
	{func(p, _ string) string {
		if strings.Contains(p, "/") {
			return ""
		}
		return "**/" + p
	}, always("without a slash it matches only files at the top")},
	{deeper, always("* matches only within one directory")},
	{func(p, rel string) string {
		if path.Ext(p) != "" || strings.HasSuffix(p, "*") {
			return ""
		}
		return p + path.Ext(rel)
	}, func(_, rel, _ string) string { return "it has no extension, and the path has " + path.Ext(rel) }},
	{otherExtension, func(p, rel, _ string) string {
		return "its extension is not " + path.Ext(rel)
	}},
	{func(p, rel string) string {
		first, _, ok := strings.Cut(rel, "/")
		if !ok || strings.HasPrefix(p, "**") {
			return ""
		}
		return first + "/" + p
	}, func(_, _, base string) string { return "patterns are relative to " + base }},
	{func(p, _ string) string {
		_, rest, _ := strings.Cut(p, "/")
		if rest == "**" || strings.HasPrefix(p, "**") {
			return ""
		}
		return rest
	}, func(_, _, base string) string { return "patterns are relative to " + base }},
	{misspelt, always("a name in it is spelled differently in the path")},
}

// listed returns the item of p that matches the path rel, if p is several patterns in one text,
// such as "a/*, b/*" or "[a/*, b/*]".
func listed(p, rel string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(p, "["), "]")
	if inner == p && (!strings.Contains(p, ",") || strings.Contains(p, "{")) {
		return ""
	}
	for item := range strings.SplitSeq(inner, ",") {
		if item = strings.Trim(item, " \t\"'"); item != "" && Picomatch.match(item, rel) {
			return item
		}
	}
	return ""
}

// splitDoubleStar rewrites "src/**.ts" as "src/**/*.ts".
func splitDoubleStar(p, _ string) string {
	parts := strings.Split(p, "/")
	for i, part := range parts {
		if rest, glued := strings.CutPrefix(part, "**"); glued && rest != "" {
			parts[i] = "**/*" + rest
		}
	}
	return strings.Join(parts, "/")
}

// deeper rewrites "src/*.ts" as "src/**/*.ts".
func deeper(p, _ string) string {
	dir, last := path.Split(p)
	if strings.HasSuffix(dir, "**/") || !strings.Contains(last, "*") || dir == "" {
		return ""
	}
	return dir + "**/" + last
}

// otherExtension replaces the extension of the pattern p by that of the path rel.
func otherExtension(p, rel string) string {
	ext := path.Ext(rel)
	dot := strings.LastIndexByte(p, '.')
	if ext == "" || dot < 0 || strings.Contains(p[dot:], "/") {
		return ""
	}
	first, _, deep := strings.Cut(p, "/")
	if named := deep && !strings.ContainsAny(first, "*?[{"); !named && !sameFamily(p[dot:], ext) {
		return ""
	}
	return p[:dot] + ext
}

// families groups extensions that people often mean together.
var families = []string{".ts.tsx.mts.cts.js.jsx.mjs.cjs.vue.svelte.", ".c.cc.cpp.cxx.h.hh.hpp.", ".yml.yaml.", ".md.mdx.mdc.markdown.", ".htm.html.", ".py.pyi.pyx.", ".css.scss.sass.less.", ".kt.kts.", ".json.jsonc.json5."}

// sameFamily reports whether two extensions belong to the same family.
func sameFamily(a, b string) bool {
	for _, family := range families {
		if strings.Contains(family, a+".") && strings.Contains(family, b+".") {
			return true
		}
	}
	return false
}

// otherCase changes the case of each name without wildcards in the pattern p to the case in which
// the path rel has this name.
func otherCase(p, rel string) string {
	return replaceNames(p, rel, strings.EqualFold)
}

// misspelt replaces each name without wildcards in the pattern p by a name of the path rel that
// differs from it by one letter.
func misspelt(p, rel string) string {
	return replaceNames(p, rel, func(a, b string) bool { return len(a) > 2 && len(b) > 2 && oneEdit(a, b) })
}

// replaceNames replaces each name without wildcards in the pattern p by a name of the path rel that
// is like it. It does the same with the extension of the pattern. The function like reports whether
// two names are similar enough.
func replaceNames(p, rel string, like func(a, b string) bool) string {
	names := strings.Split(rel, "/")
	parts := strings.Split(p, "/")
	for i, part := range parts {
		if strings.ContainsAny(part, `*?[{\`) {
			if dot := strings.LastIndexByte(part, '.'); dot >= 0 && i == len(parts)-1 && like(part[dot:], path.Ext(rel)) {
				parts[i] = part[:dot] + path.Ext(rel)
			}
			continue
		}
		for _, name := range names {
			if part != name && like(part, name) {
				parts[i] = name
				break
			}
		}
	}
	return strings.Join(parts, "/")
}

// oneEdit reports whether two names differ by one added, missing or changed letter, or by two
// swapped ones.
func oneEdit(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(b)-len(a) > 1:
		return false
	case len(b) > len(a):
		return a[i:] == b[i+1:]
	case i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]:
		return true
	}
	return i < len(a) && a[i+1:] == b[i+1:]
}

// Between lists the directories between a directory and a file below it, outermost
// first, without the directory itself.
func Between(dir, file string) (dirs []string) {
	if !facts.Within(file, dir) {
		return nil
	}
	for up := range facts.Up(facts.Dir(file)) {
		if up == dir || !facts.Within(up, dir) {
			break
		}
		dirs = append([]string{up}, dirs...)
	}
	return dirs
}
