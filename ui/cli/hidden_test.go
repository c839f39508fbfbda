package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
)

// check and doctor report exactly the hidden text that views mark.
func TestProblemsAndViewsAgreeOnHiddenText(t *testing.T) {
	for _, text := range []string{
		"a\ufe00b", "a\u180bb", "a\U000e0080b", "a\ufff0b", "ꦏ\u200cꦏ", "\u0600\u0661", "a\u0600", "\ufeffa", "`\u200b`", "a\u2800b", "⠁\u2800⠃",
		"a\u200db", "👩\u200d👩", "می\u200cخواهم", "葛\U000e0100", "a\U000e0100", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
		"🏴\U000e0067", "a\x9bb", "a\u009bb", "a\x7fb", "a\rb", "a\r\nb", "a\u202eb", "\u0301a", "a\u0301", "a\ufdd0b", "က\u102c", "\u1161",
	} {
		world := facts.NewMemory().File("/p/AGENTS.md", text+"\n")
		marked := report.Safe(text) != text
		r, err := engine.New(world).Render(context.Background(), engine.Request{Cwd: "/p", Template: engine.Template{Text: text}})
		if err != nil {
			t.Fatal(err)
		}
		if got := has(r.Problems); got != marked {
			t.Errorf("%+q: marked %v, a problem of check %v", text, marked, got)
		}
		agent, version, err := agent.Known().Lookup("codex")
		if err != nil {
			t.Fatal(err)
		}
		traces, _, err := discovery.Survey(context.Background(), world, []discovery.SurveyAgent{agent.Asked(version)}, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		found := discovery.Doctor(context.Background(), world, traces)
		if got := has(found); got != marked {
			t.Errorf("%+q: marked %v, a problem of doctor %v", text, marked, got)
		}
	}
}

func has(problems []diag.Problem) bool {
	for _, p := range problems {
		if p.Code == diag.HiddenText {
			return true
		}
	}
	return false
}

// JSON for a terminal contains no control or invisible characters, and decodes to the same values
// as the JSON for a file.
func TestJSONOnATerminalIsEscapedAndSaysTheSame(t *testing.T) {
	type value struct{ Text string }
	for _, text := range []string{
		"\x1b[2J\u0080\u009b\u009d\x7f", "a\u202eb\u2066\u200e", "a\u200bb\ufeff\u2060", "x\U000e0041\U000e0080\U000e0100", "\u0301", "a\u2028b\r\n\tc",
		"kept: é 漢 👩\u200d👩 می\u200cخواهم <&>", "\ufdd0\U0001ffff", strings.Repeat("\u202e", 100),
	} {
		var terminal, file strings.Builder
		if err := (Env{Stdout: &terminal, Terminal: true}).encode(value{text}); err != nil {
			t.Fatal(err)
		}
		if err := (Env{Stdout: &file}).encode(value{text}); err != nil {
			t.Fatal(err)
		}
		var plain strings.Builder
		if err := report.Encode(&plain, value{text}); err != nil || plain.String() != file.String() {
			t.Errorf("%+q: piped JSON changed: %s", text, file.String())
		}
		var a, b value
		if err := json.Unmarshal([]byte(terminal.String()), &a); err != nil {
			t.Errorf("%+q: %v", text, err)
		}
		if err := json.Unmarshal([]byte(file.String()), &b); err != nil || a != b {
			t.Errorf("%+q: %+q on a terminal, %+q in a file", text, a, b)
		}
		if report.Safe(terminal.String()) != terminal.String() {
			t.Errorf("%+q: %+q", text, terminal.String())
		}
		if strings.HasPrefix(text, "kept") && terminal.String() != file.String() {
			t.Errorf("normal characters are escaped: %s", terminal.String())
		}
	}
}

// A line end in a name is escaped, so that the rest of the name cannot pass for another row.
func TestLineEndInANameMakesNoRow(t *testing.T) {
	const forged = "loaded by everybody"
	world := facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/AGENTS.md", "r\n").File("/p/a\n"+forged+"/AGENTS.md", "x\n").File("/p/a\n"+forged+"/CLAUDE.md", "x\n")
	for _, args := range [][]string{
		{"scan", "--agent", "codex"}, {"scan", "--matrix", "--agent", "codex", "--agent", "claude-code"}, {"doctor", "--agent", "codex"},
		{"explain", "a\n" + forged + "/AGENTS.md", "--agent", "codex"}, {"walk", "a\n" + forged + "/x.ts", "--agent", "claude-code"},
	} {
		var out bytes.Buffer
		Run(context.Background(), Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, World: world, Dir: "/p"}, args)
		for line := range strings.Lines(out.String()) {
			if strings.HasPrefix(strings.TrimSpace(line), forged) {
				t.Errorf("galley %q prints the separate line %q", args, line)
			}
		}
		if !strings.Contains(out.String(), "␊"+forged) {
			t.Errorf("galley %q does not show the name:\n%s", args, &out)
		}
	}
}
