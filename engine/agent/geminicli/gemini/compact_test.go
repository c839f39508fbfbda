package gemini

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

func said(role prompt.Role, text string, calls ...prompt.Call) prompt.Message {
	return prompt.Message{Role: role, Calls: calls, Blocks: []prompt.Block{{ID: "history", Text: source.Literal(text)}}}
}

// The history is split before a user message, at the first one after 70 % of the characters.
func TestWhereHistoryIsSplit(t *testing.T) {
	long := strings.Repeat("x", 1000)
	u, a := said(prompt.User, long), said(prompt.Assistant, long)
	call := said(prompt.Assistant, "", prompt.Call{ID: "1", Name: "read_file", Arguments: "{}"})
	result := prompt.Message{Role: prompt.ToolResult, CallID: "1", Blocks: []prompt.Block{{ID: "history", Text: source.Literal(long)}}}
	brief := said(prompt.User, "x")
	asks := said(prompt.Assistant, "", prompt.Call{ID: "1", Name: "read_file", Arguments: `{"file_path":"` + long + `"}`})
	for name, c := range map[string]struct {
		history []prompt.Message
		want    int
	}{
		"nothing was said":                        {nil, 0},
		"ten messages":                            {[]prompt.Message{u, a, u, a, u, a, u, a, u, a}, 8},
		"an answer at the end of one turn":        {[]prompt.Message{u, a}, 2},
		"a call at the end waits for its result":  {[]prompt.Message{u, a, u, call}, 2},
		"a result is not a message of the user's": {[]prompt.Message{u, call, result, call, result}, 0},
		"only the user has spoken":                {[]prompt.Message{u}, 0},
		"a long text counts by its length":        {[]prompt.Message{u, brief, brief, brief, brief, brief}, 1},
		"a long result counts by its length":      {[]prompt.Message{brief, call, result, brief, brief, brief}, 3},
		"long arguments count by their length":    {[]prompt.Message{brief, asks, brief, brief, brief}, 2},
	} {
		if got := splitPoint(c.history, 1-compressionKeeps); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// The request for a snapshot names all of its parts, and with an approved plan also the plan.
func TestTextOfTheCompressionPrompt(t *testing.T) {
	t.Parallel()
	const before = "{{compression/role}}\n\n### CRITICAL SECURITY RULE\n{{compression/security}}\n\n### GOAL\n{{compression/goal}}\n\n"
	const plan = "### APPROVED PLAN PRESERVATION\n{{compression/approved /r/p.md}}\n\n"
	const snapshot = "{{compression/form}}\n\n<state_snapshot>\n" +
		"    <overall_goal>\n        <!-- {{compression/overall_goal}} -->\n    </overall_goal>\n\n" +
		"    <active_constraints>\n        <!-- {{compression/active_constraints}} -->\n    </active_constraints>\n\n" +
		"    <key_knowledge>\n        <!-- {{compression/key_knowledge}} -->\n    </key_knowledge>\n\n" +
		"    <artifact_trail>\n        <!-- {{compression/artifact_trail}} -->\n    </artifact_trail>\n\n" +
		"    <file_system_state>\n        <!-- {{compression/file_system_state}} -->\n    </file_system_state>\n\n" +
		"    <recent_actions>\n        <!-- {{compression/recent_actions}} -->\n    </recent_actions>\n\n" +
		"    <task_state>\n        <!-- {{compression/task_state}} -->\n    </task_state>\n</state_snapshot>"
	for approved, want := range map[string]string{"": before + snapshot, "/r/p.md": before + plan + snapshot} {
		if got := Compression(Options{ApprovedPlan: approved}, marked).Text.String(); got != want {
			t.Errorf("plan %q\n got %q\nwant %q", approved, got, want)
		}
	}
}

func TestCompressionStartsAtHalfTheLimit(t *testing.T) {
	p := prompt.Prompt{Messages: []prompt.Message{said(prompt.System, "S"), said(prompt.User, "one"), said(prompt.Assistant, "two")}}
	o := Options{Version: V061, Model: "gemini-2.5-pro"}
	for tokens, due := range map[int]bool{524_287: false, 524_288: true} {
		c := Compaction(o, p, tokens, 0, From(nil, V061))
		if c.Due != due || c.Limit != 524_288 || c.Window != 1_048_576 || c.Goes != 2 {
			t.Errorf("%d: %+v", tokens, c)
		}
	}
	if c := Compaction(o, p, 104_858, 0.1, From(nil, V061)); !c.Due || c.Limit != 104_857 {
		t.Errorf("another threshold: %+v", c)
	}
	c := Compaction(o, p, 0, 0, From(nil, V061))
	var roles []string
	for _, m := range c.Request.Messages {
		roles = append(roles, string(m.Role))
	}
	if strings.Join(roles, " ") != "system user assistant user" || c.Request.Messages[1].Text().String() != "one" {
		t.Errorf("asked with %v", roles)
	}
	instruction := c.Request.Messages[0].Text().String()
	at := 0
	for _, part := range Snapshot {
		i := strings.Index(instruction, "<"+part+">")
		if i < at {
			t.Errorf("%s is in the wrong place", part)
		}
		at = i
	}
	if want := []string{
		"30 % of the history stay, counted in characters of JSON from its end, starting at a message of the user",
		"before that, answers of tools beyond 50000 tokens in total are cut, the oldest first, and saved in files",
		"a second call asks the model what its snapshot left out",
	}; !slices.Equal(c.Notes, want) {
		t.Errorf("notes %q", c.Notes)
	}
	one := prompt.Prompt{Messages: p.Messages[:2]}
	if c := Compaction(o, one, 1<<20, 0, From(nil, V061)); c.Due || c.Goes != 0 || len(c.Stays) != 1 || len(c.Request.Messages) != 2 ||
		len(c.Notes) != 4 || !strings.HasPrefix(c.Notes[3], "nothing would be dropped") {
		t.Errorf("of one message something is dropped: %+v", c)
	}
	p.Messages[1] = said(prompt.User, "<state_snapshot></state_snapshot>")
	again := Compaction(o, p, 0, 0, From(nil, V061)).Request.Messages
	if first := c.Request.Messages; again[3].Text().String() == first[3].Text().String() {
		t.Error("an earlier snapshot is not mentioned")
	}
}
