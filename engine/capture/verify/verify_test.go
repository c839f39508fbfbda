package verify

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/capture/match"
	"galley/engine/source"
	"galley/engine/wire"
)

// side decodes a request. The part of the system text that equals file counts as the text of a
// rule file.
func side(t *testing.T, system, tools, rest, file string) Side {
	t.Helper()
	quote := func(s string) string { return strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(s) }
	body := `{"model":"m","system":[{"type":"text","text":"` + quote(system) + `"}],"tools":[` + tools + `],"messages":[{"role":"user","content":"go"}]` + rest + `}`
	r, err := wire.Decode(wire.Anthropic, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	s := Side{Request: r}
	if at := strings.Index(system, file); file != "" && at >= 0 {
		place := slices.IndexFunc(r.Places, func(p wire.Location) bool { return p.Pointer == "/system/0/text" })
		s.Map.Spans = []match.Span{{Place: place, Start: at, End: at + len(file), Origin: source.Origin{Kind: source.File, Source: "/p/AGENTS.md", Line: 3}, Expected: -1}}
	}
	return s
}

const tools = `{"name":"read","input_schema":{"type":"object"}},{"name":"write","input_schema":{"type":"object"}}`

func TestValuesThatVaryByRunAreNormalised(t *testing.T) {
	for name, one := range map[string]struct {
		a, b string
		want string
	}{
		"a date":         {"Today is 2026-11-28.", "Today is 2026-11-27.", "dates"},
		"a long date":    {"It is Saturday, November 28, 2026.", "It is Friday, November 27, 2026.", "dates"},
		"an id":          {"run ses_0123456789ab", "run ses_ba9876543210", "ids"},
		"a marked uuid":  {"in at_c12c398d-62b2-42e8-929f-d6db98dfc45f", "in at_d12c398d-62b2-42e8-929f-d6db98dfc45f", "ids"},
		"a uuid":         {"in c12c398d-62b2-42e8-929f-d6db98dfc45f", "in d12c398d-62b2-42e8-929f-d6db98dfc45f", "ids"},
		"a scratch path": {"cache /s/scratch/12-0123456789ab/cache/x", "cache /s/scratch/99-ab0123456789/cache/x", "scratch paths"},
		"the endpoint":   {"at 127.0.0.1:4000", "at 127.0.0.1:4100", "scratch paths"},
	} {
		r := Compare(side(t, one.a, tools, "", ""), side(t, one.b, tools, "", ""), false)
		if !r.Same || !slices.Equal(r.Normalised, []string{one.want}) {
			t.Errorf("%s: %+v %+v", name, r, r.First)
		}
	}
	if r := Compare(side(t, "S 2026-11-28", tools, "", ""), side(t, "S 2026-11-28", tools, "", ""), false); !r.Same || len(r.Normalised) != 0 {
		t.Errorf("equal texts were normalised: %+v", r)
	}
}

func TestDateInAUsersFileIsNotNormalised(t *testing.T) {
	r := Compare(side(t, "frame: since 2026-11-28", tools, "", "since 2026-11-28"), side(t, "frame: since 2026-11-27", tools, "", "since 2026-11-27"), false)
	if r.Same || r.First.Origin != "file /p/AGENTS.md:3" || r.First.Block != "/system/0/text" || r.First.Offset != len("frame: since 2026-11-2") {
		t.Errorf("%+v %+v", r, r.First)
	}
}

// A difference in the first or the last byte of a rule file belongs to the file. A difference
// directly after the last byte belongs to the frame.
func TestARuleFileEndsAtItsLastByte(t *testing.T) {
	for _, c := range []struct{ name, captured, origin string }{
		{"before it", "Frame: RULES end", "the agent's own text"},
		{"its first byte", "frame: rULES end", "file /p/AGENTS.md:3"},
		{"its last byte", "frame: RULEs end", "file /p/AGENTS.md:3"},
		{"behind it", "frame: RULES! end", "the agent's own text"},
	} {
		r := Compare(side(t, c.captured, tools, "", ""), side(t, "frame: RULES end", tools, "", "RULES"), false)
		if r.Same || r.First.Origin != c.origin {
			t.Errorf("%s: %+v, want %s", c.name, r.First, c.origin)
		}
	}
}

// If a request has fewer texts than predicted, the first difference is the first missing text.
func TestMissingAndExtraTextsAreReported(t *testing.T) {
	decode := func(more string) Side {
		r, err := wire.Decode(wire.Anthropic, []byte(`{"model":"m","system":"s","messages":[{"role":"user","content":"go"}`+more+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		return Side{Request: r}
	}
	short, long := decode(""), decode(`,{"role":"assistant","content":"done"}`)
	if r := Compare(short, long, false); r.Same || r.First.Block != "/messages/1/content" || r.First.Predicted != "done" || r.First.Captured != "" {
		t.Errorf("one text too few: %+v", r.First)
	}
	// The origin of a missing text is that of its first byte. Spans in the description of a tool
	// do not belong to any of these texts.
	at := slices.IndexFunc(long.Request.Places, func(p wire.Location) bool { return p.Pointer == "/messages/1/content" })
	long.Map.Spans = []match.Span{{Place: at, Start: 0, End: 1, Origin: source.Origin{Kind: source.File, Source: "/p/A.md", Line: 3}}, {Place: len(long.Request.Places), End: 1}}
	if r := Compare(short, long, false); r.Same || r.First.Origin != "file /p/A.md:3" {
		t.Errorf("one text of a file too few: %+v", r.First)
	}
	if r := Compare(long, short, false); r.Same || r.First.Block != "/messages/1/content" || r.First.Captured != "done" || r.First.Origin != "not predicted" {
		t.Errorf("one text too many: %+v", r.First)
	}
}

func TestTheFirstDifferenceIsNamed(t *testing.T) {
	base := side(t, "one\ntwo", tools, "", "")
	for name, one := range map[string]struct {
		other  Side
		block  string
		offset int
	}{
		"a text":           {side(t, "one\nTwo", tools, "", ""), "/system/0/text", 4},
		"a missing tool":   {side(t, "one\ntwo", `{"name":"read","input_schema":{"type":"object"}}`, "", ""), "tool write", 0},
		"another tool":     {side(t, "one\ntwo", tools+`,{"name":"more","input_schema":{}}`, "", ""), "tool more", 0},
		"an option":        {side(t, "one\ntwo", tools, `,"max_tokens":5`, ""), "/max_tokens", 0},
		"one text too few": {side(t, "one", tools, "", ""), "/system/0/text", 3},
	} {
		r := Compare(one.other, base, false)
		if r.Same || r.First == nil || r.First.Block != one.block || r.First.Offset != one.offset {
			t.Errorf("%s: %+v %+v", name, r, r.First)
		}
	}
	if r := Compare(side(t, "one\ntwo", tools, `,"max_tokens":5`, ""), side(t, "one\ntwo", tools, `,"max_tokens":6`, ""), false); r.Same {
		t.Error("a different limit is not reported")
	}
}

func TestListsInRandomOrderAreEqualOnlyWhereTheAgentMakesThem(t *testing.T) {
	a, b := side(t, "A\nB\nC", tools, "", ""), side(t, "C\nA\nB", tools, "", "")
	if r := Compare(a, b, true); !r.Same || !slices.Equal(r.Normalised, []string{Orders}) {
		t.Errorf("%+v", r)
	}
	if r := Compare(side(t, "A 2026-11-28\nB", tools, "", ""), side(t, "B\nA 2026-11-27", tools, "", ""), true); !r.Same || !slices.Contains(r.Normalised, Orders) || !slices.Contains(r.Normalised, "dates") {
		t.Errorf("another day and order: %+v", r)
	}
	if r := Compare(a, b, false); r.Same {
		t.Error("another order is accepted for an agent with a fixed order")
	}
	if r := Compare(a, side(t, "C\nA\nD", tools, "", ""), true); r.Same {
		t.Error("a different line is accepted")
	}
}

func TestTimesAndEscapedTextAreNormalised(t *testing.T) {
	a := side(t, "S", tools, `,"meta":"{\"at\":1795846822372,\"from\":1795848974.2247553,\"k\":\"v\"}"`, "")
	b := side(t, "S", tools, `,"meta":"{\"from\":1795848970.1,\"k\":\"v\",\"at\":1795846818528}"`, "")
	if r := Compare(a, b, false); !r.Same {
		t.Errorf("%+v", r.First)
	}
	c := side(t, "S", tools, `,"meta":"{\"from\":1795848970.1,\"k\":\"w\",\"at\":1795846818528}"`, "")
	if r := Compare(a, c, false); r.Same || r.First.Block != "/meta/k" {
		t.Errorf("%+v", r.First)
	}
}

func TestMetadataOfTheRunIsIgnored(t *testing.T) {
	a, b := side(t, "S", tools, `,"client_metadata":{"x":"1"}`, ""), side(t, "S", tools, `,"client_metadata":{"x":"2","y":"3"}`, "")
	if r := Compare(a, b, false); !r.Same || !slices.Equal(r.Normalised, []string{Metadata}) {
		t.Errorf("%+v %+v", r, r.First)
	}
}
