//go:build unix

// Differential compares an installed agent with galley on random trees. Each tree has rule files
// with correct and almost correct names, imports, patterns, settings, skills, links and ignore
// files. The agent is started in the tree in the same way as by `galley capture`, and the files in
// its request are compared with those that galley reports as loaded. Trees with differences are
// printed, and kept beside the state file.
//
//	go run ./ui/cli/differential -agent gemini-cli -program PATH -trees 500 -state results.jsonl
//
// It can be stopped at any time. If it is run again with the same state file, it continues after
// the last tree. -only N runs tree N again and keeps its files. -report FILE does not run any
// agent: it writes the results of the state files that the other arguments name into the page
// FILE:
//
//	go run ./ui/cli/differential -report ui/cli/differential/README.md results.jsonl
//
// -things also puts sub-agents, commands and servers into the trees. -wait gives the agent more
// time, for a busy machine. Each tree has a home of its own. The agent can reach only the loopback
// address, and all processes that it starts are ended. This is not a test, because it needs the
// agents and takes long.
//
// The exit status is 1 if trees differ, 2 if the command line is wrong, and 3 if it cannot run.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/ui/launch"
)

// row is the result of one tree.
type row struct {
	Agent       string   `json:"agent"`
	Version     string   `json:"version"` // the installed version
	Followed    string   `json:"followed"`
	Seed        uint64   `json:"seed"`
	Tree        int      `json:"tree"`
	Things      bool     `json:"things,omitempty"` // with sub-agents, commands and servers
	Outcome     string   `json:"outcome"`
	Loaded      int      `json:"loaded"` // number of files that galley reports as loaded
	Differences []string `json:"differences,omitempty"`
	Notes       []string `json:"notes,omitempty"` // what galley reports to the user about this tree
	Seconds     float64  `json:"seconds"`
}

// The outcomes of a tree.
const (
	same     = "same"
	refused  = "does not start" // the agent does not start, as galley predicts
	differs  = "differs"
	unknown  = "not known"    // galley reports that it does not know whether the agent loads the files that differ
	unusable = "not measured" // the agent sent nothing within its time, in both attempts
)

func main() {
	launch.Keep()
	os.Exit(command(os.Args[1:], os.Stdout, os.Stderr))
}

