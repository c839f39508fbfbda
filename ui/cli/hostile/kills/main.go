//go:build unix

// Command kills starts the built workbench on a pseudo-terminal, types into it, kills
// it at random moments during typing, saving or restoring, and checks what survives.
// It prints figures, and exits with 1 if something is lost that must not be: a file
// that is neither the old text nor the new, or text that was typed longer than 250 ms
// before the kill.
//
//	go run ./ui/cli/hostile/kills [-n 60] [-seed 1] [-galley FILE]
//
// It works in its own directory and takes one to two seconds per kill.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// mustSurvive is the age at which typed text must survive a kill.
const mustSurvive = 250 * time.Millisecond

func main() {
	n := flag.Int("n", 60, "how many kills, 1000 at most")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "seed for the random moments")
	galley := flag.String("galley", "", "the built program; built here when it is not named")
	flag.Parse()
	if err := run(min(*n, 1000), *seed, *galley); err != nil {
		fmt.Fprintln(os.Stderr, "kills:", err)
		os.Exit(1)
	}
}

func run(n int, seed uint64, galley string) error {
	root, err := os.MkdirTemp("", "galley-kills-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	if galley == "" {
		galley = filepath.Join(root, "galley")
		build := exec.Command("go", "build", "-o", galley, "galley")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building galley: %w", err)
		}
	}
	b, err := newBench(root, galley, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return err
	}
	for i := range n {
		if err := b.killOnce(modes[i%len(modes)]); err != nil {
			return fmt.Errorf("kill %d (seed %d): %w", i+1, seed, err)
		}
	}
	left, err := b.leftovers()
	if err != nil {
		return err
	}
	f := b.figures
	fmt.Printf("seed %d: %d kills (%d while typing, %d at a save, %d at a restore), %d saves, %d bytes typed\n",
		seed, n, f.kills[typing], f.kills[saving], f.kills[restoring], f.saves, f.typed)
	fmt.Printf("partly written files %d; wrong texts %d; texts offered %d of %d, restored %d\n", f.torn, f.wrong, f.offered, f.left, f.restored)
	fmt.Printf("lost at most %d bytes, the oldest typed %v before the kill; lost although older than %v: %d times\n",
		f.lostBytes, f.lostAge.Round(time.Millisecond), mustSurvive, f.tooOld)
	fmt.Printf("temporary files of saves: %d after the kills, %d after one more start\n", left.before, left.after)
	if bad := f.torn + f.wrong + f.tooOld + left.after + (f.left - f.offered); bad > 0 {
		return fmt.Errorf("%d faults", bad)
	}
	return nil
}
