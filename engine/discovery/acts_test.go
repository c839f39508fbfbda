package discovery

import (
	"maps"
	"testing"
)

func TestEachTouchedPathHasItsAct(t *testing.T) {
	o := Options{Acts: []Act{EditAct, CreateAct}}
	for i, want := range []Act{EditAct, CreateAct, ReadAct, ReadAct} {
		if got := o.ActOf(i); got != want {
			t.Errorf("the act on path %d is %s, want %s", i, got, want)
		}
	}
}

func TestOnlyAnActThatIsKnownToLoadNothingIsIdle(t *testing.T) {
	trace := &Trace{}
	trace.BringsAt(false, ReadAct, EditAct)
	trace.BringsAt(true, WriteAct)
	for act, want := range map[Act]bool{ReadAct: true, EditAct: true, WriteAct: false, CreateAct: false} {
		if got := trace.Idle(act); got != want {
			t.Errorf("%s: idle %v", act, got)
		}
	}
	trace.NameTools("Look", "Change", "", "Make")
	if want := (map[Act]string{ReadAct: "Look", EditAct: "Change", WriteAct: "", CreateAct: "Make"}); !maps.Equal(trace.ActTools, want) {
		t.Errorf("the tools are %v", trace.ActTools)
	}
}

func TestWaitingRuleSaysWhichWorkReachesIt(t *testing.T) {
	rule := func(by *Dialect, patterns ...string) Candidate {
		return Candidate{Verdict: Later, Patterns: patterns, base: "/p", dialect: by}
	}
	below := Candidate{Verdict: Later, dir: "/p/d"}
	all := &Dialect{match: func(string, string) bool { return false }, list: func([]string, string) bool { return true }}
	for _, tt := range []struct {
		c             Candidate
		file, by      string
		reaches, sure bool
	}{
		{below, "/p/d/x/y.go", "it applies to files below /p/d", true, true},
		{below, "/p/d", "it applies to files below /p/d", false, true},
		{below, "/p/e", "it applies to files below /p/d", false, true},
		{Candidate{Verdict: Later}, "/p/x", "", false, true},
		{rule(Picomatch, "*.md", "src/**"), "/p/src/x.go", "src/** covers src/x.go", true, true},
		{rule(Picomatch, "src/**"), "/q/src/x.go", "", false, true},
		{rule(Picomatch, "src/**"), "/p/x.go", "", false, true},
		{rule(ClaudeGlobs, "*.go", "!x.go"), "/p/a/y.go", "*.go covers a/y.go", true, true},
		{rule(ClaudeGlobs, "*.go", "!x.go"), "/p/a/x.go", "", false, true},
		{rule(all, "a", "b"), "/p/x.go", "a, b covers x.go", true, true},
		{rule(docDialect, "*.md", "*.go"), "/p/a/x.go", "the documentation does not say whether *.go, which has no slash, covers files in subdirectories", true, false},
		{rule(docDialect, "*.go"), "/p/x.go", "*.go covers x.go", true, true},
		{rule(docDialect, "a/*.go"), "/p/b/a/x.go", "", false, true},
		{rule(docDialect, "*.md"), "/p/a/x.go", "", false, true},
		{rule(Picomatch, "*.go"), "/p/a/x.go", "", false, true},
	} {
		by, reaches, sure := tt.c.Reaches(tt.file)
		if by != tt.by || reaches != tt.reaches || sure != tt.sure {
			t.Errorf("%v at %s: %q, %v, %v", tt.c.Patterns, tt.file, by, reaches, sure)
		}
	}
	loaded := rule(Picomatch, "*")
	loaded.Verdict = Loaded
	for _, tt := range []struct {
		c    Candidate
		want bool
	}{{below, true}, {rule(Picomatch, "*"), true}, {Candidate{Verdict: Later}, false}, {loaded, false}, {Candidate{Verdict: NotLoaded, dir: "/p"}, false}} {
		if got := tt.c.Waits(); got != tt.want {
			t.Errorf("%+v: waits %v", tt.c, got)
		}
	}
}
