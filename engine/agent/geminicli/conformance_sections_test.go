package geminicli_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/conformance"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

var geminiSectionsFields = map[string]struct{ input, expect conformance.Fields }{
	"system": {
		conformance.Fields{"sections": conformance.Input, "userMemory": conformance.Input, "plan": conformance.Input},
		conformance.Fields{"order": conformance.Checked, "noTripleNewline": conformance.Checked, "trimmed": conformance.Checked, "length": conformance.Information},
	},
	"initial-history": {
		conformance.Fields{"dirs": conformance.Input, "environmentMemory": conformance.Input, "extraHistory": conformance.Input, "date": conformance.Input, "locale": conformance.Input},
		conformance.Fields{"messages": conformance.Checked},
	},
	"compression": {conformance.Fields{}, conformance.Fields{"sections": conformance.Checked}},
}

func TestConformanceGeminiSections(t *testing.T) {
	conformance.Run(t, "gemini-sections", func(t *testing.T, c conformance.Case) {
		declared, known := geminiSectionsFields[c.Kind]
		if !known {
			t.Fatalf("unknown kind %q", c.Kind)
		}
		declared.input.Allow(t, c.Input)
		declared.expect.Allow(t, c.Expect)
		switch c.Kind {
		case "system":
			judgeComposed(t, c)
		case "initial-history":
			judgeHistory(t, c)
		default:
			var want []string
			conformance.Member(t, c.Expect, "sections", &want)
			text := gemini.Compression(gemini.Options{Version: gemini.V028}, gemini.From(nil, gemini.V028)).Text.String()
			if got := childTags(text, "state_snapshot"); !slices.Equal(got, want) {
				t.Errorf("sections: %q, want %q", got, want)
			}
		}
	})
}

// childTags lists the direct child elements of the last element with the given name.
func childTags(text, outer string) []string {
	inner := text[strings.LastIndex(text, "<"+outer+">"):]
	var all []string
	for _, m := range regexp.MustCompile(`(?m)^    <(\w+)>$`).FindAllStringSubmatch(inner, -1) {
		all = append(all, m[1])
	}
	return all
}

// sectionsInput holds the options of a composition in the format of the cases.
type sectionsInput struct {
	Preamble, GitRepo *struct{ Interactive bool }
	CoreMandates      *struct{ Interactive, IsGemini3, HasSkills bool }
	PrimaryWorkflows  *struct {
		Interactive, EnableCodebaseInvestigator, EnableWriteTodosTool bool
	}
	OperationalGuidelines *struct{ Interactive, IsGemini3, EnableShellEfficiency bool }
	FinalReminder         *struct{ ReadFileToolName string }
	AgentContexts         string
	AgentSkills           []gemini.Entry
	HookContext           bool
	Sandbox               string
}

func judgeComposed(t *testing.T, c conformance.Case) {
	var in sectionsInput
	var memory *string
	var plan *struct{ PlanModeToolsList, PlansDir string }
	conformance.Member(t, c.Input, "sections", &in)
	conformance.Member(t, c.Input, "userMemory", &memory)
	conformance.Member(t, c.Input, "plan", &plan)
	p := gemini.Parts{
		Preamble: in.Preamble != nil, CoreMandates: in.CoreMandates != nil, PrimaryWorkflows: in.PrimaryWorkflows != nil,
		OperationalGuidelines: in.OperationalGuidelines != nil, FinalReminder: in.FinalReminder != nil, Git: in.GitRepo != nil,
		HookContext: in.HookContext, AgentContexts: source.Literal(in.AgentContexts), Skills: in.AgentSkills, Sandbox: in.Sandbox,
	}
	if in.Preamble != nil {
		p.Interactive = in.Preamble.Interactive
	}
	if m := in.CoreMandates; m != nil {
		p.Gemini3, p.HasSkills = m.IsGemini3, m.HasSkills
	}
	if w := in.PrimaryWorkflows; w != nil {
		p.Investigator, p.Todos = w.EnableCodebaseInvestigator, w.EnableWriteTodosTool
	}
	if g := in.OperationalGuidelines; g != nil {
		p.ShellEfficiency = g.EnableShellEfficiency
	}
	if f := in.FinalReminder; f != nil {
		p.Tools = map[string]string{"read_file": f.ReadFileToolName}
	}
	if memory != nil {
		p.Memory = source.Literal(*memory)
	}
	if plan != nil {
		p.Plan = &gemini.Plan{Tools: source.Literal(plan.PlanModeToolsList), Dir: plan.PlansDir}
	}
	for name, prose := range map[string]gemini.Prose{"marks": gemini.From(geminiPack(), gemini.V028), "stand-ins": gemini.From(nil, gemini.V028)} {
		text := prompt.Message{Blocks: gemini.Compose(p, prose)}.Text().String()
		var want []string
		conformance.Member(t, c.Expect, "order", &want)
		for i, line := range want {
			// The cases were recorded when these headings still began with a star.
			want[i] = strings.Replace(line, "# * ", "# ", 1)
		}
		if got := structuralLines(text); !slices.Equal(got, want) {
			t.Errorf("%s, order\n got %q\nwant %q", name, got, want)
		}
		var clean, trimmed bool
		if conformance.Member(t, c.Expect, "noTripleNewline", &clean) && strings.Contains(text, "\n\n\n") == clean {
			t.Errorf("%s, noTripleNewline: %q", name, text)
		}
		if conformance.Member(t, c.Expect, "trimmed", &trimmed) && (strings.TrimSpace(text) == text) != trimmed {
			t.Errorf("%s, trimmed: %q", name, text)
		}
	}
}

