package term

import (
	"errors"
	"io"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/cancelreader"
)

// gate reads the terminal and sends its input to a program as messages.
//
// A filtering io.Reader for bubbletea's reader would not work. That reader reads 256 bytes at a
// time and takes their end for the end of a sequence. It waits on the file descriptor, so it would
// not see bytes that a filter holds back. And a paste sent beside the byte stream could overtake
// keys that are still in the stream, or be overtaken. So gate reads and decodes the input itself,
// and everything reaches the program in order, through one goroutine, as complete messages.
type gate struct {
	in   cancelreader.File
	send func(tea.Msg)

	altWait time.Duration // see parser.AltWait

	chunks chan chunk
	done   chan struct{}

	reader cancelreader.CancelReader // nil while paused
	ended  chan struct{}             // closed when the reading goroutine has ended

	queued atomic.Int64 // the number of messages that are decoded and not yet sent
	put    atomic.Bool  // whether the program knows that more messages wait
}

// chunk is the result of one read and its time.
type chunk struct {
	data []byte
	at   time.Time
	err  error
}

// newGate returns a gate that reads a terminal in raw mode. The gate calls send with one message at
// a time. While send blocks, the gate keeps at most 64 reads.
func newGate(in cancelreader.File, send func(tea.Msg)) *gate {
	return &gate{in: in, send: send, chunks: make(chan chunk, 64), done: make(chan struct{})}
}

// Start starts to read the terminal. It must be called once. After Start, pause releases the
// terminal and resume reclaims it.
func (g *gate) Start() error {
	go g.pump()
	return g.resume()
}

// resume starts to read the terminal again.
func (g *gate) resume() error {
	if g.reader != nil {
		return nil
	}
	r, err := cancelreader.NewReader(g.in)
	if err != nil {
		return err
	}
	wholeMouse(g.in.Fd())
	g.reader, g.ended = r, make(chan struct{})
	go g.read(r, g.ended)
	return nil
}

// pause stops reading, so that another program can use the terminal. The gate still delivers
// the bytes that it has already read.
func (g *gate) pause() {
	if g.reader == nil {
		return
	}
	if g.reader.Cancel() {
		select {
		case <-g.ended:
		case <-time.After(200 * time.Millisecond): // a read of the Windows console may not be interruptible, so do not wait longer
		}
	}
	_ = g.reader.Close()
	g.reader = nil
}

// stop ends the gate for good.
func (g *gate) stop() {
	close(g.done)
	g.pause()
}

// pending returns the number of messages that wait behind the present one. If it is not 0, the
// program need not draw after the present message, because another message will follow, at
// least an [idleMsg].
func (g *gate) pending() int {
	n := int(g.queued.Load()) + len(g.chunks)
	if n > 0 {
		g.put.Store(true)
	}
	return n
}

// read passes on the terminal's bytes until reading is cancelled or fails.
func (g *gate) read(r io.Reader, ended chan<- struct{}) {
	defer close(ended)
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		c := chunk{at: time.Now()}
		if n > 0 {
			c.data = append(c.data, buf[:n]...)
		}
		if err != nil && !errors.Is(err, cancelreader.ErrCanceled) {
			c.err = err
		}
		if n > 0 || c.err != nil {
			select {
			case g.chunks <- c:
			case <-g.done:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// pump decodes the chunks of bytes from the terminal into messages, and sends them in order.
func (g *gate) pump() {
	var (
		parser = parser{AltWait: g.altWait}
		burst  burst
		queue  []tea.Msg
	)
	take := func(c chunk) {
		queue = merge(queue, burst.add(parser.feed(c.data, c.at), c.at))
		if c.err != nil { // nothing more will come, so do not wait
			over := c.at.Add(pasteWait)
			queue = merge(queue, burst.add(parser.Flush(over), over))
			queue = append(merge(queue, burst.flush(over.Add(burstGap))), EndMsg{Err: c.err})
		}
	}
	for {
		for more := true; more; {
			select {
			case c := <-g.chunks:
				take(c)
			default:
				more = false
			}
		}
		now := time.Now()
		queue = merge(queue, burst.add(parser.Flush(now), now))
		queue = merge(queue, burst.flush(now))
		if len(queue) > 0 {
			msg := queue[0]
			queue = queue[1:]
			g.queued.Store(int64(len(queue)))
			g.send(msg)
			continue
		}
		if g.put.Swap(false) {
			g.send(idleMsg{})
			continue
		}
		wake, stop := timer(parser.Deadline(), burst.deadline())
		select {
		case c := <-g.chunks:
			take(c)
		case <-wake:
		case <-g.done:
			stop()
			return
		}
		stop()
	}
}

// merge appends more to queue. A mouse motion replaces a waiting one.
func merge(queue, more []tea.Msg) []tea.Msg {
	for _, msg := range more {
		if n := len(queue); n > 0 && sameDrag(queue[n-1], msg) {
			queue[n-1] = msg
			continue
		}
		queue = append(queue, msg)
	}
	return queue
}

// timer returns a channel that fires at the earlier of two times, and a function that stops it. A
// zero time never fires.
func timer(a, b time.Time) (<-chan time.Time, func()) {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		a = b
	}
	if a.IsZero() {
		return nil, func() {}
	}
	t := time.NewTimer(time.Until(a))
	return t.C, func() { t.Stop() }
}
