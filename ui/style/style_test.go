package style

import (
	"math"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/muesli/termenv"

	"galley/engine/source"
	"galley/ui/cell"
)

func builtin(t *testing.T, name string) Theme {
	t.Helper()
	theme, err := Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return theme
}

// luminance and contrast are defined by WCAG 2.
func luminance(t *testing.T, c cell.Color) float64 {
	t.Helper()
	r, g, b, ok := c.RGB()
	if !ok {
		if i := uint8(c); c == cell.Indexed(i) && i >= 16 {
			r, g, b = rgb256(i)
		} else {
			t.Fatalf("%x is not a true colour", c)
		}
	}
	lin := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(r) + 0.7152*lin(g) + 0.0722*lin(b)
}

func contrast(t *testing.T, a, b cell.Color) float64 {
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// all returns every style of s by name, including syntax and origins.
func all(s *Styles) map[string]cell.Style {
	m := map[string]cell.Style{}
	for _, n := range names {
		m[n.name] = *n.field(s)
	}
	for i, name := range syntaxNames[1:] {
		m["syntax "+name] = s.syntax[i+1]
	}
	for k := range s.origins {
		m["origin "+source.Kind(k).String()] = s.origins[k].style
	}
	return m
}

func TestEveryTextHasContrastOnEveryBackgroundItCanStandOn(t *testing.T) {
	for _, name := range Names() {
		least := 4.5
		switch name {
		case "contrast":
			least = 7
		case "mono":
			continue // it has no colours
		}
		for _, profile := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256} {
			theme := builtin(t, name)
			styles := all(Load(theme, profile))
			quiet := map[string]cell.Color{"the terminal": theme.background}
			for _, bg := range []string{"cursor-line", "popup", "row-blurred"} {
				quiet[bg] = styles[bg].Bg
			}
			for what, st := range styles {
				want := least
				if what == "border" || what == "gauge-empty" {
					want = 3 // the least contrast of graphics, by WCAG 1.4.11
				}
				fg := st.Fg
				if fg == cell.NoColor {
					fg = theme.foreground
				}
				grounds := quiet
				if st.Bg != cell.NoColor {
					grounds = map[string]cell.Color{"its own": st.Bg}
				} else if want == 3 {
					grounds = map[string]cell.Color{"the terminal": theme.background}
				}
				for on, bg := range grounds {
					if got := contrast(t, fg, bg); got < want {
						t.Errorf("%s, profile %v: %s on %s has contrast %.2f, want %.1f", name, profile, what, on, got, want)
					}
				}
			}
		}
	}
}

func TestEveryThemeNamesEveryStyle(t *testing.T) {
	for _, name := range Names() {
		theme := builtin(t, name)
		if theme.Name != name {
			t.Errorf("%s.toml calls itself %q", name, theme.Name)
		}
		for _, n := range names {
			if _, ok := theme.file.Styles[n.name]; !ok {
				t.Errorf("%s has no style %s", name, n.name)
			}
		}
		for _, n := range syntaxNames[1:] {
			if _, ok := theme.file.Syntax[n]; !ok {
				t.Errorf("%s has no syntax style %s", name, n)
			}
		}
		glyphs := map[string]source.Kind{}
		s := Load(theme, termenv.TrueColor)
		for k := source.Structure; k <= source.Captured; k++ {
			glyph, _ := s.Origin(k)
			if other, taken := glyphs[glyph]; taken {
				t.Errorf("%s: %v and %v have the same shape", name, k, other)
			}
			glyphs[glyph] = k
		}
	}
}

