package report

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/capture"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

var errFull = errors.New("the disk is full")

// full is a writer that returns an error for each write.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// Each report returns the error of its writer. Otherwise a command whose output could not be
// written would succeed.
func TestFaultsOfTheWriterAreReturned(t *testing.T) {
	t.Parallel()
	r := result(t, sample)
	for name, write := range map[string]func(w io.Writer) error{
		"the blocks":          func(w io.Writer) error { return BlocksText(w, r) },
		"the budgets":         func(w io.Writer) error { return BudgetsText(w, r) },
		"the profiles":        func(w io.Writer) error { return ProfilesText(w, nil) },
		"the variables":       func(w io.Writer) error { return VarsText(w, r) },
		"the variables' JSON": func(w io.Writer) error { return VarsJSON(w, r) },
		"the JSON":            func(w io.Writer) error { return RenderJSON(w, r) },
		"the problems":        func(w io.Writer) error { return ProblemsText(w, []diag.Problem{{Message: "x"}}, "t.md") },
		"the problems' JSON":  func(w io.Writer) error { return ProblemsJSON(w, nil) },
		"the annotations": func(w io.Writer) error {
			return ProblemsGitHub(w, []diag.Problem{{Message: "x"}}, "t.md", func(p string) string { return p })
		},
		"a difference":           func(w io.Writer) error { return DiffText(w, Diff{}) },
		"the plain text":         func(w io.Writer) error { return Plain(w, r, "t.md", nil) },
		"the page":               func(w io.Writer) error { return Page(w, r, PageOptions{}) },
		"the fitting":            func(w io.Writer) error { return FitText(w, r) },
		"the branch":             func(w io.Writer) error { return BranchText(w, Branch{}) },
		"the branch as Markdown": func(w io.Writer) error { return BranchMarkdown(w, Branch{}) },
		"the sub-agents":         func(w io.Writer) error { return DelegatesText(w, Delegates{}, false) },
		"the sessions":           func(w io.Writer) error { return SessionsText(w, Sessions{}) },
		"the matrix":             func(w io.Writer) error { return MatrixText(w, discovery.Matrix{}, "", nil) },
		"a scan":                 func(w io.Writer) error { return ScanText(w, []*discovery.Trace{{Agent: "x"}}) },
		"an explanation":         func(w io.Writer) error { return ExplainText(w, "f", nil) },
		"a transfer":             func(w io.Writer) error { return TransferText(w, Transfer{}) },
		"what survives":          func(w io.Writer) error { return SurviveText(w, Survive{}) },
		"a walk":                 func(w io.Writer) error { return WalkText(w, Walk{}) },
		"a cross-check":          func(w io.Writer) error { return CrossCheckText(w, CrossCheck{}) },
		"a log":                  func(w io.Writer) error { return SessionLogText(w, SessionLog{}) },
		"sessions that differ":   func(w io.Writer) error { return SessionDiffText(w, SessionDiff{}) },
		"a compaction":           func(w io.Writer) error { return CompactionText(w, r) },
		"the comparison":         func(w io.Writer) error { return ComparisonText(w, profile.Comparison{}) },
	} {
		if err := write(full{}); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheMarksOfBlocksAfterACompaction(t *testing.T) {
	t.Parallel()
	for stays, want := range map[discovery.YesNo]string{discovery.Yes: "+", discovery.No: "-", discovery.NotMeasured: "?"} {
		if got := (After{Stays: stays}).Sign(); got != want {
			t.Errorf("%s: %q, want %q", stays, got, want)
		}
	}
}

// The plain text of a template that has neither variables nor problems, with a rule file.
func TestPlainTextBesideARuleFile(t *testing.T) {
	t.Parallel()
	r := result(t, "You help.")
	r.Values, r.Problems = nil, nil
	var b strings.Builder
	if err := Plain(&b, r, "t.md", &PlainFile{"AGENTS.md", "one\ntwo"}); err != nil {
		t.Fatal(err)
	}
	_, use, _ := FileUseText(r.File)
	for _, want := range []string{"\nRule file AGENTS.md\n\n" + use + "\nline 1: one\nline 2: two\n", "\nTemplate\n\nline 1: You help.\n", "\nVariables\n\nnone\n", "\nProblems\n\nnone\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}

// The lines about the sizes of everything that is sent. If a stand-in was not measured, the sizes
// are lower bounds.
func TestTheSizesOfEverythingSent(t *testing.T) {
	t.Parallel()
	size := func(n int) budget.Size {
		return budget.Size{Length: source.Length{Bytes: 4 * n}, Tokens: token.Count{Tokens: n, Basis: token.Exact, Method: "m"}}
	}
	r := &engine.Result{Prompt: prompt.Prompt{Tools: []prompt.Tool{{Name: "a"}}}}
	r.Whole = budget.Whole{System: size(100), Messages: size(20), Tools: size(3)}
	var got []string
	for _, change := range []func(){func() {}, func() { r.Whole.Unread = size(1) }, func() { r.Whole.StandIns.Unknown, r.Prompt.Tools = 1, nil }} {
		change()
		var b strings.Builder
		wholeText(&b, r)
		got = append(got, b.String())
	}
	want := []string{`  400 bytes  100 tokens  system
   80 bytes   20 tokens  messages
   12 bytes    3 tokens  1 tools
  492 bytes  123 tokens  in total
`, `  400 bytes  100 tokens  system
   80 bytes   20 tokens  messages
   12 bytes    3 tokens  1 tools
    4 bytes    1 tokens  rule files that are too large for galley to read
  496 bytes  124 tokens  in total
`, `  at least 400 bytes  100 tokens  system
   at least 80 bytes   20 tokens  messages
   at least 12 bytes    3 tokens  tools
    at least 4 bytes    1 tokens  rule files that are too large for galley to read
  at least 496 bytes  124 tokens  in total
`}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got\n%s\nwant\n%s", got[i], want[i])
		}
	}
}

// The JSON of a captured request masks its body and says what the capture does not show.
func TestTheShapeOfACapture(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	c := &capture.Capture{ID: "a-1", Agent: "a", Version: "2", Mode: "print", Created: at, Method: "POST", Path: "/v1/messages", Body: []byte(`{"x":1}`), Notes: []string{"first"}, Args: []string{"--fast"}}
	c.Sizes.System = 7
	got := CaptureOf(c, &engine.Result{})
	if got.Schema != Schema || got.ID != "a-1" || got.Agent != "a" || got.Version != "2" || got.Mode != "print" || !got.Created.Equal(at) || got.Sizes.System != 7 {
		t.Errorf("%+v", got)
	}
	if got.Request.Method != "POST" || got.Request.Path != "/v1/messages" || string(got.Request.Body) != `{"x":1}` || got.Substitutions == nil {
		t.Errorf("%+v", got.Request)
	}
	if notes := CaptureNotes(&capture.Capture{}); len(notes) != 0 {
		t.Errorf("an empty capture has notes: %q", notes)
	}
	side := CaptureNotes(&capture.Capture{Refused: []string{"a.example", "b.example"}, Side: []capture.Side{{Method: "GET", Path: "/x", Bytes: 3}, {Method: "POST", Path: "/y", Bytes: 4, Why: "a title"}}})
	if want := "not allowed to connect to: a.example, b.example; if a tool server runs there, its tools are missing|also sent: GET /x, 3 B|also sent: POST /y, 4 B (a title)"; strings.Join(side, "|") != want {
		t.Errorf("%q", side)
	}
	if one := CaptureNotes(&capture.Capture{Refused: []string{"a.example"}}); len(one) != 1 || !strings.HasPrefix(one[0], "not allowed to connect to: a.example;") {
		t.Errorf("%q", one)
	}
	if notes := strings.Join(got.Notes, "|"); notes != "first|started with your arguments: --fast" {
		t.Error(notes)
	}
}
