package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent/agenttest"
	"galley/engine/budget"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/secret"
	"galley/engine/source"
	"galley/engine/variable"
	"galley/engine/wire"
)

// golden compares got with a file of testdata, or writes the file with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *agenttest.Update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if the change is intended, run with -update.\ngot:\n%s", name, got)
	}
}

const sample = `You help <b>in</b> [prompt:cwd] – today is [system:date].
[if file:AGENTS.md]
[file:AGENTS.md]
[endif]
[git:branch] [note: later] [file:docs/gone.md]
`

func result(t *testing.T, text string) *engine.Result {
	t.Helper()
	w := facts.NewMemory().File("/p/AGENTS.md", "# Rules\n\nGröße: 12 😀\n").
		OnGit("/p", "rev-parse --abbrev-ref HEAD", facts.GitAnswer{Stdout: "main\n"}).
		File("/etc/os-release", "PRETTY_NAME=\"Test Linux 1\"\n")
	r, err := engine.New(w).Render(context.Background(), engine.Request{
		Template: engine.Template{Path: "/p/t.md", Text: text}, Cwd: "/p", Model: "claude-x", Provider: "anthropic",
		Config:    config.Default(),
		Overrides: []variable.Override{{Key: "system:hostname", Text: "build-\x1b[31m7"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRenderJSON(t *testing.T) {
	var b bytes.Buffer
	if err := RenderJSON(&b, result(t, sample)); err != nil {
		t.Fatal(err)
	}
	golden(t, "render.json", b.String())
}

func TestVarsJSON(t *testing.T) {
	var b bytes.Buffer
	if err := VarsJSON(&b, result(t, sample)); err != nil {
		t.Fatal(err)
	}
	golden(t, "vars.json", b.String())
}

func TestVarsText(t *testing.T) {
	var b bytes.Buffer
	if err := VarsText(&b, result(t, sample)); err != nil {
		t.Fatal(err)
	}
	golden(t, "vars.txt", b.String())
}

func TestProblemsText(t *testing.T) {
	r := result(t, sample)
	all := append(r.Problems, diag.Problem{Code: diag.BadFile, Severity: diag.Warning, File: "/p/\x1b]0;x\a.toml", Message: "cannot be read\nat all"})
	var b bytes.Buffer
	if err := ProblemsText(&b, all, "t.md"); err != nil {
		t.Fatal(err)
	}
	golden(t, "problems.txt", b.String())
	b.Reset()
	if err := ProblemsJSON(&b, all); err != nil {
		t.Fatal(err)
	}
	golden(t, "problems.json", b.String())
}

func TestMessagesText(t *testing.T) {
	golden(t, "messages.txt", MessagesText(result(t, sample)))
	if s := FurtherMessages(result(t, sample)); s != "" {
		t.Errorf("got %q", s)
	}
}

func TestListsAreNeverNull(t *testing.T) {
	var b bytes.Buffer
	r := result(t, "")
	r.Values = nil
	if err := RenderJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := VarsJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := ProblemsJSON(&b, nil); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "null") {
		t.Errorf("got %s", b.String())
	}
}

func TestOffsetsAndOriginsFitTheText(t *testing.T) {
	var b bytes.Buffer
	if err := RenderJSON(&b, result(t, sample)); err != nil {
		t.Fatal(err)
	}
	var shape Render
	if err := json.Unmarshal(b.Bytes(), &shape); err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, o := range shape.Origins {
		if o.Start != at || o.End <= o.Start {
			t.Errorf("a gap at %d: %+v", at, o)
		}
		at = o.End
	}
	if at != len(shape.Messages[0].Text) || shape.Text != shape.Messages[0].Text {
		t.Errorf("origins end at %d of %d", at, len(shape.Text))
	}
	for _, blk := range shape.Blocks {
		if got := source.Measure(shape.Messages[blk.Message].Text[blk.Start:blk.End]); got != (source.Length{Bytes: blk.Bytes, UTF16: blk.UTF16, Runes: blk.Runes}) {
			t.Errorf("block %s: %+v", blk.ID, got)
		}
	}
}

func TestSafe(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain\ttext\n", "plain\ttext\n"},
		{"", ""},
		{"Größe 日本語 😀", "Größe 日本語 😀"},
		{"\x1b[31mred\x1b[0m", "␛[31mred␛[0m"},
		{"a\r\nb\rc\x00\x7f", "a\r\nb␍c␀␡"},
		{"\u0085\u009b31m", "‹U+0085›‹U+009B›31m"},
		{"\xff\xc3", "‹FF›‹C3›"},
		{"a\u202eb\u2066c\u200fd", "a‹U+202E›b‹U+2066›c‹U+200F›d"},
		{"a\u200bb\u2060\ufeff\u00ad", "a‹U+200B›b‹U+2060›‹U+FEFF›‹U+00AD›"},
		{"\U000e0041\U000e007f", "‹U+E0041›‹U+E007F›"},
		{"\u2028\u2029", "‹U+2028›‹U+2029›"},
		{"\u3164\u115f", "‹U+3164›‹U+115F›"},
		// If such characters are part of normal text, they stay as they are.
		{"👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 🇩🇪", "👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 🇩🇪"},
		{"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F!", "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F!"},
		{"क्\u200dष می\u200cخواهم", "क्\u200dष می\u200cخواهم"},
		// If the same characters hide something, they are marked.
		{"a\u200db a\ufe0fb", "a‹U+200D›b a‹U+FE0F›b"},
		{"❤\ufe0f\ufe0f", "❤\ufe0f‹U+FE0F›"},
		{"\U0001F3F4\U000E0067", "\U0001F3F4‹U+E0067›"},
	} {
		if got := Safe(c.in); got != c.want {
			t.Errorf("%+q:\ngot  %q\nwant %q", c.in, got, c.want)
		}
	}
}

func FuzzSafe(f *testing.F) {
	f.Add("\x1b]52;c;YQ==\a \xff\u202e")
	f.Add("\U0001F3F4\U000E0067")
	f.Fuzz(func(t *testing.T, s string) {
		got := Safe(s)
		for _, r := range got {
			if r < ' ' && r != '\n' && r != '\t' || r >= 0x7F && r < 0xA0 || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
				t.Fatalf("%q lets %U through", s, r)
			}
		}
		if strings.Count(got, "\n") != strings.Count(s, "\n") {
			t.Fatalf("%q: line ends changed", s)
		}
		if again := Safe(got); again != got {
			t.Fatalf("%q still contains unsafe characters: %q", got, again)
		}
	})
}

// In JSON, replacement characters stand for invalid UTF-8. The text after them moves, and the
// offsets in the JSON must be those of the moved text.
func TestOffsetsHoldInTheTextAsJSONGivesIt(t *testing.T) {
	w := facts.NewMemory().File("/p/AGENTS.md", "rules")
	r, err := engine.New(w).Render(context.Background(), engine.Request{
		Cwd: "/p", Template: engine.Template{Text: "a\xff\xfe\ufffd[file:AGENTS.md]\xc3b[file:AGENTS.md]"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := RenderJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	var out Render
	if err := json.Unmarshal([]byte(b.String()), &out); err != nil {
		t.Fatal(err)
	}
	text, files, end := out.Messages[0].Text, 0, 0
	for _, o := range out.Origins {
		if o.Start != end {
			t.Errorf("a gap before %+v", o)
		}
		end = o.End
		if o.Kind == "file" {
			files++
			if text[o.Start:o.End] != "rules" {
				t.Errorf("%+v is %q", o, text[o.Start:o.End])
			}
		}
	}
	if files != 2 || end != len(text) {
		t.Errorf("%d files, origins end at %d of %d: %+v", files, end, len(text), out.Origins)
	}
	for _, block := range out.Blocks {
		if s := text[block.Start:block.End]; block.ID == "file:AGENTS.md" && s != "rules" {
			t.Errorf("block %s is %q", block.ID, s)
		}
	}
}

// A value can have a note, such as the status of a repository with submodules. The table and the
// JSON show it.
func TestVarsShowNotes(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git").File("/p/.gitmodules", "[submodule]").
		OnGit("/p", "status --short", facts.GitAnswer{Stdout: " M f\n"})
	r, err := engine.New(w).Render(context.Background(), engine.Request{
		Template: engine.Template{Path: "/p/t.md", Text: "[git:status]"}, Cwd: "/p", Config: config.Default(),
	})
	if err != nil {
		t.Fatal(err)
	}
	const note = "changes inside submodules are left out"
	var table, shape strings.Builder
	if err := errors.Join(VarsText(&table, r), VarsJSON(&shape, r)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(table.String(), "git status --short; "+note) {
		t.Errorf("the table:\n%s", table.String())
	}
	if !strings.Contains(shape.String(), `"note": "`+note) || !strings.Contains(shape.String(), `"source": "git status --short"`) {
		t.Errorf("JSON:\n%s", shape.String())
	}
}

// The JSON of variables masks their secret values, also where a caller did not mask the result.
func TestVariablesMaskSecrets(t *testing.T) {
	t.Parallel()
	r := result(t, "[prompt:cwd]")
	r.Secrets = new(secret.Values)
	r.Secrets.AddEnv("PLACE_TOKEN", "a-place-that-nobody-knows", "<a place>")
	r.Values[0].Text = "a-place-that-nobody-knows"
	if got := VariablesOf(r).Variables; got[0].Key != "prompt:cwd" || got[0].Value == "" || strings.Contains(got[0].Value, "nobody") {
		t.Errorf("%+v", got)
	}
	if r.Values[0].Text != "a-place-that-nobody-knows" {
		t.Errorf("the result itself has changed: %q", r.Values[0].Text)
	}
}

// The answer about a thing with a name says what kind of thing it is.
func TestTheReasonOfAnAnswerNamesTheThing(t *testing.T) {
	t.Parallel()
	trace := &discovery.Trace{Agent: "cook", Version: "1"}
	for _, c := range []struct {
		a    discovery.Explanation
		want string
	}{
		{discovery.Explanation{Why: "it is too far away"}, "it is too far away"},
		{discovery.Explanation{Trace: trace, Candidate: &discovery.Candidate{Kind: discovery.Skill, Name: "bake"}}, "skill bake: "},
		{discovery.Explanation{Trace: trace, Candidate: &discovery.Candidate{Kind: discovery.Subagent, Name: "mix"}}, "agent mix: "},
	} {
		if got := answerWhy(c.a); !strings.HasPrefix(got, c.want) || c.a.Candidate == nil && got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := answerWhy(discovery.Explanation{Trace: trace, Candidate: &discovery.Candidate{Kind: discovery.Rule}}); strings.Contains(got, "rule") {
		t.Errorf("a rule file has no name: %q", got)
	}
}

// A prompt within a limit of the user counts with its tools.
func TestThePromptIsFittedToALimitOfTheUser(t *testing.T) {
	t.Parallel()
	f := &budget.Fitted{Limit: budget.Limit{Provider: budget.User, Unit: budget.Tokens, Max: 10}, Used: 10}
	if got := FitLines(f); len(got) != 1 || !strings.HasSuffix(got[0], ": 10 of 10 tokens with the tools: it fits without changes") {
		t.Errorf("%q", got)
	}
	if got := FitLines(nil); got != nil {
		t.Errorf("without a limit: %q", got)
	}
}

// A prompt that only starts another program has no request.
func TestTheRequestOfACommand(t *testing.T) {
	t.Parallel()
	r := result(t, "x")
	r.Prompt = prompt.Prompt{Notes: []string{"first"}, Command: []string{"cook", "a b"}}
	got := RequestOf(r, wire.Chat)
	if got.Form != wire.Chat || got.Model != r.Model || strings.Join(got.Notes, "; ") != "first; no request is made by the agent itself: it starts cook 'a b'" {
		t.Errorf("%+v", got)
	}
}
