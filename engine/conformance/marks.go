package conformance

import (
	"strings"

	"galley/engine/pack"
	"galley/engine/source"
)

// slots names the prose of each family of agents: the entries of its pack that a
// case replaces by marks. A slot's text is `{{text:NAME}}`, in which {1}, {2}
// stand for the values that are put into it.
var slots = map[string][]string{
	"opencode":        {"environment-intro", "model-line {1} | {2}", "references-intro"},
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

// MarkPack is the mark pack as a source of entries: each slot's text is its own
// mark, whole blocks are theirs.
type MarkPack struct{}

// Entry implements [pack.Source]. OpenCode's base prompts are prompt/NAME, and in
// the cases NAME.txt.
func (MarkPack) Entry(family, name string) (pack.Entry, bool) {
	slot := name
	if file, ok := strings.CutPrefix(name, "prompt/"); ok {
		slot = file + ".txt"
	}
	text, ok := mark(family, slot)
	return pack.Entry{Text: text, Kind: source.Pack, Path: "marks/" + family + "/" + name}, ok
}

// Marked is the pack that cases run with.
func Marked() *pack.Pack { return pack.Of(MarkPack{}) }
