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
)

// geminiImports is Gemini CLI's import processor, as measured. 0.28 and 0.61 differ
// only in what marks the root and in whether links out of it are followed.
//
// "@path" is an import if the @ begins the text or follows a blank, and a dot, a
// slash or an ASCII letter follows it; the path ends at the next blank. Text between
// runs of back-ticks of one length is code; fences of other kinds and indented code
// are not. Files outside the root are refused.
type geminiImports struct {
	world   facts.World
	markers []string // what marks a root
	links   bool     // a path is judged by where its links lead (0.61)
	flat    bool     // every file once, one after the other, instead of a tree
	file    string   // the file being expanded
}

// maxDepth is how many levels are expanded; the text of the last level is put in with
// its references unchanged.
const maxDepth = 5

// expand returns a file's text with its imports, and the references in it.
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

// root returns the nearest directory with a marker, or else the file's own.
func (g *geminiImports) root(dir string) string {
	if len(g.markers) > 0 {
		if root, _, found := Marker(g.world, dir, g.markers, !g.links); found {
			return root
		}
	}
	return dir
}

// Marker finds the nearest directory that holds one of the markers; 0.28 accepts only
// a directory as the marker.
func Marker(w facts.World, dir string, markers []string, wantDir bool) (root, marker string, found bool) {
	markers = slices.DeleteFunc(slices.Clone(markers), func(m string) bool { return facts.Absolute(dir, m) || strings.Contains(m, "..") })
	return facts.NearestFunc(dir, func(name string) bool {
		if wantDir {
			info, err := w.Lstat(name)
			return err == nil && info.IsDir()
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

// references finds the references in a text outside its code.
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

var Scheme = discovery.LazyRegexp(`^(?:file|https?)://`)

// ImportTree is an import processor like Gemini CLI's: it replaces each reference by
// the file's text between two comments, or by a comment that says why not.
type ImportTree struct {
	World facts.World
	File  string // the file being expanded
	// Code finds the code in a text. References inside code are not expanded.
	Code func(text string) []source.Span
	// LastListed lists references in files of the last level.
	LastListed bool
	// Read decides about a reference: it returns the file's text, or a refusal to put
	// into a comment, or neither if the reference stays as it is. It fills in the
	// import. chain has the files on the way there.
	Read func(in *discovery.Import, name string, chain []string) (text source.Text, refusal string)
}

// Expand expands a text in a directory, depth levels down.
func (t *ImportTree) Expand(text source.Text, dir string, chain []string, depth int) (source.Text, []discovery.Import) {
	if depth >= maxDepth && !t.LastListed {
		return text, nil
	}
	s := text.String()
	var b source.Builder
	var imports []discovery.Import
	last := 0
	for _, ref := range references(s, t.Code(s)) {
		// Five levels of siblings multiply, so each reference counts.
		if facts.BudgetOf(t.World).Import(t.File) != nil {
			break
		}
		full := facts.Resolve(dir, ref.Path)
		in := discovery.Import{Ref: "@" + ref.Path, Path: full, Verdict: discovery.NotLoaded, Offset: ref.Start}
		if depth >= maxDepth {
			in.Reason, in.Detail = discovery.ImportDepth, "five levels are expanded"
			imports = append(imports, in)
			continue
		}
		content, refusal := t.Read(&in, ref.Path, chain)
		if refusal == "" && in.Verdict != discovery.Loaded {
			imports = append(imports, in) // the reference stays as it is
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

// Flatten puts a text in a directory, and every file that it imports, one after the
// other: each file once, the imports of a file from last to first, each followed by
// its own. head is the heading of the text itself.
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

// decide reads an import of a tree, or returns why not.
func (g *geminiImports) decide(in *discovery.Import, name, root string, chain []string) (source.Text, string) {
	if !g.allowed(name, in.Path, root) {
		if Scheme().MatchString(name) {
			in.Path = ""
		}
		in.Reason, in.Detail = discovery.ImportRefused, "it lies outside "+root
		return source.Text{}, "Import failed: " + name + " - Path traversal attempt"
	}
	if slices.Contains(chain, in.Path) {
		in.Reason, in.Detail = discovery.AlreadyLoaded, "it is imported on the way here"
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

// flatten puts every file once, one after the other. The file itself is headed by its
// directory, so it comes again if it is imported.
func (g *geminiImports) flatten(dir, root string, text source.Text) source.Text {
	tree := ImportTree{World: g.world, File: g.file, Code: CodeRegions, Read: func(in *discovery.Import, name string, _ []string) (source.Text, string) {
		return g.decide(in, name, root, nil)
	}}
	return tree.Flatten(text, dir, dir)
}

// read returns a file as an import, or node's message.
func (g *geminiImports) read(full string) (text source.Text, message string, reason discovery.Reason) {
	if _, err := g.world.Stat(full); err != nil {
		return text, discovery.NodeError(err, "access", full), discovery.Missing
	}
	data, err := g.world.ReadFile(full)
	if errors.Is(err, facts.ErrTooLarge) {
		return text, "", discovery.TooLarge // the agent would insert all of it
	}
	if err != nil {
		if info, serr := g.world.Stat(full); serr == nil && info.IsDir() {
			return text, "EISDIR: illegal operation on a directory, read", discovery.NotRegular
		}
		return text, discovery.NodeError(err, "open", full), discovery.Unreadable
	}
	if err := facts.BudgetOf(g.world).Output(g.file, len(data)); err != nil {
		return text, "", discovery.Unreadable
	}
	return discovery.AsImport(discovery.Decode(full, data, 0)), "", ""
}

// allowed reports whether an import may be read: not a URL, and inside the root. Only
// for this check 0.61 decodes percent signs and follows links.
func (g *geminiImports) allowed(name, full, root string) bool {
	if Scheme().MatchString(name) {
		return false
	}
	if g.links {
		var ok bool
		if full, ok = g.real(unescaped(full)); !ok {
			return false
		}
		if root, ok = g.real(unescaped(root)); !ok {
			return false
		}
	}
	return facts.Within(full, root)
}

func unescaped(name string) string {
	if decoded, err := url.PathUnescape(name); err == nil {
		return facts.Resolve(facts.Root(name), decoded)
	}
	return name
}

// real resolves a path as far as it exists.
func (g *geminiImports) real(name string) (string, bool) {
	for hops := 0; hops < 40; hops++ {
		real, err := g.world.RealPath(name)
		if err == nil {
			return real, true
		}
		if errors.Is(err, fs.ErrPermission) || errors.Is(err, facts.ErrLoop) || strings.Contains(name, "\x00") {
			return "", false
		}
		if target, err := g.world.Readlink(name); err == nil {
			name = facts.Resolve(facts.Dir(name), target)
			continue
		}
		if facts.IsRoot(name) {
			return name, true
		}
		parent, ok := g.real(facts.Dir(name))
		return facts.Join(parent, path.Base(name)), ok
	}
	return "", false
}

// CodeRegions finds the code regions: a run of back-ticks up to the next run of the
// same length. A run without a partner is tried again shorter, so a fence that is
// never closed protects only its own back-ticks.
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
	longest := make([]int, len(runs)+1) // the longest of the runs from here on
	for i := len(runs) - 1; i >= 0; i-- {
		longest[i] = max(longest[i+1], runs[i].n)
	}
	// next finds the first run from i on with at least n; runs that are too short for
	// n are too short for longer runs before them as well.
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
		if n <= r.n/2 { // its own second half closes it
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
