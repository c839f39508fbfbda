// Package requirements tests the requirements of five documents that describe how systems assemble
// their prompts. Each requirement is a command and the output that shows that it is met. A row that
// deviates from its document names the measurement or decision behind it. Decision 3 says that
// galley contains no sentence of another system: a stand-in in galley's own words takes its place
// and says so.
package requirements

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/ui/cli"
)

// requirement is one requirement of a document, with its number there. A command must print the
// given texts if it is met.
type requirement struct {
	number   int
	demand   string
	scenario string              // in TOML
	files    []string            // the path and the text of each file of the project, in turn
	in       func(*facts.Memory) // adds further files, variables and answers of git to the world
	run      string              // the command line, split at blanks
	status   int
	has      []string // texts of the output; one that begins with "!" must not be there
	order    []string // texts of the output, in this order
	says     []string // texts of standard error
}

// meets tests the requirements of one system.
func meets(t *testing.T, system string, rows []requirement) {
	t.Helper()
	t.Parallel()
	for _, r := range rows {
		t.Run(fmt.Sprintf("%s %d %s", system, r.number, r.demand), func(t *testing.T) {
			t.Parallel()
			w := facts.NewMemory().Env("HOME", "/home/u").Dir("/p").Clock(time.Date(2026, 2, 6, 4, 30, 0, 0, time.UTC)).SetPlatform("linux")
			for i := 0; i+1 < len(r.files); i += 2 {
				name := r.files[i]
				if !strings.HasPrefix(name, "/") {
					name = "/p/" + name
				}
				w.File(name, r.files[i+1])
			}
			if r.scenario != "" {
				w.File("/p/.galley/scenario.toml", r.scenario)
			}
			if r.in != nil {
				r.in(w)
			}
			r.holds(t, w)
		})
	}
}

// holds runs the command of a requirement in a world and checks its output.
func (r requirement) holds(t *testing.T, w *facts.Memory) {
	t.Helper()
	var out, said strings.Builder
	env := cli.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said, World: w, Dir: "/p"}
	if status := cli.Run(context.Background(), env, strings.Fields(r.run)); status != r.status {
		t.Errorf("%s: status %d, want %d\n%.6000s%s", r.run, status, r.status, out.String(), said.String())
	}
	hold(t, r.run, "the output", out.String(), r.has)
	hold(t, r.run, "standard error", said.String(), r.says)
	inOrder(t, r.run, out.String(), r.order)
}

func hold(t *testing.T, run, where, text string, wants []string) {
	t.Helper()
	for _, want := range wants {
		bare := strings.TrimPrefix(want, "!")
		if strings.Contains(text, bare) != (bare == want) {
			t.Errorf("%s: %q in %s: %v\n%.6000s", run, bare, where, bare != want, text)
		}
	}
}

func inOrder(t *testing.T, run, text string, wants []string) {
	t.Helper()
	rest := text
	for _, want := range wants {
		_, behind, ok := strings.Cut(rest, want)
		if !ok {
			t.Errorf("%s: %q does not follow the previous text\n%.6000s", run, want, text)
			return
		}
		rest = behind
	}
}
