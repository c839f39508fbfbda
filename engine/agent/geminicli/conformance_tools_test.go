package geminicli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/conformance"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

// geminiSets maps each set in gemini-cli-tools.json to its options.
var geminiSets = map[string]gemini.Options{
	"gemini-3-pro-preview":    {},
	"gemini-2.5-pro":          {Model: "gemini-2.5-pro"},
	"gemini-3 + tracker":      {Tracker: true},
	"gemini-3 plan mode":      {Mode: gemini.PlanMode},
	"gemini-3 noninteractive": {Headless: true},
	"gemini-3 yolo":           {Mode: gemini.Yolo},
	"gemini-3 plan disabled":  {NoPlan: true},
}

type geminiToolSet struct {
	Names, Agents []string
	Count         int
	Schemas       map[string]struct {
		Keys             []string
		ParametersKey    string `json:"parametersKey"`
		Schema           any
		DescriptionChars int `json:"descriptionChars"` // information only: counts the agent's own words
	}
	Bytes int // information only
}

func TestConformanceGeminiTools(t *testing.T) {
	data := conformance.Fixture(t, "gemini-cli-tools.json")
	var all struct {
		Package, Version string
		Sets             map[string]geminiToolSet
	}
	conformance.Decode(t, json.RawMessage(data), &all)
	for name, want := range all.Sets {
		t.Run(name, func(t *testing.T) {
			o, known := geminiSets[name]
			if !known {
				t.Fatal("the options of this set are not known")
			}
			o.Version = gemini.V061
			judgeToolSet(t, want, gemini.Declarations(facts.NewMemory(), o, gemini.From(nil, o.Version)))
			if !slices.Equal(gemini.BuiltInAgents, want.Agents) {
				t.Errorf("agents: %q, want %q", gemini.BuiltInAgents, want.Agents)
			}
		})
	}
}

func judgeToolSet(t *testing.T, want geminiToolSet, got []gemini.Declaration) {
	var names []string
	for _, d := range got {
		names = append(names, d.Name)
		v := d.JSON()
		if d.Description.Len() == 0 {
			t.Errorf("%s has no description", d.Name)
		}
		expect, listed := want.Schemas[d.Name]
		if !listed {
			continue
		}
		var keys []string
		for _, m := range v.Members {
			keys = append(keys, m.Name)
		}
		if !slices.Equal(keys, expect.Keys) {
			t.Errorf("%s, keys: %q, want %q", d.Name, keys, expect.Keys)
		}
		var schema any
		// The recorded file has neither descriptions nor defaults.
		bare := strings.ReplaceAll(v.Get(expect.ParametersKey).JSON(), `,"default":"choice"`, "")
		if err := json.Unmarshal([]byte(bare), &schema); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		if !reflect.DeepEqual(schema, expect.Schema) {
			t.Errorf("%s, schema\n got %v\nwant %v", d.Name, schema, expect.Schema)
		}
	}
	if !slices.Equal(names, want.Names) || len(names) != want.Count {
		t.Errorf("names\n got %q\nwant %q", names, want.Names)
	}
}

// The cases are from a newer builder, which yume@2025 describes. Only the order of the headings
// that the test finds in galley's text too is compared.
func TestConformanceGeminiBuilder(t *testing.T) {
	for _, name := range conformance.List(t, "gemini-builder") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var c struct {
				Input struct {
					gemini.BuilderOptions
					ExplainBeforeActing, EnableShellEfficiency bool
					PlanModeToolsList                          string
				}
				Expect struct {
					Headings             []string
					Length               int
					Trimmed              bool
					NoTripleNewline      bool
					PlanModeWithoutTools json.RawMessage
				}
			}
			conformance.Decode(t, conformance.Claims(t, data), &c)
			var text source.Text
			for _, b := range gemini.Build(c.Input.BuilderOptions, gemini.From(nil, gemini.V028)) {
				text = text.Append(b.Before, b.Text)
			}
			ours := structuralLines(text.String())
			at := 0
			for _, heading := range c.Expect.Headings {
				i := slices.Index(ours, heading)
				if i < 0 {
					continue
				}
				if i < at {
					t.Errorf("%q comes before the previous one:\n%q", heading, ours)
				}
				at = i
			}
		})
	}
}

// The worlds of the cases are in memory; this test uses a disk.
func TestGeminiCliOnARealDisk(t *testing.T) {
	dir := t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for name, text := range map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "*.log\nout/\n", "a.log": "", "b.txt": "", "out/x": "", "src/B.go": "", "src/a.go": "",
	} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, root := facts.NewLive(), facts.Slash(dir)
	o := gemini.Options{Version: gemini.V061, Cwd: root, Home: root + "/home", Platform: "linux"}
	prose := gemini.From(geminiMarks.Pack(), o.Version)
	want := "\n- **Directory Structure:**\n\nShowing up to 200 items (files + folders). {{text:tree-truncated 200}}\n\n" + root +
		"/\n├───.gitignore\n├───b.txt\n├───.git/...\n├───out/...\n└───src/\n    ├───a.go\n    └───B.go\n\n\n</session_context>"
	if got := gemini.Setup(t.Context(), w, o, prose).Text().String(); len(got) < len(want) || got[len(got)-len(want):] != want {
		t.Errorf("got %q", got)
	}
	if ids := readSections(prompt.Message{Blocks: gemini.System(w, o, prose).Blocks}.Text().String(), false, false).ids; !slices.Contains(ids, "git") {
		t.Errorf("the section about git is missing: %q", ids)
	}
}
