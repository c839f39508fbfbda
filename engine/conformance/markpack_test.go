package conformance

import (
	"strings"
	"testing"

	"galley/engine/pack"
	"galley/engine/source"
)

// markPack is the mark pack as a source of entries: each slot's text is its own
// mark, whole blocks are theirs.
type markPack struct{}

// Entry implements [pack.Source]. OpenCode's base prompts are prompt/NAME, and in
// the cases NAME.txt.
func (markPack) Entry(family, name string) (pack.Entry, bool) {
	slot := name
	if file, ok := strings.CutPrefix(name, "prompt/"); ok {
		slot = file + ".txt"
	}
	text, ok := mark(family, slot)
	return pack.Entry{Text: text, Kind: source.Pack, Path: "marks/" + family + "/" + name}, ok
}

// marked is the pack that cases run with.
func marked() *pack.Pack { return pack.Of(markPack{}) }

func TestTheMarkPackPlugsIn(t *testing.T) {
	v := pack.Value
	for _, c := range []struct {
		family, entry string
		values        []source.Text
		want          string
	}{
		{"opencode@1.18.33", "model-line", []source.Text{v("m", "api"), v("m", "p/api")}, "{{text:model-line api | p/api}}"},
		{"opencode", "prompt/beast.txt", nil, "$PROMPT:beast.txt\n"},
		{"opencode", "prompt/meta.txt", []source.Text{v("m", "Muse")}, "$PROMPT:meta.txt{MODEL_NAME=Muse}\n"},
		{"openagentic", "prompt/qwen", nil, "{{PROMPT:qwen.txt}}"},
		{"gemini-cli@0.28", "tree-intro", nil, "{{text:tree-intro}}"},
		{"gemini-cli@0.61.0", "tree-truncated", []source.Text{v("n", "200")}, "{{text:tree-truncated 200}}"},
		{"codebolt", "CORE_DEFAULT", nil, "{{CORE_DEFAULT}}"},
	} {
		if got := marked().Text(c.family, c.entry, c.values...).String(); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.family, c.entry, got, c.want)
		}
	}
}