// In every theme and colour profile, these must be visibly different.
func TestSelectionCaretAndFocusShowInEveryThemeAndProfile(t *testing.T) {
	for _, name := range Names() {
		for _, profile := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI, termenv.Ascii} {
			s := Load(builtin(t, name), profile)
			pairs := []struct {
				what string
				a, b cell.Style
			}{
				{"selection and text", s.Base, s.Base.Over(s.Selection)},
				{"caret and text", s.Base, s.Base.Over(s.Caret)},
				{"caret and selection", s.Base.Over(s.Selection), s.Base.Over(s.Selection).Over(s.Caret)},
				{"focused and other border", s.Border, s.BorderFocused},
				{"focused and other title", s.Title, s.TitleFocused},
				{"chosen row and text", s.Base, s.Base.Over(s.Row)},
				{"chosen row with and without focus", s.Row, s.RowBlurred},
				{"active and other tab", s.Tab, s.TabActive},
				{"chosen popup row", s.Popup, s.PopupSelected},
				{"match and current match", s.Match, s.MatchCurrent},
				{"match and text", s.Base, s.Base.Over(s.Match)},
				{"match and selection", s.Match, s.Selection},
				{"mark and text", s.Base, s.Base.Over(s.Mark)},
				{"over and fine gauge", s.Gauge, s.GaugeOver},
				{"tag and text", s.Base, s.TagVar},
				{"unknown and known tag", s.TagVar, s.TagUnknown},
				{"error and warning", s.Error, s.Warning},
			}
			for _, p := range pairs {
				if p.a == p.b {
					t.Errorf("%s, profile %v: %s have the same style", name, profile, p.what)
				}
			}
		}
	}
}

func TestAnUnknownOriginLooksLikeStructure(t *testing.T) {
	s := &Styles{}
	s.origins[source.Structure].glyph = "|"
	if glyph, _ := s.Origin(source.Kind(len(s.origins))); glyph != "|" {
		t.Errorf("its bar is %q", glyph)
	}
}

func TestMonoAndAsciiUseNoColour(t *testing.T) {
	for _, c := range []struct {
		theme   string
		profile termenv.Profile
	}{{"mono", termenv.TrueColor}, {"mono", termenv.ANSI}, {"dark", termenv.Ascii}, {"light", termenv.Ascii}} {
		for what, st := range all(Load(builtin(t, c.theme), c.profile)) {
			if st.Fg != cell.NoColor || st.Bg != cell.NoColor {
				t.Errorf("%s, profile %v: %s has a colour", c.theme, c.profile, what)
			}
		}
	}
}

func TestSixteenColoursUseTheNamedOnes(t *testing.T) {
	s := Load(builtin(t, "dark"), termenv.ANSI)
	if s.Accent.Fg != cell.ANSI(12) {
		t.Errorf("accent is %x, want bright blue", s.Accent.Fg)
	}
	if s.Selection != (cell.Style{Attr: cell.Reverse}) {
		t.Errorf("selection is %+v, want reverse from [ansi]", s.Selection)
	}
}

func TestPrecedenceOfThemes(t *testing.T) {
	for _, c := range []struct {
		hints Hints
		want  string
	}{
		{Hints{}, "dark"},
		{Hints{Term: "xterm-256color"}, "dark"},
		{Hints{ColorFgBg: "15;0"}, "dark"},
		{Hints{ColorFgBg: "0;15"}, "light"},
		{Hints{ColorFgBg: "0;default;15"}, "light"},
		{Hints{ColorFgBg: "12;8"}, "dark"},
		{Hints{ColorFgBg: "0;7"}, "light"},
		{Hints{ColorFgBg: "15;default"}, "dark"},
		{Hints{ColorFgBg: "junk"}, "dark"},
		{Hints{Config: "light"}, "light"},
		{Hints{Config: "auto", ColorFgBg: "0;15"}, "light"},
		{Hints{Config: "dark", ColorFgBg: "0;15"}, "dark"},
		{Hints{Config: "auto", Last: "contrast", ColorFgBg: "0;15"}, "contrast"},
		{Hints{Config: "dark", Last: "contrast"}, "dark"},
		{Hints{Env: "light", Last: "contrast"}, "light"},
		{Hints{NoColor: "1", Last: "contrast"}, "mono"},
		{Hints{NoColor: "1", Config: "light"}, "mono"},
		{Hints{Term: "dumb", ColorFgBg: "0;15"}, "mono"},
		{Hints{Env: "light", NoColor: "1"}, "light"},
		{Hints{Env: "light", Config: "dark"}, "light"},
		{Hints{Flag: "dark", Env: "light"}, "dark"},
		{Hints{Flag: "auto", Env: "auto", NoColor: "1"}, "mono"},
	} {
		if got := Choose(c.hints); got != c.want {
			t.Errorf("%+v: %s, want %s", c.hints, got, c.want)
		}
	}
}

