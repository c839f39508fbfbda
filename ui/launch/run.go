package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"galley/engine/capture/start"
	"galley/engine/facts"
)

// Running is an agent and the system prompt with which it is started, on the user's terminal and
// with the user's own configuration.
type Running struct {
	Agent   string
	Starter start.Starter
	World   facts.World
	Environ []string
	Home    string
	Cwd     string
	Project string
	State   string
	Text    string // the system prompt
	Args    []string

	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// NoOverride is the error for an agent that cannot be started with another system prompt.
type NoOverride struct {
	Agent   string
	Nearest string
}

func (e *NoOverride) Error() string {
	return fmt.Sprintf("%s cannot be started with a system prompt of yours: %s", e.Agent, e.Nearest)
}

// Command returns how to start the agent with the prompt in file: the program, its arguments, and
// the variables to set.
func (r Running) Command(file string) (program string, with start.With, err error) {
	if r.Starter.Override == nil {
		return "", with, &NoOverride{r.Agent, r.Starter.NoOverride}
	}
	found, ok := start.Find(r.World, r.Starter, r.Project)
	if !ok {
		return "", with, &NotInstalled{Program: r.Starter.Program, Install: r.Starter.Install, Passed: found.Passed}
	}
	with, err = r.Starter.Override(start.Input{World: r.World, Home: r.Home, Cwd: r.Cwd, Project: r.Project}, file, r.Text)
	if err != nil {
		return "", with, err
	}
	with.Args = append(with.Args, r.Args...)
	return found.Path, with, nil
}

// Run starts the agent, waits until it has ended, and returns its exit status. It then removes the
// file with the prompt.
func Run(ctx context.Context, r Running) (status int, err error) {
	scratch, err := newScratch(filepath.Join(r.State, "scratch"))
	if err != nil {
		return 0, err
	}
	defer scratch.remove()
	file := scratch.at("system-prompt.md")
	program, with, err := r.Command(file)
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(file, []byte(r.Text), 0o600); err != nil {
		return 0, fmt.Errorf("writing the prompt: %w", err)
	}
	cmd := exec.Command(program, with.Args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = r.Cwd, r.Stdin, r.Stdout, r.Stderr
	cmd.Env = withVariables(within(r.Environ, r.Cwd), with.Env)
	// The terminal sends an interrupt to galley and to the agent. Only the agent handles it.
	restore := ignoreInterrupts()
	defer restore()
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("starting %s: %w", program, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() }) // ignore the error, because Wait says how the agent ended
	defer stop()
	err = cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 0, fmt.Errorf("running %s: %w", program, err)
	}
	return 0, nil
}

// within returns an environment in which PWD is dir. A shell sets PWD in the same way, and
// agents use it as their directory. If PWD is already another name of dir, within keeps it.
func within(environ []string, dir string) []string {
	for _, one := range environ {
		if value, ok := strings.CutPrefix(one, "PWD="); ok && sameDirectory(value, dir) {
			return environ
		}
	}
	return withVariables(environ, map[string]string{"PWD": dir})
}

func sameDirectory(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil || !filepath.IsAbs(a) {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// withVariables returns an environment in which some variables are set.
func withVariables(environ []string, set map[string]string) []string {
	out := slices.DeleteFunc(slices.Clone(environ), func(one string) bool {
		name, _, _ := strings.Cut(one, "=")
		_, own := set[name]
		return own
	})
	for _, name := range slices.Sorted(maps.Keys(set)) {
		out = append(out, name+"="+set[name])
	}
	return out
}
