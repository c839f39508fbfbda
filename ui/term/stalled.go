package term

import (
	"bytes"
	"strings"
	"sync"
	"time"
)

// Bytes that may be the rest of a stalled sequence are held back for these times if no more
// bytes arrive. Afterwards they count as typed.
const (
	// restWait is the time for bytes that fit a report of a known form.
	restWait = 3 * time.Second
	// proseWait is the time for bytes of a string that may contain any text, and for bytes
	// after a possible Alt combination.
	proseWait = time.Second
	// proseMost is the longest total time for which the bytes that proseWait describes are
	// held.
	proseMost = 2 * time.Second
	// chordWait is a time after an Alt combination such as Alt+]. Within this time a report
	// that begins with the same two bytes may continue.
	chordWait = 10 * time.Second
)

// stalled is a sequence that the terminal began but did not end in time. Its rest may come at any
// later time, so the next bytes are held back as long as they fit the sequence. If the sequence
// ends, all of these bytes came from the terminal. If a byte does not fit, the user typed them.
type stalled struct {
	begun []byte    // the sequence so far, or nil
	at    time.Time // when it stalled
	chord bool      // whether it was reported as an Alt combination
	loose bool      // whether it may contain any text, as a title does
	open  []formPos // its position in each possible form
	held  []byte    // the bytes that have arrived since
	since time.Time // when the first byte of held came
}

// stall records a sequence that did not end in time.
func (p *parser) stall(begun []byte, now time.Time, chord bool) {
	s := stalled{begun: bytes.Clone(begun[:min(len(begun), maxSequence)]), at: now, chord: chord}
	reports, prose := forms()
	if s.open = walk(reports, s.begun[1:]); len(s.open) == 0 {
		s.loose, s.open = true, walk(prose, s.begun[1:])
	}
	if len(s.open) > 0 || s.mouse() {
		p.stalled = s
	}
}

// mouse reports whether the sequence is a mouse report of the old form, whose last three bytes may
// have any value.
func (s *stalled) mouse() bool { return bytes.HasPrefix(s.begun, []byte("\x1b[M")) }

// resume handles input that arrives after a sequence has stalled. It moves to the buffer the bytes
// that must be decoded now, or holds all of them back.
func (p *parser) resume(in []byte, now time.Time) {
	s := &p.stalled
	if len(s.held) == 0 && s.continues(in, now) {
		in = append(s.begun, in...)
		p.stalled = stalled{}
		p.buf = append(p.buf, in...)
		return
	}
	if len(s.held) == 0 {
		s.since = now
		if s.mouse() || s.chord && (s.loose || now.Sub(s.at) >= chordWait) {
			s.open = nil
		}
	}
	for i, c := range in {
		s.open = step(s.open, c)
		switch {
		case len(s.open) == 0:
			p.release(in[i:])
			return
		case ended(s.open):
			p.buf = append(p.buf, s.begun...)
			p.buf = append(append(p.buf, s.held...), in[i:]...)
			p.stalled = stalled{}
			return
		}
		s.held = append(s.held, c)
	}
	if len(s.held) > maxString { // nobody types this much, so skip the rest as a part of the sequence
		p.skip, p.intro = true, s.begun
		p.stalled = stalled{}
	}
}

// continues reports whether the bytes of one read are the rest of the sequence. A terminal sends
// the rest at once, and nobody types so fast. The rest is the end of a string, or the last
// letter or bytes of a report.
func (s *stalled) continues(in []byte, now time.Time) bool {
	soon := now.Sub(s.at) < lateWait
	switch {
	case s.mouse():
		return soon && len(in) == 6-len(s.begun)
	case s.chord && s.begun[1] == '[':
		return soon && len(in) == 1 && strings.IndexByte("ABCDFHIOZ", in[0]) >= 0
	case s.chord && now.Sub(s.at) < chordWait:
		reports, prose := forms()
		return whole(reports, s.begun, in) || whole(prose, s.begun, in)
	}
	return false
}

// whole reports whether a sequence ends within a read.
func whole(forms [][]element, begun, in []byte) bool {
	open := walk(forms, begun[1:])
	for _, c := range in {
		if open = step(open, c); ended(open) {
			return true
		}
	}
	return false
}

// release returns the held bytes to the input, because they were typed.
func (p *parser) release(more []byte) {
	p.buf = append(append(p.buf, p.stalled.held...), more...)
	p.stalled = stalled{}
}

// deadline returns the time at which the held bytes count as typed if no further byte arrives.
// It returns the zero time if no bytes are held.
func (s *stalled) deadline(last time.Time) time.Time {
	if len(s.held) == 0 {
		return time.Time{}
	}
	if !s.loose && !s.chord {
		return last.Add(restWait)
	}
	soon, most := last.Add(proseWait), s.since.Add(proseMost)
	if most.Before(soon) {
		return most
	}
	return soon
}

// answersLate reports whether a read continues a string that the terminal sends, and whose ESC
// was already reported as a key.
func answersLate(in []byte) bool {
	if len(in) < 3 || in[0] == '[' {
		return false
	}
	reports, _ := forms()
	open := start(reports)
	for _, c := range in {
		if open = step(open, c); len(open) == 0 || ended(open) {
			break
		}
	}
	return len(open) > 0
}

// element is a part of a form: a number of bytes, each of which is in a set.
type element struct {
	set       string
	min, most int // the number of bytes; most 0 means no limit
}

