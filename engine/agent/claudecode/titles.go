package claudecode

import "strings"

// programNames are the built-in commands and skills. A skill's title may not be one of these
// names: 2.1.332, run headless, left out every title that was one of them.
const programNames = `
	add-dir agents auto-mode-setup autocompact background batch branch btw bug cd claude-api clear
	code-review color compact config context copy dataviz debug design-consent design-login
	design-revoke diff doctor effort exit export fast feedback fewer-permission-prompts focus fork goal
	heapdump help hooks ide init insights keybindings keybindings-help list-agents login logout loop
	mcp memory mobile model output-style passes permissions plan plugin plugin-authoring powerup
	pro-trial-expired radio recap release-notes reload-plugins reload-skills rename resume rewind run
	run-skill-generator sandbox security-review setup-bedrock setup-vertex simplify skills status
	statusline stickers subtask tasks team-onboarding terminal-setup theme tui update-config usage
	verify workflow-authoring workflow-launch-exec workflows`

// untitle removes the title of a skill if that word is already taken: by the name of a skill or
// command, listed or not, built-in or not, or by the title of an earlier skill.
func untitle(all []skill) {
	taken := map[string]bool{}
	for name := range strings.FieldsSeq(programNames) {
		taken[name] = true
	}
	for _, s := range all {
		taken[s.name] = true
	}
	for i := range all {
		if taken[all[i].title] {
			all[i].title = ""
		} else if all[i].title != "" {
			taken[all[i].title] = true
		}
	}
}
