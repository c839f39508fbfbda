// Package agenttest has helpers for the tests of all agents: a repository in memory,
// an agent's discovery in it, and a table of rules with their verdicts. A portrait
// records all that an agent finds in one busy project, so that changes show.
package agenttest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// RuleTest is the test of one rule that an agent follows: the files that Build makes, and the
// verdict and reason that the agent must then give for one path.
type RuleTest = struct {
	Name    string
	Build   func(w *facts.Memory)
	Options discovery.Options
	Path    string // the path of a candidate
	Want    string // the candidate's verdict and reason
}

// Hold checks that an agent gives the verdict that each test wants. The agent runs in the
// directory cwd of a world with a repository at /p and a home at /h.
func Hold(t *testing.T, agent, cwd string, tests []RuleTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) { hold(t, agent, cwd, tt) })
	}
}

func hold(t testing.TB, agent, cwd string, tt RuleTest) {
	t.Helper()
	w := Repository().Dir(cwd)
	tt.Build(w)
	trace := Discover(t, w, agent, cwd, tt.Options)
	if got := ReasonOf(trace, tt.Path); got != tt.Want {
		t.Errorf("%s: %q, want %q; all: %+v", tt.Path, got, tt.Want, trace.Candidates)
	}
}

func File(name, text string) func(w *facts.Memory) {
	return func(w *facts.Memory) { w.File(name, text) }
}

// Repository is a world with a repository at /p and a home at /h. Gemini CLI's settings in the home
// trust every folder, because Gemini CLI loads nothing from an untrusted project.
func Repository() *facts.Memory {
	return facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git").File("/h/.gemini/trustedFolders.json", `{"/": "TRUST_FOLDER"}`).
		OnGit("/p", "rev-list --max-parents=0 --all", facts.GitAnswer{Stdout: "abc\n"}).
		OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"})
}

func Discover(t testing.TB, w facts.World, name, cwd string, o discovery.Options) *discovery.Trace {
	t.Helper()
	a, version := known(t, name)
	o.Version, o.Cwd = version, cwd
	return found(t, &a, w, o)
}

// known returns the agent that a name such as "codex" or "codex@0.171.0" names, and the version in
// it.
func known(t testing.TB, name string) (agent.Agent, string) {
	t.Helper()
	a, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return a, version
}

// found runs an agent's discovery and returns its trace.
func found(t testing.TB, a *agent.Agent, w facts.World, o discovery.Options) *discovery.Trace {
	t.Helper()
	trace, err := a.Discover(context.Background(), w, o)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func ReasonOf(trace *discovery.Trace, path string) string {
	var out []string
	for _, c := range trace.Candidates {
		if c.Path == path {
			out = append(out, strings.TrimSpace(string(c.Verdict)+" "+string(c.Reason)))
		}
	}
	return strings.Join(out, ", ")
}

func WriteTree(t testing.TB, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Say runs an agent's discovery and checks what its trace says. Each entry of want is "PATH:
// WORDS", where the reason for the path must contain the words, or "note: WORDS". After a leading
// "!" the reason must not contain the words; "!PATH: " means that the trace must not mention the
// path.
func Say(t testing.TB, w *facts.Memory, agent, cwd string, o discovery.Options, want ...string) *discovery.Trace {
	t.Helper()
	trace := Discover(t, w.Dir(cwd), agent, cwd, o)
	for _, line := range want {
		line, not := strings.CutPrefix(line, "!")
		at, words, _ := strings.Cut(line, ": ")
		said := strings.Join(trace.Notes, "\n")
		if at != "note" {
			said = ""
			for _, c := range trace.Find(at) {
				said += fmt.Sprintf("%s %s %s %d of %d bytes, %s", c.Verdict, c.Reason.Text(), c.Detail, c.Used, c.Bytes, c.Evidence)
				for _, r := range c.Remarks {
					said += "; " + r.Reason.Text() + " " + r.Detail
				}
				for _, in := range c.Imports {
					said += fmt.Sprintf("; %s %s %s %s", in.Ref, in.Verdict, in.Reason.Text(), in.Detail)
				}
			}
		}
		if has := said != "" && strings.Contains(said, words); has == not {
			t.Errorf("of %s %q is said: %v, in %q", at, words, has, said)
		}
	}
	return trace
}

// Exceeds checks that a file which is nested too deeply ends an agent's discovery in /p.
func Exceeds(t testing.TB, name string, w *facts.Memory, file string) {
	t.Helper()
	if _, over := Limited(t, name, w, facts.DefaultLimits); over == nil || over.Place != file || over.What != "levels of nesting" {
		t.Errorf("%s: the discovery ends with %v", file, over)
	}
}

// Limited runs an agent's discovery in /p with these limits. It returns the trace, and the charge
// that exceeded a limit, or nil.
func Limited(t testing.TB, name string, w *facts.Memory, limits facts.Amounts) (*discovery.Trace, *facts.OverBudget) {
	t.Helper()
	budget := facts.NewBudget(limits)
	return Discover(t, budget.World(w), name, "/p", discovery.Options{}), budget.Over()
}

func Bare() *facts.Memory { return facts.NewMemory().Env("HOME", "/h").Dir("/h") }
