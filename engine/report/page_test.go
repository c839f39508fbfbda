package report_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent/agenttest"
	"galley/engine/budget"
	"galley/engine/capture"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/source"
	"galley/engine/token"
	"galley/engine/wire"
)

// onPage returns the page of OpenCode's prompt in a project whose AGENTS.md contains rules.
func onPage(t *testing.T, rules string, o report.PageOptions) string {
	t.Helper()
	w := agenttest.Repository().File("/p/AGENTS.md", rules)
	r, err := engine.New(w).Render(context.Background(), engine.Request{Cwd: "/p", Profile: "opencode"})
	if err != nil {
		t.Fatal(err)
	}
	o.Count = func(_, text string) token.Count { return token.Count{Tokens: len(text)} }
	var b strings.Builder
	if err := report.Page(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAPageTellsWhereEachPieceComesFrom(t *testing.T) {
	page := onPage(t, "Do so.\n", report.PageOptions{Notes: []string{"a note"}})
	for _, want := range []string{`class="k-file" title="a file: /p/AGENTS.md, line 1">Do so.`, `class="k-stand-in"`, "bytes are stand-ins", "modelled: assembled by galley", "<li>a note</li>",
		`content="default-src 'none'; style-src 'unsafe-inline'"`, "prefers-color-scheme:dark"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, never := range []string{"ZgotmplZ", "<script", "http://", "https://", "url("} {
		if strings.Contains(page, never) {
			t.Errorf("the page contains %q", never)
		}
	}
}

func TestAPageNamesTheFileOfEachBlock(t *testing.T) {
	w := agenttest.Repository().File("/p/CLAUDE.md", "Upper.\n").File("/p/sub/CLAUDE.md", "Lower.\n")
	r, err := engine.New(w).Render(context.Background(), engine.Request{Cwd: "/p/sub", Profile: "claude-code"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.Page(&b, r, report.PageOptions{Count: func(_, text string) token.Count { return token.Count{Tokens: len(text)} }}); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"/p/CLAUDE.md", "/p/sub/CLAUDE.md"} {
		if !strings.Contains(b.String(), `<span class="dim file">`+file+`</span>`) {
			t.Errorf("the page's table does not name %s", file)
		}
	}
}

// The page and the workbench must agree on what is largest.
func TestAPageCountsStandInsAtTheMeasuredSize(t *testing.T) {
	w := agenttest.Repository().File("/p/CLAUDE.md", "Rules.\n")
	r, err := engine.New(w).Render(context.Background(), engine.Request{Cwd: "/p", Profile: "claude-code"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.Page(&b, r, report.PageOptions{Count: func(_, _ string) token.Count { return token.Count{} }}); err != nil {
		t.Fatal(err)
	}
	number := func(n int) string { // writes a number with the commas of the page
		text := strconv.Itoa(n)
		for i := len(text) - 3; i > 0; i -= 3 {
			text = text[:i] + "," + text[i:]
		}
		return text
	}
	declared, sent := 0, 0
	for i, tool := range r.Prompt.Tools {
		declared += tool.Declaration.Len()
		sent += r.Whole.Tool(i, budget.Size{Length: source.Length{Bytes: tool.Declaration.Len()}}).Length.Bytes
	}
	if sent <= declared || sent != r.Whole.Tools.Length.Bytes {
		t.Errorf("the tools have %d bytes one by one and %d in all; their stand-ins have %d", sent, r.Whole.Tools.Length.Bytes, declared)
	}
	wants := []string{number(r.Whole.All().Tokens.Tokens) + " tokens", "with the size measured on", number(r.Whole.Tools.Length.Bytes)}
	for _, block := range r.Whole.Blocks {
		wants = append(wants, `<td class="n">`+number(block.Length.Bytes)+"</td>")
	}
	for _, want := range wants {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestAPageAnswersAtItsTop(t *testing.T) {
	w := agenttest.Repository().File("/p/.cursor/rules/a.mdc", "---\nalwaysApply: [\n---\nA\n").File("/p/AGENTS.md", "Rules.\n")
	sent := &capture.Capture{ID: "x", Agent: "claude-code", Form: wire.Anthropic, Model: "claude-sonnet-4-5", Body: []byte(`{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"say hi"}]}`)}
	for _, tt := range []struct {
		r     engine.Request
		wants []string
	}{
		{engine.Request{Cwd: "/p", Profile: "cursor"}, []string{"Your files in it:</b> /p/AGENTS.md", "whether the agent loads /p/.cursor/rules/a.mdc", "the frame of the rule files", "<li>stand-ins for the agent"}},
		{engine.Request{Cwd: "/p", Capture: sent}, []string{`class="k-asked" title="the user&#39;s text">say hi`, `<b class="f-asked"></b>the user&#39;s text`}},
	} {
		r, err := engine.New(w).Render(context.Background(), tt.r)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := report.Page(&b, r, report.PageOptions{Asked: "say hi", Count: func(_, _ string) token.Count { return token.Count{} }}); err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.wants {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: the page lacks %q", r.Profile, want)
			}
		}
		if strings.Contains(b.String(), "<li></li>") {
			t.Errorf("%s: the page has an empty note", r.Profile)
		}
	}
}

func TestPageEscapesHostileText(t *testing.T) {
	hostile := "</pre></style><script>alert(1)</script><img src=x onerror=alert(1)>\" title=\"x' \u202eesrever\x1b[31m sk-ant-api03-abcdEFGH1234abcdEFGH5678abcd 0123456789abcdef-session\n"
	page := onPage(t, hostile, report.PageOptions{Identifiers: []string{"0123456789abcdef-session"}, Notes: []string{hostile}})
	for _, never := range []string{"<script", "<img", "</pre></style>", "\u202e", "\x1b", "sk-ant-api03", "0123456789abcdef-session"} {
		if strings.Contains(page, never) {
			t.Errorf("the page contains %q unescaped", never)
		}
	}
	if !strings.Contains(page, "&lt;script&gt;") || !strings.Contains(page, "&lt;id&gt;") {
		t.Error("the hostile text is missing")
	}
	if opened, closed := strings.Count(page, "<pre>"), strings.Count(page, "</pre>"); opened != closed {
		t.Errorf("%d texts start and %d end", opened, closed)
	}
}

func TestAPageIsBounded(t *testing.T) {
	sizes := map[int]int{}
	for _, n := range []int{3 << 20, 12 << 20} {
		w := agenttest.Repository()
		_ = w.SetFileCap(64 << 20)
		w.File("/p/AGENTS.md", strings.Repeat("words and ", n/10))
		r, err := engine.New(facts.World(w)).Render(context.Background(), engine.Request{Cwd: "/p", Profile: "opencode"})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := report.Page(&b, r, report.PageOptions{Count: func(_, _ string) token.Count { return token.Count{} }}); err != nil {
			t.Fatal(err)
		}
		sizes[n] = b.Len()
		if cut := strings.Contains(b.String(), "the rest is left out"); cut != (n > 8<<20) {
			t.Errorf("%d bytes: cut %v", n, cut)
		}
	}
	if sizes[12<<20] > 10<<20 {
		t.Errorf("the page of 12 MB has %d bytes", sizes[12<<20])
	}
}
