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

// qwenImports is Qwen Code's import processor, which is derived from that of Gemini CLI. It differs
// in two ways: it finds code as Markdown defines it, and it leaves a reference to a missing file in
// the text.
type qwenImports struct {
	world facts.World
	file  string // the file being expanded
	own   bool   // the file itself counts as already processed
	flat  bool   // imported files follow the file instead of being put into it
}

// expand returns a file's text with its imports inserted, and the list of the references in it.
func (q *qwenImports) expand(file string, text source.Text) (source.Text, []discovery.Import) {
	dir, written := facts.Dir(file), text
	q.file = file
	root := dir
	if found, _, ok := geminicli.Marker(q.world, dir, []string{".git"}, true); ok {
		root = found
	}
	var chain []string
	if q.own {
		chain = append(chain, file)
	}
	tree := geminicli.ImportTree{World: q.world, File: file, Code: discovery.MarkedCode, LastListed: true, Read: func(in *discovery.Import, name string, chain []string) (source.Text, string) {
		return q.read(in, name, root, chain)
	}}
	text, imports := tree.Expand(text, dir, chain, 0)
	if q.flat {
		text = tree.Flatten(written, dir, q.head(file))
	}
	return text, imports
}

// head returns a file's heading in the flat format. In 0.15.10 the heading is the file's directory,
// as in Gemini CLI.
func (q *qwenImports) head(file string) string {
	if q.own {
		return file
	}
	return facts.Dir(file)
}

// read decides what replaces a reference. It returns the file's text, or a comment. If it returns
// neither, the reference stays unchanged.
func (q *qwenImports) read(in *discovery.Import, name, root string, chain []string) (source.Text, string) {
	full := in.Path
	switch {
	case geminicli.Scheme().MatchString(name):
		in.Path, in.Reason, in.Detail = "", discovery.ImportRefused, "it is a URL"
		return source.Text{}, "Import failed: " + name + " - Path traversal attempt"
	case !facts.Within(full, root):
		in.Reason, in.Detail = discovery.ImportRefused, "it is outside "+root
		return source.Text{}, "Import failed: " + name + " - Path traversal attempt"
	case slices.Contains(chain, full):
		in.Reason, in.Detail = discovery.AlreadyLoaded, "it is one of the files that import this one"
		return source.Text{}, "File already processed: " + name
	}
	data, err := q.world.ReadFile(full)
	switch {
	case facts.BudgetOf(q.world).Output(q.file, len(data)) != nil:
		in.Reason = discovery.Unreadable
		return source.Text{}, ""
	case err == nil:
		in.Verdict = discovery.Loaded
		return discovery.AsImport(discovery.Decode(full, data, 0)), ""
	case errors.Is(err, fs.ErrNotExist) && !errors.Is(err, facts.ErrNotDir):
		in.Reason = discovery.Missing
		return source.Text{}, ""
	case errors.Is(err, facts.ErrTooLarge):
		in.Reason = discovery.TooLarge
		return source.Text{}, ""
	}
	in.Reason, in.Detail = discovery.Unreadable, discovery.Why(err)
	if info, serr := q.world.Stat(full); serr == nil && info.IsDir() {
		in.Reason = discovery.NotRegular
		return source.Text{}, "Import failed: " + name + " - EISDIR: illegal operation on a directory, read"
	}
	call := "open"
	if errors.Is(err, facts.ErrNotDir) || errors.Is(err, facts.ErrLoop) {
		call = "access" // the first call that Qwen Code makes for a file
	}
	return source.Text{}, "Import failed: " + name + " - " + discovery.NodeError(err, call, full)
}
