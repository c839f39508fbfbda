package viewtest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/ui/cell"
	"galley/ui/view"
)

// take is the flag -pictures. If it is set, the tests record the pictures as they are drawn
// now.
var take = flag.Bool("pictures", false, "record the pictures that the tests draw")

// Pictures are drawings that a test compares with a recorded file, both texts and styles. After an
// intended change of a drawing, run the test with -pictures and read the difference.
type Pictures struct {
	b    strings.Builder
	last []string // the rows of the previous picture
	w    int      // the width of the previous picture
}

// Add draws a picture of w by h cells under a title. For each row it adds the number and the
// text and, unless the row is plain, a line that says where each style begins. It leaves out
// the rows that are the same as in the picture before, if both pictures have the same size.
func (p *Pictures) Add(title string, w, h int, draw func(a cell.Area)) {
	g := cell.NewGrid(w, h)
	draw(g.Area(0, 0, w, h))
	fmt.Fprintf(&p.b, "== %s, %d by %d\n", title, w, h)
	var rows []string
	for i, line := range g.Lines() {
		text, looks := parts(line)
		row := fmt.Sprintf("%2d|%s\n", i, strings.TrimRight(text, " "))
		if looks != "" {
			row += "   " + looks + "\n"
		}
		rows = append(rows, row)
	}
	same := p.w == w && len(p.last) == len(rows)
	for i, row := range rows {
		if !same || row != p.last[i] {
			p.b.WriteString(row)
		}
	}
	p.last, p.w = rows, w
}

// View adds a picture of a view with the focus, and the position of its cursor.
func (p *Pictures) View(title string, v view.View, w, h int) {
	p.Add(title, w, h, func(a cell.Area) {
		if x, y, visible := v.Draw(a, view.Frame{Styles: Styles(), Focused: true}); visible {
			fmt.Fprintf(&p.b, "cursor at %d, %d\n", x, y)
		}
	})
	if crumb := v.Crumb(); crumb != "" {
		fmt.Fprintf(&p.b, "crumb %q\n", crumb)
	}
}

// Say adds a line of text.
func (p *Pictures) Say(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

// Compare compares the pictures with those of testdata/NAME. It may block.
func (p *Pictures) Compare(t testing.TB, name string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *take {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(file, []byte(p.b.String()), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if p.b.String() != string(text) {
		t.Fatalf("%s is drawn otherwise %s", name, difference(p.b.String(), string(text)))
	}
}

// difference says where two texts begin to differ, with the next lines of both.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	next := func(lines []string) string { return strings.Join(lines[same:min(same+3, len(lines))], "\n     ") }
	return fmt.Sprintf("from line %d on; -pictures takes it as it is:\n got %s\nwant %s", same+1, next(a), next(b))
}

// parts divides a drawn line into its text and a list of where each style begins.
func parts(line string) (text, looks string) {
	var b strings.Builder
	var all []string
	at, last := 0, "plain"
	for line != "" {
		from := escape().FindStringIndex(line)
		if from == nil {
			from = []int{len(line), len(line)}
		}
		b.WriteString(line[:from[0]])
		at += cell.Width(line[:from[0]])
		if from[0] < from[1] {
			name := look(line[from[0]:from[1]])
			if len(all) > 0 && strings.HasPrefix(all[len(all)-1], fmt.Sprintf("%d ", at)) {
				all = all[:len(all)-1]
			}
			if name != last || len(all) == 0 && name != "plain" {
				all = append(all, fmt.Sprintf("%d %s", at, name))
			}
			last = name
		}
		line = line[from[1]:]
	}
	if n := len(all); n > 0 && all[n-1] == fmt.Sprintf("%d plain", at) {
		all = all[:n-1] // leave out the return to the plain style at the end of the line
	}
	return b.String(), strings.Join(all, ", ")
}

// names has the theme's names for each style, by its escape sequence.
var names = func() map[string]string {
	all := map[string][]string{}
	st := reflect.ValueOf(*Styles())
	for i := range st.NumField() {
		if s, ok := fieldOf(st, i); ok {
			if seq := sequence(s); seq != "" {
				all[seq] = append(all[seq], st.Type().Field(i).Name)
			}
		}
	}
	out := map[string]string{}
	for seq, list := range all {
		slices.Sort(list)
		out[seq] = strings.Join(list, "=")
	}
	return out
}()

func fieldOf(st reflect.Value, i int) (s cell.Style, ok bool) {
	if !st.Type().Field(i).IsExported() {
		return s, false
	}
	s, ok = st.Field(i).Interface().(cell.Style)
	return s, ok
}

// sequence is the escape sequence that begins a text of this style.
func sequence(s cell.Style) string {
	return escape().FindString(s.Paint("x"))
}

// look names what an escape sequence sets.
func look(seq string) string {
	if name := names[seq]; name != "" {
		return name
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(seq, "\x1b["), "m")
	if inner == "" || inner == "0" {
		return "plain"
	}
	return "(" + inner + ")"
}
