package launch

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// ignoreInterrupts lets galley live through an interrupt that is meant for the
// program on its terminal; restore takes that back.
func ignoreInterrupts() (restore func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	return func() { signal.Stop(c) }
}

// stoppable returns a context that also ends with a signal that would end galley: what
// galley started is ended first.
func stoppable(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
