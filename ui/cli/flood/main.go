// Flood runs the built `galley serve` with many clients at once, with slow connections and with
// kills, and prints what it counted. It works in a temporary directory that it removes, with its
// own home, and listens only on the loopback address. The time of each part is limited; all parts
// take about two minutes.
//
//	go run ./ui/cli/flood                     # builds galley, runs every part
//	go run ./ui/cli/flood -galley ./galley    # a program that is built already
//	go run ./ui/cli/flood -requests 400 -slow 50 -kills 5
//
// It exits with 1 if a request fails, an acknowledged conversation is lost or changed, a template
// is partly written, a slow connection stays open, or a slow connection delays other clients. It is
// not a test, because it takes minutes and measures time.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// flood is one run of all parts.
type flood struct {
	program  string
	root     string // the temporary directory
	random   *rand.Rand
	out      io.Writer
	most     waits
	failures int
}

// waits has upper limits for times. head and body are the longest times, with some tolerance,
// that the service waits for a header and for a whole request. others is the longest time by
// which slow connections may delay other clients.
type waits struct{ head, body, others time.Duration }

var usual = waits{7 * time.Second, 23 * time.Second, time.Second}

func main() { os.Exit(command(os.Args[1:], os.Stdout, os.Stderr)) }

// command runs all parts and returns the exit status.
func command(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("flood", flag.ContinueOnError)
	flags.SetOutput(errs)
	program := flags.String("galley", "", "the `program` to run; it is built when none is given")
	clients := flags.Int("clients", 50, "how many clients ask at once")
	requests := flags.Int("requests", 2000, "how many requests they send in all")
	slow := flags.Int("slow", 300, "how many connections are slow, half of them in the header and half in the body")
	kills := flags.Int("kills", 20, "how often the server is killed")
	seed := flags.Uint64("seed", 1, "the `seed` of the moments at which it is killed")
	if flags.Parse(args) != nil {
		return 2
	}
	f := &flood{program: *program, random: rand.New(rand.NewPCG(*seed, *seed)), out: out, most: usual}
	if err := f.inDirectory(func() error { return f.run(*clients, *requests, *slow, *kills) }); err != nil {
		fmt.Fprintln(errs, "flood:", err)
		return 2
	}
	if f.failures > 0 {
		fmt.Fprintf(out, "%d failures\n", f.failures)
		return 1
	}
	fmt.Fprintln(out, "no failures")
	return 0
}

// inDirectory makes the temporary directory, calls the function do, and removes the directory.
func (f *flood) inDirectory(do func() error) (err error) {
	if f.root, err = os.MkdirTemp("", "galley-flood-"); err != nil {
		return err
	}
	defer os.RemoveAll(f.root)
	return do()
}

func (f *flood) run(clients, requests, slow, kills int) error {
	if f.program == "" {
		f.program = filepath.Join(f.root, "galley-built")
		if out, err := exec.Command("go", "build", "-o", f.program, "galley").CombinedOutput(); err != nil {
			return fmt.Errorf("building galley: %w: %s", err, out)
		}
	}
	var err error
	if f.program, err = filepath.Abs(f.program); err != nil {
		return err
	}
	for _, part := range []func() error{
		func() error { return f.concurrent(clients, requests) },
		func() error { return f.slowly(slow) },
		func() error { return f.killed(kills) },
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// mostPrinted is how many failures are printed; further failures are only counted.
const mostPrinted = 20

// fail counts and prints a failure.
func (f *flood) fail(format string, args ...any) {
	f.failures++
	if f.failures <= mostPrinted {
		fmt.Fprintf(f.out, "  FAILED: "+format+"\n", args...)
	}
}
