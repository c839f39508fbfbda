package conformance

import (
	"strings"

	"galley/engine/pack"
	"galley/engine/source"
)

// MarkPack has marks in place of an agent's prose: those of each family of a pack. As
// a source of entries it returns each slot's mark. An agent's runner supplies the
// marks of its families.
type MarkPack map[string]Slots

// Slots names the prose of one family that cases replace by marks.
type Slots struct {
	// Entries are entries of the pack. The mark of one is `{{text:NAME}}`; {1}, {2}
	// in it are the inserted values: "model-line {1} | {2}".
	Entries []string
	// Block returns the mark of a whole block; ok is false if the entry is not one.
	// The mark of a prompt file ends with a line feed unless the agent trims it. If
	// Block is nil, the family has no such blocks.
	Block func(name string) (mark string, ok bool)
}

// mark returns the mark of an entry; ok is false if the family has no such slot.
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

// Pack returns the pack for running cases.
func (m MarkPack) Pack() *pack.Pack { return pack.Of(m) }
