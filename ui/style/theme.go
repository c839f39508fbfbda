package style

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/muesli/termenv"
	"github.com/pelletier/go-toml/v2"

	"galley/engine/bounded"
	"galley/engine/diag"
	"galley/engine/settings"
	"galley/engine/source"
	"galley/themes"
	"galley/ui/cell"
)

// Theme is the checked content of a theme file.
type Theme struct {
	Name       string
	background cell.Color // the background that Paint draws; the contrast of other colours is measured against it
	foreground cell.Color // the colour of usual text, which Paint draws
	palette    map[string]paint
	file       file
}

// file is the format of a theme file.
type file struct {
	Name       string               `toml:"name"`
	Background string               `toml:"background"`
	Foreground string               `toml:"foreground"`
	Palette    map[string][]string  `toml:"palette"`
	Styles     map[string]string    `toml:"styles"`
	Origins    map[string][2]string `toml:"origins"`
	Syntax     map[string]string    `toml:"syntax"`
	ANSI       map[string]string    `toml:"ansi"`
}

// Names lists the built-in themes, in the order of the theme key.
func Names() []string { return []string{"dark", "light", "contrast", "mono"} }

// Builtin returns a built-in theme. If the name is unknown, the error lists the names of the
// built-in themes.
func Builtin(name string) (Theme, error) {
	if !slices.Contains(Names(), name) {
		return Theme{}, fmt.Errorf("unknown theme %q: choose one of %s, or give the path of a .toml file", name, strings.Join(Names(), ", "))
	}
	text, err := themes.FS.ReadFile(name + ".toml")
	if err != nil {
		return Theme{}, err
	}
	return Parse(name+".toml", string(text))
}

// Parse reads the text of a theme file; path is for messages. A name that the file leaves out looks
// like plain text of the terminal.
func Parse(path, text string) (Theme, error) {
	var f file
	if err := bounded.TOMLDepth(text); err != nil {
		return Theme{}, fmt.Errorf("%s: %w", path, err)
	}
	dec := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return Theme{}, tomlError(path, err)
	}
	t := Theme{Name: f.Name, file: f, palette: map[string]paint{}}
	at := func(table, key string) string { return place(path, text, table, key) }
	for _, name := range slices.Sorted(maps.Keys(f.Palette)) {
		if _, taken := attrNames[name]; taken || name == "on" || name == "default" {
			return Theme{}, fmt.Errorf("%s: a colour of [palette] cannot be called %q: the word has another meaning in styles", at("palette", name), name)
		}
		p, err := parsePaint(f.Palette[name])
		if err != nil {
			return Theme{}, fmt.Errorf("%s: colour %q of [palette]: %w", at("palette", name), name, err)
		}
		t.palette[name] = p
	}
	for _, c := range []struct {
		key, text string
		to        *cell.Color
	}{{"background", f.Background, &t.background}, {"foreground", f.Foreground, &t.foreground}} {
		if c.text == "" {
			continue
		}
		rgb, err := parseHex(c.text)
		if err != nil {
			return Theme{}, fmt.Errorf("%s: %s: %w", at("", c.key), c.key, err)
		}
		*c.to = rgb
	}
	return t, t.check(at)
}

// place returns the path of a theme file with the line and column of a key in a table; "" is the
// table at the top.
func place(path, text, table, key string) string {
	f := settings.Parse(path, text)
	in := f.Root
	if table != "" {
		in = in.Field(table)
	}
	if in != nil {
		for _, field := range in.Fields {
			if field.Name == key {
				at := f.Position(field.Span.Start)
				return fmt.Sprintf("%s:%d:%d", path, at.Line, at.Column)
			}
		}
	}
	return path
}

