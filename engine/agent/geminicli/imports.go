package geminicli

import (
	"errors"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
)

// geminiImports is Gemini CLI's import processor, as measured. 0.28 and 0.61 differ only in what
// marks the root and in whether a link may lead out of the root.
//
// "@path" is an import if the @ begins the text or follows white space, and a dot, a slash or an
// ASCII letter follows it; the path ends at the next white space. Text between two runs of
// back-ticks of the same length is code; other fences and indented code do not count as code. Files
// outside the root are refused.
type geminiImports struct {
	world   facts.World
	markers []string // names that mark a root
	links   bool     // the real path decides whether a file is inside the root, as in 0.61
	flat    bool     // the files follow each other, each once, instead of forming a tree
	file    string   // the file whose text is being expanded
}

// maxDepth is how many levels of imports are expanded. A file on the last level is inserted with
// its references unchanged.
const maxDepth = 5

// expand returns a file's text with its imports inserted, and the list of the references in it.
func (g *geminiImports) expand(file string, text source.Text) (source.Text, []discovery.Import) {
	dir := facts.Dir(file)
	g.file = file
	root := g.root(dir)
	if g.flat {
		return g.flatten(dir, root, text), nil
	}
	tree := ImportTree{World: g.world, File: file, Code: CodeRegions, Read: func(in *discovery.Import, name string, chain []string) (source.Text, string) {
		return g.decide(in, name, root, chain)
	}}
	return tree.Expand(text, dir, nil, 0)
}

// root returns the nearest directory with a marker, or else dir itself.
func (g *geminiImports) root(dir string) string {
	if len(g.markers) > 0 {
		if root, _, found := Marker(g.world, dir, g.markers, !g.links); found {
			return root
		}
	}
	return dir
}

// Marker finds the nearest directory that holds one of the markers. If wantDir is set, as for 0.28,
// the marker must be a directory.
func Marker(w facts.World, dir string, markers []string, wantDir bool) (root, marker string, found bool) {
	markers = slices.DeleteFunc(slices.Clone(markers), func(m string) bool { return facts.Absolute(dir, m) || strings.Contains(m, "..") })
	return facts.NearestFunc(dir, func(name string) bool {
		if wantDir {
			info, _ := w.Lstat(name) // if it fails, IsDir is false
			return info.IsDir()
		}
		_, err := w.Stat(name)
		return err == nil
	}, markers...)
}

// reference is one "@path" in a text.
type reference struct {
	Start, End int
	Path       string
}

// references returns the references in a text, except those in its code.
func references(s string, code []source.Span) []reference {
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
	var out []reference
	for i := 0; i < len(s); i++ {
		if s[i] != '@' || i > 0 && !blank(s[i-1]) {
			continue
		}
		end := i + 1
		for end < len(s) && !blank(s[end]) {
			end++
		}
		name := s[i+1 : end]
		if name != "" && !discovery.InSpans(&code, i) && (name[0] == '.' || name[0] == '/' || name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z') {
			out = append(out, reference{i, end, name})
		}
		i = end
	}
	return out
}

var Scheme = textutil.LazyRegexp(`^(?:file|https?)://`)

// ImportTree is an import processor like Gemini CLI's. It replaces each reference by the text of
// the imported file between two comments. If the file is not inserted, a comment says why.
type ImportTree struct {
	World facts.World
	File  string // the file whose text is being expanded
	// Code returns the spans of a text that are code. References inside code are not expanded.
	Code func(text string) []source.Span
	// LastListed also lists the references in files of the last level, which are not expanded.
	LastListed bool
	// Read decides what replaces a reference. It returns the text of the file, or a refusal, which
	// is inserted as a comment. If it returns neither, the reference stays unchanged. Read sets the
	// fields of in. chain lists the files from the first importing file to the file with the
	// reference.
	Read func(in *discovery.Import, name string, chain []string) (text source.Text, refusal string)
}

