package clinecli

import (
	"galley/engine/profile"
	"galley/engine/prompt"
)

// Sketch is the prompt of Cline CLI 3.0.65 as its request was measured: headless, in a repository
// with one short rule file, with the model that it chooses by itself.
var Sketch = profile.Sketch{
	Measured: "3.0.65, headless",
	As:       []string{"system"},
	Messages: []profile.SketchMessage{
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Opening", Bytes: 933, Base: true},
			{Title: "<env>", Bytes: 2720, Base: true},
			{Title: "Plan / Act Modes", Bytes: 606, Base: true},
			{Title: "Rule files", Part: "rules"},
		}},
	},
	Tools: []profile.SketchTool{
		{"read_files", 2194},
		{"search_codebase", 726},
		{"run_commands", 1427},
		{"fetch_web_content", 853},
		{"editor", 2144},
		{"ask_question", 853},
		{"spawn_agent", 499},
		{"team_spawn_teammate", 423},
		{"team_shutdown_teammate", 370},
		{"team_status", 225},
		{"team_task", 1234},
		{"team_run_task", 888},
		{"team_cancel_run", 349},
		{"team_list_runs", 657},
		{"team_await_runs", 437},
		{"team_send_message", 542},
		{"team_broadcast", 439},
		{"team_read_mailbox", 282},
		{"team_mission_log", 664},
		{"team_cleanup", 211},
		{"team_create_outcome", 533},
		{"team_attach_outcome_fragment", 501},
		{"team_review_outcome_fragment", 348},
		{"team_finalize_outcome", 258},
		{"team_list_outcomes", 172},
	},
}
