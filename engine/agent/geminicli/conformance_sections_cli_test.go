package geminicli_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/conformance"
	"galley/engine/facts"
	"galley/engine/ignore"
	"galley/engine/pack"
	"galley/engine/prompt"
)

func geminiIgnore(c geminiCase, w facts.World) *ignore.Gemini {
	asked := c.Settings.FileFiltering
	off := func(b *bool) bool { return b != nil && !*b }
	return ignore.NewGemini(w, c.cwd(), ignore.Options{
		Custom:          append(c.Settings.Context.FileFiltering.CustomIgnoreFilePaths, asked.CustomIgnoreFilePaths...),
		BareDirectories: c.version() == gemini.V028, NoGit: off(asked.RespectGitIgnore), NoGemini: off(asked.RespectGeminiIgnore),
	})
}

func judgeGeminiSections(t *testing.T, c geminiCase) {
	w := c.world(t)
	o := c.options(t, w)
	// The structure must be the same with either prose: the cases' markers or galley's stand-ins.
	for name, p := range map[string]*pack.Pack{"marks": geminiPack(), "stand-ins": nil} {
		got := gemini.System(w, o, gemini.From(p, o.Version))
		judgeInstruction(t, c, name, got)
	}
	judgeGeminiDeclared(t, c, o)
	if c.Settings.Compression {
		judgeGeminiCompression(t, c, o)
	}
	if c.Settings.Wrote != "" {
		judgeGeminiWrote(t, c, w, o)
	}
}

func judgeInstruction(t *testing.T, c geminiCase, prose string, got gemini.Instruction) {
	var model, set, refused string
	if conformance.Member(t, c.Expect, "resolvedModel", &model) && got.Model != model {
		t.Errorf("resolvedModel: %s, want %s", got.Model, model)
	}
	if conformance.Member(t, c.Expect, "snippetSet", &set) && string(got.Set) != set {
		t.Errorf("snippetSet: %s, want %s", got.Set, set)
	}
	if conformance.Member(t, c.Expect, "error", &refused) {
		if got.Refused != c.marks(refused) || len(got.Blocks) > 0 {
			t.Errorf("error: %q, want %q", got.Refused, c.marks(refused))
		}
		return
	}
	if got.Refused != "" {
		t.Fatalf("refused: %s", got.Refused)
	}
	text := prompt.Message{Blocks: got.Blocks}.Text().String()
	seen := readSections(text, c.version() == gemini.V028,
		slices.ContainsFunc(got.Blocks, func(b prompt.Block) bool { return b.ID == "custom" }))
	compare := func(field string, got []string) {
		var want []string
		if conformance.Member(t, c.Expect, field, &want) && !slices.Equal(got, want) {
			t.Errorf("%s, %s\n got %q\nwant %q\n%s", prose, field, got, want, text)
		}
	}
	compare("ids", seen.ids)
	compare("headings", seen.headings)
	compare("tags", seen.tags)
	var run int
	if conformance.Member(t, c.Expect, "maxBlankRun", &run) && longestRun(text) != run {
		t.Errorf("%s, maxBlankRun: %d, want %d", prose, longestRun(text), run)
	}
	var topic, full string
	conformance.Member(t, c.Expect, "activeTopicLine", &topic)
	if seen.topic != topic {
		t.Errorf("%s, activeTopicLine: %q, want %q", prose, seen.topic, topic)
	}
	if conformance.Member(t, c.Expect, "text", &full) && text != c.marks(full) {
		t.Errorf("%s, text\n got %q\nwant %q", prose, text, c.marks(full))
	}
	if prose == "marks" {
		var mode string
		conformance.Member(t, c.Expect, "mode", &mode)
		if got := seen.mode(); c.version() == gemini.V061 && got != mode {
			t.Errorf("mode: %q, want %q", got, mode)
		}
	}
}

func judgeGeminiDeclared(t *testing.T, c geminiCase, o gemini.Options) {
	var tools, agents []string
	if conformance.Member(t, c.Expect, "tools", &tools) && !slices.Equal(gemini.Tools(o), tools) {
		t.Errorf("tools\n got %q\nwant %q", gemini.Tools(o), tools)
	}
	if conformance.Member(t, c.Expect, "agents", &agents) {
		var got []string
		for _, a := range o.Agents {
			got = append(got, a.Name)
		}
		if !slices.Equal(got, agents) {
			t.Errorf("agents: %q, want %q", got, agents)
		}
	}
}

