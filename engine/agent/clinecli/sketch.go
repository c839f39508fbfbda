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
			{Title: "<env>", Tells: prompt.Directory, Bytes: 2720, Base: true},
			{Title: "Plan / Act Modes", Tells: prompt.Mode, Bytes: 606, Base: true},
			{Title: "Rule files", Part: "rules"},
		}},
	},
	Tools: []profile.SketchTool{
		{Name: "read_files", Bytes: 2194},
		{Name: "search_codebase", Bytes: 726},
		{Name: "run_commands", Bytes: 1427},
		{Name: "fetch_web_content", Bytes: 853},
		{Name: "editor", Bytes: 2144},
		{Name: "ask_question", Bytes: 853},
		{Name: "spawn_agent", Bytes: 499},
		{Name: "team_spawn_teammate", Bytes: 423},
		{Name: "team_shutdown_teammate", Bytes: 370},
		{Name: "team_status", Bytes: 225},
		{Name: "team_task", Bytes: 1234},
		{Name: "team_run_task", Bytes: 888},
		{Name: "team_cancel_run", Bytes: 349},
		{Name: "team_list_runs", Bytes: 657},
		{Name: "team_await_runs", Bytes: 437},
		{Name: "team_send_message", Bytes: 542},
		{Name: "team_broadcast", Bytes: 439},
		{Name: "team_read_mailbox", Bytes: 282},
		{Name: "team_mission_log", Bytes: 664},
		{Name: "team_cleanup", Bytes: 211},
		{Name: "team_create_outcome", Bytes: 533},
		{Name: "team_attach_outcome_fragment", Bytes: 501},
		{Name: "team_review_outcome_fragment", Bytes: 348},
		{Name: "team_finalize_outcome", Bytes: 258},
		{Name: "team_list_outcomes", Bytes: 172},
	},
}
