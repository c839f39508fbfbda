package qwencode

import (
	"errors"
	"io/fs"
	"slices"

	"galley/engine/agent/geminicli"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// qwenImports is Qwen Code's import processor, a child of Gemini CLI's with two
// ways of its own: code is what Markdown takes for code, and a reference to a
// file that does not exist stays as it is.
type qwenImports struct {
	world facts.World
	file  string // that is expanded
	own   bool   // the file itself counts as processed
}

// expand gives a file's text with its imports, and the references in it.
func (q *qwenImports) expand(file string, text source.Text) (source.Text, []discovery.Import) {
	dir := facts.Dir(file)
	q.file = file
	root := dir
	if found, _, ok := geminicli.Marker(q.world, dir, []string{".git"}, true); ok {
		root = found
	}
	var chain []string
	if q.own {
		chain = append(chain, file)
	}
	return q.tree(text, dir, root, chain, 0)
}

// tree replaces each reference by the file's text between two comments. chain
// holds the files on the way here.
func (q *qwenImports) tree(text source.Text, dir, root string, chain []string, depth int) (source.Text, []discovery.Import) {
	s := text.String()
	code := discovery.MarkedCode(s)
	var b source.Builder
	var imports []discovery.Import
	last := 0
	for _, ref := range geminicli.References(s) {
		if discovery.InSpans(&code, ref.Start) {
			continue
		}
		if facts.BudgetOf(q.world).Import(q.file) != nil {
			break
		}
		full := facts.Resolve(dir, ref.Path)
		in := discovery.Import{Ref: "@" + ref.Path, Path: full, Verdict: discovery.NotLoaded, Offset: ref.Start}
		if depth >= geminicli.Depth {
			in.Reason, in.Detail = discovery.ImportDepth, "five levels are expanded"
			imports = append(imports, in)
			continue
		}
		content, refusal := q.read(&in, ref.Path, full, root, chain)
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
			inner, in.Imports = q.tree(content, facts.Dir(full), root, append(chain[:len(chain):len(chain)], full), depth+1)
			b.Add("<!-- Imported from: "+ref.Path+" -->\n", discovery.NoOrigin)
			b.Append(inner)
			b.Add("\n<!-- End of import from: "+ref.Path+" -->", discovery.NoOrigin)
		}
		imports = append(imports, in)
	}
	b.Append(text.Slice(last, text.Len()))
	return b.Text(), imports
}

// read decides about a reference: its text, or what stands in its place, or
// neither.
func (q *qwenImports) read(in *discovery.Import, name, full, root string, chain []string) (text source.Text, refusal string) {
	switch {
	case geminicli.Scheme().MatchString(name):
		in.Path, in.Reason, in.Detail = "", discovery.ImportRefused, "it is a URL"
		return text, "Import failed: " + name + " - Path traversal attempt"
	case !facts.Within(full, root):
		in.Reason, in.Detail = discovery.ImportRefused, "it lies outside "+root
		return text, "Import failed: " + name + " - Path traversal attempt"
	case slices.Contains(chain, full):
		in.Reason, in.Detail = discovery.AlreadyLoaded, "it is imported on the way here"
		return text, "File already processed: " + name
	}
	data, err := q.world.ReadFile(full)
	switch {
	case err == nil && facts.BudgetOf(q.world).Output(q.file, len(data)) != nil:
		in.Reason = discovery.Unreadable
		return text, ""
	case err == nil:
		in.Verdict = discovery.Loaded
		return discovery.AsImport(discovery.Decode(full, data, 0)), ""
	case errors.Is(err, fs.ErrNotExist) && !errors.Is(err, facts.ErrNotDir):
		in.Reason = discovery.Missing
		return text, ""
	case errors.Is(err, facts.ErrTooLarge):
		in.Reason = discovery.TooLarge
		return text, ""
	}
	in.Reason, in.Detail = discovery.Unreadable, discovery.Why(err)
	if info, serr := q.world.Stat(full); serr == nil && info.IsDir() {
		in.Reason = discovery.NotRegular
		return text, "Import failed: " + name + " - EISDIR: illegal operation on a directory, read"
	}
	call := "open"
	if errors.Is(err, facts.ErrNotDir) || errors.Is(err, facts.ErrLoop) {
		call = "access" // which it asks first
	}
	return text, "Import failed: " + name + " - " + discovery.NodeError(err, call, full)
}
