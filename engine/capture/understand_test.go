package capture

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/capture/learn"
	"galley/engine/capture/match"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/wire"
)

// A capture of a project at /p, with its map, the values in it that are facts, the predicted next
// request, and the values that have changed since.
func TestCaptureIsUnderstoodAndPredicted(t *testing.T) {
	ctx := context.Background()
	day := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	world := func(now time.Time, branch, rules string) *facts.Memory {
		w := facts.NewMemory().Env("HOME", "/home/u").Env("USER", "user").Env("SHELL", "/bin/zsh").SetHostname("host").SetPlatform("linux").SetZone(time.UTC).Clock(now).File("/p/RULES.md", rules).File("/p/OTHER.md", "not sent").Dir("/p")
		return w.OnGit("/p", "branch --show-current", facts.GitAnswer{Stdout: branch + "\n"}).OnGit("/p", "status --short", facts.GitAnswer{}).OnGit("/p", "log --oneline -n 5", facts.GitAnswer{Stdout: "abc one\ndef two\n"})
	}
	trace := func(w *facts.Memory) *discovery.Trace {
		text, err := w.ReadFile("/p/RULES.md")
		if err != nil {
			t.Fatal(err)
		}
		file := source.Of(text, source.Origin{Kind: source.File, Source: "/p/RULES.md", Span: source.Span{End: len(text)}, Line: 1, Tag: source.NoSpan})
		return &discovery.Trace{Candidates: []discovery.Candidate{{Path: "/p/RULES.md", Order: 1, Verdict: discovery.Loaded, Text: source.Literal("Rules: ").Append(file)}, {Path: "/p/OTHER.md"}, {Path: "/p/GONE.md"}, {Path: "/p/OTHER.md", Verdict: discovery.Unknown}, {}}}
	}
	own := start.Facts(func(_ context.Context, w facts.World, cwd string) []start.Fact {
		return []start.Fact{{Name: "mood", Text: "mood of " + cwd + " at " + w.Now().Format("15:04")}}
	})
	system := "In /p on linux, 2026-01-02 and Fri Jan 02 2026. Current branch: main\nStatus:\n(clean)\nmood of /p at 12:00. Rules: use tabs"
	body, _ := json.Marshal(map[string]any{"model": "m-1", "messages": []any{map[string]any{"role": "system", "content": system}, map[string]any{"role": "user", "content": "Say ok with sk-live."}}})
	c := &Capture{Form: wire.Chat, Created: day, Project: "/p", Cwd: "/p", Model: "m-1", Body: body, Substitutions: []start.Substitution{{From: "sk-live", To: "<key>"}, {To: "x"}}, read: new(reading)}
	then := world(day, "main", "use tabs")
	if err := Understand(ctx, c, trace(then), then, own); err != nil {
		t.Fatal(err)
	}
	r, err := c.Request()
	if err != nil {
		t.Fatal(err)
	}
	texts := func(r *wire.Request, m match.Map) string {
		var all []string
		for _, s := range m.Spans {
			_, text := r.At(s.Place)
			all = append(all, fmt.Sprintf("%s %s %q %d-%d l%d (%d)", s.Origin.Kind, s.Origin.Source, text[s.Start:s.End], s.Origin.Span.Start, s.Origin.Span.End, s.Origin.Line, s.Expected))
		}
		return strings.Join(all, "\n")
	}
	want := `variable system:cwd "/p" 0-2 l0 (-1)
variable system:os "linux" 0-5 l0 (-1)
variable system:date "2026-01-02" 0-10 l0 (-1)
variable system:date "Fri Jan 02 2026" 0-15 l0 (-1)
variable git:branch "Current branch: main" 0-20 l0 (-1)
variable git:status "Status:\n(clean)" 0-15 l0 (-1)
variable own:mood "mood of /p at 12:00" 0-19 l0 (-1)
structure  "Rules: " 0-0 l0 (0)
file /p/RULES.md "use tabs" 0-8 l1 (0)`
	want = strings.TrimPrefix(want, "variable system:cwd \"/p\" 0-2 l0 (-1)\n") // a value of two bytes is too short to be searched for
	if got := texts(r, c.Attribution.Map()); got != want {
		t.Errorf("the map is\n%s\nwant\n%s", got, want)
	}
	if len(c.Attribution.Differences) != 0 || fmt.Sprint(c.Attribution.Names) != "[/p/RULES.md]" || len(c.Expected()) != 1 || c.Expected()[0].Name != "/p/RULES.md" {
		t.Errorf("differences %v, names %q, expected %v", c.Attribution.Differences, c.Attribution.Names, c.Expected())
	}
	if _, text := r.At(1); text != "Say ok with <key>." {
		t.Errorf("the substituted text is %q", text)
	}
	again, _ := c.Request()
	if again != r {
		t.Error("the body was decoded again")
	}
	now := world(day.AddDate(0, 1, 1), "dev", "use blanks")
	next, expected, err := c.Predict(ctx, trace(now), now, own, nil)
	if err != nil || len(expected) != 1 {
		t.Fatal(err, expected)
	}
	if _, text := next.Request.At(0); text != "In /p on linux, 2026-02-03 and Tue Feb 03 2026. Current branch: dev\nStatus:\n(clean)\nmood of /p at 12:00. Rules: use blanks" {
		t.Errorf("the next request is %q", text)
	}
	if fmt.Sprint(next.Changed) != "[/p/RULES.md system:date git:branch]" {
		t.Errorf("changed %q", next.Changed)
	}
	next, _, err = c.Predict(ctx, trace(then), now, own, map[string]string{"linux": "plan9"})
	if _, text := next.Request.At(0); err != nil || text != strings.Replace(system, "linux", "plan9", 1) {
		t.Errorf("with other values %q, %v", text, err)
	}
	plain := *c
	plain.Attribution = nil
	if next, _, err := plain.Predict(ctx, nil, now, nil, nil); err != nil || len(next.Changed) != 0 || plain.Expected() != nil || len(plain.Elsewhere(ctx, now, own, "/q")) != 0 {
		t.Errorf("a capture that was not understood: %v, changed %q", err, next.Changed)
	}
	broken := &Capture{Form: wire.Chat, Body: []byte("{")}
	if err := Understand(ctx, broken, trace(then), then, nil); err == nil {
		t.Error("a broken body was understood")
	}
	if _, _, err := broken.Predict(ctx, nil, then, nil, nil); err == nil {
		t.Error("from a broken body a request was predicted")
	}
}

