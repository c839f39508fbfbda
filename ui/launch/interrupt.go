package launch

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// ignoreInterrupts makes galley ignore interrupts meant for the program on its
// terminal; restore undoes that.
func ignoreInterrupts() (restore func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	return func() { signal.Stop(c) }
}

// Stoppable returns a context that also ends with a signal that would end galley, so
// that what galley started is ended first.
func Stoppable(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
