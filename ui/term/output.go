package term

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"
)

// These are sequences that galley writes, and that it recognises in bubbletea's output.
const (
	syncBegin  = "\x1b[?2026h"
	syncEnd    = "\x1b[?2026l"
	cursorShow = "\x1b[?25h"
	cursorHide = "\x1b[?25l"
	frameBegin = "\x1b[H" // the start of each of bubbletea's frames
	titlePush  = "\x1b[22;2t"
	titlePop   = "\x1b[23;2t"
)

// caretDelay is how long galley waits for a frame before it shows a moved caret. If nothing
// else on the screen changes, no frame comes.
const caretDelay = 16 * time.Millisecond

// errLent is the error of a write while another program uses the terminal.
var errLent = errors.New("another program uses the terminal")

// output is the writer through which bubbletea draws. It wraps a frame (a write that starts at the
// top left corner) in synchronised output, and then moves the terminal's cursor to the caret, where
// input methods and screen readers expect it. Everything else that galley writes to the terminal
// also passes through output, so that it is never written within a frame.
//
// It has the methods of a terminal file, so that bubbletea can ask for its size. They are safe for
// concurrent use.
type output struct {
	file *os.File
	sync bool

	repaint func() // requests a whole frame from another goroutine; may be nil

	mu     sync.Mutex
	modes  map[string]bool // the private modes that are set, by number
	caret  caret           // where the cursor should be
	shown  caret           // where the cursor is
	rows   int             // the number of rows of the last frame; bubbletea leaves the cursor in the last row
	parked bool            // whether the cursor is where bubbletea left it
	titled bool            // whether the terminal's own title has been saved
	title  string
	lent   bool
	closed bool
	timer  *time.Timer

	behind chan struct{} // closed when a slow terminal has read everything; nil if the terminal is not slow
	queue  []byte        // the bytes that wait for a slow terminal
	missed bool          // whether frames were dropped in the meantime
}

// caret is a position of the terminal's cursor, in cells from the top left corner.
type caret struct {
	x, y    int
	visible bool
}

// newOutput returns an output over a terminal. synchronised says whether to use synchronised
// output, a private mode that terminals without it ignore.
func newOutput(file *os.File, synchronised bool) *output {
	return &output{file: file, sync: synchronised, modes: map[string]bool{}, parked: true}
}

// Fd returns the terminal's file descriptor.
func (o *output) Fd() uintptr { return o.file.Fd() }

// Name returns the terminal's name.
func (o *output) Name() string { return o.file.Name() }

// Read reads from the terminal's file. bubbletea requires the method, but nothing calls it.
func (o *output) Read(p []byte) (int, error) { return o.file.Read(p) }

// Close makes output drop all later writes. The terminal's file stays open.
func (o *output) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	return nil
}

// Write writes p, which bubbletea passes in one call: a frame or a sequence.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.lent {
		return len(p), nil // drop a late frame without an error
	}
	if o.behind != nil && bytes.HasPrefix(p, []byte(frameBegin)) {
		o.missed = true
		return len(p), nil
	}
	// If nothing follows the start of a frame, it is not a frame but a part of clearing the
	// screen.
	if o.modes["1049"] && len(p) > len(frameBegin) && bytes.HasPrefix(p, []byte(frameBegin)) {
		return len(p), o.frame(p)
	}
	var b bytes.Buffer
	if !o.parked {
		fmt.Fprintf(&b, "\x1b[%d;1H", o.rows)
		o.parked = true
	}
	b.Write(p)
	o.note(p)
	return len(p), o.put(b.Bytes())
}

// frame writes a frame in one write.
func (o *output) frame(p []byte) error {
	var b bytes.Buffer
	b.Grow(len(p) + 64)
	if o.sync {
		b.WriteString(syncBegin)
	}
	if o.shown.visible {
		b.WriteString(cursorHide)
		o.shown.visible = false
	}
	b.Write(p)
	o.rows = bytes.Count(p, []byte{'\n'}) + 1
	o.parked = true
	o.settle(&b)
	if o.sync {
		b.WriteString(syncEnd)
	}
	return o.put(b.Bytes())
}

