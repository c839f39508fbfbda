package launch

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// ignoreInterrupts makes galley ignore interrupts, which are meant for the program on its terminal.
// restore ends this.
func ignoreInterrupts() (restore func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	return func() { signal.Stop(c) }
}

// Stoppable returns a context that is also cancelled by a signal that would end galley, so that the
// processes that galley started are ended first.
func Stoppable(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
