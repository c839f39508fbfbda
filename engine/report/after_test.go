package report

import (
	"testing"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/source"
)

func TestFateOfABlockFollowsFromItsOrigin(t *testing.T) {
	of := func(path string) source.Text {
		return source.Of("x", source.Origin{Kind: source.File, Source: path})
	}
	a := Afters{Known: true, lasts: []discovery.Survival{
		{What: []discovery.TextKind{discovery.AtStart}, At: discovery.Compaction, Outcome: discovery.Repeated},
		{What: []discovery.TextKind{discovery.SkillList}, At: discovery.Compaction, Outcome: discovery.Lost},
		{What: []discovery.TextKind{discovery.MemoryText}, At: discovery.Compaction, Outcome: discovery.Gone},
	}}
	if !AftersOf(&engine.Result{Profile: "claude-code"}, nil).Known {
		t.Fatal("no record about Claude Code")
	}
	for _, tt := range []struct {
		name  string
		role  prompt.Role
		block prompt.Block
		at    discovery.Event
		want  discovery.YesNo
	}{
		{"the agent's own words", prompt.System, prompt.Block{ID: "identity"}, discovery.Compaction, discovery.Yes},
		{"a rule file", prompt.User, prompt.Block{ID: "rules", Text: of("/p/CLAUDE.md")}, discovery.Compaction, discovery.Yes},
		{"a rule file of an agent that was not measured", prompt.User, prompt.Block{ID: "rules", Text: of("/p/CLAUDE.md")}, discovery.Clear, discovery.NotMeasured},
		{"a list of sub-agents", prompt.System, prompt.Block{ID: "file:a", Text: of("/p/.claude/agents/a.md")}, discovery.Resume, discovery.NotMeasured},
		{"a list that is gone for good", prompt.User, prompt.Block{ID: "skills", Text: of("/p/.claude/skills/a/SKILL.md")}, discovery.Compaction, discovery.No},
		{"a memory that is gone until it is reached", prompt.User, prompt.Block{ID: "memory", Element: prompt.Memory, Text: of("/p/memory.md")}, discovery.Compaction, discovery.No},
		{"the conversation", prompt.Assistant, prompt.Block{ID: "history"}, discovery.Compaction, discovery.No},
		{"the conversation after a resume", prompt.Assistant, prompt.Block{ID: "history"}, discovery.Resume, discovery.Yes},
		{"a reminder in a message", prompt.User, prompt.Block{ID: "gitstatus"}, discovery.Compaction, discovery.NotMeasured},
	} {
		if got := a.Of(prompt.Message{Role: tt.role}, tt.block, tt.at).Stays; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
