package term

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

var update = flag.Bool("update", false, "record what the parser makes of sequences")

// names describes messages in one line.
func names(all []tea.Msg) string {
	var b strings.Builder
	for _, msg := range all {
		switch m := msg.(type) {
		case tea.KeyMsg:
			fmt.Fprintf(&b, " %s", m)
			if m.Paste || len(m.Runes) > 1 {
				b.WriteString("!")
			}
		case tea.MouseMsg:
			fmt.Fprintf(&b, " {%s at %d,%d button %d action %d}", m, m.X, m.Y, m.Button, m.Action)
		case KeyName:
			fmt.Fprintf(&b, " <%s>", string(m))
		case unknownMsg:
			fmt.Fprintf(&b, " ?%q", string(m))
		default:
			fmt.Fprintf(&b, " %T%+v", m, m)
		}
	}
	return b.String()
}

// sequences are what terminals send for keys, the mouse, reports, and near misses of these.
func sequences() (all []string) {
	for c := range 256 {
		all = append(all, string([]byte{byte(c)}), "\x1b"+string([]byte{byte(c)}), "\x1b\x1b"+string([]byte{byte(c)}))
	}
	all = append(all, "é", "\x1bé", "漢", "\u0085", "\ufffd", "\xe4\xb8", "\x1b\xff")
	for _, final := range "ABCDEFGHIJKLMNOPQRSTUXZacmnrtuxyz~$^@" {
		for _, params := range []string{"", "1", "1;2", "1;5", "1;9", "1;1:3", ";3", "2;", "x", "1;2;3", "1;0", "1;17", "1;99"} {
			all = append(all, "\x1b["+params+string(final))
		}
		all = append(all, "\x1bO"+string(final), "\x1b\x1b["+string(final), "\x1b\x1bO"+string(final), "\x1bO5"+string(final), "\x1b[["+string(final))
	}
	for n := range 40 {
		for _, mod := range []string{"", ";2", ";3", ";4", ";5", ";6", ";7", ";8", ";1:3", ";5:2"} {
			all = append(all, fmt.Sprintf("\x1b[%d%s~", n, mod))
		}
	}
	for _, code := range []int{9, 13, 27, 32, 48, 65, 97, 105, 122, 64, 91, 95, 127, 233, 57344, 57358, 57361, 57376, 57399, 57409, 57417, 57421, 57425, 57441, 0x110000} {
		for _, mod := range []string{"", ";2", ";3", ";4", ";5", ";6", ";7", ";1:3", ";5:1", ";65", ";9"} {
			all = append(all, fmt.Sprintf("\x1b[%d%su", code, mod), fmt.Sprintf("\x1b[27%s;%d~", strings.SplitN(mod+";1", ":", 2)[0], code))
		}
	}
	for code := range 132 {
		if code < 72 || code > 95 {
			all = append(all, fmt.Sprintf("\x1b[<%d;3;4M", code), fmt.Sprintf("\x1b[<%d;3;4m", code), "\x1b[M"+string([]byte{byte(code + 32), 35, 36}))
		}
	}
	return append(all, "\x1b[<0;1m", "\x1b[<0;0;0M", "\x1b[<a;1;1M", "\x1b[<1;1;1;1M", "\x1b[<70000;1;1M", "\x1b[M\x20\x20\x20", "\x1b[M\xff\xff\xff", "\x1b[I", "\x1b[O", "\x1b]0;title\x07x", "\x1b]11;rgb:1/2/3\x1b\\x", "\x1bPq\x1b\\x", "\x1b^a\x1b\\", "\x1b_a\x07\x1b\\", "\x1bXa\x1b\\",
		"\x1b]no end", "\x1b[?1;2c", "\x1b[>0;1;2c", "\x1b[12;34R", "\x1b[?2026;2$y", "\x1b[200~a\r\nb\x00\xff\tc\x1b[201~d", "\x1b[200~\x1b[201~", "\x1b[201~", "\x1b[200~a\x1b[20", "\x1b[1;2", "\x1b[", "\x1bO", "\x1b["+strings.Repeat("1", 600)+"A", "a\x1b[Ab\x1b[Bc")
}

