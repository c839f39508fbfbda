package launch

import (
	"os"
	"os/signal"
)

// ignoreInterrupts lets galley live through an interrupt that is meant for the
// program on its terminal; restore takes that back.
func ignoreInterrupts() (restore func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	return func() { signal.Stop(c) }
}
