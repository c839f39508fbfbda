package openagentic_test

import (
	"context"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/conformance"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// openagenticCase is a case in the format of the SDK.
type openagenticCase struct {
	Input struct {
		Tree, Home       conformance.Tree
		Links            map[string]string
		Cwd              string
		Env              map[string]string
		Date, Platform   string
		Provider, Model  string
		Sources          []string
		SystemPrompt     *string  `json:"system_prompt"`
		InstructionFiles []string `json:"instruction_files"`
		OAuth            json.RawMessage
		URLs             map[string]string
	}
	Expect map[string]json.RawMessage
	// In a disputed case, an implementation may differ from the SDK. galley follows the SDK in it
	// too.
	Disputed bool
}

const openagenticRoot, openagenticHome = "/b/root", "/b/homes"

func openagenticMarks(s string) string {
	return strings.NewReplacer("{{ROOT}}", openagenticRoot, "{{HOMEROOT}}", openagenticHome).Replace(s)
}

func TestConformanceOpenagentic(t *testing.T) {
	for _, name := range conformance.List(t, "openagentic") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var c openagenticCase
			conformance.DecodeCase(t, data, &c)
			conformance.Fields{"order": conformance.Checked, "fetched": conformance.Checked, "system_text": conformance.Checked, "instructions": conformance.Checked,
				"is_codex": conformance.Checked, "system_role": conformance.Checked}.Allow(t, c.Expect)
			judgeOpenagentic(t, c)
			judgeOpenagenticPrompt(t, c)
		})
	}
}

func judgeOpenagentic(t *testing.T, c openagenticCase) {
	w := buildOpenagentic(t, c)
	agent, version, err := agent.Known().Lookup("openagentic")
	if err != nil {
		t.Fatal(err)
	}
	trace, err := agent.Discover(context.Background(), w, discovery.Options{
		Version: version, Cwd: path.Join(openagenticRoot, c.Input.Cwd), Fetch: true,
		Sources: c.Input.Sources, RuleFiles: c.Input.InstructionFiles,
	})
	if err != nil {
		t.Fatal(err)
	}
	var order []map[string]any
	conformance.Member(t, c.Expect, "order", &order)
	var want, got []string
	for _, o := range order {
		for _, key := range []string{"instructions", "memory"} {
			if p, ok := o[key].(string); ok {
				want = append(want, key+" "+openagenticMarks(p))
			}
		}
	}
	var fetched [][]any
	for _, cand := range trace.Candidates {
		key := "instructions"
		if cand.Tier == "memory" {
			key = "memory"
		}
		if cand.Verdict == discovery.Loaded {
			shown := cand.Path
			if key == "memory" {
				shown = path.Join(trace.Cwd, "CLAUDE.md")
			}
			got = append(got, key+" "+shown)
		}
		if cand.Tier == "url" {
			fetched = append(fetched, []any{cand.Path, 5.0})
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("order\n got %q\nwant %q", got, want)
	}
	var wantFetched [][]any
	conformance.Member(t, c.Expect, "fetched", &wantFetched)
	if !slices.EqualFunc(fetched, wantFetched, func(a, b []any) bool { return slices.Equal(a, b) }) {
		t.Errorf("fetched %v, want %v", fetched, wantFetched)
	}
}

func buildOpenagentic(t *testing.T, c openagenticCase) *facts.Memory {
	t.Helper()
	w := facts.NewMemory().Env("HOME", openagenticHome+"/home").Dir(openagenticHome + "/home")
	o := conformance.TreeOptions{Marks: openagenticMarks, MarksInText: true}
	for root, files := range map[string]conformance.Tree{openagenticRoot: c.Input.Tree, openagenticHome: c.Input.Home} {
		if err := files.Build(w, root, o); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range c.Input.Links {
		if from = openagenticMarks(from); !path.IsAbs(from) {
			from = path.Join(openagenticRoot, from)
		}
		w.Link(from, openagenticMarks(to))
	}
	for key, value := range c.Input.Env {
		w.Env(key, openagenticMarks(value))
	}
	w.URL("*", facts.Response{Status: 200})
	for url, body := range c.Input.URLs {
		w.URL(url, facts.Response{Status: 200, Body: body})
	}
	return w.Dir(path.Join(openagenticRoot, c.Input.Cwd))
}
