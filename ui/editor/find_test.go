package editor

import (
	"strings"
	"testing"

	"galley/ui/editor/search"
)

func (s *story) lookFor(q search.Query) *story {
	s.t.Helper()
	if _, err := s.SetFind(q); err != nil {
		s.t.Fatal(err)
	}
	return s
}

func (s *story) counts(index, total int) *story {
	s.t.Helper()
	if i, n, _ := s.FindCount(); i != index || n != total {
		s.t.Fatalf("match %d of %d, want %d of %d", i, n, index, total)
	}
	return s
}

func TestFindingWhileTyping(t *testing.T) {
	s := begin(t, 40, 5, "fib fab |fob foo fob")
	s.BeginFind(false)
	s.lookFor(search.Query{Text: "f"}).want("fib fab ¦f|ob foo fob")
	s.lookFor(search.Query{Text: "fo"}).want("fib fab ¦fo|b foo fob").counts(1, 3)
	s.lookFor(search.Query{Text: "foo"}).want("fib fab fob ¦foo| fob").counts(1, 1)
	s.lookFor(search.Query{Text: "fo"}).want("fib fab ¦fo|b foo fob") // from where the search began
	s.lookFor(search.Query{Text: "fox"}).want("fib fab |fob foo fob").counts(0, 0)
	s.lookFor(search.Query{Text: "fib"}).want("¦fib| fab fob foo fob")
	s.CancelFind()
	s.want("fib fab |fob foo fob")
}

// A match that ends where the selection begins lies before it.
func TestFindingMatchesThatTouch(t *testing.T) {
	s := begin(t, 40, 5, "aa|a")
	s.BeginFind(false)
	s.lookFor(search.Query{Text: "a"}).want("aa¦a|")
	for _, want := range []string{"a¦a|a", "¦a|aa", "aa¦a|"} {
		s.FindPrev()
		s.want(want)
	}
	s.FindNext()
	s.want("¦a|aa")
	s.FindNext()
	s.want("a¦a|a")
}

func TestFindWrapsAround(t *testing.T) {
	s := begin(t, 40, 5, "a|1 a2 a3")
	s.BeginFind(false)
	s.lookFor(search.Query{Text: "a"}).want("a1 ¦a|2 a3")
	for _, c := range []struct {
		step    func() (bool, bool)
		want    string
		wrapped bool
	}{
		{s.FindNext, "a1 a2 ¦a|3", false},
		{s.FindNext, "¦a|1 a2 a3", true},
		{s.FindPrev, "a1 a2 ¦a|3", true},
		{s.FindPrev, "a1 ¦a|2 a3", false},
		{s.FindPrev, "¦a|1 a2 a3", false},
	} {
		if found, wrapped := c.step(); !found || wrapped != c.wrapped {
			t.Errorf("found %v, wrapped %v, want %v", found, wrapped, c.wrapped)
		}
		s.want(c.want)
	}
}

func TestReplacingOneByOneAndAll(t *testing.T) {
	s := begin(t, 40, 5, "|a b a b a")
	s.BeginFind(false)
	s.lookFor(search.Query{Text: "a"}).want("¦a| b a b a")
	s.ReplaceNext("xx")
	s.want("xx b ¦a| b a").press("undo").want("¦a| b a b a").press("redo")
	s.FindNext()
	if n := s.ReplaceAll("y"); n != 2 {
		t.Errorf("%d replaced, want 2", n)
	}
	if s.Text() != "xx b y b y" {
		t.Errorf("text is %q", s.Text())
	}
	s.press("undo")
	if s.Text() != "xx b a b a" {
		t.Errorf("replacing all is not one step: %q", s.Text())
	}
}

func TestReplacingByAnExpressionWithGroups(t *testing.T) {
	s := begin(t, 40, 5, "[file:a] and [file:b c]\r\n")
	s.BeginFind(false)
	s.lookFor(search.Query{Text: `\[file:([^\]]*)\]`, Regexp: true})
	s.ReplaceAll("[if file:$1][file:$1][endif]")
	if want := "[if file:a][file:a][endif] and [if file:b c][file:b c][endif]\r\n"; s.Text() != want {
		t.Errorf("text is %q, want %q", s.Text(), want)
	}
}

func TestFindingInTheSelectionOnly(t *testing.T) {
	s := begin(t, 40, 5, "a\n|a\na\na\n")
	s.press("shift+down", "shift+down")
	s.BeginFind(true)
	s.lookFor(search.Query{Text: "a"}).want("a\n¦a|\na\na\n").counts(1, 2)
	if n := s.ReplaceAll("long"); n != 2 || s.Text() != "a\nlong\nlong\na\n" {
		t.Errorf("%d replaced, text %q", n, s.Text())
	}
	s.lookFor(search.Query{Text: "long"}).counts(1, 2) // the limit grows with the text
}

func TestCountsHaveALimit(t *testing.T) {
	s := begin(t, 40, 5, strings.Repeat("a", mostMatches+5))
	s.BeginFind(false)
	s.lookFor(search.Query{Text: "a"})
	if _, n, more := s.FindCount(); n != mostMatches || !more {
		t.Errorf("%d matches, more %v", n, more)
	}
}

func TestAWrongExpressionFindsNothingAndSaysWhy(t *testing.T) {
	s := begin(t, 40, 5, "a|b")
	s.BeginFind(false)
	if _, err := s.SetFind(search.Query{Text: "(", Regexp: true}); err == nil {
		t.Error("no error")
	}
	s.want("a|b")
	s.screen()
}
