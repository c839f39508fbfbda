package style

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muesli/termenv"

	"galley/ui/cell"
)

// paint is a colour of a palette: its true value, and the nearest of the 16 terminal colours. A
// colour that the terminal itself defines has only the terminal colour.
type paint struct {
	rgb    cell.Color
	ansi   uint8
	named  bool // whether the palette names the terminal colour
	native bool // whether it is the terminal's own colour, without an RGB value
}

var ansiNames = []string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

var attrNames = map[string]cell.Attr{
	"bold": cell.Bold, "faint": cell.Faint, "italic": cell.Italic,
	"underline": cell.Underline, "reverse": cell.Reverse, "strike": cell.Strike,
}

// parsePaint reads an entry of a palette: a hexadecimal value and optionally the name of a terminal
// colour.
func parsePaint(words []string) (paint, error) {
	if len(words) < 1 || len(words) > 2 {
		return paint{}, fmt.Errorf(`want ["#rrggbb"] or ["#rrggbb", "bright-blue"]`)
	}
	rgb, err := parseHex(words[0])
	p := paint{rgb: rgb}
	if err == nil && len(words) == 2 {
		if p.ansi, p.named = parseANSI(words[1]); !p.named {
			err = fmt.Errorf("%q is not one of the 16 colours", words[1])
		}
	}
	return p, err
}

func parseHex(s string) (cell.Color, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil || len(s) != 7 || s[0] != '#' {
		return 0, fmt.Errorf("%q is not a colour of the form #rrggbb", s)
	}
	return cell.RGB(uint8(n>>16), uint8(n>>8), uint8(n)), nil
}

func parseANSI(s string) (uint8, bool) {
	name, bright := strings.CutPrefix(s, "bright-")
	i := slices.Index(ansiNames, name)
	if i < 0 {
		return 0, false
	}
	if bright {
		i += 8
	}
	return uint8(i), true
}

// color returns the colour that a word in a theme names, for a terminal.
func (t Theme) color(word string, profile termenv.Profile) (cell.Color, error) {
	if word == "default" {
		return cell.NoColor, nil
	}
	p, ok := t.palette[word]
	if !ok {
		if p.ansi, ok = parseANSI(word); ok {
			p.native = true
		} else if rgb, err := parseHex(word); err == nil {
			p.rgb = rgb
		} else {
			return 0, fmt.Errorf("%q is neither a colour of the palette, nor #rrggbb, nor an attribute", word)
		}
	}
	r, g, b, _ := p.rgb.RGB()
	switch {
	case profile == termenv.Ascii:
		return cell.NoColor, nil
	case p.native, profile == termenv.ANSI && p.named:
		return cell.ANSI(p.ansi), nil
	case profile == termenv.ANSI:
		return cell.ANSI(nearest16(r, g, b)), nil
	case profile == termenv.ANSI256:
		return cell.Indexed(nearest256(r, g, b)), nil
	}
	return p.rgb, nil
}

// parseStyle reads a style such as "accent on surface bold".
func (t Theme) parseStyle(text string, profile termenv.Profile) (cell.Style, error) {
	var st cell.Style
	var err error
	words := strings.Fields(text)
	for i := 0; i < len(words) && err == nil; i++ {
		switch a, ok := attrNames[words[i]]; {
		case ok:
			st.Attr |= a
		case words[i] == "on" && i+1 < len(words):
			i++
			st.Bg, err = t.color(words[i], profile)
		default:
			st.Fg, err = t.color(words[i], profile)
		}
	}
	return st, err
}

// cube holds the six levels of the 256-colour palette's colour cube.
var cube = [6]uint8{0, 95, 135, 175, 215, 255}

// rgb256 returns the usual value of an entry of the 256-colour palette. i must not be one of
// the first 16 entries, because their values differ between terminals.
func rgb256(i uint8) (r, g, b uint8) {
	if i >= 232 {
		v := 8 + 10*(i-232)
		return v, v, v
	}
	i -= 16
	return cube[i/36], cube[i/6%6], cube[i%6]
}

// nearest256 returns the entry of the 256-colour palette that is nearest to a colour. It never
// returns one of the first 16 entries.
func nearest256(r, g, b uint8) uint8 {
	best, least := uint8(16), 1<<30
	for i := 16; i < 256; i++ {
		cr, cg, cb := rgb256(uint8(i))
		if d := distance(r, g, b, cr, cg, cb); d < least {
			best, least = uint8(i), d
		}
	}
	return best
}

// rgb16 holds the usual values of the 16 colours.
var rgb16 = [16][3]uint8{
	{0, 0, 0}, {170, 0, 0}, {0, 170, 0}, {170, 110, 0}, {0, 0, 170}, {170, 0, 170}, {0, 170, 170}, {190, 190, 190},
	{110, 110, 110}, {255, 85, 85}, {85, 255, 85}, {255, 255, 85}, {85, 85, 255}, {255, 85, 255}, {85, 255, 255}, {255, 255, 255},
}

func nearest16(r, g, b uint8) uint8 {
	best, least := uint8(0), 1<<30
	for i, c := range rgb16 {
		if d := distance(r, g, b, c[0], c[1], c[2]); d < least {
			best, least = uint8(i), d
		}
	}
	return best
}

// distance returns a measure of how different two colours look. It weighs red, green and blue
// roughly as the eye does.
func distance(r, g, b, r2, g2, b2 uint8) int {
	dr, dg, db := int(r)-int(r2), int(g)-int(g2), int(b)-int(b2)
	return 3*dr*dr + 4*dg*dg + 2*db*db
}
