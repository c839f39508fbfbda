package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"galley/engine/budget"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/source"
	"galley/ui/keymap"
	"galley/ui/style"
)

// theme returns a theme by name: a built-in one, or one from a file if name is a path.
func (s *Session) theme(name string) (style.Theme, error) {
	if !config.IsThemeFile(name) {
		return style.Builtin(name)
	}
	file := absolute(s.Request.Cwd, name)
	text, err := s.named.ReadFile(file)
	if err != nil {
		return style.Theme{}, fmt.Errorf("%s: %s", name, reason(err))
	}
	return style.Parse(file, text)
}

// themeProblem reports a theme that does not exist. by is the name of the setting that selects it.
func (s *Session) themeProblem(by, name string) []diag.Problem {
	if name == "" || name == "auto" {
		return nil
	}
	if _, err := s.theme(name); err != nil {
		return []diag.Problem{diag.New(diag.BadValue, source.NoSpan, by+": "+err.Error(), "")}
	}
	return nil
}

// checkSettings returns the problems of settings that the configuration's reader cannot check: keys,
// themes, providers and the profile. If the profile does not exist, it also clears that setting.
func (s *Session) checkSettings() []diag.Problem {
	var problems []diag.Problem
	if len(s.Screen.Keys) > 0 {
		_, wrong := keymap.New(s.Screen.Keys)
		for _, w := range wrong {
			problems = append(problems, s.places.Put(config.Setting{Table: "keys", Key: w.Action}, w.Problem))
		}
	}
	for _, p := range s.themeProblem("theme", s.Screen.Theme) {
		problems = append(problems, s.places.Put(config.Setting{Key: "theme"}, p))
	}
	if name := s.Request.Config.Profile; name != "" {
		_, startable := s.agents.Starts(name)
		if _, unknown := s.agents.Profile(name); len(unknown) > 0 && !startable {
			for _, p := range unknown {
				problems = append(problems, s.places.Put(config.Setting{Key: "profile"}, p))
			}
			s.Request.Config.Profile = "" // it is reported, so the engine need not report it
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Request.Config.Budgets)) {
		if known := budget.Providers(); !slices.Contains(known, name) {
			problems = append(problems, s.places.Put(config.Setting{Table: "budgets", Key: name}, diag.New(diag.UnknownKey, source.NoSpan,
				fmt.Sprintf("[budgets] does not know the provider %q", name), "known are "+strings.Join(known, ", "))))
		}
	}
	return problems
}
