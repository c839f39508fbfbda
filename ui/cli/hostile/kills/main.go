//go:build unix

// Command kills starts the built workbench on a pseudo-terminal, types into it, kills it at random
// moments while it accepts text, saves or restores, and checks what survives. It prints what it
// counted. It exits with 1 if something is lost that must survive: if a file has neither the old
// nor the new text, or if text is missing that was typed more than 250 ms before the kill.
//
//	go run ./ui/cli/hostile/kills [-n 60] [-seed 1] [-galley FILE]
//
// It works in its own directory and takes one to two seconds per kill.
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

// mustSurvive is the limit for the loss of text: text that was typed at least this long before
// a kill must survive the kill.
const mustSurvive = 250 * time.Millisecond

// mostKills is the largest number of kills in a run.
const mostKills = 1000

func main() { os.Exit(command(os.Args[1:], "", os.Stdout, os.Stderr)) }

// command runs all rounds in a directory below temp and returns the exit status. If temp is "", it
// uses the system's temporary directory.
func command(args []string, temp string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("kills", flag.ContinueOnError)
	flags.SetOutput(errs)
	n := flags.Int("n", 60, "how many kills, 1000 at most")
	seed := flags.Uint64("seed", uint64(time.Now().UnixNano()), "seed for the random moments")
	galley := flags.String("galley", "", "the built program; built here when it is not named")
	err := flags.Parse(args)
	if err == nil {
		err = inDirectory(temp, func(root string) error { return run(root, min(*n, mostKills), *seed, *galley, out, errs) })
	}
	if err != nil {
		fmt.Fprintln(errs, "kills:", err)
		return 1
	}
	return 0
}

// inDirectory calls a function with a temporary directory below temp.
func inDirectory(temp string, do func(root string) error) error {
	root, err := os.MkdirTemp(temp, "galley-kills-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	return do(root)
}

func run(root string, n int, seed uint64, galley string, out, errs io.Writer) error {
	if galley == "" {
		galley = filepath.Join(root, "galley")
		if said, err := exec.Command("go", "build", "-o", galley, "galley").CombinedOutput(); err != nil {
			return fmt.Errorf("building galley: %w: %s", err, said)
		}
	}
	b, err := newBench(root, galley, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return err
	}
	b.errs = errs
	for i := range n {
		if err := b.killOnce(modes[i%len(modes)]); err != nil {
			return fmt.Errorf("kill %d (seed %d): %w", i+1, seed, err)
		}
	}
	left, err := b.leftovers()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "seed %d: %s", seed, b.figures.text(left))
	if bad := b.figures.faults(left); bad > 0 {
		return fmt.Errorf("%d faults", bad)
	}
	return nil
}

// faults returns the number of results that must not occur.
func (f figures) faults(left counts) int {
	return f.torn + f.wrong + f.tooOld + left.after + (f.left - f.offered)
}

// text returns the results as lines to print.
func (f figures) text(left counts) string {
	kills := 0
	for _, n := range f.kills {
		kills += n
	}
	return fmt.Sprintf("%d kills (%d while typing, %d at a save, %d at a restore), %d saves, %d bytes typed\n",
		kills, f.kills[typing], f.kills[saving], f.kills[restoring], f.saves, f.typed) +
		fmt.Sprintf("partly written files %d; wrong texts %d; texts offered %d of %d, restored %d\n", f.torn, f.wrong, f.offered, f.left, f.restored) +
		fmt.Sprintf("lost at most %d bytes, the oldest typed %v before the kill; lost although older than %v: %d times\n",
			f.lostBytes, f.lostAge.Round(time.Millisecond), mustSurvive, f.tooOld) +
		fmt.Sprintf("temporary files of saves: %d after the kills, %d after one more start\n", left.before, left.after)
}
