package codebolt

import (
	"context"
	"slices"
	"strconv"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// ide adds the state of the editor to the first system message, or makes a system message before
// all others. It adds the full state the first time, and later only what has changed. A request
// without files adds nothing, so the model never learns that the last file was closed.
type ide struct {
	host *Host
	o    options
	sent []openFile // the files that were sent last; nil before the first time
}

// openFile is a file in the editor.
type openFile struct {
	path            string
	active          bool
	line, character int // 0 if not known
	selection       string
}

func (i *ide) Modify(_ context.Context, t *Turn) error {
	files := i.files(t)
	if len(files) == 0 {
		return nil
	}
	intro, state := i.host.Prose("ide-intro"), i.full(files)
	if i.sent != nil {
		intro = source.Of("Here is a summary of changes in the user's editor context, in JSON format. This is for your information only.", structure)
		if state = i.changes(files); len(state.Members) > 0 {
			state = object("changes", state)
		}
	}
	if len(state.Members) == 0 {
		return nil
	}
	i.sent = files
	text := source.Join(source.Of("\n", structure), intro, source.Of("```json", structure),
		value("ide", state.Indented()), source.Of("```", structure), i.host.Prose("ide-close"))
	b := block(ideBlock, "Editor", text)
	at := t.system()
	if at < 0 {
		t.Messages = slices.Insert(t.Messages, 0, message(prompt.System, b))
		return nil
	}
	b.Before = source.Of("\n\n", structure)
	t.append(at, ideName, b)
	return nil
}

// files returns the files of the request, the active one first.
func (i *ide) files(t *Turn) []openFile {
	r := t.Request
	var all []openFile
	if r.ActiveFile != "" {
		f := openFile{path: r.ActiveFile, active: true}
		if i.o.truthy("metadata") {
			f.line, f.character, f.selection = r.Line, r.Character, r.Selection
		} else if r.Line > 0 || r.Selection != "" {
			t.note("cursor and selection are not sent: a request to Codebolt "+Version+" contains only the paths of files",
				"set the option metadata of "+ideName+" if one of your modifiers puts them into the metadata")
		}
		all = append(all, f)
	}
	for _, p := range r.OpenedFiles {
		if p != r.ActiveFile {
			all = append(all, openFile{path: p})
		}
	}
	return all
}

// full returns the whole state as an object, which is empty if the options exclude
// everything.
func (i *ide) full(files []openFile) tool.Value {
	state := tool.Table()
	var others []tool.Value
	for _, f := range files {
		if !f.active {
			others = append(others, tool.Text(f.path))
		} else if i.o.on("includeActiveFile") {
			state = state.With("activeFile", i.describe(f))
		}
	}
	if others = first(others, i.o.number("maxOpenFiles", 10)-1); len(others) > 0 && i.o.on("includeOpenFiles") {
		state = state.With("otherOpenFiles", tool.List(others...))
	}
	return state
}

func (i *ide) describe(f openFile) tool.Value {
	v := object("path", tool.Text(f.path))
	if f.line > 0 && i.o.on("includeCursorPosition") {
		v = v.With("cursor", f.cursor())
	}
	if f.selection != "" && i.o.on("includeSelectedText") {
		v = v.With("selectedText", tool.Text(f.selection))
	}
	return v
}

func (f openFile) cursor() tool.Value {
	return object("line", integer(f.line)).With("character", integer(f.character))
}

// changes returns how the editor's state differs from the state that was sent last. The options
// about open files and about the active file have no effect here.
func (i *ide) changes(files []openFile) tool.Value {
	state := tool.Table()
	if opened := missing(i.sent, files); len(opened) > 0 {
		state = state.With("filesOpened", tool.List(opened...))
	}
	if closed := missing(files, i.sent); len(closed) > 0 {
		state = state.With("filesClosed", tool.List(closed...))
	}
	before, now := activeOf(i.sent), activeOf(files)
	switch {
	case now != nil && (before == nil || before.path != now.path):
		return state.With("activeFileChanged", i.describe(*now))
	case now == nil && before != nil:
		return state.With("activeFileChanged", object("path", tool.Value{Kind: tool.Null}).With("previousPath", tool.Text(before.path)))
	case now == nil:
		return state
	}
	if moved := now.line != before.line || now.character != before.character; moved && now.line > 0 && i.o.on("includeCursorPosition") {
		state = state.With("cursorMoved", object("path", tool.Text(now.path)).With("cursor", now.cursor()))
	}
	if now.selection != before.selection && i.o.on("includeSelectedText") {
		state = state.With("selectionChanged", object("path", tool.Text(now.path)).With("selectedText", tool.Text(now.selection)))
	}
	return state
}

// missing lists the paths of the files that are in the list all but not in the list have. It lists
// each path once.
func missing(have, all []openFile) []tool.Value {
	seen := map[string]bool{}
	for _, f := range have {
		seen[f.path] = true
	}
	var out []tool.Value
	for _, f := range all {
		if !seen[f.path] {
			seen[f.path] = true
			out = append(out, tool.Text(f.path))
		}
	}
	return out
}

func activeOf(files []openFile) *openFile {
	at := slices.IndexFunc(files, func(f openFile) bool { return f.active })
	if at < 0 {
		return nil
	}
	return &files[at]
}

func object(name string, v tool.Value) tool.Value {
	return tool.Table(tool.Member{Name: name, Value: v})
}

func integer(n int) tool.Value { return tool.Value{Kind: tool.Number, Text: strconv.Itoa(n)} }
