package document

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// KeepDelay is how long a text waits before it is kept, so that a burst of keys
	// is written once.
	KeepDelay = 100 * time.Millisecond
	// syncDelay is how long a kept text waits before it is brought to disk for
	// certain, which can take long.
	syncDelay = time.Second
	// maxRetry is the longest wait before a text that could not be kept is tried
	// again.
	maxRetry = 5 * time.Second
)

// Keeper keeps the newest unsaved text of a program, beside it: whoever puts a text
// never waits for the disk. What was put longer than KeepDelay ago, and the time
// of one write, outlives the program; a second later it is on disk for certain. A
// text that cannot be kept is tried again until it is, or until it is dropped.
type Keeper struct {
	recovery *Recovery

	mu      sync.Mutex
	text    kept   // the newest; number 0 if none
	last    uint64 // the number of the last text put
	dropped uint64 // texts up to this number are forgotten
	fresh   uint64 // the number of the text that is kept
	sure    uint64 // the number of the text that is on disk
	writing bool   // a round of writing the fresh file waits or runs
	syncing bool   // one of the other file does
	retry   time.Duration
	err     error    // why the newest text is not kept
	then    []waiter // what waits for a text to be on disk
}

// kept is a text that is to be kept. Later texts have higher numbers.
type kept struct {
	origin Origin
	text   string
	when   time.Time
	number uint64
}

type waiter struct {
	number uint64
	do     func() error
}

// NewKeeper keeps texts in a recovery, which nothing else writes to.
func NewKeeper(r *Recovery) *Keeper { return &Keeper{recovery: r} }

// Put hands over the newest text. Each of then is called once, as soon as this text
// or a later one is on disk for certain.
func (k *Keeper) Put(o Origin, text string, when time.Time, then ...func() error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text.number != 0 && k.text.origin.Path != o.Path {
		// What was kept under another name is not the newest any more.
		k.forget()
	}
	k.last++
	k.text = kept{o, text, when, k.last}
	for _, do := range then {
		k.then = append(k.then, waiter{k.last, do})
	}
	k.start()
}

// start begins a round of writing unless one is under way. The lock is held.
func (k *Keeper) start() {
	if !k.writing {
		k.writing = true
		time.AfterFunc(max(KeepDelay, k.retry), k.round)
	}
}

// round writes the newest text.
func (k *Keeper) round() {
	err := k.write()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.writing = false
	switch {
	case err != nil:
		k.retry = min(max(2*k.retry, time.Second), maxRetry)
	default:
		k.retry = 0
	}
	if k.text.number > k.fresh {
		k.start()
	}
	if k.fresh > k.sure && k.text.number != 0 && !k.syncing {
		k.syncing = true
		time.AfterFunc(syncDelay, k.secure)
	}
}

// write keeps the newest text, unless it is kept.
func (k *Keeper) write() error {
	k.mu.Lock()
	t := k.text
	done := t.number <= k.fresh
	k.mu.Unlock()
	if done {
		return nil
	}
	err := k.recovery.write(&k.recovery.fresh, t, k.wanted)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text.number != 0 {
		k.err = err
	}
	if err == nil {
		k.fresh = max(k.fresh, t.number)
	}
	return err
}

// secure brings the newest text to disk for certain.
func (k *Keeper) secure() {
	err := k.sync()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.syncing = false
	if k.text.number > k.sure {
		k.syncing = true
		wait := syncDelay
		if err != nil {
			wait = maxRetry
		}
		time.AfterFunc(wait, k.secure)
	}
}

// sync writes the newest text to the file that is on disk for certain.
func (k *Keeper) sync() error {
	k.mu.Lock()
	t := k.text
	k.mu.Unlock()
	if t.number == 0 {
		return nil
	}
	if err := k.recovery.write(&k.recovery.sure, t, k.wanted); err != nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.text.number != 0 {
			k.err = err
		}
		return err
	}
	k.mu.Lock()
	k.sure = max(k.sure, t.number)
	if k.fresh >= k.text.number {
		k.err = nil
	}
	due := k.due(t.number)
	k.mu.Unlock()
	return call(due)
}

// wanted reports whether a text has not been forgotten.
func (k *Keeper) wanted(number uint64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return number > k.dropped
}

// due takes what waits for the texts up to a number. The lock is held.
func (k *Keeper) due(number uint64) (due []waiter) {
	var rest []waiter
	for _, w := range k.then {
		if w.number <= number {
			due = append(due, w)
		} else {
			rest = append(rest, w)
		}
	}
	k.then = rest
	return due
}

func call(due []waiter) error {
	var failures []error
	for _, w := range due {
		failures = append(failures, w.do())
	}
	return errors.Join(failures...)
}

// Drop forgets the text: it is saved, or the user threw it away. What waited for it
// to be on disk is called. The disk's part is done by the function it returns; a
// text that is put meanwhile is not touched.
func (k *Keeper) Drop() (finish func() error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text.number == 0 {
		return func() error { return nil }
	}
	path, number := k.text.origin.Path, k.last
	k.text, k.err, k.retry, k.dropped = kept{}, nil, 0, number
	due := k.due(number)
	// What waited comes first: what was restored must not outlive its newer text.
	return func() error { return errors.Join(call(due), k.recovery.remove(path, number)) }
}

// forget removes what is kept of the present text, beside the caller. The lock is
// held.
func (k *Keeper) forget() {
	path, number := k.text.origin.Path, k.last
	k.dropped = number
	go func() { _ = k.recovery.remove(path, number) }()
}

// Keep keeps the newest text now and waits for it: before it is saved, so that what is
// found after a kill within the save is never older than the file.
func (k *Keeper) Keep() error { return k.write() }

// Err tells why the newest text is not kept; nil while all is well.
func (k *Keeper) Err() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

// Flush keeps the newest text now and waits for it, at most as long as is said: for
// the end of the program. The error says that it is not kept, or not yet.
func (k *Keeper) Flush(wait time.Duration) error {
	k.mu.Lock()
	number := k.text.number
	done := number <= k.sure
	k.mu.Unlock()
	if done {
		return nil
	}
	result := make(chan error, 1)
	go func() {
		err := k.write()
		if sureErr := k.sync(); sureErr == nil {
			err = nil
		}
		result <- err
	}()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case err := <-result:
		return err
	case <-timer.C:
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fresh >= number {
		return nil // it outlives the program; the disk is slow
	}
	return fmt.Errorf("the last unsaved text could not be kept within %v", wait)
}