func TestTheProfileComesFromTheEnvironmentAlone(t *testing.T) {
	for _, c := range []struct {
		term, colorTerm string
		want            termenv.Profile
	}{
		{"xterm-256color", "", termenv.ANSI256},
		{"xterm-256color", "truecolor", termenv.TrueColor},
		{"screen-256color", "truecolor", termenv.ANSI256},
		{"tmux-256color", "truecolor", termenv.TrueColor},
		{"xterm-kitty", "", termenv.TrueColor},
		{"xterm-direct", "", termenv.TrueColor},
		{"linux", "", termenv.ANSI},
		{"", "", termenv.ANSI},
		{"dumb", "", termenv.Ascii},
	} {
		if got := ColorProfile(Hints{Term: c.term, ColorTerm: c.colorTerm}); got != c.want {
			t.Errorf("TERM=%s COLORTERM=%s: %v, want %v", c.term, c.colorTerm, got, c.want)
		}
	}
}

func TestAMistakeInAThemeIsNamedWithItsPlace(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"colour = 1", `my.toml:1:1: a theme has no "colour"`},
		{"[style]", `a theme has no "style"; did you mean "styles"?`},
		{"[origins]\nfil = [\"x\", \"\"]", `my.toml:2:1: [origins] has no kind "fil"; did you mean "file"?`},
		{"name = \n", "my.toml:1:8: "},
		{"[palette]\na = [\"#12\"]", `my.toml:2:1: colour "a" of [palette]: "#12" is not a colour of the form #rrggbb`},
		{"[palette]\na = [\"#123456\", \"pink\"]", `"pink" is not one of the 16 colours`},
		{"[palette]\na = []", `my.toml:2:1: colour "a" of [palette]: want ["#rrggbb"] or ["#rrggbb", "bright-blue"]`},
		{"[palette]\na = [\"#123456\", \"red\", \"blue\"]", `my.toml:2:1: colour "a" of [palette]: want ["#rrggbb"] or ["#rrggbb", "bright-blue"]`},
		{"[palette]\na = [\"#12\", \"pink\"]", `my.toml:2:1: colour "a" of [palette]: "#12" is not a colour of the form #rrggbb`},
		{"[palette]\non = [\"#123456\"]", `my.toml:2:1: a colour of [palette] cannot be called "on"`},
		{"[palette]\ndefault = [\"#123456\"]", `my.toml:2:1: a colour of [palette] cannot be called "default"`},
		{"background = \"blue\"", `my.toml:1:1: background: "blue" is not a colour of the form #rrggbb`},
		{"[origins]\nfile = [\"x\", \"rouge\"]", `my.toml:2:1: file in [origins]: "rouge" is neither`},
		{"a = " + strings.Repeat("[", 100_000), "my.toml: "},
		{"[palette]\nfaint = [\"#123456\"]", `my.toml:2:1: a colour of [palette] cannot be called "faint"`},
		{"[styles]\nerror = \"red\"\nselection2 = \"red\"", `my.toml:3:1: [styles] has no style "selection2"; did you mean "selection"?`},
		{"[styles]\nerror = \"rouge\"", `my.toml:2:1: error in [styles]: "rouge" is neither a colour of the palette, nor #rrggbb, nor an attribute`},
		{"[syntax]\nnothing = \"\"", `my.toml:2:1: [syntax] has no style "nothing"`},
		{"[origins]\nfile = [\"漢\", \"\"]", `the sign of file in [origins] must be one column wide`},
		{"[origins]\nsky = [\"x\", \"\"]", `my.toml:2:1: [origins] has no kind "sky"`},
	} {
		_, err := Parse("my.toml", c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := Builtin("darc"); err == nil || !strings.Contains(err.Error(), strings.Join(Names(), ", ")) {
		t.Errorf("an unknown theme: %v", err)
	}
}

func TestTokensInheritTheirFamilysStyle(t *testing.T) {
	s := Load(builtin(t, "dark"), termenv.TrueColor)
	for _, c := range []struct {
		token chroma.TokenType
		want  int
	}{
		{chroma.LiteralStringDouble, synString},
		{chroma.LiteralNumberFloat, synNumber},
		{chroma.CommentSingle, synComment},
		{chroma.KeywordType, synKeyword},
		{chroma.NameFunction, synName},
		{chroma.NameTag, synTag},
		{chroma.GenericHeading, synHeading},
		{chroma.LiteralStringBacktick, synCode},
		{chroma.Text, synNone},
	} {
		if got := s.Syntax(c.token); got != s.syntax[c.want] {
			t.Errorf("%v looks like %+v, want %s", c.token, got, syntaxNames[c.want])
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, p := range []struct {
		name    string
		profile termenv.Profile
	}{{"truecolor", termenv.TrueColor}, {"256", termenv.ANSI256}, {"16", termenv.ANSI}} {
		b.Run(p.name, func(b *testing.B) {
			for b.Loop() {
				theme, err := Builtin("dark")
				if err != nil {
					b.Fatal(err)
				}
				Load(theme, p.profile)
			}
		})
	}
}

func TestPaintedBackgroundIsTheThemesOwn(t *testing.T) {
	for _, c := range []struct {
		theme   string
		profile termenv.Profile
		painted bool
	}{
		{"dark", termenv.TrueColor, true},
		{"light", termenv.TrueColor, true},
		{"light", termenv.ANSI256, true},
		{"light", termenv.ANSI, false}, // the terminal chooses the 16 colours itself
		{"mono", termenv.TrueColor, false},
	} {
		theme := builtin(t, c.theme)
		s := Load(theme, c.profile)
		s.Paint(theme, c.profile)
		if got := s.Base.Bg != cell.NoColor; got != c.painted {
			t.Errorf("%s with %d colours: painted is %v", c.theme, c.profile, got)
		}
	}
}

func TestPaintedColoursFitTheTerminal(t *testing.T) {
	theme := builtin(t, "dark")
	for _, profile := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256} {
		plain := Load(theme, profile)
		s := Load(theme, profile)
		s.Paint(theme, profile)
		fg, bg, edge := theme.foreground, theme.background, cell.Style{Fg: beside(plain.Border.Fg), Bg: beside(theme.background)}
		if profile == termenv.ANSI256 {
			fg, bg, edge = reduce(fg), reduce(bg), cell.Style{}
		}
		if want := (cell.Style{Fg: fg, Bg: bg}).Over(plain.Base); s.Base != want || s.Edge != edge {
			t.Errorf("%s: the base is %+v, want %+v; the edge %+v, want %+v", profile.Name(), s.Base, want, s.Edge, edge)
		}
	}
	for _, c := range []cell.Color{cell.NoColor, cell.ANSI(3), cell.Indexed(7)} {
		if reduce(c) != c || beside(c) != c {
			t.Errorf("%v is not a true colour, but becomes %v and %v", c, reduce(c), beside(c))
		}
	}
	if reduce(cell.RGB(255, 0, 0)) != cell.Indexed(196) || beside(cell.RGB(1, 2, 3)) != cell.RGB(1, 2, 2) || beside(cell.RGB(1, 2, 2)) != cell.RGB(1, 2, 3) {
		t.Error("a true colour has another neighbour")
	}
}

func TestAStyleIsReadFromWords(t *testing.T) {
	for text, want := range map[string]cell.Style{
		"": {}, "red": {Fg: cell.ANSI(1)}, "red on blue bold": {Fg: cell.ANSI(1), Bg: cell.ANSI(4), Attr: cell.Bold}, "on blue red": {Fg: cell.ANSI(1), Bg: cell.ANSI(4)}, "bold faint on default": {Attr: cell.Bold | cell.Faint},
	} {
		if got, err := (Theme{}).parseStyle(text, termenv.TrueColor); got != want || err != nil {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"red on", "on", "pink", "on pink", "pink red"} {
		if _, err := (Theme{}).parseStyle(text, termenv.TrueColor); err == nil {
			t.Errorf("%q is a style", text)
		}
	}
}
