package geminicli

import (
	"slices"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/profile"
	"galley/engine/prompt"
)

// The sizes, in bytes, of the texts that the agent itself contains, by block. They do not include
// the headings and values that galley inserts.
var (
	modernSizes = profile.Sizes{
		"preamble": 190, "coreMandates": 11967, "subAgents": 3161, "agentSkills": 770, "hookContext": 387,
		"primaryWorkflows": 4619, "planningWorkflow": 4486, "operationalGuidelines": 7726, "interactiveYoloMode": 511, "git": 1644, "setup": 118, "folderStructure": 75,
		"tool update_topic": 984, "tool list_directory": 931, "tool read_file": 986, "tool grep_search": 1585, "tool glob": 1085,
		"tool replace": 1734, "tool write_file": 647, "tool web_fetch": 720, "tool run_shell_command": 2311,
		"tool list_background_processes": 463, "tool read_background_output": 877, "tool google_web_search": 678,
		"tool ask_user": 2077, "tool enter_plan_mode": 293, "tool exit_plan_mode": 1080, "tool invoke_agent": 769, "tool activate_skill": 690,
	}
	legacySizes = profile.Sizes{
		"preamble": 224, "coreMandates": 6436, "subAgents": 1782, "agentSkills": 778, "hookContext": 387,
		"primaryWorkflows": 6228, "operationalGuidelines": 5680, "sandbox": 359, "git": 1646, "finalReminder": 442, "setup": 118, "folderStructure": 75,
		"tool update_topic": 984, "tool list_directory": 931, "tool read_file": 878, "tool grep_search": 1585, "tool glob": 1085,
		"tool replace": 4222, "tool write_file": 576, "tool web_fetch": 893, "tool run_shell_command": 2311,
		"tool list_background_processes": 463, "tool read_background_output": 877, "tool google_web_search": 378, "tool write_todos": 5586,
		"tool ask_user": 2077, "tool enter_plan_mode": 293, "tool invoke_agent": 769, "tool activate_skill": 690,
	}
	sizes028 = profile.Sizes{
		"preamble": 221, "coreMandates": 2555, "agentContexts": 727, "agentSkills": 464, "hookContext": 387,
		"primaryWorkflows": 6479, "operationalGuidelines": 4908, "sandbox": 359, "git": 1514, "finalReminder": 442,
		"setup": 161, "folderStructure": 110, "setupReminder": 69, "setupClose": 60,
		"tool list_directory": 931, "tool read_file": 1039, "tool grep_search": 760, "tool glob": 1085, "tool replace": 4135,
		"tool write_file": 451, "tool web_fetch": 893, "tool run_shell_command": 1797, "tool save_memory": 1373,
		"tool google_web_search": 378, "tool ask_user": 1699, "tool write_todos": 5860, "tool codebase_investigator": 791,
		"tool cli_help": 334, "tool activate_skill": 645,
	}
)

// Sizes implements [profile.Sizer]. The prompt for models up to 2.5 has other sections than the
// prompt for later models, and it alone has a reminder at its end.
func (g geminiCLI) Sizes(p prompt.Prompt) (profile.Sizes, string) {
	if g.version == gemini.V028 {
		return sizes028, "0.28.2, interactive"
	}
	for _, m := range p.Messages {
		if slices.ContainsFunc(m.Blocks, func(b prompt.Block) bool { return b.ID == "finalReminder" }) {
			return legacySizes, "0.61.0 with gemini-2.5-pro"
		}
	}
	return modernSizes, "0.61.0"
}
