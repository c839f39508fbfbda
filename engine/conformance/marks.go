package conformance

import (
	"strings"

	"galley/engine/pack"
	"galley/engine/source"
)

// MarkPack is a source of entries for a pack, by the pack's families. In place of an agent's
// prose, the entries have marks. The runner of an agent supplies the marks of the agent's
// families.
type MarkPack map[string]Slots

// Slots names the prose of one family that cases replace by marks.
type Slots struct {
	// Entries lists entries of the pack. The mark of an entry is {{text:NAME}}. If an entry has
	// values, {1} and {2} stand for them in its mark: "model-line {1} | {2}".
	Entries []string
	// Block returns the mark of an entry that is a whole block; ok is false for other entries. The
	// mark of a prompt file ends with a line feed, unless the agent trims the file. If Block is
	// nil, the family has no such entries.
	Block func(name string) (mark string, ok bool)
}

// mark returns the mark of an entry; ok is false if the family has no such entry.
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

// Entry implements [pack.Source]. Base prompts are named prompt/NAME here, and NAME.txt in the
// cases.
func (m MarkPack) Entry(family, name string) (pack.Entry, bool) {
	slot := name
	if file, ok := strings.CutPrefix(name, "prompt/"); ok {
		slot = file + ".txt"
	}
	text, ok := m[family].mark(slot)
	return pack.Entry{Text: text, Kind: source.Pack, Path: "marks/" + family + "/" + name}, ok
}

// Pack returns a pack with the marks, for running cases.
func (m MarkPack) Pack() *pack.Pack { return pack.Of(m) }
