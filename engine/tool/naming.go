package tool

import (
	"strconv"
	"strings"
)

// allowedName returns a name in which underscores replace the characters that are not allowed,
// shortened to at most most bytes.
func allowedName(name string, allowed func(c rune, start bool) bool, most int) string {
	var b strings.Builder
	for i, c := range name {
		if allowed(c, i == 0) {
			b.WriteRune(c)
			continue
		}
		b.WriteByte('_')
		if i == 0 && allowed(c, false) {
			b.WriteRune(c)
		}
	}
	if b.Len() == 0 {
		b.WriteByte('_')
	}
	good := b.String()
	return good[:min(len(good), most)]
}

// namer makes names unique by a number at their end.
type namer struct {
	used map[string]bool
	next map[string]int // the number to try next, by name
}

func newNamer() *namer { return &namer{map[string]bool{}, map[string]int{}} }

// unique returns the name or, if it is already used, the name with the first free number at its
// end. It marks the result as used.
func (n *namer) unique(name string, most int) string {
	good := name
	for i := max(2, n.next[name]); n.used[good]; i++ {
		tail := "_" + strconv.Itoa(i)
		good = name[:min(len(name), most-len(tail))] + tail
		n.next[name] = i + 1
	}
	n.used[good] = true
	return good
}
