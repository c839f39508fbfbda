package discovery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/source"
)

func TestDoneNumbersWhatIsLoadedAndDropsOtherTexts(t *testing.T) {
	w := kitchen().File("/p/d/a.md", "A").File("/p/d/b.md", "BB").File("/p/d/c.md", "C").File("/p/d/e.md", "E")
	trace := cook(t, w, Options{}, func(_ context.Context, f *Finder) {
		b := f.At("/p/d/b.md", "")
		text, _ := f.Text(b)
		f.Add(b.Load(text, text.Len()))
		a := f.At("/p/d/a.md", "")
		text, _ = f.Text(a)
		f.Add(a.Load(text, text.Len()).Unknown("try it"))
		c := f.At("/p/d/c.md", "")
		f.Add(c.Load(text, 1).No(Empty, "gone"))
		f.Add(c.Load(text, 1).Later("later"))
		e := f.At("/p/d/e.md", "")
		text, _ = f.Text(e)
		f.Add(e.Load(text, 1))
	})
	same(t, "report", report(trace), `
/p/d/b.md at launch, loaded, file 1 with 2 of 2 bytes
/p/d/a.md at launch, not known, not-known: try it
/p/d/c.md at launch, not loaded, empty: gone
/p/d/c.md on demand, on demand, file 0 with 1 of 1 bytes: later
/p/d/e.md at launch, loaded, file 2 with 1 of 1 bytes
text "BB\nE"`)
	for i, want := range []string{"BB", "", "", "A", "E"} {
		if got := trace.Candidates[i].Text.String(); got != want {
			t.Errorf("the text of candidate %d is %q, want %q", i, got, want)
		}
	}
	if got := strings.Join(trace.Loaded, " "); got != "/p/d/b.md /p/d/e.md" {
		t.Errorf("loaded are %s", got)
	}
	if got := trace.Candidates[1].Evidence; got != NoEvidence {
		t.Errorf("the evidence of an unknown rule is %q", got)
	}
}

func TestRootIsTheNearestRepository(t *testing.T) {
	for _, tt := range []struct {
		w           *facts.Memory
		found       bool
		root, chain string
	}{
		{facts.NewMemory().Dir("/p/d/e").Dir("/p/.git"), true, "/p .git git", "[/p /p/d /p/d/e]"},
		{facts.NewMemory().Dir("/p/d/e").Dir("/p/.git").File("/p/d/.git", "gitdir: x"), true, "/p/d .git git", "[/p/d /p/d/e]"},
		{facts.NewMemory().Dir("/p/d/e"), false, "/p/d/e  ", "[/p/d/e]"},
	} {
		trace := cook(t, tt.w, Options{Cwd: "/p/d/e"}, func(_ context.Context, f *Finder) {
			if found := f.FindGit(); found != tt.found {
				t.Errorf("found: %v", found)
			}
			if chain := fmt.Sprint(f.Chain()); chain != tt.chain {
				t.Errorf("the directories are %s, want %s", chain, tt.chain)
			}
		})
		if got := trace.Root + " " + strings.TrimPrefix(trace.Marker, trace.Root+"/") + " " + trace.VCS; got != tt.root {
			t.Errorf("the root is %s, want %s", got, tt.root)
		}
	}
}

func TestTextOfAFileOrTheReason(t *testing.T) {
	w := kitchen().File("/p/d/mark.md", "\ufeffA").File("/p/d/AGENTS.md", "x").File("/p/d/link.md", "AGENTS.md\n").File("/p/d/shut.md", "x").Mode("/p/d/shut.md", 0).Link("/p/d/lost.md", "nowhere").Dir("/p/d/dir.md")
	cook(t, w, Options{}, func(_ context.Context, f *Finder) {
		for name, want := range map[string]string{
			"mark": `"\ufeffA" true, "A" true: mark.md at launch, not loaded; already-loaded: the text is the same as in /p/d/mark.md`,
			"none": `"" false, "" false: none.md at launch, not loaded, missing`,
			"lost": `"" false, "" false: lost.md at launch, not loaded, dangling-link: it leads to nowhere`,
			"shut": `"" false, "" false: shut.md at launch, not loaded, unreadable: permission denied`,
			"dir":  `"" false, "" false: dir.md at launch, not loaded, not-regular: it is a directory`,
			"link": `"AGENTS.md\n" true, "AGENTS.md\n" true: link.md at launch, not loaded; link-as-text: its text is only "AGENTS.md", and the file of that path is not loaded through it; already-loaded: the text is the same as in /p/d/link.md`,
		} {
			c := f.At("/p/d/"+name+".md", "")
			with, ok := f.Text(c)
			without, also := f.TextWithoutMark(c)
			same(t, name, fmt.Sprintf("%q %v, %q %v: %s", with.String(), ok, without.String(), also, strings.TrimPrefix(line(*c), "/p/d/")), want)
		}
	})
}

