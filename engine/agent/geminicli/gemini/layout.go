package gemini

import (
	"strings"
	"sync"

	"galley/engine/source"
)

// layout is the skeleton of a section: its fixed lines and marks for inserted prose. Each line has
// one of these forms:
//
//	text               structure, sent as written
//	{entry $v $w}      prose of the entry, with values
//	{=name}            a text that code makes
//	?flag line         a line that is kept only if the flag is set
//	?!flag line        a line that is kept only if it is not set; a line may have several conditions
//
// A line whose text is empty is left out. A skeleton is parsed on first use, because a prompt needs
// few of the skeletons and most runs of the program need none.
type layout func() []line

type line struct {
	when    []condition
	literal string
	entry   string   // the entry of the pack that has the prose
	values  []string // the names of the values for the entry
	made    string
}

type condition struct {
	flag string
	off  bool
}

// parseLayout parses a skeleton. It is called only with constants, so an error is a mistake in this
// package, which its tests find.
func parseLayout(text string) layout {
	return sync.OnceValue(func() []line { return lines(text) })
}

func lines(text string) []line {
	var all []line
	for s := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		var l line
		for strings.HasPrefix(s, "?") {
			flag, rest, _ := strings.Cut(s[1:], " ")
			flag, off := strings.CutPrefix(flag, "!")
			l.when = append(l.when, condition{flag, off})
			s = rest
		}
		slot, isSlot := strings.CutPrefix(s, "{")
		slot, closed := strings.CutSuffix(slot, "}")
		switch {
		case !isSlot || !closed:
			l.literal = s
		case slot[0] == '=':
			l.made = slot[1:]
		default:
			words := strings.Fields(slot)
			l.entry = words[0]
			for _, w := range words[1:] {
				l.values = append(l.values, strings.TrimPrefix(w, "$"))
			}
		}
		all = append(all, l)
	}
	return all
}

// filling holds the texts that replace a layout's placeholders.
type filling struct {
	prose Prose
	on    map[string]bool        // the flags that are set
	texts map[string]source.Text // values and texts that code computes
}

// fill returns the section's text without line ends at either end. Runs of blank lines are
// collapsed as the agent does it.
func (f filling) fill(l layout) source.Text {
	var b source.Builder
	for _, line := range l() {
		text, there := f.line(line)
		if !there {
			continue
		}
		if b.Len() > 0 {
			b.Add("\n", structure)
		}
		b.Append(text)
	}
	return b.Text().TrimFunc(lineEnd).CollapseBlank(2)
}

func lineEnd(r rune) bool { return r == '\n' }

func (f filling) line(l line) (text source.Text, there bool) {
	for _, c := range l.when {
		if f.on[c.flag] == c.off {
			return source.Text{}, false
		}
	}
	switch {
	case l.made != "":
		text = f.texts[l.made]
	case l.entry != "":
		values := make([]source.Text, len(l.values))
		for i, name := range l.values {
			values[i] = f.texts[name]
		}
		text = f.prose(l.entry, values...)
	default:
		return source.Of(l.literal, structure), true
	}
	return text, text.Len() > 0
}
