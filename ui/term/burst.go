package term

import (
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
)

// These limits decide when typed text counts as a paste.
const (
	// burstText is a number of characters: a text of at least this length that contains a line
	// break counts as a paste.
	burstText = 24
	// burstLong is a number of characters: a text of at least this length counts as a paste
	// even without a line break.
	burstLong = 128
	// burstGap is the pause that ends a burst. It is longer than the delay between two reads on
	// a busy machine.
	burstGap = 50 * time.Millisecond
)

// burst detects pastes without marks: from a terminal without bracketed paste, or through a
// Windows console that drops the marks. If such a paste were delivered as keys, its line breaks
// would indent lines, accept completions and submit fields.
//
// Text that comes in one read, or in reads without a gap, counts as a paste if it has at least
// burstText characters and a line break inside, or at least burstLong characters, and is not one
// key repeated. People do not type like that: at 200 words a minute there are 60 ms between two
// keys, so a read holds one key, or two if the machine paused. While a connection is stalled, at
// most a few words collect, with Enter at their end and not inside. Text below the limits is
// passed on at once, so typing is never delayed.
//
// A terminal that has once marked a paste marks them all, so from then on burst does
// nothing, until a paste's end mark is missing.
//
// Like [parser] it has no clock.
type burst struct {
	run    []rune // text held back
	last   time.Time
	marked bool // the terminal marks its pastes
}

// add handles the messages of one read and returns those that are ready.
func (b *burst) add(in []tea.Msg, now time.Time) []tea.Msg {
	if len(in) == 0 {
		return nil
	}
	out := b.flush(now)
	for _, msg := range in {
		if p, ok := msg.(PasteMsg); ok {
			b.marked = !p.Unterminated
		}
		r, ok := typed(msg)
		if !ok || b.marked {
			out = append(b.settle(out), msg)
			continue
		}
		b.run = append(b.run, r)
		if len(b.run) >= maxPaste {
			out = b.settle(out)
		}
	}
	if len(b.run) < burstText {
		return b.settle(out)
	}
	b.last = now
	return out
}

// deadline returns the time at which flush must be called if nothing is added before. It
// returns the zero time if no text is held back.
func (b *burst) deadline() time.Time {
	if len(b.run) == 0 {
		return time.Time{}
	}
	return b.last.Add(burstGap)
}

// flush passes on the held text once the burst is over.
func (b *burst) flush(now time.Time) []tea.Msg {
	if len(b.run) == 0 || now.Before(b.deadline()) {
		return nil
	}
	return b.settle(nil)
}

// settle passes on the held text, either as a paste or as the original keys.
func (b *burst) settle(out []tea.Msg) []tea.Msg {
	run := b.run
	b.run = nil
	if isPaste(run) {
		m := clean([]byte(string(run)))
		m.Inferred = true
		return append(out, m)
	}
	for _, r := range run {
		out = append(out, key(r))
	}
	return out
}

// isPaste reports whether a burst of text is a paste.
func isPaste(run []rune) bool {
	if len(run) < burstText {
		return false
	}
	s := string(run)
	if strings.Count(s, string(run[:1])) == len(run) {
		return false // the text comes from a key that is held down
	}
	return len(run) >= burstLong || strings.ContainsAny(strings.TrimRight(s, "\r\n"), "\r\n")
}

// typed returns the character that a key types.
func typed(msg tea.Msg) (rune, bool) {
	k, ok := msg.(tea.KeyMsg)
	if !ok || k.Alt {
		return 0, false
	}
	switch k.Type {
	case tea.KeyRunes, tea.KeySpace:
		return k.Runes[0], true
	case tea.KeyEnter:
		return '\r', true
	case tea.KeyCtrlJ:
		return '\n', true
	case tea.KeyTab:
		return '\t', true
	}
	return 0, false
}

// key returns the key that types a character: the inverse of typed.
func key(r rune) tea.Msg {
	switch {
	case r == ' ':
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{r}}
	case unicode.IsControl(r):
		return tea.KeyMsg{Type: tea.KeyType(r)}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
}