func judgeGeminiCompression(t *testing.T, c geminiCase, o gemini.Options) {
	var want struct{ Tags, Headings []string }
	conformance.Member(t, c.Expect, "compression", &want)
	text := gemini.Compression(o, gemini.From(nil, o.Version)).Text.String()
	var tags, headings []string
	for line := range strings.SplitSeq(text, "\n") {
		if m := tagLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			tags = append(tags, m[1])
		}
		if strings.HasPrefix(line, "#") {
			headings = append(headings, line)
		}
	}
	if !slices.Equal(tags, want.Tags) || !slices.Equal(headings, want.Headings) {
		t.Errorf("compression\n got %q %q\nwant %q", tags, headings, want)
	}
}

func judgeGeminiWrote(t *testing.T, c geminiCase, w *facts.Memory, o gemini.Options) {
	var want struct{ Exists, EqualsPrompt bool }
	raw := c.Expect["wrote"]
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	got := gemini.System(w, o, gemini.From(nil, o.Version))
	if (got.Writes == c.cwd()+"/"+c.Settings.Wrote) != want.Exists {
		t.Errorf("wrote: %q", got.Writes)
	}
	if _, err := w.Stat(got.Writes); err == nil {
		t.Error("the file was written")
	}
}

// seenSections is what a line-by-line reading of a system instruction finds.
type seenSections struct {
	ids, headings, tags []string
	topic               string
	preamble            string
}

var sectionIDs = map[string]string{
	"Core Mandates": "coreMandates", "Hook Context": "hookContext", "Primary Workflows": "primaryWorkflows",
	"Operational Guidelines": "operationalGuidelines", "Final Reminder": "finalReminder",
	"Available Sub-Agents": "subAgents", "Available Agent Skills": "agentSkills", "Active Approval Mode: Plan": "planningWorkflow",
	"TASK MANAGEMENT PROTOCOL": "taskTracker", "Autonomous Mode (YOLO)": "interactiveYoloMode",
	"macOS Seatbelt": "sandbox", "Sandbox": "sandbox", "Outside of Sandbox": "sandbox", "Git Repository": "git",
}

var (
	tagLine     = regexp.MustCompile(`^<([a-z_]+)>$`)
	headingLine = regexp.MustCompile(`^#{1,3} `)
	knownTags   = []string{"subagent", "skill", "available_subagents", "available_skills", "loaded_context", "global_context",
		"user_project_memory", "extension_context", "project_context", "available_tools", "estimating_context_usage", "guidelines", "examples"}
)

func readSections(text string, old, custom bool) seenSections {
	var s seenSections
	inMemory := false
	lines := strings.Split(text, "\n")
	if last := lines[len(lines)-1]; strings.HasPrefix(last, "[Active Topic: ") {
		s.topic = last
		lines = lines[:len(lines)-1]
	}
	for _, line := range lines {
		plan := line == "# Active Approval Mode: Plan"
		if old && line == "---" {
			inMemory = true
			s.ids = append(s.ids, "userMemory")
			continue
		}
		if old && inMemory && plan {
			inMemory = false
		}
		if !old && line == "</loaded_context>" {
			inMemory = false
			continue
		}
		m := tagLine.FindStringSubmatch(strings.TrimSpace(line))
		if m != nil && slices.Contains(knownTags, m[1]) {
			s.tags = append(s.tags, m[1])
			if m[1] == "loaded_context" {
				inMemory = true
				if !slices.Contains(s.ids, "userMemory") {
					s.ids = append(s.ids, "userMemory")
				}
			}
			continue
		}
		switch {
		case inMemory || strings.TrimSpace(line) == "" || line == "---":
		case headingLine.MatchString(line):
			s.headings = append(s.headings, line)
			if title, top := strings.CutPrefix(line, "# "); top {
				s.ids = append(s.ids, sectionID(title, old))
			}
		case len(s.ids) == 0:
			s.preamble = line
			if custom && !old {
				s.ids = append(s.ids, "custom")
			} else {
				s.ids = append(s.ids, "preamble")
			}
		}
	}
	return s
}

func sectionID(title string, old bool) string {
	switch id := sectionIDs[title]; {
	case id == "subAgents" && old:
		return "agentContexts"
	case id != "":
		return id
	case strings.HasPrefix(title, "Contextual Instructions"):
		return "userMemory"
	}
	return "custom:" + title
}

// mode returns the mode that the marker in the preamble shows.
func (s seenSections) mode() string {
	_, mode, _ := strings.Cut(s.preamble, "preamble in ")
	return mode
}

func longestRun(text string) int {
	most, run := 0, 0
	for i := range len(text) {
		if run++; text[i] != '\n' {
			run = 0
		}
		most = max(most, run)
	}
	return most
}
