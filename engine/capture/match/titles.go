package match

import (
	"strconv"
	"strings"

	"galley/engine/prompt"
)

// tellApart gives blocks of one title titles of their own: a file gets as much of its
// path as the others lack, the agent's text its first words, and what is still alike a
// number.
func tellApart(messages []prompt.Message) {
	for _, alike := range groups(messages) {
		for _, b := range alike {
			switch {
			case b.From != "":
				b.Title = tailOf(b.From, alike)
			case opening(b.Text.String()) != b.Title:
				if words := opening(underHeading(b.Text.String())); words != "" {
					b.Title += " " + words
				}
			}
		}
	}
	for _, alike := range groups(messages) {
		for i, b := range alike[1:] {
			b.Title += " (" + strconv.Itoa(i+2) + ")"
		}
	}
}

// groups lists the blocks whose title others have too, by title, in order.
func groups(messages []prompt.Message) (out [][]*prompt.Block) {
	at := map[string]int{}
	var all [][]*prompt.Block
	for i := range messages {
		for j := range messages[i].Blocks {
			b := &messages[i].Blocks[j]
			n, ok := at[b.Title]
			if !ok {
				n, at[b.Title] = len(all), len(all)
				all = append(all, nil)
			}
			all[n] = append(all[n], b)
		}
	}
	for _, alike := range all {
		if len(alike) > 1 {
			out = append(out, alike)
		}
	}
	return out
}

// tailOf returns as many of a path's last elements as tell it from the other blocks'.
func tailOf(name string, alike []*prompt.Block) string {
	for at := strings.LastIndexByte(name, '/'); at > 0; {
		at = strings.LastIndexByte(name[:at], '/')
		tail, clear := name[at+1:], true
		for _, b := range alike {
			clear = clear && (b.From == name || b.From != tail && !strings.HasSuffix(b.From, "/"+tail))
		}
		if clear {
			return tail
		}
	}
	return name
}

// underHeading returns a text without the line of its heading.
func underHeading(text string) string {
	text = strings.TrimLeft(text, "\r\n")
	line, rest, _ := strings.Cut(text, "\n")
	if Heading(strings.TrimRight(line, "\r")) != "" {
		return rest
	}
	return text
}
