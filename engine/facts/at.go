package facts

import "time"

// At returns the world w with the clock at now.
func At(w World, now time.Time) World { return fixedClock{w, now} }

type fixedClock struct {
	World
	now time.Time
}

// Now implements [World].
func (f fixedClock) Now() time.Time { return f.now }
