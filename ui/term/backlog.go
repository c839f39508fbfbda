package term

import (
	"errors"
	"time"
)

// A terminal may stop reading, for example because it is frozen or a connection is interrupted.
// galley must not wait for such a terminal, least of all when galley ends.

const (
	// writeWait is the longest time for which a write waits for the terminal. A write that
	// takes longer continues in the background. Frames are dropped until this write has ended,
	// and then the whole screen is drawn again.
	writeWait = 200 * time.Millisecond
	// maxBacklog is the largest number of bytes, other than frames, that may wait during a slow
	// write.
	maxBacklog = 256 << 10
)

// errBehind is the error for a sequence that does not fit into the backlog.
var errBehind = errors.New("the terminal does not read what is written to it")

// put writes to the terminal and waits at most writeWait. The caller must hold the lock.
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
	select {
	case err := <-done:
		return err
	case <-time.After(writeWait):
	}
	o.behind = make(chan struct{})
	go o.catchUp(done)
	return nil
}

// catchUp waits until a slow write has ended, writes the waiting bytes, and requests that the
// screen is drawn again.
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
