package codebolt

import "galley/engine/profile"

// builderKeys are the keys of a scenario that set options of gemini-builder.
var builderKeys = []string{"permission_mode", "interactive", "skills", "agents", "todos", "sandbox", "git", "tool_names"}

// Reads implements [profile.ScenarioReader].
func (builder) Reads(profile.Input) ([]string, map[string]string) {
	return append([]string{"tools", "allowed_tools"}, builderKeys...), nil
}

// Reads implements [profile.ScenarioReader].
func (c codeboltAgent) Reads(in profile.Input) ([]string, map[string]string) {
	keys := []string{
		"permission_mode", "directories", "tools", "allowed_tools", "todos", "custom_prompt", "base_prompt", "modifiers", "history", "ide", "mentions",
		"memory", "time_zone", "locale",
	}
	why := map[string]string{}
	for _, key := range builderKeys {
		why[key] = "it is an option of gemini-builder: set template_as = \"gemini-builder\" to use that system prompt"
	}
	if in.Scenario.TemplateAs == builderName {
		return append(keys, builderKeys...), nil
	}
	return keys, why
}
