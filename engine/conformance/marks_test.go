package conformance

import (
	"testing"

	"galley/engine/pack"
	"galley/engine/source"
)

var madeUp = MarkPack{
	"made-up": {Entries: []string{"intro", "line {1} | {2}"}, Block: func(name string) (string, bool) {
		return "$PROMPT:" + name + "{NAME={1}}\n", name == "big.txt"
	}},
	"made-up@2": {Entries: []string{"close"}},
}

func TestMarkPackNamesEachSlotByItself(t *testing.T) {
	v := pack.Value
	for _, c := range []struct {
		family, entry string
		values        []source.Text
		want          string
	}{
		{"made-up", "intro", nil, "{{text:intro}}"},
		{"made-up@1.18", "line", []source.Text{v("m", "api"), v("m", "p/api")}, "{{text:line api | p/api}}"},
		{"made-up", "prompt/big", []source.Text{v("m", "Muse")}, "$PROMPT:big.txt{NAME=Muse}\n"},
		{"made-up@2", "close", nil, "{{text:close}}"},
	} {
		if got := madeUp.Pack().Text(c.family, c.entry, c.values...).String(); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.family, c.entry, got, c.want)
		}
	}
}

func TestMarkPackHasNoOtherSlots(t *testing.T) {
	for family, entry := range map[string]string{"made-up": "close", "made-up@2": "prompt/big", "nobody": "intro"} {
		if got, ok := madeUp.Entry(family, entry); ok {
			t.Errorf("%s has a slot %s: %q", family, entry, got.Text)
		}
	}
}
