package template

import "galley/engine/profile"

// Reads implements [profile.ScenarioReader].
func (template) Reads(profile.Input) ([]string, map[string]string) {
	return []string{"tools", "allowed_tools"}, nil
}
