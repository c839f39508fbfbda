package term

import (
	"bytes"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// mouseEvent returns the event for a button code at a cell counted from 0. Both encodings use
// the same button codes.
func mouseEvent(code, x, y int) tea.MouseMsg {
	m := tea.MouseMsg{
		X: x, Y: y,
		Shift: code&4 != 0, Alt: code&8 != 0, Ctrl: code&16 != 0,
	}
	low := tea.MouseButton(code & 3)
	switch {
	case code&128 != 0:
		m.Button = tea.MouseButtonBackward + low
	case code&64 != 0:
		m.Button = tea.MouseButtonWheelUp + low
		return m
	case low == 3: // no button: in X10's encoding a release, otherwise a motion without a button
		m.Action = tea.MouseActionRelease
	default:
		m.Button = tea.MouseButtonLeft + low
	}
	if code&32 != 0 {
		m.Action = tea.MouseActionMotion
	}
	return m
}

// sgrMouse decodes "code;x;y", the parameters of CSI < … M and CSI < … m. It returns nil for a
// malformed report, such as one at column or row 0, because a report counts them from 1.
func sgrMouse(params string, final byte) tea.Msg {
	part := strings.Split(params, ";")
	if len(part) != 3 {
		return nil
	}
	var n [3]int
	for i, s := range part {
		v, err := strconv.Atoi(s)
		if err != nil || v < 0 {
			return nil
		}
		n[i] = v
	}
	if n[1] == 0 || n[2] == 0 {
		return nil
	}
	m := mouseEvent(n[0], n[1]-1, n[2]-1)
	if final == 'm' && m.Action == tea.MouseActionPress && !tea.MouseEvent(m).IsWheel() {
		m.Action = tea.MouseActionRelease
	}
	return m
}

// x10Mouse decodes the report seq, which is CSI M and three bytes: the button, the column and the
// row, each plus 32. If one of them is less than 32, x10Mouse returns nil. If the column or the row
// is 0, it returns an unknownMsg, because columns and rows count from 1.
func x10Mouse(seq []byte) tea.Msg {
	b := seq[3:6]
	switch {
	case b[0] < 32 || b[1] < 32 || b[2] < 32:
		return nil
	case b[1] == 32 || b[2] == 32:
		return unknownMsg(bytes.Clone(seq))
	}
	return mouseEvent(int(b[0])-32, int(b[1])-33, int(b[2])-33)
}

// sameDrag reports whether two motions differ only in position, so that the later one
// is enough.
func sameDrag(a, b tea.Msg) bool {
	m, ok1 := a.(tea.MouseMsg)
	n, ok2 := b.(tea.MouseMsg)
	if !ok1 || !ok2 || m.Action != tea.MouseActionMotion {
		return false
	}
	m.X, m.Y = n.X, n.Y
	return m == n
}
