package cli

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
)

// requirement is one demand of a document that describes how a system makes its prompts,
// by its number there, and what a command must print where it is met.
type requirement struct {
	number   int
	demand   string
	scenario string   // in TOML
	files    []string // path and text in turn, in the project
	run      string   // the command line, its words parted by blanks
	status   int
	has      []string // texts of the output; one that begins with "!" must not be there
	says     []string // likewise of standard error
}

// meets runs the rows of one system.
func meets(t *testing.T, system string, rows []requirement) {
	t.Helper()
	for _, r := range rows {
		t.Run(fmt.Sprintf("%s %d %s", system, r.number, r.demand), func(t *testing.T) {
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
			var out, said strings.Builder
			env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said, World: w, Dir: "/p"}
			if status := Run(context.Background(), env, strings.Fields(r.run)); status != r.status {
				t.Errorf("%s: status %d, want %d\n%s%s", r.run, status, r.status, out.String(), said.String())
			}
			hold(t, r.run, "the output", out.String(), r.has)
			hold(t, r.run, "standard error", said.String(), r.says)
		})
	}
}

func hold(t *testing.T, run, where, text string, wants []string) {
	t.Helper()
	for _, want := range wants {
		bare := strings.TrimPrefix(want, "!")
		if strings.Contains(text, bare) != (bare == want) {
			t.Errorf("%s: %q in %s: %v\n%s", run, bare, where, bare != want, text)
		}
	}
}
