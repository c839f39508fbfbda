package document

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// KeepDelay is how long a text waits before it is written, so that a burst of key presses
	// causes only one write.
	KeepDelay = 100 * time.Millisecond
	// syncDelay is how long a written text waits before it is synced to disk, because syncing may
	// take long.
	syncDelay = time.Second
	// maxRetry is the longest wait before a failed write is tried again.
	maxRetry = 5 * time.Second
)

// Keeper keeps the newest unsaved text of a program in the background; Put never waits for the
// disk. A text survives the end of the program once KeepDelay and the time of one write have
// passed since Put. A second later it is synced to disk. If a text cannot be written, Keeper tries
// again until the text is written or dropped.
type Keeper struct {
	recovery *Recovery

	mu      sync.Mutex
	text    kept   // the newest text; its number is 0 before the first
	last    uint64 // the number of the last text put
	dropped uint64 // texts with numbers up to this one are dropped
	fresh   uint64 // number of the text in the fresh file
	sure    uint64 // number of the text in the synced file
	writing bool   // a write of the fresh file is scheduled or in progress
	syncing bool   // a write of the synced file is scheduled or in progress
	retry   time.Duration
	err     error    // why the newest text could not be written
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

// Put sets the newest text. The functions of the parameter then are called once each, as soon as
// this text or a later one is synced to disk.
func (k *Keeper) Put(o Origin, text string, when time.Time, then ...func() error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text.number != 0 && k.text.origin.Path != o.Path {
		// The file has another name now, so the text kept under the old one is obsolete.
		k.forget()
	}
	k.last++
	k.text = kept{o, text, when, k.last}
	for _, do := range then {
		k.then = append(k.then, waiter{k.last, do})
	}
	k.start()
}

// start schedules a write unless one is already scheduled. The caller holds the lock.
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

// write writes the newest text unless it is already written.
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

// isWanted reports whether the text with the given number is still to be kept, because it has not
// been dropped.
func (k *Keeper) isWanted(number uint64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return number > k.dropped
}

// due removes and returns the waiting functions of the texts whose numbers are at most the given
// one. The caller holds the lock.
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

// Drop drops the text, because it was saved or the user discarded it, and calls the functions that
// wait for it to be synced. The returned function does the part that needs the disk. It does not
// affect a text that is put in the meantime.
func (k *Keeper) Drop() (finish func() error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text.number == 0 {
		return func() error { return nil }
	}
	path, number := k.text.origin.Path, k.last
	k.text, k.err, k.retry, k.dropped = kept{}, nil, 0, number
	due := k.due(number)
	// Call the waiting functions first: a restored text must not remain longer than its newer
	// version.
	return func() error { return errors.Join(call(due), k.recovery.remove(path, number)) }
}

// forget removes the files of the present text in the background. The caller holds the lock.
func (k *Keeper) forget() {
	path, number := k.text.origin.Path, k.last
	k.dropped = number
	go func() { _ = k.recovery.remove(path, number) }()
}

// Keep writes the newest text and waits until it is written. Call it before saving; if the program
// is killed during the save, the kept text is then not older than the file.
func (k *Keeper) Keep() error { return k.write() }

// Err returns the reason why the newest text could not be written, or nil.
func (k *Keeper) Err() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

// Flush writes the newest text at the end of the program and waits at most wait. It returns an
// error if the text is not written by then.
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
	select {
	case err := <-result:
		return err
	case <-time.After(wait):
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fresh >= number {
		return nil // the text is in the fresh file; only syncing it takes long
	}
	return fmt.Errorf("the last unsaved text could not be stored within %v", wait)
}
