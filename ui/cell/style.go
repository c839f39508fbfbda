package cell

import "strconv"

// Color is a terminal colour: the terminal's own, one of the 16 named colours, one of the 256
// colours of the palette, or a mixture of red, green and blue.
type Color uint32

const (
	colorNone Color = iota << 24
	colorANSI
	colorIndexed
	colorRGB

	colorKind Color = 0xff << 24
)

// NoColor keeps the terminal's own colour.
const NoColor Color = 0

// ANSI returns one of the 16 colours that the user's terminal theme defines.
func ANSI(i uint8) Color { return colorANSI | Color(i&15) }

// Indexed returns a colour of the 256-colour palette.
func Indexed(i uint8) Color { return colorIndexed | Color(i) }

// RGB returns a colour of red, green and blue.
func RGB(r, g, b uint8) Color {
	return colorRGB | Color(r)<<16 | Color(g)<<8 | Color(b)
}

// RGB returns the red, green and blue of a colour. ok is false if the colour is of another kind.
func (c Color) RGB() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c&colorKind == colorRGB
}

// appendSGR appends the colour's SGR parameters to dst, each after a semicolon. base is 30 for the
// foreground and 40 for the background.
func (c Color) appendSGR(dst []byte, base int64) []byte {
	switch n := int64(c & 0xff); c & colorKind {
	case colorANSI:
		if n >= 8 {
			base, n = base+60, n-8
		}
		dst = append(dst, ';')
		return strconv.AppendInt(dst, base+n, 10)
	case colorIndexed:
		dst = append(dst, ';')
		dst = strconv.AppendInt(dst, base+8, 10)
		dst = append(dst, ";5;"...)
		return strconv.AppendInt(dst, n, 10)
	case colorRGB:
		dst = append(dst, ';')
		dst = strconv.AppendInt(dst, base+8, 10)
		dst = append(dst, ";2;"...)
		dst = strconv.AppendInt(dst, int64(c>>16&0xff), 10)
		dst = append(dst, ';')
		dst = strconv.AppendInt(dst, int64(c>>8&0xff), 10)
		dst = append(dst, ';')
		return strconv.AppendInt(dst, n, 10)
	}
	return dst
}

// Attr is a set of attributes, such as bold.
type Attr uint16

// The attributes. They combine with |.
const (
	Bold Attr = 1 << iota
	Faint
	Italic
	Underline
	Reverse
	Strike
)

// attrCodes are the SGR parameters of the attributes, in the order of their bits.
var attrCodes = [...]byte{'1', '2', '3', '4', '7', '9'}

// Style is how a cell looks. The zero Style is the terminal's default.
type Style struct {
	Fg, Bg Color
	Attr   Attr
}

// Over returns s with o on top: colours that o sets replace those of s, attributes add up.
func (s Style) Over(o Style) Style {
	if o.Fg != NoColor {
		s.Fg = o.Fg
	}
	if o.Bg != NoColor {
		s.Bg = o.Bg
	}
	s.Attr |= o.Attr
	return s
}

// With returns s with the attributes a added.
func (s Style) With(a Attr) Style {
	s.Attr |= a
	return s
}

// reset is the sequence that ends all styles.
const reset = "\x1b[m"

// appendSGR appends the sequence that switches from any style to s.
func (s Style) appendSGR(dst []byte) []byte {
	if s == (Style{}) {
		return append(dst, reset...)
	}
	dst = append(dst, "\x1b[0"...)
	for i, code := range attrCodes {
		if s.Attr&(1<<i) != 0 {
			dst = append(dst, ';', code)
		}
	}
	dst = s.Fg.appendSGR(dst, 30)
	dst = s.Bg.appendSGR(dst, 40)
	return append(dst, 'm')
}

// Paint returns text with the sequences of the style, for output that is not a grid, such as a
// coloured message of a command. The text must not contain hostile characters: see [Visible].
func (s Style) Paint(text string) string {
	if s == (Style{}) || text == "" {
		return text
	}
	b := s.appendSGR(make([]byte, 0, len(text)+32))
	b = append(b, text...)
	return string(append(b, reset...))
}
