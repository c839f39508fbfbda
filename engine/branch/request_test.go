package branch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// rendered returns a request with the given token counts and tools. Each tool is a pair of name and
// declaration.
func rendered(system, tools int, declared ...string) *engine.Result {
	r := &engine.Result{}
	r.Tokens.Tokens = token.Count{Tokens: system}
	r.Tools.Tokens = token.Count{Tokens: tools}
	for _, d := range declared {
		name, text, _ := strings.Cut(d, " ")
		r.Prompt.Tools = append(r.Prompt.Tools, prompt.Tool{Name: name, Declaration: source.Literal(text)})
	}
	return r
}

// If a captured request is known, its size and declarations are compared too.
func TestRequestSizeIncludesTools(t *testing.T) {
	w := agenttest.Repository().File("/p/CLAUDE.md", "one\n")
	for _, c := range []struct {
		name    string
		was, is *engine.Result
		want    string
	}{
		{"the same", rendered(5, 2, "Read a b"), rendered(5, 2, "Read a b"), "5+2 to 5+2: same true"},
		{"another weight", rendered(5, 2), rendered(5, 3), "5+2 to 5+3: same false"},
		{"added, removed and changed tools", rendered(5, 2, "Write x", "Read a b", "Same s"), rendered(5, 2, "Same s", "Read a b c", "Ask q"),
			"5+2 to 5+2: same false; added Ask [0 1] [0 1]; changed Read [3 5] [2 3]; removed Write [1 0] [1 0]"},
		{"two tools with the same name", rendered(5, 2, "T a", "T b"), rendered(5, 2, "T a", "T c"), "5+2 to 5+2: same false; changed T [2 2] [1 1]"},
	} {
		a := compare(t, "claude-code", w, nil)
		past := true
		err := a.Weigh(w, w, func(facts.World) (*engine.Result, error) {
			defer func() { past = false }()
			if past {
				return c.was, nil
			}
			return c.is, nil
		}, words)
		if err != nil {
			t.Fatal(err)
		}
		sum := func(r *engine.Result) int { return r.Tokens.Tokens.Tokens + r.Tools.Tokens.Tokens }
		if *a.Request != [2]int{sum(c.was), sum(c.is)} {
			t.Errorf("%s: it weighs %d", c.name, *a.Request)
		}
		got := fmt.Sprintf("%d+%d to %d+%d: same %v", c.was.Tokens.Tokens.Tokens, c.was.Tools.Tokens.Tokens, c.is.Tokens.Tokens.Tokens, c.is.Tools.Tokens.Tokens, a.Same())
		for _, i := range a.Items {
			got += fmt.Sprintf("; %s %s %d %d", i.Change(), i.Name, i.Bytes, i.Tokens)
			for side, text := range i.Texts {
				if len(text) != i.Bytes[side] || words("", text) != i.Tokens[side] {
					t.Errorf("%s: the text of %s is %q", c.name, i.Name, i.Texts)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestUnrenderedRequestHasNoSize(t *testing.T) {
	w := agenttest.Repository()
	for fails := range 2 {
		a, calls := compare(t, "claude-code", w, nil), 0
		err := a.Weigh(w, w, func(facts.World) (*engine.Result, error) {
			if calls++; calls > fails {
				return nil, errors.New("broken")
			}
			return rendered(1, 1), nil
		}, words)
		if err == nil || a.Request != nil {
			t.Errorf("rendering %d fails: error %v, size %v", fails+1, err, a.Request)
		}
	}
}

// The cost of a change is counted in what is sent at launch: the texts of rule files and the
// entries of lists. A file that is loaded later counts only in its own row.
func TestTokensAreCountedAtLaunch(t *testing.T) {
	disk := agenttest.Repository().File("/p/CLAUDE.md", "one two\n")
	skill := facts.Text("---\nname: s\ndescription: five words in this description\n---\nx\n")
	listed := compare(t, "claude-code", disk, map[string]facts.Instead{"/p/.claude/skills/s/SKILL.md": skill})
	if grown := listed.Tokens[1] - listed.Tokens[0]; grown < 5 || grown != listed.Items[0].Tokens[1] || listed.Items[0].Tokens[0] != 0 {
		t.Errorf("a skill adds %d tokens, but its row has %d", grown, listed.Items[0].Tokens)
	}
	later := compare(t, "claude-code", disk, map[string]facts.Instead{"/p/src/CLAUDE.md": facts.Text("three four five\n")})
	if later.Tokens[0] != later.Tokens[1] || later.Items[0].Tokens != [2]int{0, 3} || later.Items[0].When[1] != discovery.Later || later.Items[0].Bytes != [2]int{0, 16} {
		t.Errorf("a file loaded on demand: %d, %+v", later.Tokens, later.Items[0])
	}
}

// Rows are sorted by kind, then by path.
func TestRowsOfAChangeAreSorted(t *testing.T) {
	a := compare(t, "claude-code", agenttest.Repository(), map[string]facts.Instead{
		"/p/.claude/skills/s/SKILL.md": facts.Text("---\nname: s\ndescription: d\n---\nx\n"),
		"/p/src/CLAUDE.md":             facts.Text("b\n"),
		"/p/CLAUDE.md":                 facts.Text("a\n"),
	})
	var got []string
	for _, i := range a.Items {
		got = append(got, i.Kind+" "+i.Name)
	}
	if want := "rule /p/CLAUDE.md, rule /p/src/CLAUDE.md, skill s"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}