// Each sequence arrives in one read, and then nothing more: -update records what it means.
func TestSequencesMeanWhatIsRecorded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	start := time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)
	quiet := func(p *parser, now time.Time) (out []tea.Msg, waits []time.Duration) {
		for range 5 {
			at := p.Deadline()
			if at.IsZero() {
				break
			}
			waits = append(waits, at.Sub(now))
			out = append(out, p.Flush(at.Add(-time.Nanosecond))...)
			out = append(out, p.Flush(at)...)
			now = at
		}
		return out, waits
	}
	seen := map[string]bool{}
	for _, s := range sequences() {
		if seen[s] {
			continue
		}
		seen[s] = true
		p := &parser{}
		at := p.feed([]byte(s), start)
		late, waits := quiet(p, start)
		fmt.Fprintf(&b, "%.60q:%s", s, names(at))
		if len(waits) > 0 {
			fmt.Fprintf(&b, " | %v:%s", waits, names(late))
		}
		b.WriteString("\n")
	}
	// A sequence stops in the middle. Later its rest comes, or something else.
	for _, c := range []struct{ begun, rest string }{
		{"\x1b[", "A"}, {"\x1b[", "x"}, {"\x1b[1;", "5A"}, {"\x1b[1;", "hello"}, {"\x1b[<0;3", ";4M"}, {"\x1b[<0;3", "34;"}, {"\x1b[M", "   "}, {"\x1b[M ", "\x21\x21"}, {"\x1b]11;rgb:1e", "1e/2/3\x07"}, {"\x1b]11;rgb:1e", "word"}, {"\x1b]0;ti", "tle\x07"}, {"\x1b]0;ti", "tle and no end"},
		{"\x1b", "[A"}, {"\x1b", "[<0;3;4M"}, {"\x1b", "x"}, {"\x1b", "]11;rgb:1/2/3\x07"}, {"\x1bO", "P"}, {"\x1bO", "q"}, {"\x1bP", "1$r0m\x1b\\"}, {"\x1b[?1", ";2c"}, {"\x1b[12;3", "4R"}, {"\x1b[12;3", "4x"}, {"\x1b]", "a"}, {"\x1b[I", "x"}, {"\x1b[200~a", "b\x1b[201~c"}, {"\x1b[200~a", "\x03"}, {"\xe4", "\xb8\xad"}, {"\x1b[?2026;", "2$y"},
	} {
		for _, wait := range []time.Duration{10 * time.Millisecond, 99 * time.Millisecond, 200 * time.Millisecond, 700 * time.Millisecond, 1500 * time.Millisecond, 4 * time.Second, 11 * time.Second} {
			p := &parser{}
			fmt.Fprintf(&b, "%q, %v later %q:%s", c.begun, wait, c.rest, names(p.feed([]byte(c.begun), start)))
			now := start
			for end := start.Add(wait); ; {
				at := p.Deadline()
				if at.IsZero() || at.After(end) {
					now = end
					break
				}
				fmt.Fprintf(&b, " /%s", names(p.Flush(at)))
			}
			fmt.Fprintf(&b, " then%s", names(p.feed([]byte(c.rest), now)))
			late, waits := quiet(p, now)
			fmt.Fprintf(&b, " | %v:%s\n", waits, names(late))
		}
	}
	const name = "testdata/sequences.txt"
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want, got := strings.Split(string(text), "\n"), strings.Split(b.String(), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("line %d is %s, recorded is %s", i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
}

func TestPastesAreCleanedAndSummed(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]PasteMsg{
		"":                        {},
		"a":                       {Text: "a", Lines: 1, Bytes: 1},
		"a\r\nb\rc\n":             {Text: "a\nb\nc\n", Lines: 3, Bytes: 6},
		"\r":                      {Text: "\n", Lines: 1, Bytes: 1},
		"\x00\x1b\x1f \x7f~\t":    {Text: " ~\t", Lines: 1, Bytes: 3, Controls: 4},
		"\u0080\u009f\u00a0é\xff": {Text: "\u00a0é", Lines: 1, Bytes: 4, Controls: 2, Invalid: 1},
	} {
		if got := clean([]byte(raw)); got != want {
			t.Errorf("%q: %+v, want %+v", raw, got, want)
		}
	}
	for raw, want := range map[string]int{"": 0, "a": 1, "é": 2, "a\xc3": 1, "\xe4\xb8": 0, "a\xe4\xb8\xad": 4, "a\xf0\x9f\x91": 1, "a\r": 1, "\r": 0, "a\r\n": 3, "\x80\x80\x80\x80": 4} {
		if got := wholeText([]byte(raw)); got != want {
			t.Errorf("of %q %d bytes can be given on, want %d", raw, got, want)
		}
	}
	for want, m := range map[string]PasteMsg{
		"pasted 1 line, 1 byte":    {Lines: 1, Bytes: 1},
		"pasted 2 lines, 30 bytes": {Lines: 2, Bytes: 30},
		"pasted 0 lines, 0 bytes from x; left out 2 control characters; left out 1 byte of invalid UTF-8; the terminal did not mark the end, so it may be incomplete": {Source: "x", Controls: 2, Invalid: 1, Unterminated: true},
	} {
		if got := m.Summary(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWordsTitlesAndBursts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"": nil, " \t ": nil, "vi": {"vi"}, " code  --wait\t-n ": {"code", "--wait", "-n"}, `"a b" 'c d'e`: {"a b", "c de"}, `a"'"b '"'`: {`a'b`, `"`}, `""`: {""}, `"open end`: {"open end"},
	} {
		if got := splitWords(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"a\x07b\nc\u202ed é": "a·b·c·d é", strings.Repeat("x", 200): strings.Repeat("x", 200), strings.Repeat("é", 201): strings.Repeat("é", 200), "": ""} {
		if got := plainTitle(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	text := func(n int, end string) []rune { return []rune(strings.Repeat("ab", n)[:n] + end) }
	for _, c := range []struct {
		run  []rune
		want bool
	}{
		{nil, false}, {text(burstText-1, ""), false}, {text(burstText-1, "\n"), false}, {text(burstLong-1, ""), false}, {text(burstLong, ""), true}, {[]rune(strings.Repeat("j", 3*burstLong)), false}, {[]rune("a\n" + string(text(burstText, ""))), true}, {[]rune("a\r" + string(text(burstText, ""))), true},
	} {
		if got := isPaste(c.run); got != c.want {
			t.Errorf("%q is a paste: %v", string(c.run), got)
		}
	}
	for _, r := range "a é\t\r\n漢" {
		if got, ok := typed(key(r)); !ok || got != r {
			t.Errorf("the key of %q types %q, %v", r, got, ok)
		}
	}
	for _, msg := range []tea.Msg{tea.KeyMsg{Type: tea.KeyUp}, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("a"), Alt: true}, "a", KeyName("a")} {
		if r, ok := typed(msg); ok {
			t.Errorf("%v types %q", msg, r)
		}
	}
}
