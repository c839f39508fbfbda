package tool

import (
	"strconv"
	"strings"
)

// allowedName returns name with underscores in place of the characters that are not allowed. The
// parameter most is the greatest length in bytes; the end of a longer result is cut off.
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

// namer makes names unique by appending numbers.
type namer struct {
	used map[string]bool
	next map[string]int // the number to try next, by name
}

func newNamer() *namer { return &namer{map[string]bool{}, map[string]int{}} }

// unique returns name if it is not used yet. Otherwise it returns name with the first free number
// appended. It marks the result as used. The parameter most is the greatest length in bytes of a
// result with a number.
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
