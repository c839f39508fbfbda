package term

import (
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// typedKeys returns the messages for typed text.
func typedKeys(s string) []tea.Msg {
	var p parser
	return p.feed([]byte(s), epoch)
}

func TestBurst(t *testing.T) {
	lines := "first line\rsecond line\rthird line\r"
	for _, c := range []struct {
		name  string
		reads []string
		want  string // "" means: the keys, one by one
	}{
		{"lines that come at once are a paste", []string{lines}, `paste("first line\nsecond line\nthird line\n")`},
		{"also when a read cuts them", []string{lines + "and", " more\rtext"}, `paste("first line\nsecond line\nthird line\nand more\ntext")`},
		{"a very long line is a paste", []string{strings.Repeat("word ", 30)}, `paste("` + strings.Repeat("word ", 30) + `")`},
		{"typed letters are keys", []string{"a", "b", "\r"}, ""},
		{"two letters in one read are keys", []string{"ab"}, ""},
		{"a line typed ahead on a stalled line is keys", []string{"what I typed while it hung\r"}, ""},
		{"a key held down is keys", []string{strings.Repeat("j", 500)}, ""},
		{"Enter held down is keys", []string{strings.Repeat("\r", 500)}, ""},
		{"few lines are keys: commands of a script", []string{"a\rb\rc\r"}, ""},
		{"a command key ends the text", []string{lines + "\x13x"}, `paste("first line\nsecond line\nthird line\n") ctrl+s x`},
	} {
		var b burst
		var got []tea.Msg
		now := epoch
		var all string
		for _, read := range c.reads {
			got = append(got, b.add(typedKeys(read), now)...)
			now = now.Add(burstGap / 2)
			all += read
		}
		got = append(got, b.flush(now.Add(burstGap))...)
		want := c.want
		if want == "" {
			want = show(typedKeys(all))
		}
		if show(got) != want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, show(got), want)
		}
	}
}

func TestTypingIsNeverHeldBack(t *testing.T) {
	var b burst
	for i, r := range "func main() {\r\tprintln(1)\r}\r" {
		keys := typedKeys(string(r))
		if got := b.add(keys, epoch.Add(time.Duration(i)*40*time.Millisecond)); !reflect.DeepEqual(got, keys) {
			t.Fatalf("%q was delayed: %s", r, show(got))
		}
		if !b.deadline().IsZero() {
			t.Fatalf("after %q the parser still waits", r)
		}
	}
}

func TestBracketedPasteDisablesBurstDetection(t *testing.T) {
	text := typedKeys("first line\rsecond line\rthird line\r")
	var b burst
	b.add([]tea.Msg{PasteMsg{Text: "x"}}, epoch)
	if got := b.add(text, epoch); !reflect.DeepEqual(got, text) {
		t.Errorf("after a marked paste: %s", show(got))
	}
	b.add([]tea.Msg{PasteMsg{Text: "x", Unterminated: true}}, epoch)
	b.add(text, epoch)
	if got := b.flush(epoch.Add(time.Second)); len(got) != 1 || !got[0].(PasteMsg).Inferred {
		t.Errorf("the rest of a paste whose end did not arrive: %s", show(got))
	}
}

func TestLaggingMotionIsMerged(t *testing.T) {
	drag := func(x int) tea.Msg { return mouseEvent(32, x, 1) }
	click, wheel := mouseEvent(0, 9, 9), mouseEvent(65, 1, 1)
	got := merge(nil, []tea.Msg{click, drag(1), drag(2)})
	got = merge(got, []tea.Msg{drag(3), wheel, wheel, drag(4)})
	want := []tea.Msg{click, drag(3), wheel, wheel, drag(4)}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %s, want %s", show(got), show(want))
	}
	if sameDrag(mouseEvent(32, 1, 1), mouseEvent(33, 1, 2)) {
		t.Error("drags with different buttons were merged")
	}
}