// The facts about the machine and the session that a request may hold.
func TestValuesOfACapture(t *testing.T) {
	ctx := context.Background()
	w := facts.NewMemory().Env("HOME", "/home/u").Env("TMPDIR", "/var/tmp").Env("USER", "me").Env("SHELL", "/bin/sh").SetHostname("host").SetPlatform("darwin").SetZone(time.FixedZone("x", -4*3600))
	c := &Capture{Cwd: "/p/My dir_1", Project: "/p", Model: "m", Created: day}
	show := func(all []match.Value) string {
		var out []string
		for _, v := range all {
			out = append(out, v.Name+"="+v.Text)
		}
		return strings.Join(out, "; ")
	}
	dates := "system:date=2026-01-01; system:date=Thu Jan 01 2026; system:date=Thursday, January 1, 2026; system:date=1/1/2026; system:date=January 1, 2026; system:date=Jan 1, 2026"
	if got, want := show(Values(w, c)), "system:cwd=/p/My dir_1; system:cwd, as a name=-p-My-dir-1; project=/p; home=/home/u; temporary folder=/var/tmp; system:os=darwin; hostname=host; user=me; shell=/bin/sh; model=m; "+dates; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	c.Project = c.Cwd
	if got := show(Values(facts.NewMemory().SetZone(time.UTC), c)); strings.Contains(got, "project=") || !strings.HasSuffix(got, "; temporary folder=/tmp") || !strings.Contains(got, "=2026-01-02;") {
		t.Errorf("without a project and variables: %s", got)
	}
	git := func(status string) *facts.Memory {
		return facts.NewMemory().OnGit("/p", "branch --show-current", facts.GitAnswer{Stdout: "main\n"}).OnGit("/p", "status --short", facts.GitAnswer{Stdout: status})
	}
	for name, one := range map[string]struct {
		w    *facts.Memory
		want string
	}{
		"clean, without commits": {git("").OnGit("/p", "log --oneline -n 5", facts.GitAnswer{Exit: 1}), "git:branch=Current branch: main; git:status=Status:\n(clean); git:status, bare=Working tree clean; git:status, marked=git: Status:\ngit: (clean)"},
		"changes and commits":    {git(" M a\n?? b\n").OnGit("/p", "log --oneline -n 5", facts.GitAnswer{Stdout: "abc one\n"}), "git:branch=Current branch: main; git:status=Status:\n M a\n?? b; git:status, bare=M a\n?? b; git:commits=Recent commits:\nabc one; git:status, marked=git: Status:\ngit: M a\ngit: ?? b; git:commits, marked=git: Recent commits:\ngit: abc one"},
		"no repository":          {facts.NewMemory().OnGit("/p", "branch --show-current", facts.GitAnswer{Exit: 128}).OnGit("/p", "status --short", facts.GitAnswer{}), ""},
		"no status":              {git("").OnGit("/p", "status --short", facts.GitAnswer{Exit: 1}), ""},
	} {
		if got := show(gitValues(ctx, one.w, "/p")); got != one.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, one.want)
		}
	}
	if ValueName("own:mood") != "mood" || ValueName("git:branch") != "git:branch" {
		t.Error("names of values")
	}
}