// command runs the program with its arguments and returns the exit status.
func command(args []string, out, errs io.Writer) int {
	d := differential{out: out}
	flags := flag.NewFlagSet("differential", flag.ContinueOnError)
	flags.SetOutput(errs)
	name := flags.String("agent", "", "the `agent`, as galley names it")
	flags.StringVar(&d.program, "program", "", "the installed program's `path`")
	trees := flags.Int("trees", 100, "how many trees")
	flags.Uint64Var(&d.seed, "seed", 1, "what the trees are made from: the same seed makes the same trees")
	flags.StringVar(&d.state, "state", "", "the `file` of results, which is made; trees lie beside it")
	flags.StringVar(&d.model, "model", "", "the `model` that the agent is started with")
	mode := flags.String("mode", string(start.Headless), "headless or interactive")
	flags.BoolVar(&d.things, "things", false, "write sub-agents, commands and servers too; the rest of each tree stays the same")
	flags.BoolVar(&d.again, "again", false, "measure again the trees that differed or were not measured")
	only := flags.Int("only", -1, "run one tree again, and keep it")
	flags.DurationVar(&d.wait, "wait", 0, "how long an agent may take to send its request (default: twice as long as a capture lets it)")
	page := flags.String("report", "", "write a page of the figures of the named state files to a `file`, and run nothing")
	if flags.Parse(args) != nil {
		return 2
	}
	if *page != "" && flags.NArg() > 0 {
		if err := report(*page, flags.Args()); err != nil {
			fmt.Fprintln(errs, "differential:", err)
			return 3
		}
		return 0
	}
	if *name == "" || d.program == "" || d.state == "" || flags.NArg() > 0 || *trees < 1 {
		fmt.Fprintln(errs, "differential: name an agent with -agent, its program with -program and a file of results with -state; or a page with -report and files of results after it")
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	d.mode = start.Mode(*mode)
	different, err := d.run(ctx, *name, *trees, *only)
	if err != nil {
		fmt.Fprintln(errs, "differential:", err)
		return 3
	}
	if different > 0 {
		return 1
	}
	return 0
}

// differential is the comparison of one agent with galley.
type differential struct {
	agent   agent.Agent
	program string
	seed    uint64
	state   string
	model   string
	mode    start.Mode
	things  bool
	again   bool
	wait    time.Duration
	dir     string // the directory of the trees
	path    string // the PATH with which the agent is started
	out     io.Writer
}

func (d *differential) run(ctx context.Context, name string, trees, only int) (different int, err error) {
	if err := d.prepare(name); err != nil {
		return 0, err
	}
	if only >= 0 {
		r := d.tree(ctx, only, true)
		fmt.Fprintln(d.out, r)
		if r.Outcome == differs {
			different++
		}
		return different, nil
	}
	have, err := read(d.state)
	if err != nil {
		return 0, err
	}
	results, err := os.OpenFile(d.state, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, results.Close()) }()
	var all []row
	for n := range trees {
		r, done := have[key{d.agent.Name, d.program, d.seed, n, d.things}]
		if !done || d.again && (r.Outcome == differs || r.Outcome == unusable) {
			if r = d.tree(ctx, n, false); ctx.Err() != nil {
				break
			}
			line, _ := json.Marshal(stored{r, d.program}) // a row has only texts, numbers and lists, which can always be encoded
			if _, err := results.Write(append(line, '\n')); err != nil {
				return 0, err
			}
			if r.Outcome != same {
				fmt.Fprintln(d.out, r)
			}
		}
		all = append(all, r)
	}
	count := map[string]int{}
	took := 0.0
	for _, r := range all {
		count[r.Outcome]++
		took += r.Seconds
	}
	if len(all) > 0 {
		fmt.Fprintf(d.out, "%s %s, followed as %s, seed %d: %d trees, %d the same, %d where it does not start as galley says, %d differ as galley does not know, %d differ, %d not measured; %.1f s a tree\n",
			d.agent.Name, all[0].Version, all[0].Followed, d.seed, len(all), count[same], count[refused], count[unknown], count[differs], count[unusable], took/float64(len(all)))
	}
	return count[differs], nil
}

// prepare makes the directory of the trees, and a directory for PATH in which the program has the
// name under which galley starts it.
func (d *differential) prepare(name string) error {
	known, ok := agent.Known().Starts(name)
	if !ok {
		return fmt.Errorf("galley does not start an agent %q", name)
	}
	d.agent = known
	program, err := filepath.EvalSymlinks(d.program)
	if err != nil {
		return err
	}
	program, err = filepath.Abs(program)
	dir, failed := filepath.Abs(d.state + ".trees")
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	d.dir = dir
	bin := filepath.Join(d.dir, "bin", known.Name)
	d.path = bin + ":" + os.Getenv("PATH")
	link := filepath.Join(bin, known.Start.Program)
	_ = os.Remove(link) // if this fails, Symlink below fails too
	return errors.Join(os.MkdirAll(bin, 0o700), os.MkdirAll(filepath.Join(d.dir, "cache"), 0o700), os.Symlink(program, link))
}

// key identifies the tree of a stored row.
type key struct {
	agent, program string
	seed           uint64
	tree           int
	things         bool
}

// stored is a row in the state file.
type stored struct {
	row
	Program string `json:"program"`
}

// read reads the state file. It ignores a last line that an interruption has cut.
func read(name string) (map[key]row, error) {
	have := map[key]row{}
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return have, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // closing a file that was only read cannot lose data
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var s stored
		if json.Unmarshal(lines.Bytes(), &s) == nil && s.Agent != "" {
			have[key{s.Agent, s.Program, s.Seed, s.Tree, s.Things}] = s.row
		}
	}
	return have, lines.Err()
}

// String returns the row as a line to print.
func (r row) String() string {
	s := fmt.Sprintf("%s %s seed %d tree %d: %s, %d loaded (%.1f s)", r.Agent, r.Version, r.Seed, r.Tree, r.Outcome, r.Loaded, r.Seconds)
	for _, d := range r.Differences {
		s += "\n  " + strings.ToValidUTF8(d, "?")
	}
	return s
}

// since returns the seconds since began.
func since(began time.Time) float64 { return time.Since(began).Round(100 * time.Millisecond).Seconds() }
