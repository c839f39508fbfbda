package conformance

import (
	"path"
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestConformanceCopilotCli(t *testing.T) {
	agent := capturedAgent{name: "copilot-cli@1.0.102", flags: []string{"--allow-all-tools", "--trust-folder"}}
	otherCase(t, "copilot-cli", func(t *testing.T, c capturedCase) { judgeCaptured(t, agent, c) })
}

func TestConformancePi(t *testing.T) {
	runCaptured(t, "pi", "pi@0.73.1", []string{"--no-skills", "--no-context-files"}, nil)
}

func TestConformanceCline(t *testing.T) {
	runCaptured(t, "cline", "cline-cli@3.0.65", nil, nil)
}

func TestConformanceContinue(t *testing.T) {
	runCaptured(t, "continue", "continue@1.5.47", []string{"--rule"}, func(w *facts.Memory, c capturedCase) {
		w.File(path.Join(otherHome, ".continue", "config.yaml"), "name: main\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: main\n    provider: openai\n    model: gpt-5\n"+c.Config)
	})
}

func TestConformanceKilo(t *testing.T) {
	runCaptured(t, "kilo", "kilo@7.7.7", nil, nil)
}

func TestConformanceQwen024(t *testing.T) {
	otherCase(t, "qwen-0.24", func(t *testing.T, c capturedCase) {
		_, trace := judgeCaptured(t, capturedAgent{name: "qwen-code@0.24.4"}, c)
		if c.Expect.Display == nil {
			t.Fatal("the case has no display paths")
		}
		var shown []string
		for _, full := range trace.Loaded {
			head, _, _ := strings.Cut(trace.Find(full)[0].Text.String(), " ---\n")
			_, name, _ := strings.Cut(head, " from: ")
			shown = append(shown, name)
		}
		equalLists(t, "display paths", shown, *c.Expect.Display)
		if c.Expect.Joined != nil && trace.Text.String() != capturedMarks(*c.Expect.Joined) {
			t.Errorf("text\n got %q\nwant %q", trace.Text.String(), *c.Expect.Joined)
		}
	})
}

func TestConformanceCrushCaptured(t *testing.T) {
	otherCase(t, "crush-captured", func(t *testing.T, c capturedCase) {
		w, trace := judgeCaptured(t, capturedAgent{name: "crush@37f36e9"}, c)
		if c.Expect.Project == nil || c.Expect.Global == nil || c.Expect.OrderIsStable == nil || c.Expect.ContentVerbatim == nil || c.Expect.Truncated == nil {
			t.Fatal("the case lacks a claim of Crush's")
		}
		for tier, want := range map[string][]crushFile{"project": *c.Expect.Project, "global": *c.Expect.Global} {
			var got []crushFile
			for _, one := range trace.Candidates {
				if one.Verdict != discovery.Loaded || one.Tier != tier {
					continue
				}
				data, err := w.ReadFile(one.Path)
				got = append(got, crushFile{one.Path, len(data)})
				if verbatim := err == nil && strings.Contains(one.Text.String(), "\n"+data+"\n"); verbatim != *c.Expect.ContentVerbatim || (one.Reason == discovery.Cut) != *c.Expect.Truncated {
					t.Errorf("%s: verbatim %v, reason %q", one.Path, verbatim, one.Reason)
				}
			}
			for i := range want {
				want[i].Path = otherPath(want[i].Path)
			}
			byPath := func(a, b crushFile) int { return strings.Compare(a.Path, b.Path) }
			slices.SortFunc(got, byPath)
			slices.SortFunc(want, byPath)
			if !slices.Equal(got, want) {
				t.Errorf("%s\n got %v\nwant %v", tier, got, want)
			}
		}
		if trace.Unstable == *c.Expect.OrderIsStable {
			t.Errorf("the order is said to be unstable: %v", trace.Unstable)
		}
	})
}
