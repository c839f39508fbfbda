package discovery

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/hidden"
	"galley/engine/secret"
)

func TestHowAnAgentUsesAFile(t *testing.T) {
	secrets := new(secret.Values)
	secrets.AddEnv("API_KEY", "sk-verysecretvalue1234", "{env:API_KEY}")
	trace := &Trace{Agent: "cook", Version: "1", Cwd: "/p", Secrets: secrets, Candidates: []Candidate{
		{Path: "/p/A.md", Shown: "/p/A.md", Verdict: Loaded, Imports: []Import{{Ref: "@in.md", Path: "/p/in.md", Verdict: Loaded, Imports: []Import{{Ref: "@x", Path: "/p/x.md", Verdict: Loaded}, {Ref: "@no", Path: "/p/no.md", Verdict: NotLoaded}}}}},
		{Path: "/p/l.md", Shown: "/p/l.md", RealPath: "/p/x.md", Verdict: NotLoaded, Detail: "sk-verysecretvalue1234"}, {Path: "/p/x.md", Shown: "/p/x.md", RealPath: "/p/x.md", Verdict: Later, Imports: []Import{{Ref: "@in", Path: "/p/in.md"}}},
		{Path: "/p/u.md", Shown: "/p/u.md", Verdict: Unknown, Imports: []Import{{Ref: "@u", Path: "/p/only.md"}}},
	}}
	for name, want := range map[string]string{
		"/p/x.md": "cook 1 /p: /p/x.md on demand , /p/l.md not loaded {env:API_KEY}; /p/in.md @x; ; ", "/p/in.md": "cook 1 /p: ; /p/A.md @in.md, /p/x.md @in; ; ", "/p/no.md": "cook 1 /p: ; /p/in.md @no; ; ",
		"/p/d/a.MD": "cook 1 /p: ; ; /p/A.md; the agent does not look for rule files by name", "/p/only.md": "cook 1 /p: ; ; ; the agent does not look for rule files by name", "/p/d/u.md": "cook 1 /p: ; ; ; the agent does not look for rule files by name",
	} {
		trace.RuleNames.Remedy = "none" // this agent does not look for rule files by name
		u := trace.FileUseOf(name)
		var candidates, imports []string
		for _, c := range u.Candidates {
			candidates = append(candidates, c.Path+" "+string(c.Verdict)+" "+c.Detail)
		}
		for _, r := range u.Imports {
			imports = append(imports, r.By+" "+r.Ref)
		}
		if got := fmt.Sprintf("%s %s %s: %s; %s; %s; %s", u.Agent, u.Version, u.Cwd, strings.Join(candidates, ", "), strings.Join(imports, ", "), u.Instead, u.Why); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if u := trace.FileUseOf("/p/link.md", "/p/u.md"); len(u.Candidates) != 1 {
		t.Errorf("by its second path: %+v", u)
	}
	if u := trace.FileUseOf("/p/link.md", ""); len(u.Candidates) != 0 {
		t.Errorf("a file without a real path: %+v", u)
	}
}

func TestProblemsOfOneFile(t *testing.T) {
	secrets := new(secret.Values)
	secrets.AddEnv("API_KEY", "sk-verysecretvalue1234", "{env:API_KEY}")
	w := facts.NewMemory().File("/p/A.md", "one\ntwo @dead\n").File("/p/in.md", "in\u202e @gone").File("/p/B.md", "")
	trace := &Trace{Agent: "cook", Cwd: "/p", Secrets: secrets, Candidates: []Candidate{
		{Path: "/p/A.md", Shown: "/p/A.md", RealPath: "/p/A.md", Verdict: Loaded, Reason: Cut, Detail: "sk-verysecretvalue1234", Imports: []Import{
			{Ref: "@dead", Path: "/p/dead", Verdict: NotLoaded, Reason: Missing, Offset: 8},
			{Ref: "@in.md", Path: "/p/in.md", Verdict: Loaded, Hidden: hidden.Scan("in\u202e @gone"), Imports: []Import{{Ref: "@gone", Path: "/p/gone", Reason: Missing, Offset: 6}}},
			{Ref: "@B.md", Path: "/p/B.md", Verdict: NotLoaded, Reason: ImportRefused, Imports: []Import{{Ref: "@never", Path: "/p/never", Reason: Missing}}},
		}},
		{Path: "/p/C.md", Verdict: NotLoaded, Reason: TooLarge},
	}}
	for names, want := range map[string]string{
		"/p/A.md": `
dead-import warning /p/A.md {0 0} 1:1: the import @B.md has no effect: the agent refuses the import; correct the path, or put it between back-ticks if it is not an import
over-cap warning /p/A.md {0 0} 1:1: the agent uses only its beginning: {env:API_KEY}; make it shorter, or move parts of it into files that are read on demand
dead-import warning /p/A.md {8 8} 2:5: the import @dead has no effect: it does not exist; correct the path, or put it between back-ticks if it is not an import`,
		"/p/in.md": `
hidden-text warning /p/in.md {2 2} 1:3: 1 character that turns the writing direction (U+202E) from line 1; models read this text, but people cannot see it; open the file in galley to see where it is
dead-import warning /p/in.md {6 6} 1:5: the import @gone has no effect: it does not exist; correct the path, or put it between back-ticks if it is not an import`,
		"/p/B.md":            "",
		"/p/C.md /p/none.md": "over-cap warning /p/C.md {0 0} 1:1: it is too large for galley to read; make it shorter, or move parts of it into files that are read on demand",
	} {
		var lines []string
		for _, p := range trace.ProblemsOf(w, strings.Fields(names)...) {
			if p.End != p.Start {
				t.Errorf("%s: it ends at %v", names, p.End)
			}
			lines = append(lines, fmt.Sprintf("%s %s %s %v %d:%d: %s; %s", p.Code, p.Severity, p.File, p.Span, p.Start.Line, p.Start.Column, p.Message, p.Hint))
		}
		same(t, names, strings.Join(lines, "\n"), want)
	}
	if got := (&Trace{}).ProblemsOf(facts.NewMemory().File("/p/x", "a\u202eb").File("/p/y", "\u202e"), "/p/none", "/p/x", "/p/y"); len(got) != 1 || got[0].File != "/p/x" || got[0].Span.Start != 1 {
		t.Errorf("hidden text of a file that the agent does not read: %+v", got)
	}
}
