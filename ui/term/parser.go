package term

import (
	"bytes"
	"cmp"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// The longest times for which an unfinished sequence waits for its rest.
const (
	// escWait is the default time after a single ESC. It is long enough for a terminal that sends a
	// sequence or an Alt combination in two writes, and short enough to seem immediate.
	escWait = 50 * time.Millisecond
	// remoteWait is used in place of escWait if the terminal is at the other end of a network.
	remoteWait = 100 * time.Millisecond
	// introWait is the time after ESC and one more byte, which may be Alt with a key.
	introWait = 100 * time.Millisecond
	// sequenceWait is the time after bytes that can only be the beginning of a sequence.
	// Afterwards the sequence is dropped, and so is its rest when it arrives; see stalled.
	sequenceWait = 500 * time.Millisecond
	// pasteWait is the pause after which the parser stops waiting for the end mark of
	// a paste.
	pasteWait = 2 * time.Second
	// interruptGap is the pause after which Ctrl+C within a paste is a pressed key,
	// not pasted text.
	interruptGap = 100 * time.Millisecond
	// lateWait is a time after an ESC that was reported as a key. Within this time the parser
	// still recognises the rest of a sequence that began with the ESC.
	lateWait = time.Second
)

// The sizes in bytes beyond which the parser stops collecting.
const (
	maxSequence = 512      // a control sequence
	maxString   = 16 << 10 // a control string
	maxPaste    = 16 << 20 // one part of a paste
)

const (
	esc        = 0x1b
	pasteBegin = "200~"
	pasteEnd   = "\x1b[201~"
)

// parser turns the bytes of a terminal into messages: tea.KeyMsg (one per character), tea.MouseMsg,
// tea.FocusMsg, tea.BlurMsg, [PasteMsg], [KeyName] and [unknownMsg]. It does no input and output
// and has no clock. The result does not depend on how a stream is divided into calls of feed, as
// long as no wait runs out between them.
//
// The zero value is ready to use.
type parser struct {
	// AltWait is how long a single ESC waits for more bytes before it counts as the Escape key; 0
	// means escWait.
	AltWait time.Duration

	buf     []byte    // the bytes of an unfinished message
	last    time.Time // when the last of them arrived
	late    bool      // buf begins with an ESC that was already reported as a key
	escAt   time.Time // when a single ESC was last reported
	inPaste bool
	pasted  []byte // the paste so far, without what is still in buf
	skip    bool   // whether the rest of a control string that was too long is skipped
	intro   []byte // the beginning of that string
	stalled stalled
}

// feed decodes the bytes of one read and returns the messages that they complete.
func (p *parser) feed(in []byte, now time.Time) []tea.Msg {
	out := p.Flush(now)
	if len(in) == 0 {
		return out
	}
	if p.inPaste && in[0] == 0x03 && now.Sub(p.last) >= interruptGap {
		out = append(out, p.endPaste(true))
	}
	if p.isLate(in, now) {
		p.buf = append(p.buf, esc)
		p.late = true
		p.stalled = stalled{}
	}
	p.escAt = time.Time{}
	if p.stalled.begun != nil {
		p.resume(in, now)
	} else {
		p.buf = append(p.buf, in...)
	}
	p.last = now
	return p.scan(out)
}

// Deadline returns the time at which Flush must be called if no byte arrives before. It returns
// the zero time if no bytes wait.
func (p *parser) Deadline() time.Time {
	switch {
	case p.inPaste:
		return p.last.Add(pasteWait)
	case p.skip:
		return p.last.Add(sequenceWait)
	case len(p.buf) == 0:
		return p.stalled.deadline(p.last)
	}
	b := p.buf
	if len(b) > 1 && b[0] == esc && b[1] == esc {
		b = b[1:]
	}
	switch {
	case len(b) == 1 && b[0] == esc:
		return p.last.Add(cmp.Or(p.AltWait, escWait))
	case len(b) == 2 && b[0] == esc:
		return p.last.Add(max(introWait, p.AltWait))
	}
	return p.last.Add(sequenceWait)
}

// Flush stops waiting for input that is overdue, and returns the messages for what has arrived.
func (p *parser) Flush(now time.Time) []tea.Msg {
	d := p.Deadline()
	if d.IsZero() || now.Before(d) {
		return nil
	}
	var out []tea.Msg
	if p.inPaste {
		return p.scan(append(out, p.endPaste(true)))
	}
	if p.skip {
		p.skip = false
		p.stall(p.intro, now, false)
	} else if len(p.buf) == 0 {
		p.release(nil)
		out = p.scan(out)
	}
	for len(p.buf) > 0 {
		out = p.giveUp(out, now)
	}
	return out
}

// giveUp reports the beginning of an unfinished sequence as separate keys.
func (p *parser) giveUp(out []tea.Msg, now time.Time) []tea.Msg {
	b := p.buf
	switch {
	case b[0] == esc && (len(b) == 1 || b[1] == esc):
		if !p.late {
			out = append(out, tea.KeyMsg{Type: tea.KeyEscape})
			p.escAt = now
		}
		return p.drop(out, 1)
	case b[0] == esc && len(b) == 2 && b[1] >= ' ' && b[1] < 0x7f:
		out = append(out, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{rune(b[1])}, Alt: !p.late})
		if chordOf(b) {
			p.stall(b, now, true)
		}
		return p.drop(out, 2)
	case b[0] == esc:
		p.stall(b, now, false)
	}
	return p.drop(append(out, unknownMsg(bytes.Clone(b))), len(b))
}

