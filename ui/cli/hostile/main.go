//go:build unix

// Hostile runs the built program on input made to break it. For each input it prints the exit
// status, the time and the peak memory, at a quarter of the input's size and at its full size of
// about half a megabyte. It works in a temporary directory that it removes, with its own home, and
// listens only on the loopback address. Each run is ended after 20 seconds and may use 4 GB.
//
//	go run ./ui/cli/hostile                   # builds galley, runs every input
//	go run ./ui/cli/hostile -run yaml -v      # those whose name matches, with messages
//	go run ./ui/cli/hostile -galley ./galley  # a program that is built already
//
// It exits with 1 if an input needs more than 256 MB or 2 seconds of processor time, if the program
// is ended by a signal or panics, or if memory or time grow much faster than the input. To add an
// input, add a row to one of the lists in inputs*.go: the project's files, and how galley is
// started. It is not a test, because it takes minutes and measures time.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const (
	mostTime   = 2 * time.Second
	mostMemory = 256 << 20
	patience   = 20 * time.Second
	// growth is the factor by which memory and processor time may grow when the input becomes 4 times
	// as large. In linear work the factor is 4. The rest is a tolerance for the start of the program
	// and for chance.
	growth = 6
	// Growth is judged only if the time or the memory at full size exceeds its limit below.
	smallTime   = 300 * time.Millisecond
	smallMemory = 80 << 20
)

func main() { os.Exit(command(os.Args[1:], "", os.Stdout, os.Stderr)) }

// command runs the inputs in a directory below temp and returns the exit status. If temp is "", it
// uses the system's temporary directory.
func command(args []string, temp string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("hostile", flag.ContinueOnError)
	flags.SetOutput(errs)
	program := flags.String("galley", "", "the `program` to run; it is built when none is given")
	only := flags.String("run", "", "run the inputs whose name matches this `expression`")
	verbose := flags.Bool("v", false, "print what the program says")
	if flags.Parse(args) != nil {
		return 2
	}
	bad, err := inDirectory(temp, *program, *only, *verbose, out)
	if err != nil {
		fmt.Fprintln(errs, "hostile:", err)
		return 2
	}
	if bad > 0 {
		fmt.Fprintf(out, "%d inputs went over %v or %d MB, failed, or grew too fast\n", bad, mostTime, mostMemory>>20)
		return 1
	}
	return 0
}

// inDirectory makes a temporary directory below temp and runs in it the inputs whose names match
// the given pattern. bad is the number of inputs with a fault.
func inDirectory(temp, program, only string, verbose bool, out io.Writer) (bad int, err error) {
	match, err := regexp.Compile(only)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp(temp, "galley-hostile-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	return run(dir, program, match, verbose, out)
}

// must ends the program if an input cannot be made, because nothing that follows would count.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func run(dir, program string, match *regexp.Regexp, verbose bool, out io.Writer) (bad int, err error) {
	if program == "" {
		program = filepath.Join(dir, "galley-built")
		if said, err := exec.Command("go", "build", "-o", program, "galley").CombinedOutput(); err != nil {
			return 0, fmt.Errorf("building galley: %w: %s", err, said)
		}
	}
	if program, err = filepath.Abs(program); err != nil {
		return 0, err
	}
	fmt.Fprintf(out, "%-44s %4s %8s %8s %7s %7s\n", "input", "exit", "cpu 1/4", "cpu", "MB 1/4", "MB")
	for _, in := range all() {
		if !match.MatchString(in.name) {
			continue
		}
		quarter := measure(dir, program, in, 1)
		whole := measure(dir, program, in, 4)
		faults := append(quarter.faults(in), whole.faults(in)...)
		faults = append(faults, grew(quarter, whole)...)
		fmt.Fprintf(out, "%-44s %4s %8v %8v %7d %7d  %s\n", in.name, whole.exit, round(quarter.cpu), round(whole.cpu),
			quarter.memory>>20, whole.memory>>20, strings.Join(faults, ", "))
		if verbose {
			fmt.Fprintf(out, "    %s\n", whole.said)
		}
		if len(faults) > 0 {
			bad++
		}
	}
	return bad, nil
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// result holds what one run used and printed.
type result struct {
	exit   string
	cpu    time.Duration // cpu is the processor time of the program and of git
	memory int64         // memory is the peak memory of the program in bytes
	said   string        // said is the first line on standard error
	broken string        // broken is a panic or a signal, or ""
	late   bool
}

func (r result) faults(in input) (faults []string) {
	if r.broken != "" {
		faults = append(faults, r.broken)
	}
	if r.late {
		faults = append(faults, fmt.Sprintf("not done after %v", patience))
	}
	if r.cpu > mostTime {
		faults = append(faults, "too slow")
	}
	if r.memory > mostMemory {
		faults = append(faults, "too large")
	}
	if r.exit == "2" && in.exit == "" {
		faults = append(faults, "started wrongly, so nothing was tried: "+r.said)
	}
	if in.exit != "" && !strings.Contains(in.exit, r.exit) {
		faults = append(faults, "exit "+r.exit+", not "+in.exit)
	}
	return faults
}

func grew(quarter, whole result) (faults []string) {
	if whole.cpu > smallTime && whole.cpu > growth*quarter.cpu {
		faults = append(faults, "time grows too fast")
	}
	if whole.memory > smallMemory && whole.memory > growth*quarter.memory {
		faults = append(faults, "memory grows too fast")
	}
	return faults
}
