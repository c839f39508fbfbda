package style

import (
	"strconv"
	"strings"

	"github.com/muesli/termenv"
)

// Hints are the values from which a theme is chosen.
type Hints struct {
	Flag      string // --theme
	Env       string // GALLEY_THEME
	Config    string // the theme in the configuration
	Last      string // the theme that the user last chose in the workbench
	ColorFgBg string // COLORFGBG, which some terminals set to "15;0"
	NoColor   string // NO_COLOR: anything but "" asks for no colour
	Term      string // the environment variable TERM
	ColorTerm string // the environment variable COLORTERM
}

// Choose returns the name of the theme to use. It is the first of these: the theme on the command
// line; the one in GALLEY_THEME; mono, if NO_COLOR is set or the terminal is dumb, because the
// configuration may be for another terminal; the one in the configuration; the one that the user
// last chose in the workbench; dark or light by COLORFGBG; dark. "auto" counts as not set. Choose
// does not check the name, which may be the path of a theme file.
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

// lightBackground interprets COLORFGBG. The last part of its value is the number of the
// background among the 16 colours. Number 7 and numbers from 9 on are light.
func lightBackground(s string) bool {
	i := strings.LastIndexByte(s, ';')
	if i < 0 {
		return false
	}
	bg, err := strconv.Atoi(s[i+1:])
	return err == nil && (bg == 7 || bg >= 9 && bg <= 15)
}

// ColorProfile returns how many colours the terminal has, according to its environment. NO_COLOR
// does not count: the mono theme has no colours, and its attributes need a profile other than
// termenv.Ascii.
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
