package engine_test

import (
	"context"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/facts"
)

func problemsOf(t *testing.T, profile, template, rules string) map[diag.Code]diag.Problem {
	t.Helper()
	world := facts.NewMemory().Env("HOME", "/home/ada").File("/p/AGENTS.md", rules).Dir("/p/.git")
	r := engine.Request{Cwd: "/p", Profile: profile, Template: engine.Template{Text: template, Path: "/p/t.md"}}
	r.Scenario.TemplateAs = "agent"
	if profile == "" {
		r.Scenario.TemplateAs = ""
	}
	made, err := engine.New(world).Render(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	out := map[diag.Code]diag.Problem{}
	for _, p := range made.Problems {
		out[p.Code] = p
	}
	return out
}

func TestFileThatTheAgentAlsoSendsIsReported(t *testing.T) {
	rules := strings.Repeat("a rule of the project\n", 40)
	got := problemsOf(t, "opencode", "you\n[file:AGENTS.md]\n", rules)
	p, ok := got[diag.LoadedTwice]
	if !ok || p.Start.Line != 2 || !strings.Contains(p.Message, "879 bytes twice: AGENTS.md") {
		t.Errorf("%+v", p)
	}
	if p, ok := problemsOf(t, "opencode", "you\n[file:AGENTS.md]\n", "brief\n")[diag.LoadedTwice]; ok {
		t.Errorf("a short text: %+v", p)
	}
	if p, ok := problemsOf(t, "", "you\n[file:AGENTS.md]\n", rules)[diag.LoadedTwice]; ok {
		t.Errorf("once: %+v", p)
	}
	if p := problemsOf(t, "", "[file:AGENTS.md] and\n[file:AGENTS.md]\n[file:AGENTS.md]\n", rules)[diag.LoadedTwice]; p.Start.Line != 2 {
		t.Errorf("used three times in the template: %+v", p)
	}
}

func TestBlockThatBreaksTheCacheIsReported(t *testing.T) {
	rules := strings.Repeat("a rule of the project\n", 300)
	p, ok := problemsOf(t, "", "It is [system:time].\n[file:AGENTS.md]\n", rules)[diag.CacheBreak]
	if !ok || p.Start.Line != 1 || p.Start.Column != 7 || p.Severity != diag.Info {
		t.Errorf("%+v", p)
	}
	// The text of the template itself is lost to the cache as well. The problem is at the tag that
	// changes.
	p, ok = problemsOf(t, "", "In [prompt:cwd]\nit is [system:time].\n"+rules, "brief\n")[diag.CacheBreak]
	if !ok || p.Start.Line != 2 || p.Start.Column != 7 {
		t.Errorf("before the template's own text: %+v", p)
	}
	for _, template := range []string{"[file:AGENTS.md]\nIt is [system:time].\n", "It is [system:date].\n[file:AGENTS.md]\n", rules + "It is [system:time].\n", "It is [system:date].\n" + rules} {
		if p, ok := problemsOf(t, "", template, rules)[diag.CacheBreak]; ok {
			t.Errorf("%q: %+v", template, p)
		}
	}
	if p, ok := problemsOf(t, "claude-code", "It is [system:time].\n"+rules, "brief\n")[diag.CacheBreak]; ok {
		t.Errorf("an agent that gets the template once in a session: %+v", p)
	}
	if p, ok := problemsOf(t, "", "It is [system:time].\n[file:AGENTS.md]\n", "brief\n")[diag.CacheBreak]; ok {
		t.Errorf("before little: %+v", p)
	}
}
