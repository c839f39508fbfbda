package cli

import (
	"bytes"
	"strings"
	"testing"

	"galley/engine/report"
)

// TestATransferIsWrittenOnlyAfterYes answers the question of --write, and agrees
// beforehand.
func TestATransferIsWrittenOnlyAfterYes(t *testing.T) {
	t.Parallel()
	shape := report.Transfer{File: "AGENTS.md", Changes: []report.TransferChange{{Kind: "link", Path: "CLAUDE.md", For: []string{"claude-code"}, Link: "AGENTS.md"}}}
	for _, c := range []struct {
		name                     string
		answer                   string
		asks, yes, json, nothing bool
		written                  bool
		want                     string // in the error
	}{
		{name: "yes on the terminal", answer: "y\n", asks: true, written: true},
		{name: "no on the terminal", answer: "n\n", asks: true, want: "nothing is written"},
		{name: "Enter alone", answer: "\n", asks: true, want: "nothing is written"},
		{name: "the end of input", asks: true, want: "nothing is written"},
		{name: "no terminal", answer: "y\n", want: "nothing is written: agree with --yes"},
		{name: "agreed beforehand", yes: true, written: true},
		{name: "as JSON on the terminal", answer: "yes\n", asks: true, json: true, written: true},
		{name: "a plan without changes", nothing: true},
	} {
		var out, told bytes.Buffer
		env := Env{Stdin: strings.NewReader(c.answer), Stdout: &out, Stderr: &told, Asks: c.asks}
		given := shape
		if c.nothing {
			given.Changes = nil
		}
		atQuestion, written := "", false
		err := (&flags{json: c.json}).transfer(env, given, true, c.yes, func() error {
			atQuestion, written = out.String()+told.String(), true
			return nil
		})
		if written != c.written || (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%s: written %v, error %v", c.name, written, err)
		}
		if c.written && !c.json && !strings.Contains(out.String(), "written; `galley transfer --undo` undoes it") {
			t.Errorf("%s: %s", c.name, out.String())
		}
		if c.written && !c.yes && !strings.Contains(atQuestion, "CLAUDE.md -> AGENTS.md") {
			t.Errorf("%s: the question came before the changes were shown:\n%s", c.name, atQuestion)
		}
		if c.json && (!strings.HasPrefix(out.String(), "{") || !strings.Contains(out.String(), `"written": true`)) {
			t.Errorf("%s: %s", c.name, out.String())
		}
	}
}