// Expand inserts the imports of a text. dir is the directory of the text's file, and depth is the
// level of the text, from 0.
func (t *ImportTree) Expand(text source.Text, dir string, chain []string, depth int) (source.Text, []discovery.Import) {
	if depth >= maxDepth && !t.LastListed {
		return text, nil
	}
	s := text.String()
	var b source.Builder
	var imports []discovery.Import
	last := 0
	for _, ref := range references(s, t.Code(s)) {
		// Files on five levels may each import many, so every reference counts towards the budget.
		if facts.BudgetOf(t.World).Import(t.File) != nil {
			break
		}
		full := facts.Resolve(dir, ref.Path)
		in := discovery.Import{Ref: "@" + ref.Path, Path: full, Verdict: discovery.NotLoaded, Offset: ref.Start}
		if depth >= maxDepth {
			in.Reason, in.Detail = discovery.ImportDepth, "only five levels are expanded"
			imports = append(imports, in)
			continue
		}
		content, refusal := t.Read(&in, ref.Path, chain)
		if refusal == "" && in.Verdict != discovery.Loaded {
			imports = append(imports, in) // the reference stays in the text
			continue
		}
		b.Append(text.Slice(last, ref.Start))
		last = ref.End
		if refusal != "" {
			b.Add("<!-- "+refusal+" -->", discovery.NoOrigin)
		} else {
			var inner source.Text
			inner, in.Imports = t.Expand(content, facts.Dir(full), append(chain[:len(chain):len(chain)], full), depth+1)
			b.Add("<!-- Imported from: "+ref.Path+" -->\n", discovery.NoOrigin)
			b.Append(inner)
			b.Add("\n<!-- End of import from: "+ref.Path+" -->", discovery.NoOrigin)
		}
		imports = append(imports, in)
	}
	b.Append(text.Slice(last, text.Len()))
	return b.Text(), imports
}

// Flatten returns a text followed by every file that it imports, directly or indirectly. dir is the
// directory of the text's file. Each file comes once. The imports of a file come from last to
// first, and each is followed by its own imports. head is the heading of the text itself.
func (t *ImportTree) Flatten(text source.Text, dir, head string) source.Text {
	var blocks []source.Text
	done := map[string]bool{}
	var visit func(text source.Text, dir, name string)
	visit = func(text source.Text, dir, name string) {
		done[name] = true
		blocks = append(blocks, source.Literal("--- File: "+name+" ---\n").
			Append(text.TrimFunc(source.IsJSSpace), source.Literal("\n--- End of File: "+name+" ---")))
		s := text.String()
		for _, ref := range slices.Backward(references(s, t.Code(s))) {
			if facts.BudgetOf(t.World).Import(t.File) != nil {
				return
			}
			full := facts.Resolve(dir, ref.Path)
			in := discovery.Import{Path: full}
			if done[full] {
				continue
			}
			if content, refusal := t.Read(&in, ref.Path, nil); refusal == "" && in.Verdict == discovery.Loaded {
				visit(content, facts.Dir(full), full)
			}
		}
	}
	visit(text, dir, head)
	return source.Join(source.Literal("\n\n"), blocks...)
}

// decide returns the text of an imported file for the tree of imports, or the reason why the file
// is not inserted.
func (g *geminiImports) decide(in *discovery.Import, name, root string, chain []string) (source.Text, string) {
	if !g.allowed(name, in.Path, root) {
		if Scheme().MatchString(name) {
			in.Path = ""
		}
		in.Reason, in.Detail = discovery.ImportRefused, "it is outside "+root
		return source.Text{}, "Import failed: " + name + " - Path traversal attempt"
	}
	if slices.Contains(chain, in.Path) {
		in.Reason, in.Detail = discovery.AlreadyLoaded, "it is one of the files that import this one"
		return source.Text{}, "File already processed: " + name
	}
	content, message, reason := g.read(in.Path)
	in.Reason = reason
	if message != "" {
		in.Detail = message
		return source.Text{}, "Import failed: " + name + " - " + message
	}
	in.Verdict = discovery.Loaded
	return content, ""
}

// flatten returns the text and every imported file, one after the other, each once. The heading of
// the first file is its directory instead of its path, so this file comes again if another file
// imports it.
func (g *geminiImports) flatten(dir, root string, text source.Text) source.Text {
	tree := ImportTree{World: g.world, File: g.file, Code: CodeRegions, Read: func(in *discovery.Import, name string, _ []string) (source.Text, string) {
		return g.decide(in, name, root, nil)
	}}
	return tree.Flatten(text, dir, dir)
}

