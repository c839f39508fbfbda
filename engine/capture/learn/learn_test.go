package learn

import (
	"encoding/json"
	"strings"
	"testing"

	"galley/engine/capture/match"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/wire"
)

// made builds a prompt of galley's from literal text, stand-ins in <angle brackets> and files in
// {braces}.
func made(text string) prompt.Prompt {
	var b source.Builder
	for text != "" {
		end := strings.IndexAny(text[1:], "<{>}") + 1
		if end == 0 {
			end = len(text)
		}
		switch text[0] {
		case '<':
			b.Add("ours", source.Origin{Kind: source.StandIn, Source: text[1:end], Span: source.Span{End: 4}})
		case '{':
			b.Add(text[1:end], source.Origin{Kind: source.File, Source: "RULES.md", Span: source.Span{End: end - 1}})
		case '>', '}':
			b.Add(text[1:end], source.Origin{})
		default:
			b.Add(text[:end], source.Origin{})
		}
		text = text[end:]
	}
	return prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{ID: "all", Title: "All", Text: b.Text()}}}}}
}

func sent(t *testing.T, system string) *wire.Request {
	t.Helper()
	text, err := json.Marshal(system)
	if err != nil {
		t.Fatal(err)
	}
	r, err := wire.Decode(wire.Chat, []byte(`{"model":"m","messages":[{"role":"system","content":`+string(text)+`},{"role":"user","content":"Say ok."}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWordsAreLearnedBetweenCommonTexts(t *testing.T) {
	for _, tt := range []struct{ name, model, sent, again, want string }{
		{"one stand-in between headings", "# One\n<a>\n# Two\n<b>", "# One\nAlpha.\n# Two\nBeta.", "# Two\n<b>\n# One\n<a>", "# Two\nBeta.\n# One\nAlpha."},
		{"two adjacent stand-ins stay together", "# One\n<a>\n<b>\n# Two", "# One\nA.\nB.\nC.\n# Two", "# One\n<a>\n<b>\n# Two", "# One\nA.\nB.\nC.\n# Two"},
		{"alone they keep galley's words", "# One\n<a>\n<b>\n# Two", "# One\nA.\nB.\nC.\n# Two", "<a>\n# Two", "ours\n# Two"},
		{"two separated by one marker", "<a>\n---\n<b>", "A.\n---\nB.", "<b>\n---\n<a>", "B.\n---\nA."},
		{"blank lines that the agent does not send", "# One\n\n<a>\n\n# Two", "# One\nAlpha.\n# Two", "# One\n\n<a>\n\n# Two", "# One\nAlpha.\n# Two"},
		{"a heading that stands twice", "# One\n<a>\n# Notes\n<b>\n# End", "# One\nSee\n# Notes\nof it.\n# Notes\nBeta.\n# End", "# One\n<a>\n# Notes\n<b>\n# End", "# One\nSee\n# Notes\nof it.\n# Notes\nBeta.\n# End"},
		{"rules stay rules", "<a>\n# Rules\n{Use tabs.\n}# End\n<b>", "A.\n# Rules\nUse tabs.\n# End\nB.", "<a>\n# Rules\n{Use blanks.\n}# End\n<b>", "A.\n# Rules\nUse blanks.\n# End\nB."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := Learn(From{Model: made(tt.model), Request: sent(t, tt.sent), Given: "Say ok."})
			got := Fill(made(tt.again), []*Words{w}, nil, true).Messages[0].Text().String()
			if got != tt.want {
				t.Errorf("filled:\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// A rule file in a form that galley did not expect must not be learned as words of the agent.
func TestFileTextIsNeverLearnedAsWords(t *testing.T) {
	r := sent(t, "# One\nAlpha. USE TABS. More.\n# Two\nBeta.")
	m := match.Map{Spans: []match.Span{{Place: 0, Start: 13, End: 22, Expected: -1, Origin: source.Origin{Kind: source.File, Source: "RULES.md"}}}}
	w := Learn(From{Model: made("# One\n<a>\n# Two\n<b>"), Request: r, Map: m, Given: "Say ok."})
	if len(w.Runs) != 1 || w.Runs[0].Row[0] != "b" {
		t.Errorf("taken: %+v", w.Runs)
	}
	w = Learn(From{Model: made("# One\n<a>\n{Use tabs.}\n<c>\n# Two\n<b>"), Request: r, Given: "Say ok."})
	if len(w.Runs) != 1 || w.Runs[0].Row[0] != "b" {
		t.Errorf("words were learned around a file that was not found: %+v", w.Runs)
	}
}

func TestFactsOfThePlaceAreReplaced(t *testing.T) {
	r := sent(t, "# One\nWork in /a today.")
	m := match.Map{Spans: []match.Span{{Place: 0, Start: 14, End: 16, Expected: -1, Origin: source.Origin{Kind: source.Variable, Source: "system:cwd"}}}}
	w := Learn(From{Model: made("# One\n<a>"), Request: r, Map: m, Given: "Say ok."})
	f := Fill(made("# One\n<a>"), []*Words{w}, func(name, old string) string { return name + " for " + old }, true)
	if got := f.Messages[0].Text().String(); got != "# One\nWork in system:cwd for /a today." || len(f.Left) > 0 {
		t.Errorf("%q, left %q", got, f.Left)
	}
}

// BenchmarkFill measures filling a prompt of 60 KB, which happens at each key.
func BenchmarkFill(b *testing.B) {
	var model, text strings.Builder
	for i := range 100 {
		head := "# Part " + strings.Repeat("x", i) + "\n"
		model.WriteString(head + "<part" + strings.Repeat("x", i) + ">\n")
		text.WriteString(head + strings.Repeat("A sentence of the agent. ", 24) + "\n")
	}
	body, _ := json.Marshal(text.String())
	r, err := wire.Decode(wire.Chat, []byte(`{"model":"m","messages":[{"role":"system","content":`+string(body)+`},{"role":"user","content":"Say ok."}]}`))
	if err != nil {
		b.Fatal(err)
	}
	p := made(model.String())
	w := []*Words{Learn(From{Model: p, Request: r, Given: "Say ok."})}
	if len(w[0].Runs) != 100 {
		b.Fatal(len(w[0].Runs))
	}
	for b.Loop() {
		Fill(p, w, nil, true)
	}
}