// The texts that discovery expects in a request: the parts of the trace or, if it has no parts,
// the loaded files in order.
func TestExpectedTexts(t *testing.T) {
	show := func(all []match.Expected) string {
		var out []string
		for _, e := range all {
			out = append(out, fmt.Sprintf("%s %q tool %q %v %q %v %v %v %v", e.Name, e.Text.String(), e.Tool, e.Last, e.Before, e.Instead, e.Absent, e.Separate, e.Bare))
		}
		return strings.Join(out, "; ")
	}
	file := func(text string) source.Text { return source.Of(text, source.Origin{Kind: source.File}) }
	parts := &discovery.Trace{Parts: []discovery.Part{{Name: "rules", Where: "system[0]", Text: source.Literal(" a "), Last: true, Before: "b", Instead: true}, {Name: "skills", Where: "tool Skill", Absent: true, Separate: true}}, Candidates: []discovery.Candidate{{Path: "/x", Order: 1}}}
	if got, want := show(Expect(parts)), `rules " a " tool "" true "b" true false false false; skills "" tool "Skill" false "" false true true false`; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	files := &discovery.Trace{Candidates: []discovery.Candidate{{Path: "/b", Order: 2, Text: file(" \nb\t\r\n")}, {Path: "/none", Text: file("n")}, {Path: "/a", Order: 1, Text: source.Literal("# ").Append(file(" a "))}, {Path: "/c", Order: 3, Text: file(" \n")}}}
	if got, want := show(Expect(files)), `/a "#  a " tool "" false "" false false false false; /b "b" tool "" false "" false false false true; /c "" tool "" false "" false false false true`; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if Expect(nil) != nil {
		t.Error("without a trace something is expected")
	}
}

// How long ago a capture was made.
func TestAges(t *testing.T) {
	for d, want := range map[time.Duration]string{
		59 * time.Second: "less than a minute", time.Minute: "1 minute", 119 * time.Second: "1 minute", 59*time.Minute + 59*time.Second: "59 minutes",
		time.Hour: "1 hour", 48*time.Hour - 1: "47 hours", 48 * time.Hour: "2 days", 100 * time.Hour: "4 days", -time.Hour: "less than a minute",
	} {
		if got := (&Capture{Created: day}).Age(day.Add(d)); got != want {
			t.Errorf("%s: %s, want %s", d, got, want)
		}
	}
}

