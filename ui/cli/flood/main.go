// Flood runs `galley serve`, the built program, under many clients at once, under
// slow connections and under kills, and prints what it counted. It works in a
// temporary directory that it removes, with its own home, and listens only on the
// loopback address. Each part is bounded; all parts take about two minutes.
//
//	go run ./ui/cli/flood                     # builds galley, runs every part
//	go run ./ui/cli/flood -galley ./galley    # a program that is built already
//	go run ./ui/cli/flood -requests 400 -slow 50 -kills 5
//
// It exits with 1 if a request fails, an acknowledged conversation is lost or
// changed, a template is partly written, a slow connection stays open, or other
// clients wait for one. It is not a test, because it takes minutes and measures time.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
)

// flood is one run of all parts.
type flood struct {
	program  string
	root     string // the temporary directory
	random   *rand.Rand
	failures int
}

func main() {
	program := flag.String("galley", "", "the `program` to run; it is built when none is given")
	clients := flag.Int("clients", 50, "how many clients ask at once")
	requests := flag.Int("requests", 2000, "how many requests they send in all")
	slow := flag.Int("slow", 300, "how many connections are slow, half of them in the header and half in the body")
	kills := flag.Int("kills", 20, "how often the server is killed")
	seed := flag.Uint64("seed", 1, "the `seed` of the moments at which it is killed")
	flag.Parse()
	root, err := os.MkdirTemp("", "galley-flood-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "flood:", err)
		os.Exit(2)
	}
	f := &flood{program: *program, root: root, random: rand.New(rand.NewPCG(*seed, *seed))}
	err = f.run(*clients, *requests, *slow, *kills)
	_ = os.RemoveAll(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "flood:", err)
		os.Exit(2)
	}
	if f.failures > 0 {
		fmt.Printf("%d failures\n", f.failures)
		os.Exit(1)
	}
	fmt.Println("no failures")
}

func (f *flood) run(clients, requests, slow, kills int) error {
	if f.program == "" {
		f.program = filepath.Join(f.root, "galley-built")
		build := exec.Command("go", "build", "-o", f.program, "galley")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return err
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

// fail counts and prints a failure.
func (f *flood) fail(format string, args ...any) {
	f.failures++
	if f.failures <= 20 {
		fmt.Printf("  FAILED: "+format+"\n", args...)
	}
}