// read returns the text of an imported file. If that fails, message is node's error message.
func (g *geminiImports) read(full string) (text source.Text, message string, reason discovery.Reason) {
	if _, err := g.world.Stat(full); err != nil {
		return source.Text{}, discovery.NodeError(err, "access", full), discovery.Missing
	}
	data, err := g.world.ReadFile(full)
	if errors.Is(err, facts.ErrTooLarge) {
		return source.Text{}, "", discovery.TooLarge // only galley's limit is exceeded: the agent would insert the whole text
	}
	if err != nil {
		if info, serr := g.world.Stat(full); serr == nil && info.IsDir() {
			return source.Text{}, "EISDIR: illegal operation on a directory, read", discovery.NotRegular
		}
		return source.Text{}, discovery.NodeError(err, "open", full), discovery.Unreadable
	}
	if err := facts.BudgetOf(g.world).Output(g.file, len(data)); err != nil {
		return source.Text{}, "", discovery.Unreadable
	}
	return discovery.AsImport(discovery.Decode(full, data, 0)), "", ""
}

// allowed reports whether an import may be read. It must not be a URL, and it must lie inside the
// root. For this check only, 0.61 decodes percent-encoded bytes and follows links.
func (g *geminiImports) allowed(name, full, root string) bool {
	if Scheme().MatchString(name) {
		return false
	}
	if g.links {
		full, root = g.real(unescaped(full)), g.real(unescaped(root))
	}
	return root != "" && facts.Within(full, root)
}

func unescaped(name string) string {
	if decoded, err := url.PathUnescape(name); err == nil {
		return facts.Resolve(facts.Root(name), decoded)
	}
	return name
}

// real resolves the links in the part of a path that exists, or returns "" if this fails. It also
// fails for a long chain of links, because RealPath reports such a chain as a loop.
func (g *geminiImports) real(name string) string {
	real, err := g.world.RealPath(name)
	switch {
	case err == nil:
		return real
	case errors.Is(err, fs.ErrPermission), errors.Is(err, facts.ErrLoop), strings.Contains(name, "\x00"):
		return ""
	case facts.IsRoot(name):
		return name
	}
	if target, err := g.world.Readlink(name); err == nil {
		return g.real(facts.Resolve(facts.Dir(name), target))
	}
	return facts.Join(g.real(facts.Dir(name)), path.Base(name))
}

// CodeRegions returns the code in a text: each run of back-ticks with the text up to the next run
// of the same length. If such a run is missing, the search is repeated with fewer back-ticks. So a
// fence that is never closed protects only its own back-ticks.
func CodeRegions(s string) []source.Span {
	type run struct{ at, n int }
	var runs []run
	for i := 0; i < len(s); i++ {
		if s[i] == '`' {
			start := i
			for i < len(s) && s[i] == '`' {
				i++
			}
			runs = append(runs, run{start, i - start})
		}
	}
	longest := make([]int, len(runs)+1) // the longest of the runs from this index on
	for i := len(runs) - 1; i >= 0; i-- {
		longest[i] = max(longest[i+1], runs[i].n)
	}
	// next returns the index of the first run, from i on, with at least n back-ticks. skip[i] is
	// the index of the next run that is longer than run i; a run that is too short for n also rules
	// out the runs that skip passes.
	skip := make([]int, len(runs))
	for i := len(runs) - 1; i >= 0; i-- {
		skip[i] = i + 1
		for skip[i] < len(runs) && runs[skip[i]].n <= runs[i].n {
			skip[i] = skip[skip[i]]
		}
	}
	next := func(i, n int) int {
		for i < len(runs) && runs[i].n < n {
			i = skip[i]
		}
		return i
	}
	var out []source.Span
	for i := 0; i < len(runs); {
		r := runs[i]
		n := max(min(r.n, longest[i+1]), r.n/2)
		if n == 0 {
			i++
			continue
		}
		if n <= r.n/2 { // the second half of the run closes its first half
			out = append(out, source.Span{Start: r.at, End: r.at + 2*n})
			runs[i] = run{r.at + 2*n, r.n - 2*n}
			continue
		}
		k := next(i+1, n)
		end := runs[k].at + n
		out = append(out, source.Span{Start: r.at, End: end})
		runs[k] = run{end, runs[k].n - n}
		i = k
	}
	return out
}