// settle appends to b what moves the terminal's cursor to the caret.
func (o *output) settle(b *bytes.Buffer) {
	switch {
	case o.caret.visible:
		fmt.Fprintf(b, "\x1b[%d;%dH%s", o.caret.y+1, o.caret.x+1, cursorShow)
		o.parked = false
	case o.shown.visible:
		b.WriteString(cursorHide)
	}
	o.shown = o.caret
}

// note records which modes the sequences in p switch on and off.
func (o *output) note(p []byte) {
	s := string(p)
	for {
		_, rest, found := strings.Cut(s, "\x1b[?")
		if !found {
			return
		}
		i := strings.IndexAny(rest, "hl")
		if i < 0 {
			return
		}
		for _, mode := range strings.Split(rest[:i], ";") {
			o.modes[mode] = rest[i] == 'h'
		}
		s = rest[i+1:]
	}
}

// setCaret sets the position of the caret, in cells from the top left corner of the screen, or
// hides it. The change takes effect with the next frame, or soon after if no frame comes.
func (o *output) setCaret(x, y int, visible bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.caret = caret{max(x, 0), max(y, 0), visible}
	if o.caret == o.shown || !visible && !o.shown.visible {
		return
	}
	if o.timer == nil {
		o.timer = time.AfterFunc(caretDelay, o.moveCaret)
		return
	}
	o.timer.Reset(caretDelay)
}

// moveCaret moves the terminal's cursor to the caret if no frame has done so.
func (o *output) moveCaret() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.lent || !o.modes["1049"] || o.rows == 0 || o.caret == o.shown || o.behind != nil {
		return
	}
	var b bytes.Buffer
	o.settle(&b)
	_ = o.put(b.Bytes())
}

// setTitle sets the window's title. It first saves the terminal's own title, which is restored at
// the end.
func (o *output) setTitle(title string) {
	title = plainTitle(title)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.lent || title == o.title {
		return
	}
	s := "\x1b]2;" + title + "\x07"
	if !o.titled {
		s = titlePush + s
	}
	if o.put([]byte(s)) == nil {
		o.titled, o.title = true, title
	}
}

// plainTitle returns a title that cannot end a sequence or change the order of letters: one line of
// at most 200 visible characters.
func plainTitle(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n++; n > 200 {
			break
		}
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteRune('·')
		}
	}
	return b.String()
}

// Control writes one of galley's own sequences, for example for the clipboard, between two frames.
// It does not move the cursor.
func (o *output) Control(sequence string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.lent {
		return errLent
	}
	return o.put([]byte(sequence))
}

// lend releases the terminal to another program. Writes are dropped until reclaim. Bubbletea must
// have left the alternate screen.
func (o *output) lend() {
	o.mu.Lock()
	defer o.mu.Unlock()
	_ = o.put([]byte(o.popTitle() + "\x1b[0m" + cursorShow))
	o.lent = true
}

// reclaim ends the release of the terminal.
func (o *output) reclaim() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lent, o.parked, o.shown = false, true, caret{}
}

func (o *output) popTitle() string {
	if !o.titled {
		return ""
	}
	o.titled, o.title = false, ""
	return titlePop
}

// reassert sets again the modes that another program may have switched off while this program
// was stopped.
func (o *output) reassert() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.lent {
		return
	}
	var b strings.Builder
	for _, mode := range undone {
		if o.modes[mode] {
			b.WriteString("\x1b[?" + mode + "h")
		}
	}
	b.WriteString(cursorHide)
	o.parked, o.shown = true, caret{}
	_ = o.put([]byte(b.String()))
}

// undone are the modes that Restore switches off, in this order: the alternate screen comes last.
var undone = []string{"2026", "1000", "1002", "1003", "1006", "2004", "1004", "1049"}

// Restore restores the screen and drops all later writes. It may be called at any time and more
// than once. It waits for a slow terminal, so a caller that cannot wait must call it in a
// goroutine.
func (o *output) Restore() {
	o.mu.Lock()
	if o.closed {
		o.mu.Unlock()
		return
	}
	o.closed = true
	if o.timer != nil {
		o.timer.Stop()
	}
	var b strings.Builder
	for _, mode := range undone {
		if o.modes[mode] {
			b.WriteString("\x1b[?" + mode + "l")
		}
	}
	b.WriteString("\x1b[0m" + cursorShow + o.popTitle())
	_ = o.put([]byte(b.String()))
	behind := o.behind
	o.mu.Unlock()
	if behind != nil {
		<-behind
	}
}
