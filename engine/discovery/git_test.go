package discovery

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
)

const gitStatus = "--literal-pathspecs status --porcelain=v1 -z --no-renames --untracked-files=all --ignored=matching -- "

func TestGitSaysWhatIsNotCommitted(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git").File("/q/x.md", "x").File("/p/sub/.git", "gitdir: x")
	var traces []*Trace
	for _, paths := range [][]string{{"/p/b.md", "/p/a.md", "/p/new/x.md", "/p/newer/x.md", "/p/none.md", "/q/x.md"}, {"/p/a.md", "/p/ign/i.md", "/p/c.md", "/p/sub/s.md", "/p/ab"}} {
		trace := &Trace{}
		for _, p := range paths {
			c := Candidate{Path: p, RealPath: p, Git: "changed"}
			if p == "/p/none.md" {
				c.RealPath = ""
			}
			trace.Candidates = append(trace.Candidates, c)
		}
		traces = append(traces, trace)
	}
	w.OnGit("/p", gitStatus+"a.md ab b.md c.md ign/i.md new/x.md newer/x.md", facts.GitAnswer{Stdout: " M a.md\x00?? new/\x00!! ign/\x00A  c.md\x00?? a\x00M b\x00?? "}).
		OnGit("/p/sub", gitStatus+"s.md", facts.GitAnswer{Stdout: "?? s.md\x00"})
	AskGit(context.Background(), w, traces)
	var got []string
	for _, trace := range traces {
		for _, c := range trace.Candidates {
			got = append(got, strings.TrimSpace(c.Path+" "+c.Git))
		}
	}
	same(t, "states", strings.Join(got, "\n"), `
/p/b.md
/p/a.md changed
/p/new/x.md untracked
/p/newer/x.md
/p/none.md
/q/x.md
/p/a.md changed
/p/ign/i.md ignored
/p/c.md changed
/p/sub/s.md untracked
/p/ab`)
}

func TestWithoutAnAnswerOfGitNothingIsSaid(t *testing.T) {
	for name, w := range map[string]*facts.Memory{
		"an exit status": facts.NewMemory().Dir("/p/.git").OnGit("/p", gitStatus+"a.md", facts.GitAnswer{Stdout: "?? a.md\x00", Exit: 1}),
		"an error":       facts.NewMemory().Dir("/p/.git").GitThrow(errors.New("no git")),
	} {
		trace := &Trace{Candidates: []Candidate{{Path: "/p/a.md", RealPath: "/p/a.md", Git: "changed"}}}
		AskGit(context.Background(), w, []*Trace{trace})
		if got := trace.Candidates[0].Git; got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestGitIsAskedAboutAThousandPathsAtMost(t *testing.T) {
	for n, want := range map[int]string{mostAsked: "untracked", mostAsked + 1: ""} {
		trace, asked := &Trace{}, gitStatus
		for i := range n {
			name := fmt.Sprintf("%04d", i)
			trace.Candidates = append(trace.Candidates, Candidate{Path: "/" + name, RealPath: "/" + name})
			if i < mostAsked {
				asked += name + " "
			}
		}
		last := fmt.Sprintf("%04d", n-1)
		w := facts.NewMemory().Dir("/.git").OnGit("/", strings.TrimSuffix(asked, " "), facts.GitAnswer{Stdout: "?? 0000\x00?? " + last})
		AskGit(context.Background(), w, []*Trace{trace})
		if got := trace.Candidates[0].Git + " " + trace.Candidates[n-1].Git; got != "untracked "+want {
			t.Errorf("of %d paths: %s", n, got)
		}
	}
}
