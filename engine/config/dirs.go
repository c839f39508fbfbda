package config

import (
	"galley/engine/facts"
)

// UserDir returns the directory of the user's settings and the global template:
// $XDG_CONFIG_HOME/galley, by default ~/.config/galley; "" if the home is not known.
func UserDir(w facts.World) string { return dir(w, "XDG_CONFIG_HOME", ".config") }

// StateDir returns the directory for galley's own data: $XDG_STATE_HOME/galley, by
// default ~/.local/state/galley; "" if the home is not known.
func StateDir(w facts.World) string { return dir(w, "XDG_STATE_HOME", ".local/state") }

// UserPath returns the path of the user's configuration; "" if the home is not known.
func UserPath(w facts.World) string { return under(UserDir(w), "config.toml") }

// GlobalTemplatePath returns the path of the template for projects without one of
// their own; "" if the home is not known.
func GlobalTemplatePath(w facts.World) string { return under(UserDir(w), "system-prompt.md") }

// dir returns galley's directory by the XDG rules: an empty or relative variable counts as unset.
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
