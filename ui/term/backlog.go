package term

import (
	"errors"
	"time"
)

// A terminal may stop reading: it is frozen, a key holds its output, the line is
// down. Nothing that galley does may wait for it then, least of all its end.

const (
	// writeWait is how long a write waits for the terminal. One that takes longer goes
	// on by itself, and until it has ended frames are left out: the whole screen is
	// redrawn then.
	writeWait = 200 * time.Millisecond
	// maxBacklog is how many bytes other than frames wait meanwhile.
	maxBacklog = 256 << 10
)

// errBehind is what a sequence gets that does not fit the backlog.
var errBehind = errors.New("the terminal does not read what is written to it")

// put writes to the terminal, waiting for no longer than writeWait. The lock is held.
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

// catchUp writes what has waited for a terminal once it reads again, and asks for the
// screen that it has missed.
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
