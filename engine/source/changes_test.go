package source

import (
	"fmt"
	"strings"
	"testing"
)

// spelled writes each piece of a text with the name of its origin.
func spelled(t Text) string {
	var all []string
	for _, p := range t.Pieces() {
		all = append(all, fmt.Sprintf("%s:%q", p.Origin.Source, p.Text))
	}
	return strings.Join(all, " ")
}

func from(name, text string) Text { return Of(text, Origin{Source: name, Tag: NoSpan}) }

// The pieces that remain after each operation.
func TestOperationsOnPieces(t *testing.T) {
	t.Parallel()
	ab := from("a", "one").Append(from("b", "two"))
	for name, c := range map[string]struct {
		got  Text
		want string
	}{
		"a slice of nothing":             {ab.Slice(3, 3), ``},
		"a slice of one piece":           {ab.Slice(3, 6), `b:"two"`},
		"a slice over both":              {ab.Slice(2, 4), `a:"e" b:"t"`},
		"the first bytes":                {ab.CutBytes(4), `a:"one" b:"t"`},
		"no bytes":                       {ab.CutBytes(0), ``},
		"more bytes than there are":      {ab.CutBytes(7), `a:"one" b:"two"`},
		"a byte of a character":          {from("a", "é").CutBytes(1), `a:"\xc3"`},
		"joined":                         {Join(from("-", ", "), ab, from("c", "x"), Text{}), `a:"one" b:"two" -:", " c:"x" -:", "`},
		"nothing joined":                 {Join(from("-", ", ")), ``},
		"replaced at the start":          {ab.Replace("o", from("c", "0")), `c:"0" a:"ne" b:"tw" c:"0"`},
		"replaced in the middle":         {ab.Replace("et", from("c", "_")), `a:"on" c:"_" b:"wo"`},
		"replaced as a whole":            {ab.Replace("onetwo", from("c", "3")), `c:"3"`},
		"replaced twice without overlap": {from("a", "aaaaa").Replace("aa", from("c", "b")), `c:"b" c:"b" a:"a"`},
		"removed":                        {ab.Replace("one", Text{}), `b:"two"`},
		"not found":                      {ab.Replace("three", from("c", "3")), `a:"one" b:"two"`},
		"an allowed run of line feeds":   {from("a", "x\n\ny").CollapseBlank(2), `a:"x\n\ny"`},
		"a longer run":                   {from("a", "x\n\n\ny\n\nz").CollapseBlank(2), `a:"x\n\n" a:"y\n\nz"`},
		"a longer run at the end":        {from("a", "x\n\n\n").CollapseBlank(1), `a:"x\n"`},
		"no line feeds are allowed":      {from("a", "\nx\n").CollapseBlank(0), `a:"x"`},
	} {
		if got := spelled(c.got); got != c.want || c.got.Len() != len(c.got.String()) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Every key asks for the string of a text. The string of one piece is shared, and that of several
// pieces takes only one allocation.
func TestTheStringOfATextTakesOneAllocation(t *testing.T) {
	one, many := from("a", "one"), Text{}
	for range 99 {
		many = many.Append(one)
	}
	for want, text := range []Text{one, many} {
		if got := testing.AllocsPerRun(5, func() { _ = text.String() }); got != float64(want) {
			t.Errorf("%d pieces take %v allocations, want %d", len(text.Pieces()), got, want)
		}
	}
}
