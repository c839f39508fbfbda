package verify

import (
	"fmt"
	"testing"

	"galley/engine/capture/match"
	"galley/engine/source"
	"galley/engine/wire"
)

func TestWhereEachByteComesFrom(t *testing.T) {
	t.Parallel()
	file := source.Origin{Kind: source.File, Source: "/p/AGENTS.md", Line: 3}
	imported := source.Origin{Kind: source.Import, Source: "/p/more.md", Line: 1}
	one := text{raw: "0123\n567\n9abcdefghi", names: []string{"rules", "skills"}, spans: []match.Span{
		{Start: 2, End: 7, Origin: file, Expected: 0}, {Start: 7, End: 10, Origin: imported, Expected: -1},
		{Start: 10, End: 12, Expected: 0}, {Start: 12, End: 14, Origin: source.Origin{Source: "the date"}, Expected: 2}, {Start: 14, End: 16, Expected: 1}, {Start: 16, End: 17, Expected: -1},
	}}
	want := map[int]string{
		0: "the agent's own text", 1: "the agent's own text", 2: "file /p/AGENTS.md:3", 4: "file /p/AGENTS.md:3", 5: "file /p/AGENTS.md:4", 6: "file /p/AGENTS.md:4", 7: "file /p/more.md:1", 9: "file /p/more.md:2",
		10: "frame of rules", 11: "frame of rules", 12: "the date", 13: "the date", 14: "frame of skills", 16: "the agent's own text", 18: "the agent's own text", 40: "the agent's own text",
	}
	for at, origin := range want {
		if got := one.origin(at); got != origin {
			t.Errorf("byte %d comes from %q, want %q", at, got, origin)
		}
	}
}

// Spans that overlap or reach beyond the end of a text are ignored, so that no byte is written
// twice.
func TestOnlyFilesAreLeftAsTheyAre(t *testing.T) {
	t.Parallel()
	raw := "on 2026-01-02 and 2026-01-03 or 2026-01-04"
	file := func(start, end int) match.Span {
		return match.Span{Start: start, End: end, Origin: source.Origin{Kind: source.File}}
	}
	for _, tt := range []struct {
		spans []match.Span
		want  string
	}{
		{nil, "on <dates> and <dates> or <dates>"},
		{[]match.Span{file(3, 13)}, "on 2026-01-02 and <dates> or <dates>"},
		{[]match.Span{file(3, 13), file(18, 28)}, "on 2026-01-02 and 2026-01-03 or <dates>"},
		{[]match.Span{file(3, 13), file(5, 28)}, "on 2026-01-02 and <dates> or <dates>"},
		{[]match.Span{file(3, 13), file(13, 28)}, "on 2026-01-02 and 2026-01-03 or <dates>"},
		{[]match.Span{file(32, len(raw))}, "on <dates> and <dates> or 2026-01-04"},
		{[]match.Span{file(32, len(raw)+1)}, "on <dates> and <dates> or <dates>"},
		{[]match.Span{{Start: 3, End: 13, Origin: source.Origin{Kind: source.Import}}, {Start: 18, End: 28, Origin: source.Origin{Kind: source.Pack}}}, "on 2026-01-02 and <dates> or <dates>"},
	} {
		used := map[string]bool{}
		if got := (text{raw: raw, spans: tt.spans}).normal(used); got != tt.want || !used["dates"] || len(used) != 1 {
			t.Errorf("%v: got %q with %v, want %q", tt.spans, got, used, tt.want)
		}
	}
}

func TestAPlaceOrRoleThatDiffersIsADifference(t *testing.T) {
	t.Parallel()
	decode := func(body string) Side {
		r, err := wire.Decode(wire.Anthropic, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return Side{Request: r}
	}
	plain := decode(`{"model":"m","system":[{"type":"text","text":"S"}],"messages":[{"role":"user","content":"go"}]}`)
	for body, want := range map[string]string{
		`{"model":"m","system":[{"type":"text","text":"S"}],"messages":[{"role":"assistant","content":"go"}]}`:                                  `{/messages/0/content 0 structure assistant /messages/0/content  user /messages/0/content }`,
		`{"model":"m","system":[{"type":"text","text":"S","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"go"}]}`:  `{/system/0/text 0 structure system /system/0/text {"type":"ephemeral"} system /system/0/text }`,
		`{"model":"m","system":[{"type":"text","text":"S"}],"messages":[{"role":"user","content":[{"type":"text","text":"go"}]}]}`:              `{/messages/0/content 0 structure user /messages/0/content/0/text  user /messages/0/content }`,
		`{"model":"m","system":[{"type":"text","text":"S"}],"messages":[{"role":"user","content":"go on"}]}`:                                    `{/messages/0/content 2 the agent's own text  on }`,
		`{"model":"m","system":[{"type":"text","text":"S"}],"messages":[]}`:                                                                     `{/messages/0/content 0 the agent's own text  go}`,
		`{"model":"m","system":[{"type":"text","text":"S"}],"messages":[{"role":"user","content":"go"},{"role":"assistant","content":"more"}]}`: `{/messages/1/content 0 not predicted more }`,
	} {
		r := Compare(decode(body), plain, false)
		if r.Same || r.First == nil || fmt.Sprint(*r.First) != want {
			t.Errorf("%s\n got %v\nwant %s", body, r.First, want)
		}
	}
}
