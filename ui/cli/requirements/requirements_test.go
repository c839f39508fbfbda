// Package requirements holds the demands of five documents that describe how systems make
// their prompts, each as a story: a command, and what it prints where the demand is met.
// A row that deviates says by which measurement or decision. Decision 3 is that galley ships
// no sentence of another system: a stand-in in its own words is there, and says so.
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

// requirement is one demand of a document, by its number there, and what a command must
// print where it is met.
type requirement struct {
	number   int
	demand   string
	scenario string              // in TOML
	files    []string            // path and text in turn, in the project
	in       func(*facts.Memory) // what else the world has
	run      string              // the command line, its words parted by blanks
	status   int
	has      []string // texts of the output; one that begins with "!" must not be there
	order    []string // texts of the output, each behind the one before it
	says     []string // texts of standard error, as those of has
}

// meets runs the rows of one system.
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

// holds runs the command of a requirement in a world.
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
			t.Errorf("%s: %q does not stand behind what was there before it\n%.6000s", run, want, text)
			return
		}
		rest = behind
	}
}
