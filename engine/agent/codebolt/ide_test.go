package codebolt

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/tool"
)

// said returns what the editor's modifier adds to each request in turn: JSON on one line, or "" if
// it adds nothing.
func said(t *testing.T, options string, requests ...Request) (all []string, problems int) {
	t.Helper()
	h := host(project())
	p := &Pipeline{Host: h, Modifiers: build(t, h, strings.TrimSpace(ideName+" "+options))}
	for _, r := range requests {
		got, found := p.Process(context.Background(), r)
		problems += len(found)
		text := ""
		if m := got.Messages[0]; m.Role == prompt.System {
			_, text, _ = strings.Cut(m.Text().String(), "```json\n")
			text, _, _ = strings.Cut(text, "\n```\n<ide-close>")
			v, _, err := tool.ParseJSON(text)
			if err != nil {
				t.Fatal(err)
			}
			text = v.JSON()
		}
		all = append(all, text)
	}
	return all, problems
}

func TestEditorStateIsSentInFullThenAsChanges(t *testing.T) {
	at := func(file string, line int, selection string, open ...string) Request {
		return Request{ActiveFile: file, Line: line, Character: 1, Selection: selection, OpenedFiles: open}
	}
	for _, c := range []struct {
		options  string
		requests []Request
		want     []string
	}{
		{"", []Request{at("", 0, "", "b", "c"), at("a", 0, "", "b", "d", "d"), {}, at("b", 0, "")}, []string{
			`{"otherOpenFiles":["b","c"]}`,
			`{"changes":{"filesOpened":["a","d"],"filesClosed":["c"],"activeFileChanged":{"path":"a"}}}`,
			``, // the modifier does not report that all files were closed
			`{"changes":{"filesClosed":["a","d"],"activeFileChanged":{"path":"b"}}}`}},
		{`{"metadata": true}`, []Request{at("a", 3, "x"), at("a", 4, "x"), at("a", 4, "y"), at("b", 1, "z")}, []string{
			`{"activeFile":{"path":"a","cursor":{"line":3,"character":1},"selectedText":"x"}}`,
			`{"changes":{"cursorMoved":{"path":"a","cursor":{"line":4,"character":1}}}}`,
			`{"changes":{"selectionChanged":{"path":"a","selectedText":"y"}}}`,
			`{"changes":{"filesOpened":["b"],"filesClosed":["a"],"activeFileChanged":{"path":"b","cursor":{"line":1,"character":1},"selectedText":"z"}}}`}},
		{`{"metadata": true, "includeCursorPosition": false, "includeSelectedText": false}`, []Request{at("a", 3, "x"), at("a", 4, "y")},
			[]string{`{"activeFile":{"path":"a"}}`, ``}},
		// The options exclude the active file, so the first request adds nothing. The second
		// request therefore adds the whole state and not changes.
		{`{"includeActiveFile": false}`, []Request{at("a", 0, ""), at("a", 0, "", "b"), at("a", 0, "", "b", "c")},
			[]string{``, `{"otherOpenFiles":["b"]}`, `{"changes":{"filesOpened":["c"]}}`}},
		{`{"maxOpenFiles": 1, "includeOpenFiles": true}`, []Request{at("a", 0, "", "b", "c")}, []string{`{"activeFile":{"path":"a"}}`}},
		{`{"includeOpenFiles": false}`, []Request{at("a", 0, "", "b")}, []string{`{"activeFile":{"path":"a"}}`}},
	} {
		if got, _ := said(t, c.options, c.requests...); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.options, got, c.want)
		}
	}
}

func TestCursorAndSelectionAreNotSentByTheRequest(t *testing.T) {
	got, problems := said(t, "", Request{ActiveFile: "a", Line: 3, Selection: "x"})
	if got[0] != `{"activeFile":{"path":"a"}}` || problems != 1 {
		t.Errorf("got %q, %d problems", got, problems)
	}
}