// formPos is a position in a form.
type formPos struct {
	form  []element
	at    int // the index of the element to which the next byte belongs
	count int // the number of its bytes that have arrived
}

const (
	digitSet  = "0123456789"
	hexSet    = digitSet + "abcdefABCDEF"
	base64Set = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + digitSet + "+/="
)

// forms returns the forms of the sequences that terminals send, without the leading ESC. First
// come the reports, then the forms that contain arbitrary text. The forms are made on the first
// call, because most runs do not need them.
var forms = sync.OnceValues(makeForms)

func makeForms() (reports, prose [][]element) {
	one := func(set string) element { return element{set, 1, 1} }
	number := element{digitSet, 1, 5}
	semi, slash := one(";"), one("/")
	word := func(s string) (form []element) {
		for i := range len(s) {
			form = append(form, one(s[i:i+1]))
		}
		return form
	}
	join := func(parts ...[]element) (form []element) {
		for _, part := range parts {
			form = append(form, part...)
		}
		return form
	}
	// A control string ends with ESC \. An OSC string may end with BEL instead.
	str := func(body []element, bell bool) {
		reports = append(reports, join(body, word("\x1b\\")))
		if bell {
			reports = append(reports, join(body, word("\a")))
		}
	}
	color := element{hexSet, 1, 4}
	for _, which := range [][]element{{number}, {number, semi, number}} {
		rgb := []element{semi, one("r"), one("g"), one("b"), {"a", 0, 1}, one(":"), color, slash, color, slash, color}
		str(join(word("]"), which, rgb), true)
		str(join(word("]"), which, rgb, []element{slash, color}), true)
	}
	str(join(word("]52;"), []element{{"cpqs01234567", 0, 8}, semi, {base64Set, 0, 0}}), true)
	str(join(word("P"), []element{{"01", 1, 1}}, word("+r"), []element{{hexSet + "=;", 0, 0}}), false)
	str(join(word("P!|"), []element{{hexSet, 0, 0}}), false)
	str(join(word("P"), []element{{"01", 1, 1}}, word("$r"), []element{{digitSet + ";: \"'$*", 0, 64}, {"mqrstpvw|x{}~", 0, 2}}), false)

	for _, form := range [][]element{
		{one("<"), number, semi, number, semi, number, one("Mm")},                    // a mouse event
		{one("?"), {digitSet + ";", 1, 0}, one("cnuSR")},                             // what the terminal is and can do
		{one(">"), {digitSet + ";", 1, 0}, one("cmq")},                               // what the terminal is and can do
		{one("="), {digitSet + ";", 1, 0}, one("c")},                                 // what the terminal is and can do
		{one("?"), {digitSet + ";", 1, 0}, one("$"), one("y")},                       // the state of a private mode
		{{digitSet + ";", 1, 0}, one("$"), one("y")},                                 // the state of another mode
		{number, semi, number, one("R")},                                             // the position of the cursor
		{one("468"), {digitSet + ";", 1, 0}, one("t")},                               // the size of the window or of a cell
		{{digitSet, 1, 5}, one(";:"), {digitSet + ":;", 1, 24}, one("ABCDEFHPQSu~")}, // a key with modifiers
		{{digitSet, 1, 5}, one("u~")},                                                // a key without modifiers
		{one("0"), one("n")},                                                         // the terminal works
		{number, semi, number, semi, number, one("M")},                               // a mouse event of rxvt
	} {
		reports = append(reports, join(word("["), form))
	}

	var any strings.Builder
	for c := 0x20; c < 0x100; c++ {
		if c != 0x7f {
			any.WriteByte(byte(c))
		}
	}
	text := element{any.String(), 0, 0}
	for _, kind := range "]P_^X" {
		body := []element{one(string(kind)), text}
		prose = append(prose, join(body, word("\x1b\\")))
		if kind == ']' {
			prose = append(prose, join(body, word("\a")))
		}
	}
	return reports, prose
}

// start returns the positions at the beginning of each form.
func start(forms [][]element) []formPos {
	open := make([]formPos, 0, len(forms))
	for _, form := range forms {
		open = append(open, formPos{form: form})
	}
	return open
}

// walk returns the positions that a text can have reached in the forms, beginning at their
// starts.
func walk(forms [][]element, text []byte) []formPos {
	open := start(forms)
	for _, c := range text {
		open = step(open, c)
	}
	return open
}

// step returns the positions that one more byte can reach from the open positions.
func step(open []formPos, c byte) []formPos {
	var next []formPos
	for _, p := range open {
		for at, count := p.at, p.count; at < len(p.form); at, count = at+1, 0 {
			e := p.form[at]
			if (e.most == 0 || count < e.most) && strings.IndexByte(e.set, c) >= 0 {
				next = append(next, formPos{p.form, at, count + 1})
			}
			if count < e.min {
				break
			}
		}
	}
	return next
}

// ended reports whether one of the forms is complete.
func ended(open []formPos) bool {
	for _, p := range open {
		if p.at == len(p.form)-1 && p.count >= p.form[p.at].min {
			return true
		}
	}
	return false
}

// chordOf reports whether two bytes that were reported as an Alt combination may also begin a
// sequence.
func chordOf(b []byte) bool {
	return len(b) == 2 && b[0] == esc && strings.IndexByte("[]PX^_", b[1]) >= 0
}
