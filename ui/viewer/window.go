package viewer

// Fit sets the size of the area for the next draw. It is for code that needs the size before
// the draw. It reports whether the size has changed.
func (v *Viewer) Fit(width, height int) bool {
	w, h := v.width, v.height
	v.areaW, v.height = width, height
	v.width = width - v.BarWidth()
	if v.width != w {
		v.setRows()
		v.top = v.rowStart(v.top)
	}
	return v.width != w || height != h
}

// Rows returns the number of rows that the text has in a width. It stops counting at the number
// most.
func (v *Viewer) Rows(width, most int) int {
	v.Fit(width, v.height)
	n, at, ok := 0, spot{}, true
	for ; ok && n < most; n++ {
		at, ok = v.after(at)
	}
	return n
}

// FillWindow scrolls back as far as needed to leave no row of the window blank.
func (v *Viewer) FillWindow() {
	v.top = min(v.top, v.lastTop())
}

// lastTop returns the offset at which the window begins when it shows the end of the text.
func (v *Viewer) lastTop() int {
	return v.startOf(v.step(v.spotOf(len(v.text)), -(v.height - 1)))
}
