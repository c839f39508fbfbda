package term

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

var epoch = time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)

// feed decodes a stream that arrives at once, and then flushes what is left.
func feed(stream string) []tea.Msg {
	var p parser
	return append(p.feed([]byte(stream), epoch), p.Flush(epoch.Add(pasteWait))...)
}

// show prints messages briefly: keys by name, others by kind.
func show(msgs []tea.Msg) string {
	var s []string
	for _, m := range msgs {
		switch m := m.(type) {
		case tea.KeyMsg:
			s = append(s, m.String())
		case KeyName:
			s = append(s, "<"+string(m)+">")
		case tea.MouseMsg:
			s = append(s, fmt.Sprintf("mouse(%d,%d %s)", m.X, m.Y, m))
		case tea.FocusMsg:
			s = append(s, "focus")
		case tea.BlurMsg:
			s = append(s, "blur")
		case PasteMsg:
			s = append(s, fmt.Sprintf("paste(%q)", m.Text))
		case unknownMsg:
			s = append(s, fmt.Sprintf("unknown(%q)", string(m)))
		default:
			s = append(s, fmt.Sprintf("%T", m))
		}
	}
	return strings.Join(s, " ")
}

func TestParserReads(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text, a message for each character", "aé한🙂", "a é 한 🙂"},
		{"space and controls", " \r\t\x7f\x03\x00\n", "  enter tab backspace ctrl+c ctrl+@ ctrl+j"},
		{"alt with a letter", "\x1bx\x1bé\x1b \x1b\r\x1b\x7f", "alt+x alt+é alt+  alt+enter alt+backspace"},
		{"arrows", "\x1b[A\x1bOB\x1b[1;2C\x1b[1;8D", "up down shift+right alt+ctrl+shift+left"},
		{"rxvt", "\x1b[a\x1bOa\x1b[7$\x1b[8^\x1b[7@", "shift+up ctrl+up shift+home ctrl+end ctrl+shift+home"},
		{"function keys", "\x1bOP\x1b[[E\x1b[15~\x1b[24~\x1b[1;2P\x1b[34~", "f1 f5 f5 f12 f13 f20"},
		{"keys that bubbletea cannot name", "\x1b[5;2~\x1b[3;5~\x1b[20;2~", "<shift+pgup> <ctrl+delete> <shift+f9>"},
		{"shift+tab", "\x1b[Z\x1b[1;2Z", "shift+tab shift+tab"},
		{"alt with a key of its own sequence", "\x1b\x1b[A\x1b\x1bOP", "alt+up alt+f1"},
		{"modifyOtherKeys", "\x1b[27;2;13~\x1b[27;5;105~\x1b[27;6;65~\x1b[27;3;120~", "<shift+enter> tab <ctrl+shift+a> alt+x"},
		{"kitty", "\x1b[13;2u\x1b[97;5u\x1b[97;6u\x1b[97:65;2u\x1b[27u\x1b[32;5u", "<shift+enter> ctrl+a <ctrl+shift+a> A esc ctrl+@"},
		{"kitty release and private keys are not typed", "\x1b[97;1:3u\x1b[57441;2u\x1b[1;1:3A", `unknown("\x1b[97;1:3u") unknown("\x1b[57441;2u") unknown("\x1b[1;1:3A")`},
		{"focus", "\x1b[I\x1b[Ox", "focus blur x"},
		{"SGR mouse", "\x1b[<0;3;4M\x1b[<0;3;4m\x1b[<65;107;38M\x1b[<32;5;6M", "mouse(2,3 left press) mouse(2,3 left release) mouse(106,37 wheel down) mouse(4,5 left motion)"},
		{"X10 mouse, bytes beyond ASCII too", "\x1b[M #$\x1b[M\x23\xff\xfe", "mouse(2,3 left press) mouse(222,221 release)"},
		{"Escape, then the mouse", "\x1b\x1b[<65;107;38Mx", "esc mouse(106,37 wheel down) x"},
		{"Escape twice", "\x1b\x1b", "esc esc"},
		{"Escape at the end", "a\x1b", "a esc"},
		{"alt with a bracket", "\x1b[", "alt+["},
		{"a torso is dropped", "\x1b[<65;107", `unknown("\x1b[<65;107")`},
		{"a sequence broken off by another", "\x1b[1;\x1b[A", `unknown("\x1b[1;") up`},
		{"a terminal's late answers", "\x1b]11;rgb:0/0/0\x1b\\\x1b]52;c;YQ==\x07\x1b[24;80R\x1b[?2026;2$y\x1bP>|xterm\x1b\\x",
			`unknown("\x1b]11;rgb:0/0/0\x1b\\") unknown("\x1b]52;c;YQ==\a") unknown("\x1b[24;80R") unknown("\x1b[?2026;2$y") unknown("\x1bP>|xterm\x1b\\") x`},
		{"bytes that are not UTF-8", "a\xffb\xc3\xc3(", `a unknown("\xff") b unknown("\xc3") unknown("\xc3") (`},
		{"a paste", "a\x1b[200~one\r\ntwo\x1b[201~b", `a paste("one\ntwo") b`},
		{"a stray end of paste", "\x1b[201~x", `unknown("\x1b[201~") x`},
	} {
		if got := show(feed(c.in)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// listener is a model that collects the messages decoded from input.
type listener struct{ got *[]tea.Msg }

func (l listener) Init() tea.Cmd { return nil }
func (l listener) View() string  { return "" }
func (l listener) Update(m tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := m.(tea.KeyMsg); ok && k.String() == "ctrl+q" {
		return l, tea.Quit
	}
	*l.got = append(*l.got, m)
	return l, nil
}

// byBubbletea returns the messages that bubbletea makes of one sequence.
func byBubbletea(t *testing.T, sequence string) []tea.Msg {
	t.Helper()
	var got []tea.Msg
	in, write := io.Pipe()
	go func() { // two reads, so that the first ends where the sequence ends
		_, _ = write.Write([]byte(sequence))
		_, _ = write.Write([]byte{0x11})
	}()
	p := tea.NewProgram(listener{&got}, tea.WithInput(in), tea.WithOutput(io.Discard), tea.WithoutRenderer(),
		tea.WithoutSignalHandler(), tea.WithContext(context.Background()))
	if _, err := p.Run(); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestKeysAndMouseAreThoseOfBubbletea(t *testing.T) {
	var all []string
	for _, letter := range "ABCDHFPQRS" {
		for m := 1; m <= 8; m++ {
			all = append(all, fmt.Sprintf("\x1b[1;%d%c", m, letter))
		}
		all = append(all, fmt.Sprintf("\x1b[%c", letter), fmt.Sprintf("\x1bO%c", letter))
	}
	for n := range numbered {
		all = append(all, fmt.Sprintf("\x1b[%d~", n))
		for m := 2; m <= 8; m++ {
			all = append(all, fmt.Sprintf("\x1b[%d;%d~", n, m))
		}
	}
	for c := 0; c < 128; c++ {
		if c != 0x1b && c != 0x11 {
			all = append(all, string(rune(c)))
		}
		if c != 0x1b && c != 0x11 && !strings.ContainsRune("[O]PX^_", rune(c)) {
			all = append(all, "\x1b"+string(rune(c)))
		}
	}
	for code := 0; code < 256; code++ {
		all = append(all, fmt.Sprintf("\x1b[<%d;9;5M", code), fmt.Sprintf("\x1b[<%d;9;5m", code))
		if code >= 32 {
			all = append(all, "\x1b[M"+string([]byte{byte(code), 50, 60}))
		}
	}
	all = append(all, "é", "한", "\x1b[I", "\x1b[O", "\x1b[Z", "\x1b[[A", "\x1b[[E", "\x1b[7$", "\x1b[8@", "\x1b[5^", "\x1b[a")
	// In these cases bubbletea is wrong.
	ours := map[string]string{"\x1b[3;2~": "<shift+delete>", "\x1b[3;5~": "<ctrl+delete>", "\x1bOH": "home", "\x1bOF": "end"}
	compared := 0
	for _, seq := range all {
		mine := feed(seq)
		if want, ok := ours[seq]; ok {
			if got := show(mine); got != want {
				t.Errorf("%q is %s, want %s", seq, got, want)
			}
			continue
		}
		theirs := byBubbletea(t, seq)
		if len(theirs) != 1 || len(mine) != 1 {
			t.Errorf("%q: %d messages, bubbletea has %d", seq, len(mine), len(theirs))
			continue
		}
		switch m := theirs[0].(type) {
		case tea.KeyMsg:
			if len(m.Runes) == 0 {
				m.Runes = nil
			}
			theirs[0] = m
		case tea.MouseMsg:
			theirs[0] = withoutType(m)
		case tea.FocusMsg, tea.BlurMsg:
		default: // bubbletea does not know the sequence; galley may
			continue
		}
		compared++
		if !reflect.DeepEqual(mine[0], theirs[0]) {
			t.Errorf("%q is %#v, for bubbletea %#v", seq, mine[0], theirs[0])
		}
	}
	if compared < 900 {
		t.Errorf("only %d sequences were compared", compared)
	}
}

// withoutType clears bubbletea's deprecated field.
func withoutType(m tea.MouseMsg) tea.MouseMsg {
	return tea.MouseMsg{X: m.X, Y: m.Y, Shift: m.Shift, Alt: m.Alt, Ctrl: m.Ctrl, Action: m.Action, Button: m.Button}
}

// Reported: sequences that are split between two reads leak into the text.
func TestMouseReportSplitAfterEscapeIsNotTyped(t *testing.T) {
	wheel := "[<65;107;38M"
	for gap, want := range map[time.Duration]string{
		0:                      "mouse(106,37 wheel down) x",
		20 * time.Millisecond:  "mouse(106,37 wheel down) x",
		100 * time.Millisecond: "esc mouse(106,37 wheel down) x",
	} {
		var p parser
		got := p.feed([]byte("\x1b"), epoch)
		got = append(got, p.Flush(epoch.Add(gap))...)
		got = append(got, p.feed([]byte(wheel+"x"), epoch.Add(gap))...)
		if show(got) != want {
			t.Errorf("after %v: %s, want %s", gap, show(got), want)
		}
		// and the late part is split once more
		p = parser{}
		got = p.feed([]byte("\x1b"), epoch)
		got = append(got, p.Flush(epoch.Add(gap))...)
		got = append(got, p.feed([]byte(wheel[:5]), epoch.Add(gap))...)
		got = append(got, p.feed([]byte(wheel[5:]+"x"), epoch.Add(gap))...)
		if show(got) != want {
			t.Errorf("after %v, split again: %s, want %s", gap, show(got), want)
		}
	}
}

func TestEscapeAndTheNextKeyAreSeparate(t *testing.T) {
	var p parser
	got := p.feed([]byte("\x1b"), epoch)
	if len(got) != 0 {
		t.Fatalf("Escape was reported before it was certain: %s", show(got))
	}
	if d := p.Deadline(); d != epoch.Add(escWait) {
		t.Fatalf("the deadline is %v after the key", d.Sub(epoch))
	}
	got = append(got, p.Flush(epoch.Add(escWait))...)
	got = append(got, p.feed([]byte("x"), epoch.Add(escWait))...)
	got = append(got, p.feed([]byte("["), epoch.Add(50*time.Millisecond))...)
	got = append(got, p.feed([]byte("A"), epoch.Add(150*time.Millisecond))...)
	if want := "esc x [ A"; show(got) != want {
		t.Errorf("got %s, want %s", show(got), want)
	}
	if !p.Deadline().IsZero() {
		t.Error("the parser still waits")
	}
}

func TestArrowSplitFromItsEscapeIsAnArrow(t *testing.T) {
	var p parser
	got := p.feed([]byte("\x1b"), epoch)
	got = append(got, p.Flush(epoch.Add(60*time.Millisecond))...)
	got = append(got, p.feed([]byte("[A"), epoch.Add(60*time.Millisecond))...)
	if want := "esc up"; show(got) != want {
		t.Errorf("got %s, want %s", show(got), want)
	}
}

func TestAnAltChordOnASlowLineTypesNoLetter(t *testing.T) {
	for _, c := range []struct{ wait, gap time.Duration }{{0, 35}, {remoteWait / time.Millisecond, 90}, {300, 290}} {
		p := parser{AltWait: c.wait * time.Millisecond}
		got := p.feed([]byte("\x1b"), epoch)
		got = append(got, p.feed([]byte("d"), epoch.Add(c.gap*time.Millisecond))...)
		if want := "alt+d"; show(got) != want {
			t.Errorf("%d ms apart, waiting %d: got %s, want %s", c.gap, c.wait, show(got), want)
		}
	}
}

func TestSlowTerminalGetsMoreTime(t *testing.T) {
	env := func(set ...string) func(string) string {
		return func(name string) string {
			if slices.Contains(set, name) {
				return "x"
			}
			return ""
		}
	}
	for _, c := range []struct {
		o    Options
		want time.Duration
	}{
		{Options{Env: env()}, 0},
		{Options{Env: env("SSH_TTY")}, remoteWait},
		{Options{Env: env("SSH_CONNECTION")}, remoteWait},
		{Options{Env: env("SSH_TTY"), AltWait: 30 * time.Millisecond}, 30 * time.Millisecond},
	} {
		if got := altTimeout(c.o); got != c.want {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}

func TestTooLongControlStringIsSkipped(t *testing.T) {
	t.Parallel()
	long := "\x1b]52;c;" + strings.Repeat("Y", 5*maxString)
	for _, end := range []string{"\x07", "\x1b\\"} {
		if got, want := show(feed(long+end+"x")), `unknown("\x1b]") x`; got != want {
			t.Errorf("got %.80s, want %s", got, want)
		}
		for _, n := range []int{maxString - 1, maxString, maxString + 1} {
			stream := "\x1bP" + strings.Repeat("Y", n-2) + end + "x"
			if got, want := show(inPieces([]byte(stream), uint64(n))), show(feed(stream)); got != want {
				t.Errorf("%d bytes in pieces: %.80s, at once %.80s", n, got, want)
			}
		}
	}
	var p parser
	got := p.feed([]byte(long), epoch)
	got = append(got, p.feed([]byte("x"), epoch.Add(time.Minute))...)
	got = append(got, p.Flush(p.Deadline())...) // before the deadline, this might have been part of the string
	if want := `unknown("\x1b]") x`; show(got) != want {
		t.Errorf("an unterminated string swallows keys: %.80s, want %s", show(got), want)
	}
}

// inPieces feeds a stream that is split at random places.
func inPieces(stream []byte, seed uint64) []tea.Msg {
	var p parser
	var got []tea.Msg
	r := rand.New(rand.NewPCG(seed, 7))
	for rest := stream; len(rest) > 0; {
		n := min(len(rest), 1+r.IntN(1+r.IntN(40)))
		got = append(got, p.feed(rest[:n], epoch)...)
		rest = rest[n:]
	}
	return append(got, p.Flush(epoch.Add(pasteWait))...)
}

func FuzzAnyChunkingGivesTheSameMessages(f *testing.F) {
	for _, s := range []string{
		"abc", "\x1b", "\x1b\x1b", "\x1b[A\x1bOP\x1b[1;5C", "\x1b\x1b[<65;107;38M", "\x1b[200~a\r\nb\x1b[201~\r", "\x1b[200~a\x1b[201",
		"\x1b[M\xff\x80\x20", "\x1b]0;x\x07\x1bP1\x1b\\", "é한\xff\xc3", "\x1b[27;2;13~\x1b[97:65;2:1;97u", "\x1b[[A\x1b[[x\x1b[7$\x1b[?1$y", "\x1b[1;\x1b]2;\x1b[I",
	} {
		f.Add([]byte(s), uint64(1))
	}
	f.Fuzz(func(t *testing.T, stream []byte, seed uint64) {
		whole := feed(string(stream))
		if got := inPieces(stream, seed); !reflect.DeepEqual(got, whole) {
			t.Fatalf("in pieces %s\nat once   %s", show(got), show(whole))
		}
		// Nothing may be typed that the stream did not contain as text.
		for _, m := range whole {
			if k, ok := m.(tea.KeyMsg); ok && k.Type == tea.KeyRunes && !bytes.Contains(stream, []byte(string(k.Runes))) && len(stream) < 64 {
				if !bytes.ContainsAny(stream, "u~") { // except for a key that the terminal sent as a number
					t.Fatalf("%q typed %q", stream, string(k.Runes))
				}
			}
		}
	})
}
