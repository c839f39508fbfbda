package gemini

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

func TestBuilderKeepsTheOrderOfSections(t *testing.T) {
	base := BuilderOptions{Interactive: true, IsGitRepo: true, Sandbox: "outside"}
	for name, c := range map[string]struct {
		change func(*BuilderOptions)
		want   string
	}{
		"outside drops the sandbox": {func(*BuilderOptions) {}, "preamble coreMandates primaryWorkflows operationalGuidelines git finalReminder"},
		"a sandbox":                 {func(o *BuilderOptions) { o.Sandbox = "generic" }, "preamble coreMandates primaryWorkflows operationalGuidelines sandbox git finalReminder"},
		"with a plan in between":    {func(o *BuilderOptions) { o.IsPlanMode = true }, "preamble coreMandates planningWorkflow operationalGuidelines git finalReminder"},
		"no repository":             {func(o *BuilderOptions) { o.IsGitRepo = false }, "preamble coreMandates primaryWorkflows operationalGuidelines finalReminder"},
	} {
		o := base
		c.change(&o)
		if got := strings.Join(ids(Build(o, From(nil, V028))), " "); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestBuilderReplacesTheAgentsToolNames(t *testing.T) {
	o := BuilderOptions{Interactive: true, ReadFileToolName: "R", ShellToolName: "S", EditToolName: "E", GrepToolName: "G", GlobToolName: "L"}
	text := built(o)
	for _, old := range []string{"`read_file`", "`run_shell_command`", "`replace`", "`grep_search`", "`glob`"} {
		if strings.Contains(text, old) {
			t.Errorf("%s is left", old)
		}
	}
	for _, name := range []string{"`R`", "`S`", "`E`", "`G`", "`L`", "'R'"} {
		if !strings.Contains(text, name) {
			t.Errorf("no %s", name)
		}
	}
	// Each option must change the text.
	plain := built(BuilderOptions{})
	for name, o := range map[string]BuilderOptions{
		"interactive": {Interactive: true}, "hasSkills": {HasSkills: true}, "investigator": {EnableCodebaseInvestigator: true},
		"todos": {EnableWriteTodosTool: true}, "sandbox": {Sandbox: "macos-seatbelt"}, "git": {IsGitRepo: true}, "plan": {IsPlanMode: true},
	} {
		if text := built(o); text == plain {
			t.Errorf("%s changes nothing", name)
		}
	}
}

func built(o BuilderOptions) string {
	return prompt.Message{Blocks: Build(o, From(nil, V028))}.Text().String()
}

func TestRenameChangesOnlyNames(t *testing.T) {
	text := source.Literal("read_file is prose; `read_file`, `edit` and `memory` are names, `x` and ` glob ` are not, `open\n`glob`; `replace` ``ls`` ").
		Append(toolName("google_web_search", "google_web_search"), source.Literal(" end "), toolName("activate_skill", "activate_skill"))
	got := Rename(text, Names)
	want := "read_file is prose; `codebolt--readFile`, `codebolt--editFile` and `memory` are names, `x` and ` glob ` are not, `open\n" +
		"`codebolt--listFiles`; `codebolt--editFile` ``codebolt--listFiles`` codebolt--webSearch end activate_skill"
	if got.Text.String() != want {
		t.Errorf("got  %q\nwant %q", got.Text, want)
	}
	var notes []string
	for _, row := range got.Noted {
		notes = append(notes, row.InTable+": "+row.Note)
	}
	if !slices.Equal(notes, []string{"edit: or similar", "web_search: if available", "memory: Custom via codebolt.memory APIs"}) {
		t.Errorf("notes %q", notes)
	}
	if !slices.Equal(got.Unmapped, []string{"memory", "activate_skill"}) {
		t.Errorf("unmapped %q", got.Unmapped)
	}
}

// Renaming changes nothing but names: a text without names stays as it is, and renaming twice
// equals renaming once.
func FuzzRename(f *testing.F) {
	for _, s := range []string{"`glob`", "``", "`a`b`", "`read_file\n`ls`", "é`edit`\xff`"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Rename(source.Literal(s), Names).Text
		if again := Rename(source.Literal(once.String()), Names).Text; again.String() != once.String() {
			t.Errorf("%q, %q, then %q", s, once, again)
		}
		bare := strings.ReplaceAll(s, "`", "'")
		if got := Rename(source.Literal(bare), Names).Text.String(); got != bare {
			t.Errorf("%q became %q", bare, got)
		}
	})
}
