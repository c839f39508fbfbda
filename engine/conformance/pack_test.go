package conformance

import (
	"strings"
	"testing"
)

// slots names the prose of each family of agents: the entries of its pack that a
// case replaces by marks. A slot's text is `{{text:NAME}}`, in which {1}, {2}
// stand for the values that are put into it.
var slots = map[string][]string{
	"opencode":        {"environment-intro", "model-line {1} | {2}"},
	"openagentic":     {"environment-intro"},
	"gemini-cli":      {"setup-intro", "tree-truncated {1}"},
	"gemini-cli@0.28": {"setup-intro", "tree-truncated {1}", "setup-reminder", "setup-close", "tree-intro"},
	"gemini-sections": {"setup-intro", "tree-truncated {1}", "setup-reminder", "setup-close", "tree-intro"},
	"codebolt": {"setup-intro", "ack", "todo-reminder", "history-note", "not-executed-note",
		"ide-intro", "ide-close", "tree-intro", "tree-truncated {1}"},
}

// blocks are the marks of whole blocks, by family and name. A prompt file ends
// with a line feed where the agent does not trim it away.
var blocks = map[string]func(name string) (mark string, ok bool){
	"opencode": func(name string) (string, bool) {
		switch name {
		case "SKILLS_INTRO", "BUILTIN_SKILL":
			return "$" + name, true
		case "meta.txt":
			return "$PROMPT:meta.txt{MODEL_NAME={1}}\n", true
		}
		return "$PROMPT:" + name + "\n", strings.HasSuffix(name, ".txt")
	},
	"openagentic": func(name string) (string, bool) {
		return "{{PROMPT:" + name + "}}", strings.HasSuffix(name, ".txt")
	},
	"codebolt": func(name string) (string, bool) {
		return "{{" + name + "}}", name == "CORE_DEFAULT" || name == "PLAN_MODE_TEXT"
	},
}

// mark returns the text that stands for a slot or a whole block in the mark pack
// of a family, with the values still to be put in as {1}, {2}; ok is false when
// the family has no such slot.
func mark(family, slot string) (text string, ok bool) {
	for _, name := range slots[family] {
		if word, _, _ := strings.Cut(name, " "); word == slot {
			return "{{text:" + name + "}}", true
		}
	}
	if block := blocks[family]; block != nil {
		return block(slot)
	}
	return "", false
}

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
