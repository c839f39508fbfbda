package conformance

import (
	"strings"

	"galley/engine/pack"
	"galley/engine/source"
)

// MarkPack is what the cases of agents have in the place of prose: for each family of a
// pack its marks. As a source of entries it gives each slot its own mark. An agent's
// runner brings the marks of its families.
type MarkPack map[string]Slots

// Slots names the prose of one family that cases replace by marks.
type Slots struct {
	// Entries are entries of the pack; the mark of one is `{{text:NAME}}`, in which {1},
	// {2} stand for the values that are put into it: "model-line {1} | {2}".
	Entries []string
	// Block returns the mark of a whole block, or ok false when the entry is not one. A
	// prompt file ends with a line feed where the agent does not trim it away. nil: the
	// family has no such blocks.
	Block func(name string) (mark string, ok bool)
}

// mark returns the text that stands for an entry; ok is false where the family has no
// such slot.
func (s Slots) mark(entry string) (text string, ok bool) {
	for _, name := range s.Entries {
		if word, _, _ := strings.Cut(name, " "); word == entry {
			return "{{text:" + name + "}}", true
		}
	}
	if s.Block != nil {
		return s.Block(entry)
	}
	return "", false
}

// Entry implements [pack.Source]. Base prompts are prompt/NAME, and in the cases NAME.txt.
func (m MarkPack) Entry(family, name string) (pack.Entry, bool) {
	slot := name
	if file, ok := strings.CutPrefix(name, "prompt/"); ok {
		slot = file + ".txt"
	}
	text, ok := m[family].mark(slot)
	return pack.Entry{Text: text, Kind: source.Pack, Path: "marks/" + family + "/" + name}, ok
}

// Pack is the pack that cases run with.
func (m MarkPack) Pack() *pack.Pack { return pack.Of(m) }
