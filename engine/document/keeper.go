package document

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// KeepDelay is how long a text waits before it is written, so that a burst of
	// keys is written once.
	KeepDelay = 100 * time.Millisecond
	// syncDelay is how long a written text waits before it is synced to disk, which
	// can take long.
	syncDelay = time.Second
	// maxRetry is the longest wait before a text that could not be kept is tried
	// again.
	maxRetry = 5 * time.Second
)

// Keeper keeps the newest unsaved text of a program in the background: Put never
// waits for the disk. A text that was put longer than KeepDelay and one write ago
// survives the program; a second later it is synced to disk. A text that cannot be
// written is tried again until it is written or dropped.
type Keeper struct {
	recovery *Recovery

	mu      sync.Mutex
	text    kept   // the newest; number 0 if none exists
	last    uint64 // the number of the last text put
	dropped uint64 // texts up to this number are dropped
	fresh   uint64 // the number of the text that was written last
	sure    uint64 // the number of the text that was synced last
	writing bool   // a round of writing the fresh file is scheduled or runs
	syncing bool   // likewise for the other file
	retry   time.Duration
	err     error    // why the newest text is not written
	then    []waiter // callbacks that wait until a text is synced
}

// kept is a text to keep. Later texts have higher numbers.
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

// NewKeeper returns a keeper that stores texts in a recovery. Nothing else may write there.
func NewKeeper(r *Recovery) *Keeper { return &Keeper{recovery: r} }

// Put sets the newest text. Each of then is called once, as soon as this text or a
// later one is synced to disk.
func (k *Keeper) Put(o Origin, text string, when time.Time, then ...func() error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text.number != 0 && k.text.origin.Path != o.Path {
		// Text kept under another name is no longer the newest.
		k.forget()
	}
	k.last++
	k.text = kept{o, text, when, k.last}
	for _, do := range then {
		k.then = append(k.then, waiter{k.last, do})
	}
	k.start()
}

// start begins a round of writing unless one is scheduled. The lock is held.
func (k *Keeper) start() {
	if !k.writing {
		k.writing = true
		time.AfterFunc(max(KeepDelay, k.retry), k.writeNewest)
	}
}

// writeNewest writes the newest text.
func (k *Keeper) writeNewest() {
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

// write writes the newest text unless it is written.
func (k *Keeper) write() error {
	k.mu.Lock()
	t := k.text
	done := t.number <= k.fresh
	k.mu.Unlock()
	if done {
		return nil
	}
	err := k.recovery.write(&k.recovery.fresh, t, k.isWanted)
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

// secure syncs the newest text to disk.
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

// sync writes the newest text to the file that is synced.
func (k *Keeper) sync() error {
	k.mu.Lock()
	t := k.text
	k.mu.Unlock()
	if t.number == 0 {
		return nil
	}
	if err := k.recovery.write(&k.recovery.sure, t, k.isWanted); err != nil {
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

// isWanted reports whether a text has not been dropped.
func (k *Keeper) isWanted(number uint64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return number > k.dropped
}

// due removes and returns the waiters for the texts up to a number. The caller holds the lock.
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

// Drop drops the text, because it is saved or the user discarded it, and calls what
// waited for it to be synced. The returned function does the part that needs the
// disk; a text that is put meanwhile is not affected.
func (k *Keeper) Drop() (finish func() error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text.number == 0 {
		return func() error { return nil }
	}
	path, number := k.text.origin.Path, k.last
	k.text, k.err, k.retry, k.dropped = kept{}, nil, 0, number
	due := k.due(number)
	// The waiting functions come first: a restored text must not outlive its newer
	// version.
	return func() error { return errors.Join(call(due), k.recovery.remove(path, number)) }
}

// forget removes the files of the present text in the background. The lock is held.
func (k *Keeper) forget() {
	path, number := k.text.origin.Path, k.last
	k.dropped = number
	go func() { _ = k.recovery.remove(path, number) }()
}

// Keep writes the newest text now and waits for it. Call it before saving, so that
// after a kill during the save the kept text is not older than the file.
func (k *Keeper) Keep() error { return k.write() }

// Err returns why the newest text is not written, or nil.
func (k *Keeper) Err() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

// Flush writes the newest text and waits at most wait, at the end of the program. It
// returns an error if the text is not written, or not yet.
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
		return nil // it survives the program; the disk is slow
	}
	return fmt.Errorf("the last unsaved text could not be kept within %v", wait)
}
