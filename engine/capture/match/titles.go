package match

import (
	"slices"
	"strconv"
	"strings"

	"galley/engine/prompt"
)

// numberTitles gives blocks with the same title different titles. A file's title gets as much of
// its path as is needed to tell it from the others, and a title of the agent's text gets the first
// words of the text. Titles that are still equal get a number.
func numberTitles(messages []prompt.Message) {
	for _, alike := range groups(messages) {
		for _, b := range alike {
			if b.From != "" {
				b.Title = tailOf(b.From, alike)
			} else if words := opening(underHeading(b.Text.String())); words != "" {
				b.Title += " " + words
			}
		}
	}
	for _, alike := range groups(messages) {
		for i, b := range alike[1:] {
			b.Title += " (" + strconv.Itoa(i+2) + ")"
		}
	}
}

// groups lists the blocks that share their title with others: one group for each title, in order.
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

// tailOf returns the end of a file's path: as many elements as are needed to tell it from the
// files of some other blocks.
func tailOf(name string, blocks []*prompt.Block) string {
	for at := len(name); at > 0; {
		at = strings.LastIndexByte(name[:at], '/')
		tail := name[at+1:]
		if !slices.ContainsFunc(blocks, func(b *prompt.Block) bool {
			return b.From != name && (b.From == tail || strings.HasSuffix(b.From, "/"+tail))
		}) {
			return tail
		}
	}
	return name
}

// underHeading returns the text below the heading with which a text begins, or "" if the text does
// not begin with one.
func underHeading(text string) string {
	line, rest, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	if Heading(strings.TrimRight(line, "\r")) == "" {
		return ""
	}
	return rest
}
