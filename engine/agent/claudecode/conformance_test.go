package claudecode_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"galley/engine/conformance"
	"galley/engine/discovery"
)

// claudeCase is a case taken from the documentation of Claude Code.
type claudeCase struct {
	Tree, Home        conformance.Tree
	Cwd               string
	Env               map[string]string
	ManagedPolicyFile *string `json:"managed_policy_file"`
	Settings          map[string]json.RawMessage
	Flags             []string
	Undocumented      []string
	Expect            struct {
		AtLaunch []string `json:"loaded_at_launch"`
		OnDemand []struct {
			Path, When string
		} `json:"loads_on_demand"`
		NotLoaded []conformance.NotLoaded `json:"not_loaded"`
		Fragments struct {
			Contain    []string `json:"must_contain"`
			NotContain []string `json:"must_not_contain"`
		} `json:"text_fragments"`
	}
}

func TestConformanceClaude(t *testing.T) {
	conformance.Each(t, "claude", func(t *testing.T, c claudeCase) {
		w, cwd := conformance.World(t, c.Tree, c.Home, c.Cwd)
		for key, value := range c.Env {
			w.Env(key, conformance.Marks(value))
		}
		if c.ManagedPolicyFile != nil {
			w.File("/etc/claude-code/CLAUDE.md", *c.ManagedPolicyFile)
		}
		for name, raw := range c.Settings {
			w.File(conformance.Path(name), conformance.Marks(string(raw)))
		}
		o := discovery.Options{Cwd: cwd}
		claudeFlags(t, c.Flags, &o)
		trace := conformance.Trace(t, w, "claude-code", o)

		open := claudeOpenOrder(c.Undocumented)
		want := conformance.Paths(c.Expect.AtLaunch)
		fixed := func(list []string) []string {
			return slices.DeleteFunc(slices.Clone(list), open)
		}
		conformance.EqualLists(t, "the order at launch", fixed(trace.Loaded), fixed(want))
		got := slices.Sorted(slices.Values(trace.Loaded))
		slices.Sort(want)
		conformance.EqualLists(t, "loaded at launch", got, want)

		var later, wantLater []string
		for _, cand := range trace.Candidates {
			if cand.Verdict == discovery.Later {
				later = append(later, cand.Path)
			}
		}
		for _, d := range c.Expect.OnDemand {
			wantLater = append(wantLater, conformance.Path(d.Path))
		}
		slices.Sort(later)
		slices.Sort(wantLater)
		conformance.EqualLists(t, "on demand", later, wantLater)

		text := trace.Text.String()
		for _, s := range c.Expect.Fragments.Contain {
			if !strings.Contains(text, s) {
				t.Errorf("%q is not in %q", s, text)
			}
		}
		for _, s := range c.Expect.Fragments.NotContain {
			if strings.Contains(text, s) {
				t.Errorf("%q is in %q", s, text)
			}
		}
		conformance.JudgeNotLoaded(t, trace, c.Expect.NotLoaded)
	})
}

// claudeFlags stores the program's arguments in the options. An argument is "--flag value" or
// "--flag=value"; --add-dir takes several values.
func claudeFlags(t *testing.T, flags []string, o *discovery.Options) {
	t.Helper()
	for i := 0; i < len(flags); i++ {
		name, value, joined := strings.Cut(flags[i], "=")
		values := []string{value}
		if !joined {
			values = nil
			for i+1 < len(flags) && !strings.HasPrefix(flags[i+1], "--") {
				i++
				values = append(values, flags[i])
			}
		}
		switch {
		case name == "--setting-sources" && len(values) == 1:
			o.Sources = strings.Split(values[0], ",")
		case name == "--add-dir" && len(values) > 0:
			o.Directories = append(o.Directories, conformance.Paths(values)...)
		default:
			t.Fatalf("unknown flag %s %q", name, values)
		}
	}
}

// claudeOpenOrder returns a function that reports whether a case does not say in which place a
// file comes.
func claudeOpenOrder(undocumented []string) func(path string) bool {
	var parts []string
	for _, s := range undocumented {
		switch {
		case strings.Contains(s, "order of AGENTS.md and .claude/AGENTS.md"):
			parts = append(parts, ".claude/AGENTS.md")
		case strings.Contains(s, "rules"), strings.Contains(s, "rule files"):
			parts = append(parts, "/.claude/rules/")
		}
	}
	return func(path string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(path, part) })
	}
}
