package opencode_test

import (
	"context"
	"testing"

	"galley/engine/agent/opencode"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestOpenCodesSettingsDefineAgentsAndModels(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/h").Env("TONE", "kind").
		File("/p/.git/HEAD", "ref: refs/heads/main\n").OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"}).
		OnGit("/p", "rev-list --max-parents=0 --all", facts.GitAnswer{}).
		File("/h/.config/opencode/opencode.json", `{"model": "far/one", "agent": {"a": {"prompt": "global"}, "b": {"prompt": "global"}}, "provider": {"p": {"models": {"alias": {"id": "real"}, "same": {}}}}}`).
		File("/h/.config/opencode/agent/m.md", "global\n").
		File("/p/opencode.json", `{"model": "near/two", "agent": {"b": {"prompt": "be {env:TONE}"}, "c": {"description": "no prompt"}}, "mode": {"a": {"prompt": "the mode's"}}}`).
		File("/p/.opencode/agents/deep/m.md", "---\ndescription: d\n---\n\n  deep \n").
		File("/p/.opencode/agent/m.md", "---\nname: named\n---\nbody").
		File("/p/.opencode/agent/bare.md", " whole \n")
	for _, version := range []string{"1.18.33", "1.1.34"} {
		trace, err := opencode.Discover(context.Background(), w, discovery.Options{Version: version, Cwd: "/p"})
		if err != nil || trace.Failure != nil {
			t.Fatal(version, err, trace.Failure)
		}
		d := trace.Defined
		if d.Model != "near/two" || d.Agent != "" || len(d.Models) != 1 || d.Models["p/alias"] != "real" {
			t.Errorf("%s: model %q, agent %q, models %v", version, d.Model, d.Agent, d.Models)
		}
		want := map[string]string{"a": "the mode's", "b": "be kind", "m": "global", "deep/m": "deep", "named": "body", "bare": "whole"}
		for name, prompt := range want {
			if got := d.Agents[name].String(); got != prompt {
				t.Errorf("%s: %s is %q, want %q", version, name, got, prompt)
			}
		}
		if len(d.Agents) != len(want) {
			t.Errorf("%s: %v", version, d.Agents)
		}
		if o, _ := d.Agents["deep/m"].OriginAt(0); o.Source != "/p/.opencode/agents/deep/m.md" || o.Line != 5 {
			t.Errorf("%s: defined at %s:%d", version, o.Source, o.Line)
		}
	}
}
