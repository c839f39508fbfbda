package config

import (
	"galley/engine/facts"
)

// UserDir returns the directory of the user's settings and the global template:
// $XDG_CONFIG_HOME/galley, by default ~/.config/galley; "" when no home is known.
func UserDir(w facts.World) string { return dir(w, "XDG_CONFIG_HOME", ".config") }

// StateDir returns the directory for what galley keeps by itself:
// $XDG_STATE_HOME/galley, by default ~/.local/state/galley; "" when no home is
// known.
func StateDir(w facts.World) string { return dir(w, "XDG_STATE_HOME", ".local/state") }

// UserPath returns the path of the user's configuration; "" when no home is
// known.
func UserPath(w facts.World) string { return under(UserDir(w), "config.toml") }

// GlobalTemplatePath returns the path of the template that is used where a
// project has none of its own; "" when no home is known.
func GlobalTemplatePath(w facts.World) string { return under(UserDir(w), "system-prompt.md") }

// dir follows the XDG rules: a variable that is empty or relative counts as
// unset.
func dir(w facts.World, variable, fallback string) string {
	if base, _ := w.LookupEnv(variable); facts.IsAbs(facts.Slash(base)) {
		return facts.Join(facts.Slash(base), "galley")
	}
	for _, home := range []string{"HOME", "USERPROFILE"} {
		if base, _ := w.LookupEnv(home); facts.IsAbs(facts.Slash(base)) {
			return facts.Join(facts.Slash(base), fallback, "galley")
		}
	}
	return ""
}

func under(dir, name string) string {
	if dir == "" {
		return ""
	}
	return facts.Join(dir, name)
}
