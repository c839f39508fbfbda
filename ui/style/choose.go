package style

import (
	"strconv"
	"strings"

	"github.com/muesli/termenv"
)

// Hints are the inputs for choosing a theme.
type Hints struct {
	Flag      string // --theme
	Env       string // GALLEY_THEME
	Config    string // the setting
	Last      string // what was chosen in the workbench last
	ColorFgBg string // COLORFGBG, which some terminals set to "15;0"
	NoColor   string // NO_COLOR: anything but "" asks for no colour
	Term      string // TERM
	ColorTerm string // COLORTERM
}

// Choose returns the name of the theme to use: what the user said on the command
// line, in GALLEY_THEME or in the configuration, in this order; else what was chosen in the
// workbench last; else dark or light by COLORFGBG; else dark. NO_COLOR and a dumb terminal come before the configuration,
// which may be for another terminal. "auto" counts as not set. The name is not
// checked: it may be the path of a theme file.
func Choose(h Hints) string {
	for _, said := range []string{h.Flag, h.Env} {
		if said != "" && said != "auto" {
			return said
		}
	}
	switch {
	case h.NoColor != "", h.Term == "dumb":
		return "mono"
	case h.Config != "" && h.Config != "auto":
		return h.Config
	case h.Last != "":
		return h.Last
	case lightBackground(h.ColorFgBg):
		return "light"
	}
	return "dark"
}

// lightBackground interprets COLORFGBG: its last part is the background's number among the 16
// colours, of which 7 and those from 9 are light.
func lightBackground(s string) bool {
	i := strings.LastIndexByte(s, ';')
	if i < 0 {
		return false
	}
	bg, err := strconv.Atoi(s[i+1:])
	return err == nil && (bg == 7 || bg >= 9 && bg <= 15)
}

// ColorProfile returns how many colours the terminal has, by its environment alone.
// NO_COLOR does not matter here: the mono theme has no colours, and its attributes
// need a profile other than termenv.Ascii.
func ColorProfile(h Hints) termenv.Profile {
	term := h.Term
	switch h.ColorTerm {
	case "truecolor", "24bit":
		if !strings.HasPrefix(term, "screen") {
			return termenv.TrueColor
		}
		return termenv.ANSI256
	}
	for _, name := range []string{"direct", "kitty", "ghostty", "alacritty", "wezterm", "foot", "contour"} {
		if strings.Contains(term, name) {
			return termenv.TrueColor
		}
	}
	switch {
	case term == "dumb":
		return termenv.Ascii
	case strings.Contains(term, "256color"):
		return termenv.ANSI256
	}
	return termenv.ANSI
}
