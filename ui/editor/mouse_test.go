package editor

import (
	"strings"
	"testing"
)

func TestClicksLandOnWhatIsUnderThem(t *testing.T) {
	text := "the quick brown fox jumps over\n\tab한글\nlast"
	s := begin(t, 24, 6, text)
	s.screen() // wraps before "jumps"; the tab is four wide
	for _, c := range []struct {
		x, y int
		want string
	}{
		{4, 0, "|the quick brown fox jumps over\n\tab한글\nlast"},
		{8, 0, "the |quick brown fox jumps over\n\tab한글\nlast"},
		{23, 0, "the quick brown fox| jumps over\n\tab한글\nlast"},
		{6, 1, "the quick brown fox ju|mps over\n\tab한글\nlast"},
		{5, 2, "the quick brown fox jumps over\n|\tab한글\nlast"},
		{11, 2, "the quick brown fox jumps over\n\tab|한글\nlast"},
		{20, 2, "the quick brown fox jumps over\n\tab한글|\nlast"},
		{5, 5, "the quick brown fox jumps over\n\tab한글\nl|ast"},
	} {
		s.Click(c.x, c.y, 1, false)
		s.want(c.want)
	}
	s.Click(12, 0, 2, false)
	s.want("the ¦quick| brown fox jumps over\n\tab한글\nlast")
	s.Drag(20, 0)
	s.want("the ¦quick brown fox| jumps over\n\tab한글\nlast")
	s.Drag(5, 0)
	s.want("|the quick¦ brown fox jumps over\n\tab한글\nlast")
	s.Click(6, 2, 3, false)
	s.want("the quick brown fox jumps over\n¦\tab한글\n|last")
	s.Click(2, 0, 1, false) // on the line number
	s.want("¦the quick brown fox jumps over\n|\tab한글\nlast")
	s.Click(8, 0, 1, false)
	s.Click(12, 2, 1, true)
	s.want("the ¦quick brown fox jumps over\n\tab한|글\nlast")
}

func TestDraggingBeyondTheEdgeScrolls(t *testing.T) {
	s := begin(t, 40, 5, "|"+strings.Repeat("x\n", 50))
	s.screen()
	s.Click(4, 2, 1, false)
	s.Drag(5, 6)
	if s.TopLine() != 3 || s.Selected() != "x\nx\nx\nx\nx" {
		t.Errorf("first line %d, selected %q", s.TopLine(), s.Selected())
	}
	s.Drag(4, -1)
	if s.TopLine() != 2 {
		t.Errorf("first line %d, want 2", s.TopLine())
	}
}
