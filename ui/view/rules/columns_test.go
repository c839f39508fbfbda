package rules

import (
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/ui/cell"
)

func TestTheColumnsOfAgentsLeaveRoomForNames(t *testing.T) {
	for _, agents := range []int{1, 5, 22, 88} {
		for _, width := range []int{10, 18, 19, 20, 40, 60, 80, 120, 300} {
			for agent := range agents {
				v := &View{traces: make([]*discovery.Trace, agents), agent: agent}
				first, count, names, each := v.columns(width)
				switch {
				case count < 1 || count > agents || first < 0 || first+count > agents || agent < first || agent >= first+count:
					t.Fatalf("%d agents, width %d: agent %d is not among %d from %d on", agents, width, agent, count, first)
				case names != max(width-count*each-2, 4):
					t.Fatalf("%d agents, width %d: names have %d beside %d columns of %d", agents, width, names, count, each)
				case count > 1 && names < namesLeast, count < agents && width-(count+1)*each-2 >= namesLeast:
					t.Fatalf("%d agents, width %d: %d columns of %d leave %d for names", agents, width, count, each, names)
				case (each == columnRoomy) != (width-2*namesLeast >= agents*columnRoomy):
					t.Fatalf("%d agents, width %d: columns of %d", agents, width, each)
				}
			}
		}
	}
	v := &View{traces: make([]*discovery.Trace, 22), agent: 11}
	v.matrix, v.at.files.w = true, 40
	first, count, names, each := v.columns(40)
	if first != 6 || count != 11 || names != 16 || each != 2 {
		t.Errorf("from %d on %d columns of %d beside %d", first, count, each, names)
	}
	for x, want := range map[int]int{16: 6, 17: 6, 18: 7, 37: 16} {
		if got, ok := v.columnAt(x); got != want || !ok {
			t.Errorf("column %d belongs to agent %d, %v", x, got, ok)
		}
	}
	for _, x := range []int{0, 15, 38, 60} {
		if _, ok := v.columnAt(x); ok {
			t.Errorf("a column at %d", x)
		}
	}
	v.matrix = false
	if _, ok := v.columnAt(17); ok {
		t.Error("a column outside the matrix")
	}
}

// The pane explains each sign of the matrix, however narrow it is.
func TestLegendOfTheMatrixFitsTheWidth(t *testing.T) {
	for width := 50; width < 90; width++ {
		text := signsIn(width)
		if cell.Width(text) > width {
			t.Errorf("%d columns: %q", width, text)
		}
		for _, sign := range []string{"●", "○", "?", "✗", "·"} {
			if !strings.Contains(text, sign) {
				t.Errorf("%d columns: %s is missing in %q", width, sign, text)
			}
		}
	}
	if got := signsIn(20); cell.Width(got) > 20 {
		t.Errorf("%q is too wide", got)
	}
}

// The names of the agents leave room for files in a low pane.
func TestFilesRemainBelowTheHeadOfTheMatrix(t *testing.T) {
	v := &View{traces: []*discovery.Trace{{Agent: "claude-code"}, {Agent: "opencode"}}}
	for height := headRows + leastBelow; height < 60; height++ {
		if head := v.headHeight(height); height-head < leastBelow {
			t.Errorf("height %d: the head takes %d rows", height, head)
		}
	}
	if got := v.headHeight(1); got != headRows {
		t.Errorf("in one row the head takes %d", got)
	}
	if got := v.headHeight(60); got != headRows+len("claude-code") {
		t.Errorf("in a high pane the head takes %d rows", got)
	}
}