func TestFileThatHoldsOnlyAPathIsALink(t *testing.T) {
	w := kitchen().File("/p/AGENTS.md", "x").File("/p/d/AGENTS.md", "x").File("/p/d/a.txt", "x").File("/p/d/UP.MD", "x").Dir("/p/d/dir.md")
	for name := range strings.SplitSeq("a b@c a#b a<b a>b a|b a*b", " ") {
		w.File("/p/d/"+name+".md", "x")
	}
	for data, is := range map[string]bool{
		"../AGENTS.md": true, " AGENTS.md\r\n": true, "/p/AGENTS.md": true, "UP.MD": true, "": false, "none.md": false, "dir.md": false, "a.txt": false, "AGENTS.md AGENTS.md": false,
		"b@c.md": false, "a#b.md": false, "a<b.md": false, "a>b.md": false, "a|b.md": false, "a*b.md": false, "a.md": true,
		strings.Repeat("./", 92) + ".././d/AGENTS.md": true, strings.Repeat("./", 93) + "..//d/AGENTS.md": false, // 200 and 201 bytes
	} {
		c := &Candidate{Path: "/p/d/X.md"}
		asLink(w, c, data)
		asLink(w, c, data)
		want := []Remark{{LinkAsText, fmt.Sprintf("its text is only %q, and the file of that path is not loaded through it", strings.TrimSpace(data))}}
		if !is {
			want = nil
		}
		if !slices.Equal(c.Remarks, want) {
			t.Errorf("%d bytes, %q: %q", len(data), data, c.Remarks)
		}
	}
}

func TestRuleForSomeFilesWaitsUnlessAnotherFileIsEdited(t *testing.T) {
	w := kitchen().File("/p/d/r.md", "R")
	open := &Dialect{match: func(p, rel string) bool { return p == rel }, list: func(patterns []string, rel string) bool { return rel != "b" }}
	for _, tt := range []struct {
		file, patterns string
		by             *Dialect
		want           string
	}{
		{"", "src/** *.go", Picomatch, "on demand, on demand: when one is read: src/**, *.go"},
		{"/p/x.go", "src/** *.go", Picomatch, "on demand, on demand: *.go covers x.go"},
		{"/p/x.md", "src/** *.go", Picomatch, "on demand, not loaded, other-files: src/**, *.go"},
		{"/q/x.go", "**", Picomatch, "on demand, not loaded, other-files: **"},
		{"/p", "**", Picomatch, "on demand, not loaded, other-files: **"},
		{"/p/a", "a b", open, "on demand, on demand: a covers a"},
		{"/p/b", "a b", open, "on demand, not loaded, other-files: a, b"},
	} {
		trace := cook(t, w, Options{File: tt.file}, func(_ context.Context, f *Finder) {
			c := f.At("/p/d/r.md", "")
			f.ForFile(c, "/p", strings.Fields(tt.patterns), "when one is read:", tt.by)
			if c.base != "/p" || c.dialect != tt.by || strings.Join(c.Patterns, " ") != tt.patterns {
				t.Errorf("%s: the candidate is %+v", tt.file, c)
			}
			f.Add(c)
		})
		same(t, tt.file, strings.TrimPrefix(report(trace), "/p/d/r.md "), tt.want)
	}
}

// Each pattern into which braces expand is charged to the budget. Braces that the agent takes
// literally are not.
func TestExpansionsOfPatternsAreCharged(t *testing.T) {
	for pattern, want := range map[string]int64{"a": 0, "{a}": 0, "{a,b}": 2, "{a,b}{c,d}": 4} {
		for by, factor := range map[*Dialect]int64{Picomatch: 1, {match: matchesGlob, literal: func(string) bool { return true }}: 0} {
			cook(t, kitchen(), Options{}, func(_ context.Context, f *Finder) {
				f.ForFile(f.At("/p/d/r.md", ""), "/p", []string{pattern, "x"}, "", by)
				if got := f.Budget.Spent().Expansions; got != want*factor {
					t.Errorf("%s: %d expansions, want %d", pattern, got, want*factor)
				}
			})
		}
	}
}

