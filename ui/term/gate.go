package term

import (
	"errors"
	"io"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/cancelreader"
)

// gate reads a terminal and sends its input to a program as messages.
//
// Bubbletea's reader cannot be fed through a filtering io.Reader: it takes 256 bytes
// at a time and treats their end as the end of a sequence, it waits on the file
// descriptor and so never sees bytes that a filter holds back, and a paste sent
// beside the byte stream would overtake keys still in it or be overtaken. So the gate
// reads and decodes itself, and everything reaches the program in order, through one
// goroutine, as complete messages.
type gate struct {
	in   cancelreader.File
	send func(tea.Msg)

	altWait time.Duration // see Parser.AltWait

	chunks chan chunk
	done   chan struct{}

	reader cancelreader.CancelReader // nil while paused
	ended  chan struct{}             // closed when the reading goroutine has ended

	queued atomic.Int64 // messages decoded and not yet sent
	put    atomic.Bool  // the program knows that more is waiting
}

// chunk is the result of one read and its time.
type chunk struct {
	data []byte
	at   time.Time
	err  error
}

// newGate makes a gate over a terminal in raw mode. Messages go to send, one
// at a time; send may block, which holds back the terminal.
func newGate(in cancelreader.File, send func(tea.Msg)) *gate {
	return &gate{in: in, send: send, chunks: make(chan chunk, 64), done: make(chan struct{})}
}

// Start begins to deliver. It is called once; pause and resume give the terminal away
// and take it back.
func (g *gate) Start() error {
	go g.pump()
	return g.resume()
}

// resume reads the terminal again.
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

// pause stops reading, so that another program can have the terminal. What
// has been read is still delivered.
func (g *gate) pause() {
	if g.reader == nil {
		return
	}
	if g.reader.Cancel() {
		select {
		case <-g.ended:
		case <-time.After(200 * time.Millisecond): // a console that cannot be interrupted
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

// pending returns how many messages wait after the one being handled. If there are
// any, a program may handle the message without drawing: another message, at least an
// [idleMsg], will come.
func (g *gate) pending() int {
	n := int(g.queued.Load()) + len(g.chunks)
	if n > 0 {
		g.put.Store(true)
	}
	return n
}

// read passes on what the terminal sends until it is cancelled or fails.
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

// pump decodes chunks and sends the messages, in order.
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

// merge appends messages, and replaces a waiting mouse motion by the next one.
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

// timer fires at the earlier of two moments; a zero time never comes.
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
