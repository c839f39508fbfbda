package goose

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/source"
	"galley/engine/textutil"
)

// gooseImports replaces the references in a rule file by the texts of the files that they name.
// Paths must be relative, inside a boundary and not below .git. References are followed three
// levels deep. A file may have at most 64 references, and its references may bring in at most 1
// MiB. A reference counts even inside code, but not if another character than white space comes
// directly before its @.
type gooseImports struct {
	world      facts.World
	boundary   string
	ignored    *gooseIgnore
	operations int
	bytes      int
	spent      bool
	visited    map[string]bool
}

const (
	gooseDepth   = 3
	gooseScanned = 128 << 10 // a longer file is not searched for references
)

var gooseReference = textutil.LazyRegexp(`(?:^|[\s\v\x{85}\p{Z}])@([a-zA-Z0-9_\-./]+(?:\.[a-zA-Z0-9]+)+|[A-Z][a-zA-Z0-9_\-]*|[a-zA-Z0-9_\-./]*[./][a-zA-Z0-9_\-./]*)`)

// expand returns a text with the references in it expanded; their paths are relative to dir.
func (g *gooseImports) expand(text source.Text, dir string, depth int) (source.Text, []discovery.Import) {
	s := text.String()
	if len(s) > gooseScanned {
		return text, nil
	}
	var b source.Builder
	var imports []discovery.Import
	last := 0
	for _, m := range gooseReference().FindAllStringSubmatchIndex(s, -1) {
		ref, at := s[m[2]:m[3]], m[2]-1
		in := discovery.Import{Ref: "@" + ref, Path: facts.Join(dir, ref), Verdict: discovery.NotLoaded, Offset: at}
		content, ok := g.read(&in, ref, dir, depth)
		if ok {
			b.Append(text.Slice(last, at))
			last = m[3]
			g.visited[ref] = true
			var inner source.Text
			inner, in.Imports = g.expand(content, facts.Dir(in.Path), depth+1)
			delete(g.visited, ref)
			b.Add("--- Content from "+ref+" ---\n", discovery.NoOrigin)
			b.Append(inner)
			b.Add("\n--- End of "+ref+" ---", discovery.NoOrigin)
		}
		if in.Verdict == discovery.Loaded || in.Reason != "" && (in.Reason != discovery.Missing || strings.ContainsAny(ref, "/.")) {
			imports = append(imports, in)
		}
	}
	b.Append(text.Slice(last, text.Len()))
	return b.Text(), imports
}

// read returns the text of the file that a reference names. If ok is false, the reference stays in
// the text.
func (g *gooseImports) read(in *discovery.Import, ref, dir string, depth int) (text source.Text, ok bool) {
	refuse := func(reason discovery.Reason, format string, args ...any) (source.Text, bool) {
		in.Reason, in.Detail = reason, fmt.Sprintf(format, args...)
		return source.Text{}, false
	}
	if depth >= gooseDepth {
		return refuse(discovery.ImportDepth, "only %d levels are expanded", gooseDepth)
	}
	if g.spent || g.operations == 0 {
		return refuse(discovery.OverBudget, "at most 64 references and 1 MiB are expanded for a file")
	}
	g.operations--
	switch {
	case g.visited[ref]:
		return refuse(discovery.AlreadyLoaded, "it is one of the files that import this one")
	case facts.Absolute(dir, ref):
		in.Path = ref
		return refuse(discovery.ImportRefused, "an absolute path is refused")
	case gitPath(ref):
		return refuse(discovery.ImportRefused, "files of git are refused")
	}
	info, err := g.world.Stat(in.Path)
	real, _ := g.world.RealPath(in.Path)
	switch {
	case err != nil:
		return refuse(discovery.Missing, "")
	case !facts.Within(real, g.boundary):
		return refuse(discovery.ImportRefused, "it is outside %s", g.boundary)
	case gitPath(strings.TrimPrefix(real, g.boundary)):
		return refuse(discovery.ImportRefused, "files of git are refused")
	case g.ignored.covers(real):
		in.Verdict = discovery.Unknown
		return refuse(discovery.NotKnown, "%s matches it; it is not known whether Goose reads that ignore file here", g.ignored.file)
	case !info.IsRegular():
		return refuse(discovery.NotRegular, "")
	}
	wrapper := len("--- Content from "+ref+" ---\n\n--- End of "+ref+" ---") + int(min(info.Size, 1<<30))
	if wrapper > g.bytes {
		g.spent = true
		return refuse(discovery.OverBudget, "at most 1 MiB is expanded for a file")
	}
	data, err := g.world.ReadFile(real)
	if err != nil {
		return refuse(discovery.Unreadable, "%s", discovery.Why(err))
	}
	if !utf8.ValidString(data) {
		return refuse(discovery.Unreadable, "it is not valid UTF-8")
	}
	if err := facts.BudgetOf(g.world).Charge(in.Path, facts.Amounts{Imports: 1, Output: int64(len(data))}); err != nil {
		return refuse(discovery.Unreadable, "%s", err)
	}
	g.bytes -= wrapper
	in.Path, in.Verdict = real, discovery.Loaded
	return discovery.AsImport(discovery.Decode(real, data, 0)), true
}

// gitPath reports whether one of the elements of a path is .git.
func gitPath(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.EqualFold(part, ".git") })
}

// gooseIgnore is an ignore file of the working directory.
type gooseIgnore struct {
	file, dir string
	rules     glob.Ignore
}

func (i *gooseIgnore) covers(name string) bool {
	rel, inside := discovery.RelativeTo(name, i.dir)
	return inside && i.rules.Ignores(rel, false)
}

// ignored reads the ignore file of the working directory.
func (r *gooseRun) ignored() *gooseIgnore {
	i := &gooseIgnore{dir: r.Trace.Cwd}
	for _, name := range []string{".gooseignore", ".gitignore"} {
		if data, err := r.World.ReadFile(facts.Join(i.dir, name)); err == nil {
			i.file = facts.Join(i.dir, name)
			i.rules.Work = r.Work(i.file)
			i.rules.Add(strings.Split(strings.ReplaceAll(data, "\r\n", "\n"), "\n")...)
			break
		}
	}
	return i
}