func TestRuleForADirectoryWaitsUnlessAFileElsewhereIsEdited(t *testing.T) {
	for file, want := range map[string]string{
		"": "on demand, on demand: when needed", "/p/d/x": "on demand, on demand: it applies to files below /p/d", "/p/e": "on demand, not loaded, other-files: it applies to files below /p/d",
	} {
		trace := cook(t, kitchen().File("/p/d/r.md", "R"), Options{File: file}, func(_ context.Context, f *Finder) {
			c := f.At("/p/d/r.md", "")
			f.ForDir(c, "/p/d", "when needed")
			f.Add(c)
		})
		same(t, file, strings.TrimPrefix(report(trace), "/p/d/r.md "), want)
		if trace.Candidates[0].dir != "/p/d" || !trace.Nested {
			t.Errorf("%s: the directory is %q", file, trace.Candidates[0].dir)
		}
	}
}

func TestRelativePathBelowADirectory(t *testing.T) {
	for _, tt := range []struct {
		name, dir, rel string
		inside         bool
	}{{"/p/d/x", "/p", "d/x", true}, {"/p", "/p", "", false}, {"/pq", "/p", "", false}, {"/x", "/", "x", true}, {"/", "/", "", false}} {
		if rel, inside := RelativeTo(tt.name, tt.dir); rel != tt.rel || inside != tt.inside {
			t.Errorf("%s in %s: %q, %v", tt.name, tt.dir, rel, inside)
		}
	}
}

func TestFilesThatTheAgentPassesOver(t *testing.T) {
	w := kitchen().File("/p/d/sub/A.md", "a").File("/p/d/A.md", "a").File("/p/A.md", "a").File("/A.md", "a").File("/p/B.md", "b").Link("/p/L.md", "nowhere").File("/p/d/B.md", "b")
	trace := cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		f.BelowNever(ctx, "A.md")
		f.NotFor("/p", "it is for others", "A.md", "none.md", "L.md")
		f.NotFor("/p", "it is for others again", "A.md", "B.md")
		f.AboveUnknown("try it", "B.md", "A.md", "L.md")
		f.AboveNever("it stops", "A.md")
	})
	same(t, "report", report(trace), `
below: /p/d/sub/A.md never, not loaded, below-cwd
other: /p/A.md never, not loaded, not-looked-for: it is for others
other: /p/B.md never, not loaded, not-looked-for: it is for others again
above: /p/B.md at launch, not known, not-known: try it
above: /p/A.md at launch, not known, not-known: try it
above: /p/A.md never, not loaded, above-root: it stops`)
	for _, cwd := range []string{"/p", "/q"} { // the root itself, and a directory outside any repository
		if got := report(cook(t, w.Dir("/q").File("/B.md", "b"), Options{Cwd: cwd}, func(_ context.Context, f *Finder) { f.AboveUnknown("try it", "B.md") })); got != "" {
			t.Errorf("above %s: %s", cwd, got)
		}
	}
}

func TestSettingsFilesAreNotedWithTheirFaults(t *testing.T) {
	w := kitchen().File("/p/a.json", "\ufeff{}").File("/p/shut.json", "{}").Mode("/p/shut.json", 0).Dir("/p/dir.json")
	trace := cook(t, w, Options{}, func(_ context.Context, f *Finder) {
		for name, want := range map[string]string{"/p/a.json": "{} true", "/p/none.json": " false", "/p/dir.json": " false"} {
			data, ok := f.SettingText(name, "project")
			if got := fmt.Sprint(data, " ", ok); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		if data, ok := f.SettingText("/p/shut.json", "user"); ok || data != "" {
			t.Errorf("a file that cannot be read holds %q", data)
		}
		if !f.Exists("/p/shut.json") || f.Exists("/p/none.json") {
			t.Error("which files exist is wrong")
		}
	})
	same(t, "report", report(trace), `
setting {Path:/p/a.json Tier:project Found:true Detail: Unused:false}
setting {Path:/p/shut.json Tier:user Found:true Detail:it cannot be read: permission denied Unused:false}
/p/shut.json: it cannot be read: permission denied`)
}

func TestWhichCandidatesAreThere(t *testing.T) {
	for reason, want := range map[Reason]bool{"": true, Empty: true, Missing: false, DanglingLink: false} {
		if got := (&Candidate{Reason: reason}).There(); got != want {
			t.Errorf("%q: %v", reason, got)
		}
	}
	c := (&Candidate{LoadType: AtLaunch, Reason: Empty}).Load(source.Literal("x"), 1).Later("soon")
	if c.Reason != "" || c.LoadType != OnDemand {
		t.Errorf("a candidate that loads later has the reason %q", c.Reason)
	}
}