// drop removes n bytes from the buffer and decodes the rest.
func (p *parser) drop(out []tea.Msg, n int) []tea.Msg {
	p.buf = p.buf[n:]
	p.late = false
	return p.scan(out)
}

// isLate reports whether a read continues a sequence whose ESC was already reported as a key. A
// slow line or a busy machine can delay the rest of a sequence for longer than a user would wait
// for the Escape key. Nobody types "[A" or "[<" in one read.
func (p *parser) isLate(in []byte, now time.Time) bool {
	if p.inPaste || p.skip || len(p.buf) > 0 || p.escAt.IsZero() || now.Sub(p.escAt) >= lateWait {
		return false
	}
	if answersLate(in) {
		return true
	}
	if len(in) < 2 || in[0] != '[' {
		return false
	}
	if in[1] == '<' {
		return len(in) == 2 || in[2] >= '0' && in[2] <= '9'
	}
	_, msg, whole := csi(append([]byte{esc}, in[:min(len(in), 32)]...))
	if _, unknown := msg.(unknownMsg); unknown {
		return false
	}
	return whole
}

// scan decodes everything in the buffer that is complete.
func (p *parser) scan(out []tea.Msg) []tea.Msg {
	for len(p.buf) > 0 {
		if p.inPaste {
			var done bool
			if out, done = p.scanPaste(out); !done {
				return out
			}
			continue
		}
		if p.skip && !p.skipString() {
			return out
		}
		if len(p.buf) == 0 {
			break
		}
		n, msg, whole := decode(p.buf)
		if !whole {
			body := bytes.TrimSuffix(p.buf, []byte{esc})
			if len(body) > maxString {
				out = append(out, unknownMsg(bytes.Clone(body[:2])))
				p.intro = bytes.Clone(body[:maxSequence])
				p.buf, p.skip, p.late = p.buf[len(body):], true, false
			}
			return out
		}
		p.buf, p.late = p.buf[n:], false
		if _, begin := msg.(pasteBegins); begin {
			p.inPaste = true
			continue
		}
		out = append(out, msg)
	}
	return out
}

// skipString skips the rest of a control string, and reports whether its end was
// found.
func (p *parser) skipString() bool {
	i := bytes.IndexAny(p.buf, "\x07\x18\x1a\x1b")
	switch {
	case i < 0:
		p.buf = nil
		return false
	case p.buf[i] != esc:
		p.buf = p.buf[i+1:]
	case i+1 == len(p.buf):
		p.buf = p.buf[i:]
		return false
	case p.buf[i+1] == '\\':
		p.buf = p.buf[i+2:]
	default:
		p.buf = p.buf[i:]
	}
	p.skip = false
	return true
}

// scanPaste moves pasted bytes out of the buffer. done reports that the paste has ended.
func (p *parser) scanPaste(out []tea.Msg) (_ []tea.Msg, done bool) {
	i := bytes.Index(p.buf, []byte(pasteEnd))
	if i >= 0 {
		p.pasted = append(p.pasted, p.buf[:i]...)
		p.buf = p.buf[i+len(pasteEnd):]
		out = p.parts(out)
		return append(out, p.endPaste(false)), true
	}
	// The last bytes may be the beginning of the end mark, so leave them in the buffer.
	keep := min(len(p.buf), len(pasteEnd)-1)
	for ; keep > 0 && !bytes.HasPrefix([]byte(pasteEnd), p.buf[len(p.buf)-keep:]); keep-- {
	}
	cut := len(p.buf) - keep
	p.pasted = append(p.pasted, p.buf[:cut]...)
	p.buf = p.buf[cut:]
	return p.parts(out), false
}

// parts delivers a very large paste in parts, so that neither the memory nor the wait for the end
// mark grows without limit.
func (p *parser) parts(out []tea.Msg) []tea.Msg {
	for len(p.pasted) > maxPaste {
		n := wholeText(p.pasted[:maxPaste])
		m := clean(p.pasted[:n])
		m.More = true
		out = append(out, m)
		p.pasted = p.pasted[n:]
	}
	return out
}

// endPaste returns the message of the collected paste. If the end mark is missing, it drops the
// rest of the buffer, which is at most the beginning of a mark.
func (p *parser) endPaste(unterminated bool) PasteMsg {
	if unterminated {
		p.buf = nil
	}
	m := clean(p.pasted)
	m.Unterminated = unterminated
	p.pasted, p.inPaste = nil, false
	return m
}

// pasteBegins stands for the mark that begins a paste. The parser never returns it.
type pasteBegins struct{}
