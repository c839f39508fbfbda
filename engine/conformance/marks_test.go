package conformance

import (
	"testing"

	"galley/engine/pack"
	"galley/engine/source"
)

func TestMarkPackNamesEachSlotByItself(t *testing.T) {
	for _, c := range []struct{ family, slot, want string }{
		{"opencode", "environment-intro", "{{text:environment-intro}}"},
		{"opencode", "model-line", "{{text:model-line {1} | {2}}}"},
		{"opencode", "beast.txt", "$PROMPT:beast.txt\n"},
		{"opencode", "meta.txt", "$PROMPT:meta.txt{MODEL_NAME={1}}\n"},
		{"opencode", "SKILLS_INTRO", "$SKILLS_INTRO"},
		{"openagentic", "beast.txt", "{{PROMPT:beast.txt}}"},
		{"gemini-cli", "tree-truncated", "{{text:tree-truncated {1}}}"},
		{"gemini-cli@0.28", "tree-intro", "{{text:tree-intro}}"},
		{"codebolt", "ack", "{{text:ack}}"},
		{"codebolt", "CORE_DEFAULT", "{{CORE_DEFAULT}}"},
	} {
		if got, ok := mark(c.family, c.slot); !ok || got != c.want {
			t.Errorf("%s %s: %q, %v; want %q", c.family, c.slot, got, ok, c.want)
		}
	}
	for _, c := range []struct{ family, slot string }{
		{"gemini-cli", "tree-intro"}, {"codebolt", "SOMETHING"}, {"nobody", "ack"},
	} {
		if got, ok := mark(c.family, c.slot); ok {
			t.Errorf("%s has a slot %s: %q", c.family, c.slot, got)
		}
	}
}

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
		if got := Marked().Text(c.family, c.entry, c.values...).String(); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.family, c.entry, got, c.want)
		}
	}
}
