package cell

import (
	"strings"
)

// ascii reports whether s is all printable ASCII.
func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// Width returns the width of s in columns, as [Area.Put] draws it.
func Width(s string) int {
	if ascii(s) {
		return len(s)
	}
	cut := Options{}.cutter()
	w := 0
	for i := 0; i < len(s); {
		c := cut.next(s, i, w)
		w += c.Width
		i += c.End
	}
	return w
}

// Clip returns the longest prefix of s that has at most w columns. It does not divide a character.
func Clip(s string, w int) string {
	head, _ := clip(s, w)
	return head
}

// clip returns the longest prefix of s that has at most w columns, and its width.
func clip(s string, w int) (string, int) {
	w = max(w, 0)
	if len(s) <= w && ascii(s) {
		return s, len(s)
	}
	cut := Options{}.cutter()
	used := 0
	for i := 0; i < len(s); {
		c := cut.next(s, i, used)
		if used+c.Width > w {
			return s[:i], used
		}
		used += c.Width
		i += c.End
	}
	return s, used
}

// Pad returns s cut or filled with spaces to exactly w columns.
func Pad(s string, w int) string {
	head, used := clip(s, w)
	if used >= w {
		return head
	}
	return head + strings.Repeat(" ", w-used)
}

// Shorten returns s if it has at most w columns, otherwise its longest prefix that fits with an
// ellipsis.
func Shorten(s string, w int) string {
	if head := Clip(s, w); head == s || w <= 0 {
		return head
	}
	return Clip(s, w-1) + "…"
}

// ShortenStart shortens text whose end matters most, such as a path. It does the same as
// [Shorten], but removes the beginning.
func ShortenStart(s string, w int) string {
	total := Width(s)
	if total <= w {
		return s
	}
	if w <= 0 {
		return ""
	}
	cut := Options{}.cutter()
	used := 0
	for i := 0; i < len(s); {
		if total-used < w {
			return "…" + s[i:]
		}
		c := cut.next(s, i, used)
		used += c.Width
		i += c.End
	}
	return "…"
}

// Visible returns s as one line that any terminal can print. It replaces hostile characters and
// invalid bytes by marks, and tabs by spaces.
func Visible(s string) string {
	if ascii(s) {
		return s
	}
	cut := Options{}.cutter()
	var b strings.Builder
	for i, col := 0, 0; i < len(s); {
		c := cut.next(s, i, col)
		b.WriteString(c.Text)
		if c.Kind == Tab {
			b.WriteString(strings.Repeat(" ", c.Width-1))
		}
		i += c.End
		col += c.Width
	}
	return b.String()
}