// meant asks whether the known name that is nearest to a name was meant, or returns "".
func meant(name string, known []string) string {
	if near, ok := diag.Nearest(name, known); ok {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// check returns an error for an unknown name or an invalid style. at returns the place of a key in a
// table.
func (t Theme) check(at func(table, key string) string) error {
	var styles, kinds []string
	for _, n := range names {
		styles = append(styles, n.name)
	}
	for k := source.Structure; k <= source.Captured; k++ {
		kinds = append(kinds, k.String())
	}
	sections := []struct {
		name  string
		texts map[string]string
		known []string
	}{
		{"styles", t.file.Styles, styles},
		{"ansi", t.file.ANSI, styles},
		{"syntax", t.file.Syntax, syntaxNames[1:]},
	}
	for _, s := range sections {
		for _, name := range slices.Sorted(maps.Keys(s.texts)) {
			if !slices.Contains(s.known, name) {
				return fmt.Errorf("%s: [%s] has no style %q%s", at(s.name, name), s.name, name, meant(name, s.known))
			}
			if _, err := t.parseStyle(s.texts[name], termenv.TrueColor); err != nil {
				return fmt.Errorf("%s: %s in [%s]: %w", at(s.name, name), name, s.name, err)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.file.Origins)) {
		if _, ok := originKind(name); !ok {
			return fmt.Errorf("%s: [origins] has no kind %q%s", at("origins", name), name, meant(name, kinds))
		}
		o := t.file.Origins[name]
		if cell.Width(o[0]) != 1 {
			return fmt.Errorf("%s: the sign of %s in [origins] must be one column wide", at("origins", name), name)
		}
		if _, err := t.parseStyle(o[1], termenv.TrueColor); err != nil {
			return fmt.Errorf("%s: %s in [origins]: %w", at("origins", name), name, err)
		}
	}
	return nil
}

// tomlError returns the error with its position before the description.
func tomlError(path string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, col := strict.Errors[0].Position()
		key := strings.Join(strict.Errors[0].Key(), ".")
		return fmt.Errorf("%s:%d:%d: a theme has no %q%s", path, row, col, key, meant(key, []string{"name", "background", "foreground", "palette", "styles", "ansi", "syntax", "origins"}))
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		row, col := decode.Position()
		return fmt.Errorf("%s:%d:%d: %s", path, row, col, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %w", path, err)
}

func originKind(name string) (source.Kind, bool) {
	for k := source.Structure; k <= source.Captured; k++ {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

// Load resolves a theme for the colours of a terminal. With termenv.Ascii only attributes
// remain. The selection, the caret and the focus are visible by their attributes alone.
func Load(t Theme, profile termenv.Profile) *Styles {
	s := &Styles{Theme: t.Name}
	if profile == termenv.Ascii && t.Name != "mono" {
		if mono, err := Builtin("mono"); err == nil {
			mono.Name = t.Name
			t = mono
		}
	}
	// The errors are ignored, because Parse has checked every style.
	for _, n := range names {
		text := t.file.Styles[n.name]
		if a, ok := t.file.ANSI[n.name]; ok && profile == termenv.ANSI {
			text = a
		}
		*n.field(s), _ = t.parseStyle(text, profile)
	}
	for i, name := range syntaxNames {
		s.syntax[i], _ = t.parseStyle(t.file.Syntax[name], profile)
	}
	for k := range s.origins {
		o, ok := t.file.Origins[source.Kind(k).String()]
		if !ok {
			o[0] = "▏"
		}
		s.origins[k].glyph = o[0]
		s.origins[k].style, _ = t.parseStyle(o[1], profile)
	}
	return s
}

// Paint makes the styles draw the theme's own background, so that its colours have the same
// contrast on every terminal. It does nothing with 16 colours or fewer, because these are the
// terminal's own and fit its background, and for the theme mono, which has no colours.
func (s *Styles) Paint(t Theme, profile termenv.Profile) {
	if t.Name == "mono" || profile != termenv.TrueColor && profile != termenv.ANSI256 {
		return
	}
	ground := cell.Style{Fg: t.foreground, Bg: t.background}
	if profile == termenv.ANSI256 {
		ground.Fg, ground.Bg = reduce(ground.Fg), reduce(ground.Bg)
	}
	s.Base = ground.Over(s.Base)
	if profile == termenv.TrueColor {
		s.Edge = cell.Style{Fg: beside(s.Border.Fg), Bg: beside(ground.Bg)}
	}
}

// beside returns a slightly different colour that looks the same as c. The last column gets such
// colours, so that a line never begins with the colours at the end of the line above. A program
// that reads a screen line by line (the copy of a multiplexer, a screenshot) then finds the colours
// of every line in the line itself.
func beside(c cell.Color) cell.Color {
	r, g, b, ok := c.RGB()
	if !ok {
		return c
	}
	return cell.RGB(r, g, b^1)
}

// reduce returns the nearest of the 256 colours.
func reduce(c cell.Color) cell.Color {
	r, g, b, ok := c.RGB()
	if !ok {
		return c
	}
	return cell.Indexed(nearest256(r, g, b))
}
