package term

import (
	"errors"
	"time"
)

// A terminal may stop reading: it is frozen, a key holds its output, the line is
// down. Then nothing in galley may wait for it, in particular not its end.

const (
	// writeWait is how long a write waits for the terminal. One that takes longer
	// continues in the background; frames are dropped until it has ended, and then
	// the whole screen is redrawn.
	writeWait = 200 * time.Millisecond
	// maxBacklog is how many bytes other than frames may wait meanwhile.
	maxBacklog = 256 << 10
)

// errBehind is the error for a sequence that does not fit into the backlog.
var errBehind = errors.New("the terminal does not read what is written to it")

// put writes to the terminal, waiting at most writeWait. The lock must be held.
func (o *output) put(p []byte) error {
	if o.behind != nil {
		if len(o.queue)+len(p) > maxBacklog {
			return errBehind
		}
		o.queue = append(o.queue, p...)
		return nil
	}
	done := make(chan error, 1)
	go func() {
		_, err := o.file.Write(p)
		done <- err
	}()
	timer := time.NewTimer(writeWait)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
	}
	o.behind = make(chan struct{})
	go o.catchUp(done)
	return nil
}

// catchUp writes what has waited once the terminal reads again, and requests a redraw
// of the screen.
func (o *output) catchUp(done <-chan error) {
	<-done
	for {
		o.mu.Lock()
		rest := o.queue
		o.queue = nil
		if len(rest) == 0 {
			close(o.behind)
			o.behind = nil
			missed := o.missed && !o.closed
			o.missed = false
			o.mu.Unlock()
			if missed && o.repaint != nil {
				o.repaint()
			}
			return
		}
		o.mu.Unlock()
		_, _ = o.file.Write(rest)
	}
}