// The values in the agent's own words, and what each would be in another directory.
func TestValuesElsewhere(t *testing.T) {
	w := facts.NewMemory().SetZone(time.UTC).Clock(day.AddDate(0, 0, 1)).SetPlatform("linux")
	c := &Capture{Created: day, Cwd: "/p", Project: "/p", Model: "old"}
	c.Attribution = &Attribution{Words: &learn.Words{Runs: []learn.Run{{Words: []learn.Bit{{Text: "words"}, {Text: "/p", Value: "system:cwd"}, {Text: "2026-01-02", Value: "system:date"}, {Text: "2025-01-01", Value: "system:date"}, {Text: "old", Value: "model"}}}, {Words: []learn.Bit{{Text: "now", Value: "own:mood"}, {Text: "x", Value: "gone"}}}}}}
	own := func(_ context.Context, _ facts.World, cwd string) []start.Fact {
		return []start.Fact{{Name: "mood", Text: "there in " + cwd}}
	}
	want := map[string]string{"system:cwd\x00/p": "/q", "system:date\x002026-01-02": "2026-01-03", "own:mood\x00now": "there in /q"}
	if got := c.Elsewhere(context.Background(), w, own, "/q"); !maps.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Only variables outside expected texts are renewed.
func TestWhatIsRenewed(t *testing.T) {
	body, _ := json.Marshal(map[string]any{"model": "m", "messages": []any{map[string]any{"role": "system", "content": "2026-01-02"}}})
	c := &Capture{Form: wire.Chat, Created: day, Cwd: "/p", Body: body}
	r, err := c.Request()
	if err != nil {
		t.Fatal(err)
	}
	w := facts.NewMemory().SetZone(time.UTC).Clock(day.AddDate(0, 0, 1))
	for _, one := range []struct {
		kind     source.Kind
		expected int
		want     string
	}{{source.Variable, -1, "map[2026-01-02:2026-01-03]"}, {source.Variable, 0, "map[]"}, {source.File, -1, "map[]"}, {source.File, 0, "map[]"}} {
		m := match.Map{Spans: []match.Span{{End: len("2026-01-02"), Origin: source.Origin{Kind: one.kind, Source: "system:date"}, Expected: one.expected}}}
		if got := fmt.Sprint(c.Renewed(context.Background(), w, nil, r, m)); got != one.want {
			t.Errorf("%s, expected text %d: %s, want %s", one.kind, one.expected, got, one.want)
		}
	}
}

// A consent holds for one project, one agent and one digest. A later consent replaces the earlier
// ones.
func TestConsents(t *testing.T) {
	c := Consents{filepath.Join(t.TempDir(), "new", "consents.json")}
	if c.All() != nil || c.Given("/p", "codex", "1") {
		t.Error("a consent without a file")
	}
	if n, err := c.Revoke("", ""); n != 0 || err != nil {
		t.Errorf("revoked %d of none: %v", n, err)
	}
	give := func(project, agent, digest string) {
		if err := c.Give(Consent{Project: project, Agent: agent, Digest: digest, Given: day}); err != nil {
			t.Fatal(err)
		}
	}
	all := func() string {
		var out []string
		for _, one := range c.All() {
			out = append(out, one.Project+" "+one.Agent+" "+one.Digest)
		}
		return strings.Join(out, ", ")
	}
	give("/p", "codex", "1")
	give("/q", "codex", "1")
	give("/p", "claude", "1")
	give("/p", "codex", "2")
	if got := all(); got != "/q codex 1, /p claude 1, /p codex 2" {
		t.Errorf("given: %s", got)
	}
	for _, one := range []struct {
		project, agent, digest string
		want                   bool
	}{{"/p", "codex", "2", true}, {"/p", "codex", "1", false}, {"/q", "codex", "2", false}, {"/p", "claude", "2", false}, {"/q", "codex", "1", true}} {
		if got := c.Given(one.project, one.agent, one.digest); got != one.want {
			t.Errorf("%v: given %v", one, got)
		}
	}
	info, err := os.Stat(c.File)
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(c.File), ".consents-*")); err != nil || info.Mode().Perm() != 0o600 || len(left) > 0 {
		t.Errorf("mode %v, left over %v, %v", info.Mode(), left, err)
	}
	for _, one := range [][3]string{
		{"", "", "/q codex 1, /p claude 1, /p codex 2"}, {"/p", "", "/p claude 1, /p codex 2"}, {"", "codex", "/q codex 1, /p codex 2"},
		{"/p", "codex", "/p codex 2"}, {"/x", "", ""}, {"/q", "claude", ""},
	} {
		var out []string
		for _, c := range c.Of(one[0], one[1]) {
			out = append(out, c.Project+" "+c.Agent+" "+c.Digest)
		}
		if got := strings.Join(out, ", "); got != one[2] {
			t.Errorf("the consents of project %q and agent %q: %s, want %s", one[0], one[1], got, one[2])
		}
	}
	for _, one := range []struct {
		project, agent string
		n              int
		left           string
	}{{"/x", "codex", 0, "/q codex 1, /p claude 1, /p codex 2"}, {"/p", "claude", 1, "/q codex 1, /p codex 2"}, {"", "codex", 2, ""}} {
		if n, err := c.Revoke(one.project, one.agent); n != one.n || err != nil || all() != one.left {
			t.Errorf("%v: revoked %d, %v; left %s", one, n, err, all())
		}
	}
	var many []Consent
	for i := range 500 {
		many = append(many, Consent{Project: fmt.Sprint("/", i), Agent: "a"})
	}
	if err := c.write(many); err != nil {
		t.Fatal(err)
	}
	give("/last", "a", "1")
	if got := c.All(); len(got) != 500 || got[0].Project != "/1" || got[499].Project != "/last" {
		t.Errorf("%d are kept, from %s", len(got), got[0].Project)
	}
	if err := os.WriteFile(c.File, []byte("{"), 0o600); err != nil || c.All() != nil {
		t.Errorf("a damaged file: %v, %v", c.All(), err)
	}
	if err := os.WriteFile(filepath.Join(t.TempDir(), "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	blocked := Consents{filepath.Join(c.File, "below", "a file")}
	if err := blocked.Give(Consent{}); err == nil || !strings.HasPrefix(err.Error(), "storing the consent: ") {
		t.Errorf("below a file: %v", err)
	}
}

// The digest changes with the program, each command, and each file that a command names.
func TestDigestOfWhatRuns(t *testing.T) {
	w := facts.NewMemory().File("/p/run.sh", "1").File("/abs.sh", "2").File("/p/-x", "3")
	runs := []start.Run{{Kind: "hook", Name: "n", Command: `"run.sh" -x '/abs.sh' "" gone`, File: "/p/s.json"}}
	base := Digest(w, "/p", "/bin/a", runs)
	if base != Digest(w, "/p", "/bin/a", slices.Clone(runs)) || len(base) != 64 {
		t.Errorf("digest %s", base)
	}
	changed := func(f func(r *start.Run)) []start.Run {
		r := runs[0]
		f(&r)
		return []start.Run{r}
	}
	for name, got := range map[string]string{
		"program": Digest(w, "/p", "/bin/b", runs), "kind": Digest(w, "/p", "/bin/a", changed(func(r *start.Run) { r.Kind = "server" })), "name": Digest(w, "/p", "/bin/a", changed(func(r *start.Run) { r.Name = "m" })),
		"command": Digest(w, "/p", "/bin/a", changed(func(r *start.Run) { r.Command += " more" })), "file": Digest(w, "/p", "/bin/a", changed(func(r *start.Run) { r.File = "/p/t.json" })), "none": Digest(w, "/p", "/bin/a", nil),
		"directory": Digest(w, "/q", "/bin/a", runs), "the script": Digest(facts.NewMemory().File("/p/run.sh", "other").File("/abs.sh", "2"), "/p", "/bin/a", runs), "the absolute script": Digest(facts.NewMemory().File("/p/run.sh", "1").File("/abs.sh", "other"), "/p", "/bin/a", runs),
		"two": Digest(w, "/p", "/bin/a", append(slices.Clone(runs), runs...)), "a script that appeared": Digest(facts.NewMemory().File("/p/run.sh", "1").File("/abs.sh", "2").File("/p/gone", ""), "/p", "/bin/a", runs),
	} {
		if got == base {
			t.Errorf("another %s has the same digest", name)
		}
	}
	if got := Digest(facts.NewMemory().File("/p/run.sh", "1").File("/abs.sh", "2").File("/p/-x", "other"), "/p", "/bin/a", runs); got != base {
		t.Error("an option counts as a file")
	}
}

// The identifiers of an account are masked in a text as well.
func TestIdentifiersOfATextAreMasked(t *testing.T) {
	if got := MaskText("a id-1 b id-2 cch=0aZ; xcch=1", []string{"id-1", "id-2"}); got != "a <id> b <id> cch=<cch>; xcch=1" {
		t.Errorf("masked: %s", got)
	}
	var b strings.Builder
	for i := range 70 {
		fmt.Fprintf(&b, `{"session_id":"0123456789abcdef-%d"}`, i)
	}
	if got := Identifiers([]byte(b.String() + `{"session_id":"<masked-already-x>"}`)); len(got) != 64 || got[63] != "0123456789abcdef-63" {
		t.Errorf("%d identifiers, the last %s", len(got), got[len(got)-1])
	}
	for body, want := range map[string]string{
		`{"thread_id":"0123456789abcdef","again":"0123456789abcdef"}`: `{"thread_id":"<id>","again":"<id>"}`, `{"request_id":"short"}`: `{"request_id":"short"}`, `{"other_id":"0123456789abcdef"}`: `{"other_id":"0123456789abcdef"}`,
	} {
		if got := string(Mask([]byte(body))); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}