func structuralLines(text string) []string {
	all := []string{}
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case headingLine.MatchString(line), line == "---", line == "<available_skills>", line == "</available_skills>",
			strings.HasPrefix(line, "AGENTCTX"), strings.HasPrefix(line, "MEMORY"):
			all = append(all, line)
		case len(all) == 0 && line != "":
			all = append(all, "preamble")
		}
	}
	return all
}

func judgeHistory(t *testing.T, c conformance.Case) {
	w := facts.NewMemory()
	marks := codeboltFixtures(t, w)
	var dirs []string
	var memory, date, locale string
	var extra []struct {
		Role  prompt.Role
		Parts []struct{ Text string }
	}
	conformance.Member(t, c.Input, "dirs", &dirs)
	conformance.Member(t, c.Input, "environmentMemory", &memory)
	conformance.Member(t, c.Input, "extraHistory", &extra)
	conformance.Member(t, c.Input, "date", &date)
	if conformance.Member(t, c.Input, "locale", &locale); locale != "en-US" {
		t.Fatalf("locale %s", locale)
	}
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		t.Fatal(err)
	}
	for i := range dirs {
		dirs[i] = marks(dirs[i])
	}
	// The file service of the cases hides two names and reads no ignore files.
	w.Clock(day)
	if _, err := w.Stat(dirs[0]); err == nil {
		w.File(dirs[0]+"/.geminiignore", "*.out\nsecret\n")
	}
	o := gemini.Options{
		Version: gemini.V028, Cwd: dirs[0], Directories: dirs, TempDir: "/tmp/.gemini/HASH",
		Platform: "linux", Zone: time.UTC, Memory: gemini.Memory{Project: source.Literal(memory)},
	}
	got := []prompt.Message{gemini.Setup(context.Background(), hidden{w, dirs[0]}, o, gemini.From(geminiMarks.Pack(), gemini.V028))}
	for _, m := range extra {
		text := source.Literal(m.Parts[0].Text)
		got = append(got, prompt.Message{Role: m.Role, Blocks: []prompt.Block{{ID: "history", Text: text}}})
	}
	var want []geminiMessage
	conformance.Member(t, c.Expect, "messages", &want)
	if len(got) != len(want) {
		t.Fatalf("%d messages, want %d", len(got), len(want))
	}
	for i, m := range got {
		if wanted := marks(want[i].Text); string(m.Role) != want[i].Role || m.Text().String() != wanted {
			t.Errorf("message %d\n got %s %q\nwant %s %q", i, m.Role, m.Text(), want[i].Role, wanted)
		}
	}
}

// hidden is a world in which .geminiignore can be read but is never listed.
type hidden struct {
	facts.World
	dir string
}

func (h hidden) ReadDir(dir string) ([]facts.Entry, error) {
	entries, err := h.World.ReadDir(dir)
	return slices.DeleteFunc(entries, func(e facts.Entry) bool { return dir == h.dir && e.Name == ".geminiignore" }), err
}

// codeboltFixtures builds the directories of the fixtures for codebolt and gemini-sections. It
// returns the values of their markers.
func codeboltFixtures(t *testing.T, w *facts.Memory) conformance.Replacer {
	t.Helper()
	var all map[string]struct{ Tree conformance.Tree }
	conformance.Decode(t, conformance.Fixture(t, "codebolt-fixtures.json"), &all)
	replace := []string{"{{PLATFORM}}", "linux"}
	for mark, f := range all {
		dir := "/b/" + strings.ToLower(strings.Trim(mark, "{}"))
		if err := f.Tree.Build(w, dir, conformance.TreeOptions{}); err != nil {
			t.Fatal(err)
		}
		replace = append(replace, mark, dir)
	}
	return strings.NewReplacer(replace...).Replace
}
