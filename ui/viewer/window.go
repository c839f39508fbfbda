package viewer

// Fit says how large the next draw's area is, for what depends on it before. It
// reports whether that is new.
func (v *Viewer) Fit(width, height int) bool {
	if width-v.BarWidth() == v.width && height == v.height {
		return false
	}
	v.areaW, v.height = width, height
	v.width = width - v.BarWidth()
	v.setRows()
	if v.width > 0 {
		v.top = v.rowStart(v.top)
	}
	return true
}

// Rows counts the rows that the text takes in a width, up to most.
func (v *Viewer) Rows(width, most int) int {
	v.Fit(width, v.height)
	n, at, ok := 0, spot{}, v.width > 0
	for ; ok && n < most; n++ {
		at, ok = v.after(at)
	}
	return n
}

// FillWindow scrolls back as far as leaves no row of the window blank.
func (v *Viewer) FillWindow() {
	if v.width > 0 && v.height > 0 {
		v.top = min(v.top, v.lastTop())
	}
}

// lastTop is where the window begins that shows the end of the text.
func (v *Viewer) lastTop() int {
	return v.startOf(v.step(v.spotOf(len(v.text)), -(v.height - 1)))
}
