package style

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/muesli/termenv"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/ui/cell"
)

var update = flag.Bool("update", false, "record the styles of the themes")

// The record has every style of each theme with each number of colours. It shows every change of a
// theme's file, and of the way in which a colour is chosen for a terminal.
func TestThemesAreAsRecorded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, name := range Names() {
		theme, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI, termenv.Ascii} {
			st := Load(theme, p)
			fmt.Fprintf(&b, "== %s, %s\n", st.Theme, p.Name())
			v := reflect.ValueOf(*st)
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() {
					if s, ok := v.Field(i).Interface().(cell.Style); ok {
						fmt.Fprintf(&b, "%s %v\n", f.Name, s)
					}
				}
			}
			for kind := source.Template; kind <= source.Captured+1; kind++ {
				glyph, s := st.Origin(kind)
				fmt.Fprintf(&b, "origin %d %s %v\n", kind, glyph, s)
			}
			for _, severity := range []diag.Severity{diag.Error, diag.Warning, diag.Info} {
				s, text := st.Severity(severity)
				fmt.Fprintf(&b, "severity %s %s %v, its text %v\n", severity, SeveritySign(severity), s, text)
			}
			for _, token := range []chroma.TokenType{chroma.GenericHeading, chroma.GenericSubheading, chroma.GenericStrong, chroma.GenericEmph, chroma.GenericUnderline, chroma.GenericOutput, chroma.LiteralStringBacktick, chroma.NameTag, chroma.NameAttribute, chroma.NameProperty,
				chroma.KeywordConstant, chroma.LiteralDate, chroma.GenericError, chroma.GenericDeleted, chroma.KeywordPseudo, chroma.LiteralString, chroma.LiteralStringDouble, chroma.LiteralNumber, chroma.LiteralNumberFloat, chroma.Comment, chroma.CommentSingle,
				chroma.Keyword, chroma.KeywordType, chroma.Name, chroma.NameFunction, chroma.Literal, chroma.Punctuation, chroma.Operator, chroma.Error, chroma.Text} {
				fmt.Fprintf(&b, "%s %v\n", token, st.Syntax(token))
			}
		}
	}
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/styles.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/styles.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, heading := strings.Split(b.String(), "\n"), ""
	for i, line := range strings.Split(string(want), "\n") {
		if strings.HasPrefix(line, "==") {
			heading = line
		}
		if i >= len(got) || got[i] != line {
			t.Fatalf("%s: %q, want %q; -update records the styles", heading, got[min(i, len(got)-1)], line)
		}
	}
}

func TestANameOfAColourIsReadInEachForm(t *testing.T) {
	theme := Theme{palette: map[string]paint{"accent": {rgb: cell.RGB(1, 2, 3), ansi: 12, named: true}, "plain": {rgb: cell.RGB(250, 0, 0)}}}
	for _, c := range []struct {
		word    string
		profile termenv.Profile
		want    cell.Color
		wrong   bool
	}{
		{"default", termenv.TrueColor, cell.NoColor, false}, {"accent", termenv.TrueColor, cell.RGB(1, 2, 3), false}, {"accent", termenv.ANSI, cell.ANSI(12), false}, {"accent", termenv.Ascii, cell.NoColor, false},
		{"accent", termenv.ANSI256, cell.Indexed(16), false}, {"plain", termenv.ANSI, cell.ANSI(1), false}, {"plain", termenv.ANSI256, cell.Indexed(196), false},
		{"bright-red", termenv.TrueColor, cell.ANSI(9), false}, {"white", termenv.ANSI256, cell.ANSI(7), false}, {"black", termenv.ANSI, cell.ANSI(0), false}, {"#0a0b0c", termenv.TrueColor, cell.RGB(10, 11, 12), false},
		{"0a0b0c", termenv.TrueColor, 0, true}, {"#0a0b0", termenv.TrueColor, 0, true}, {"#0a0b0cd", termenv.TrueColor, 0, true}, {"#0a0b0g", termenv.TrueColor, 0, true}, {"pink", termenv.TrueColor, 0, true}, {"bright-pink", termenv.TrueColor, 0, true},
	} {
		got, err := theme.color(c.word, c.profile)
		if got != c.want || (err != nil) != c.wrong {
			t.Errorf("%s with %s: %v, %v, want %v", c.word, c.profile.Name(), got, err, c.want)
		}
	}
}

// The nearest of the 256 colours to a grey is in the ramp of greys. The nearest to a corner of the
// colour cube is that corner.
func TestTheNearestOf256ColoursIsFound(t *testing.T) {
	for rgb, want := range map[[3]uint8]uint8{
		{0, 0, 0}: 16, {255, 255, 255}: 231, {255, 0, 0}: 196, {0, 255, 0}: 46, {0, 0, 255}: 21, {8, 8, 8}: 232, {238, 238, 238}: 255, {128, 128, 128}: 244, {95, 135, 175}: 67, {18, 18, 18}: 233, {95, 95, 95}: 59, {215, 175, 135}: 180,
	} {
		if got := nearest256(rgb[0], rgb[1], rgb[2]); got != want {
			t.Errorf("%v is nearest to %d, want %d", rgb, got, want)
		}
	}
	for want, rgb := range [][3]uint8{
		{0, 0, 0}, {170, 0, 0}, {0, 170, 0}, {170, 110, 0}, {0, 0, 170}, {170, 0, 170}, {0, 170, 170}, {190, 190, 190},
		{110, 110, 110}, {255, 85, 85}, {85, 255, 85}, {255, 255, 85}, {85, 85, 255}, {255, 85, 255}, {85, 255, 255}, {255, 255, 255},
	} {
		if rgb16[want] != rgb || nearest16(rgb[0], rgb[1], rgb[2]) != uint8(want) {
			t.Errorf("colour %d is %v, and %v is nearest to %d", want, rgb16[want], rgb, nearest16(rgb[0], rgb[1], rgb[2]))
		}
	}
	for rgb, want := range map[[3]uint8]uint8{{0, 0, 0}: 0, {255, 255, 255}: 15, {180, 0, 0}: 1, {100, 100, 100}: 8, {255, 80, 80}: 9, {186, 186, 186}: 7, {160, 100, 0}: 3} {
		if got := nearest16(rgb[0], rgb[1], rgb[2]); got != want {
			t.Errorf("%v is nearest to %d of 16, want %d", rgb, got, want)
		}
	}
}

func TestABackgroundIsLightByItsNumber(t *testing.T) {
	for s, want := range map[string]bool{"0;7": true, "0;8": false, "0;9": true, "0;15": true, "0;16": false, "15;0": false, "0;default;15": true, "15": false, "": false, "0;x": false, "0;6": false, ";7": true} {
		if got := lightBackground(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// On returns styles whose Base has another background. The styles of the theme do not change.
func TestStylesStandOnAnotherBackground(t *testing.T) {
	theme, err := Builtin("dark")
	if err != nil {
		t.Fatal(err)
	}
	st := Load(theme, termenv.TrueColor)
	before, ground := *st, cell.Style{Bg: cell.RGB(1, 2, 3)}
	on := st.On(ground)
	if on == nil || on == st || on.Base != ground || *st != before {
		t.Fatal("the styles have not only another background")
	}
	if on.Base = st.Base; *on != before {
		t.Error("more than the background is changed")
	}
}
