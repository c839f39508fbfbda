package discovery

import (
	"errors"
	"io/fs"
	"slices"

	"galley/engine/facts"
	"galley/engine/source"
)

// qwenImports is Qwen Code's import processor, a child of Gemini CLI's with two
// ways of its own: code is what Markdown takes for code, and a reference to a
// file that does not exist stays as it is.
type qwenImports struct {
	world facts.World
	file  string // that is expanded
}

// expand gives a file's text with its imports, and the references in it.
func (q *qwenImports) expand(file string, text source.Text) (source.Text, []Import) {
	dir := facts.Dir(file)
	q.file = file
	root := dir
	if found, _, ok := geminiMarker(q.world, dir, []string{".git"}, true); ok {
		root = found
	}
	return q.tree(text, dir, root, nil, 0)
}

// tree replaces each reference by the file's text between two comments. chain
// holds the files on the way here.
func (q *qwenImports) tree(text source.Text, dir, root string, chain []string, depth int) (source.Text, []Import) {
	s := text.String()
	code := markedCode(s)
	var b source.Builder
	var imports []Import
	last := 0
	for _, ref := range geminiReferences(s) {
		if inSpans(&code, ref.start) {
			continue
		}
		if facts.BudgetOf(q.world).Import(q.file) != nil {
			break
		}
		full := facts.Resolve(dir, ref.path)
		in := Import{Ref: "@" + ref.path, Path: full, Verdict: NotLoaded, Offset: ref.start}
		if depth >= geminiDepth {
			in.Reason, in.Detail = ImportDepth, "five levels are expanded"
			imports = append(imports, in)
			continue
		}
		content, refusal := q.read(&in, ref.path, full, root, chain)
		if refusal == "" && in.Verdict != Loaded {
			imports = append(imports, in) // the reference stays as it is
			continue
		}
		b.Append(text.Slice(last, ref.start))
		last = ref.end
		if refusal != "" {
			b.Add("<!-- "+refusal+" -->", noOrigin)
		} else {
			var inner source.Text
			inner, in.Imports = q.tree(content, facts.Dir(full), root, append(chain[:len(chain):len(chain)], full), depth+1)
			b.Add("<!-- Imported from: "+ref.path+" -->\n", noOrigin)
			b.Append(inner)
			b.Add("\n<!-- End of import from: "+ref.path+" -->", noOrigin)
		}
		imports = append(imports, in)
	}
	b.Append(text.Slice(last, text.Len()))
	return b.Text(), imports
}

// read decides about a reference: its text, or what stands in its place, or
// neither.
func (q *qwenImports) read(in *Import, name, full, root string, chain []string) (text source.Text, refusal string) {
	switch {
	case geminiScheme().MatchString(name):
		in.Path, in.Reason, in.Detail = "", ImportRefused, "it is a URL"
		return text, "Import failed: " + name + " - Path traversal attempt"
	case !facts.Within(full, root):
		in.Reason, in.Detail = ImportRefused, "it lies outside "+root
		return text, "Import failed: " + name + " - Path traversal attempt"
	case slices.Contains(chain, full):
		in.Reason, in.Detail = AlreadyLoaded, "it is imported on the way here"
		return text, "File already processed: " + name
	}
	data, err := q.world.ReadFile(full)
	switch {
	case err == nil && facts.BudgetOf(q.world).Output(q.file, len(data)) != nil:
		in.Reason = Unreadable
		return text, ""
	case err == nil:
		in.Verdict = Loaded
		return asImport(decode(full, data, 0)), ""
	case errors.Is(err, fs.ErrNotExist) && !errors.Is(err, facts.ErrNotDir):
		in.Reason = Missing
		return text, ""
	case errors.Is(err, facts.ErrTooLarge):
		in.Reason = TooLarge
		return text, ""
	}
	in.Reason, in.Detail = Unreadable, why(err)
	if info, serr := q.world.Stat(full); serr == nil && info.IsDir() {
		in.Reason = NotRegular
		return text, "Import failed: " + name + " - EISDIR: illegal operation on a directory, read"
	}
	return text, "Import failed: " + name + " - " + nodeError(err, "open", full)
}
