package budget

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

// of returns a prompt of one message. Each block is given as "id:text"; blank lines join them.
func of(blocks ...string) prompt.Prompt {
	var m prompt.Message
	m.Role = prompt.System
	for i, b := range blocks {
		id, text, _ := strings.Cut(b, ":")
		block := prompt.Block{ID: id, Text: source.Of(text, source.Origin{Kind: source.File, Source: id, Span: source.Span{End: len(text)}})}
		if i > 0 {
			block.Before = source.Literal("\n\n")
		}
		m.Blocks = append(m.Blocks, block)
	}
	return prompt.Prompt{Messages: []prompt.Message{m}}
}

func utf16Limit(most int) Limit { return Limit{Provider: "gemini", Unit: UTF16, Max: most} }

func rung(name, warn string, p prompt.Prompt, cuts ...BlockCut) Reduction {
	return Reduction{name, func() (prompt.Prompt, []BlockCut) { return p, cuts }, warn}
}

func TestFitTakesNoMoreStepsThanNeeded(t *testing.T) {
	ladder := Reductions{Compress: true, Steps: []Reduction{
		rung("first", "", of("a:"+strings.Repeat("x", 500)), BlockCut{Block: "a", Cut: Cut{At: 500}}),
		rung("nothing", "", of("a:"+strings.Repeat("x", 500))),
		rung("second", "it is short now", of("a:"+strings.Repeat("x", 300))),
	}}
	whole := of("a:" + strings.Repeat("x", 1000))
	for _, c := range []struct {
		most     int
		steps    string
		used     int
		problems int
	}{
		{1000, "", 1000, 0}, // a prompt of exactly the limit fits
		{999, "first 500 500", 500, 0},
		{500, "first 500 500", 500, 0},
		{499, "first 500 500, nothing 0 500, second 200 300", 300, 1},
		{250, "first 500 500, nothing 0 500, second 200 300, the end 124 176", 176, 2},
		{50, "first 500 500, nothing 0 500, second 200 300, the end 24 276", 276, 3},
	} {
		f := Fit(whole, ladder, utf16Limit(c.most), inUTF16)
		var steps []string
		for _, s := range f.Steps {
			steps = append(steps, fmt.Sprintf("%s %d %d", s.Name, s.Took.UTF16, s.Used))
		}
		if got := strings.Join(steps, ", "); got != c.steps || f.Used != c.used || f.Before != 1000 || len(f.Problems) != c.problems || f.Fits() != (c.used <= c.most) {
			t.Errorf("%d: %s; %d used, %v", c.most, got, f.Used, f.Problems)
		}
	}
	if f := Fit(whole, Reductions{}, utf16Limit(10), inUTF16); f.Used != 1000 || len(f.Steps) != 0 || len(f.Problems) != 1 {
		t.Errorf("with nothing to cut: %+v", f)
	}
}

func TestTheLastCutKeepsBlocksAndTheirOrigins(t *testing.T) {
	p := of("a:"+strings.Repeat("a", 100), "b:"+strings.Repeat("b", 100), "c:"+strings.Repeat("c", 100))
	for most := 100; most < 304; most++ {
		f := Fit(p, Reductions{Compress: true}, utf16Limit(most), inUTF16)
		want, _, _ := Compress(p.Messages[0].Text(), most)
		m := f.Prompt.Messages[0]
		if m.Text().String() != want.String() {
			t.Fatalf("%d: %q", most, m.Text())
		}
		cut := f.Steps[0].Cuts[0]
		i := slices.IndexFunc(m.Blocks, func(b prompt.Block) bool { return b.ID == cut.Block })
		if i != len(m.Blocks)-1 || cut.Message != 0 || !strings.HasPrefix(m.Blocks[i].Text.String()[cut.At:], hardMark) {
			t.Fatalf("%d: the cut mark is not at byte %d of %s", most, cut.At, cut.Block)
		}
		for _, b := range m.Blocks {
			for _, piece := range b.Text.Pieces() {
				if piece.Origin.Kind == source.File && piece.Origin.Source != b.ID {
					t.Fatalf("%d: %+v in %s", most, piece, b.ID)
				}
			}
		}
	}
}

