package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"galley/engine/discovery"
	"galley/engine/report"
	"galley/engine/textutil"
)

// Runner runs a program in a directory and returns its standard output. It returns an error if the
// program could not start, took too long or failed.
type Runner func(ctx context.Context, dir, program string, args ...string) (stdout []byte, err error)

// The limits of a program that prints its own input.
const (
	verifyTime  = 60 * time.Second
	verifyBytes = 16 << 20
)

// runProgram is the Runner that starts programs on this machine. The program's standard input is
// empty.
func runProgram(ctx context.Context, dir, program string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, verifyTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	var out, told limited
	cmd.Stdout, cmd.Stderr = &out, &told
	err := cmd.Run()
	return out.Bytes(), whyFailed(ctx, program, err, told.String(), out.full)
}

// whyFailed returns the reason in words why a program failed, or nil if it did not fail. err is
// the error with which the program ended, and told is its output on standard error. full means
// that the program printed more than galley keeps.
func whyFailed(ctx context.Context, program string, err error, told string, full bool) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%s took longer than %v", program, verifyTime)
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("%s is not on the PATH", program)
	case err != nil:
		return fmt.Errorf("%s: %w: %s", program, err, report.Safe(lastLines(told)))
	case full:
		return fmt.Errorf("%s printed more than %d bytes", program, verifyBytes)
	}
	return nil
}

// limited keeps output up to a limit and discards the rest.
type limited struct {
	bytes.Buffer
	full bool
}

// Write implements [io.Writer].
func (l *limited) Write(p []byte) (int, error) {
	if room := verifyBytes - l.Len(); len(p) > room {
		l.full = true
		_, err := l.Buffer.Write(p[:max(room, 0)])
		return len(p), err
	}
	return l.Buffer.Write(p)
}

// lastLines returns the end of the output of a program that failed.
func lastLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(len(lines)-3, 0):], "; ")
}

// crossCheck describes how to make an installed agent print what it sends to the model. To support
// another agent that can do this, add a row.
type crossCheck struct {
	agent   string
	program string
	args    []string
	// version has the arguments that make the agent print its version.
	version []string
	// sent returns the text of the rule files in the agent's output, or "" if it sent none.
	sent func(stdout []byte) (string, error)
	// want returns the text that galley predicts for the rule files.
	want func(t *discovery.Trace) string
}

var crossChecks = []crossCheck{{
	agent: "codex", program: "codex", args: []string{"debug", "prompt-input", "galley asks"}, version: []string{"--version"},
	sent: codexSent,
	want: func(t *discovery.Trace) string { p := t.Part("rules"); return p.Text.String() },
}}

// codexSent returns the message with the rule files from the list of messages that Codex prints.
func codexSent(stdout []byte) (string, error) {
	var all any
	if err := json.Unmarshal(stdout, &all); err != nil {
		return "", fmt.Errorf("what codex printed is not valid JSON: %w", err)
	}
	return firstText(all, "# AGENTS.md instructions"), nil
}

// firstText returns the first string in a JSON value that begins with prefix, or "".
func firstText(value any, prefix string) string {
	switch v := value.(type) {
	case string:
		if strings.HasPrefix(v, prefix) {
			return v
		}
	case []any:
		for _, item := range v {
			if s := firstText(item, prefix); s != "" {
				return s
			}
		}
	case map[string]any:
		for _, key := range []string{"text", "content", "message", "items", "input"} {
			if s := firstText(v[key], prefix); s != "" {
				return s
			}
		}
	}
	return ""
}

// runCrossCheck runs an agent that can print its input, and compares the input with galley's
// prediction.
func runCrossCheck(ctx context.Context, env Env, f *flags, agent string) error {
	base, _, _ := strings.Cut(agent, "@")
	var names []string
	for _, c := range crossChecks {
		if names = append(names, c.agent); c.agent == base {
			return c.run(ctx, env, f, agent)
		}
	}
	return usage("--agent %q: name one that can print its input: %s", agent, strings.Join(names, ", "))
}

// run runs the agent and compares its output.
func (c *crossCheck) run(ctx context.Context, env Env, f *flags, name string) error {
	traces, err := f.traces(ctx, env, []string{name})
	if err != nil {
		return err
	}
	run := env.Exec
	if run == nil {
		run = runProgram
	}
	t := traces[0]
	printed, err := run(ctx, t.Cwd, c.program, c.args...)
	if err != nil {
		return failed(err)
	}
	sent, err := c.sent(printed)
	if err != nil {
		return failed(err)
	}
	result := report.CrossCheckOf(t, strings.Join(append([]string{c.program}, c.args[:len(c.args)-1]...), " "), c.want(t), sent)
	if version, err := run(ctx, t.Cwd, c.program, c.version...); err == nil {
		result.Installed = textutil.FirstLine(strings.TrimSpace(string(version)))
	}
	if f.json {
		err = env.encode(result)
	} else {
		err = report.CrossCheckText(env.Stdout, result)
	}
	if err == nil && !result.Same {
		err = problemsFound
	}
	return err
}
