package facts

import "time"

// At is the world w at another moment: its clock stands at now. Everything else
// is asked of w.
func At(w World, now time.Time) World { return fixedClock{w, now} }

type fixedClock struct {
	World
	now time.Time
}

// Now implements [World].
func (f fixedClock) Now() time.Time { return f.now }