// The first message is cut so that it and the other messages fit into the limit together.
func TestTheLastCutLeavesRoomForTheOtherMessages(t *testing.T) {
	p := of("a:" + strings.Repeat("a", 1000))
	p.Messages = append(p.Messages, of("b:"+strings.Repeat("b", 300)).Messages...)
	for _, most := range []int{500, 900, 1299} {
		if f := Fit(p, Reductions{Compress: true}, utf16Limit(most), inUTF16); f.Used > most || len(f.Prompt.Messages[1].Blocks[0].Text.String()) != 300 {
			t.Errorf("%d: %d used", most, f.Used)
		}
	}
}

func messages(f Fitted) (all []string) {
	for _, p := range f.Problems {
		all = append(all, p.Message)
	}
	return all
}

func TestALimitInTokensIsCutByTokens(t *testing.T) {
	p := of("a:" + strings.Repeat("word ", 400))
	words := func(p prompt.Prompt) int { return len(strings.Fields(p.Messages[0].Text().String())) }
	for most, want := range map[int]int{30: 30, 100: 100, 399: 383} { // a hard cut wastes up to 100 units
		f := Fit(p, Reductions{Compress: true}, Limit{Provider: "openai", Unit: Tokens, Max: most}, words)
		if f.Used != want {
			t.Errorf("%d: %d used, want %d", most, f.Used, want)
		}
	}
	f := Fit(p, Reductions{Compress: true}, Limit{Provider: "openai", Unit: Tokens, Max: 2}, words)
	want := "[the prompt was cut at its end the prompt has 3 tokens, 1 too many for openai]"
	if got := fmt.Sprint(messages(f)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCutNeverSplitsASurrogatePair(t *testing.T) {
	text := source.Literal(strings.Repeat("😀", 200))
	for most, want := range map[int]bool{301: true, 300: false} {
		out, branch, cut := Compress(text, most)
		if branch != Hard || cut.Split != want || out.Measure().UTF16 != 200+len(hardMark) || cut.Took.UTF16 != 200 {
			t.Errorf("%d: %s %+v", most, branch, cut)
		}
	}
}

func TestTruncatedKeepsWhatItCannotShorten(t *testing.T) {
	for n, want := range map[int]bool{10: false, 10000: false, 10012: false, 10013: true, 20000: true} {
		out, cut, did := Truncated(source.Literal(strings.Repeat("x", n)))
		if did != want || did && (out.Len() != 10012 || cut.At != 10000 || cut.Took.Bytes != n-10000) || !did && out.Len() != n {
			t.Errorf("%d: %v %d %+v", n, did, out.Len(), cut)
		}
	}
}

// The size of what a step removes is measured in each unit.
func TestWhatAStepTakes(t *testing.T) {
	f := Fitted{Prompt: of("a:éé😀b", "c:x")}
	f.step("shorter", of("a:é"), nil, inUTF16)
	if got := f.Steps[0]; got.Took != (source.Length{Bytes: 2 + 4 + 1 + 2 + 1, UTF16: 1 + 2 + 1 + 2 + 1, Runes: 1 + 1 + 1 + 2 + 1}) || got.Used != 1 || got.Name != "shorter" || f.Used != 1 {
		t.Errorf("%+v", got)
	}
}

// The blocks before a cut stay. The block with the cut ends with the mark, even if the cut is in
// the separator before the block's text.
func TestBlocksUpToACut(t *testing.T) {
	for at, want := range map[int]string{0: `a:""+"…" at 0`, 1: `a:""+"x…" at 1`, 4: `a:""+"xxxx…" at 4`, 5: `a:""+"xxxx" b:"\n"+"…" at 0`, 6: `a:""+"xxxx" b:"\n\n"+"…" at 0`, 8: `a:""+"xxxx" b:"\n\n"+"yy…" at 2`, 10: `a:""+"xxxx" b:"\n\n"+"yyyy…" at 4`} {
		kept, in := cutBlocks(of("a:xxxx", "b:yyyy", "c:zz").Messages[0], Cut{At: at, Mark: "…"})
		var got []string
		for _, b := range kept {
			got = append(got, fmt.Sprintf("%s:%q+%q", b.ID, b.Before.String(), b.Text.String()))
		}
		if s := fmt.Sprint(strings.Join(got, " "), " at ", in); s != want {
			t.Errorf("a cut at %d: %s, want %s", at, s, want)
		}
	}
	kept, at := cutBlocks(prompt.Message{}, Cut{Mark: "…"})
	if len(kept) != 1 || kept[0].ID != "cut" || kept[0].Text.String() != "…" || at != 0 {
		t.Errorf("a message without blocks: %+v at %d", kept, at)
	}
	tools := prompt.Prompt{Tools: []prompt.Tool{{Name: "a tool"}}}
	if p, cuts := lastResort(tools, utf16Limit(0), inUTF16); p.Messages != nil || len(p.Tools) != 1 || cuts != nil {
		t.Errorf("a prompt without messages: %+v, %+v", p, cuts)
	}
	short := of("a:xxxx")
	if p, cuts := lastResort(short, utf16Limit(4), inUTF16); p.Messages[0].Text().String() != "xxxx" || cuts != nil {
		t.Errorf("a prompt that fits: %+v, %+v", p, cuts)
	}
}

func TestPromptWithoutMessagesIsUnchanged(t *testing.T) {
	f := Fit(prompt.Prompt{}, Reductions{Compress: true}, utf16Limit(1), inUTF16)
	if !f.Fits() || len(f.Problems) > 0 {
		t.Errorf("%+v", f)
	}
}

func FuzzCompress(f *testing.F) {
	f.Add("ID\n\n"+sectionHeading+"body", 10)
	f.Add(strings.Repeat("😀", 300)+sectionHeading+strings.Repeat("é", 11000), 10500)
	f.Fuzz(func(t *testing.T, s string, most int) {
		if most < 0 || most > 1<<20 {
			return
		}
		text := source.Literal(s)
		out, branch, cut := Compress(text, most)
		switch {
		case (branch == Unchanged) != (text.Measure().UTF16 <= most):
			t.Errorf("%s at %d", branch, most)
		case out.String() != s[:cut.At]+cut.Mark:
			t.Error("the result is not the start of the text and a mark")
		case most >= hardRoom && out.Measure().UTF16 > most:
			t.Errorf("%d units, want at most %d", out.Measure().UTF16, most)
		case cut.Took != source.Measure(s[cut.At:]):
			t.Errorf("took %+v", cut.Took)
		}
	})
}

func inUTF16(p prompt.Prompt) int { return length(p).UTF16 }

func TestNumbersOfTokensAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]int{
		"8000": 8000, "8 000": 8000, "8,000": 8000, "8_000": 8000, "32k": 32_000, " 1.5K ": 1500, "2m": 2_000_000, "1": 1, "0.001k": 1, "1000m": 1e9,
		"": 0, "0": 0, "-5": 0, "k": 0, "8.5": 0, "x": 0, "8kk": 0, "1e9": 0, "0x10": 0, "inf": 0, "1.2.3k": 0, "1001m": 0, "99999999999999999999999": 0, "0.0001k": 0,
	} {
		if n, ok := ParseTokens(text); n != want || ok != (want > 0) {
			t.Errorf("%q is %d %v, want %d", text, n, ok, want)
		}
	}
	for unit, want := range map[Unit]string{Tokens: "tokens", UTF16: "UTF-16 units", Bytes: "bytes", Runes: "code points"} {
		if got := unit.Words(); got != want {
			t.Errorf("%s is called %q", unit, got)
		}
	}
	if own, of := (Limit{Provider: User}).Owner(), (Limit{Provider: "claude"}).Owner(); own != "your limit" || of != "claude" {
		t.Errorf("%q, %q", own, of)
	}
}
