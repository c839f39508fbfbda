package diag

import "strings"

// Nearest returns the entry of among that was most probably meant by word, if one is similar
// enough. It ignores case and the signs - _ . between words, counts a swapped pair of letters as
// one mistake, and allows about one mistake in three letters. Of entries with the same number of
// mistakes it returns the first.
func Nearest(word string, among []string) (string, bool) {
	w := fold(word)
	best, found := "", false
	// The distance must be below this limit. It falls to the smallest distance found so far.
	limit := len(w)/3 + 2
	for _, candidate := range among {
		c := fold(candidate)
		if d := Distance(w, c, limit); d < limit && d < len(c) {
			best, found, limit = candidate, true, d
		}
	}
	return best, found
}

// signs removes the characters that may separate words.
var signs = strings.NewReplacer("-", "", "_", "", ".", "", " ", "")

// fold normalises a word for comparing.
func fold(s string) []rune { return []rune(signs.Replace(strings.ToLower(s))) }

// Distance counts the insertions, deletions, replacements and swaps of neighbours
// that turn a into b, up to limit.
func Distance(a, b []rune, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	// Three rows of the usual table of distances: the last two and the current one.
	var room [3 * 64]int
	all := room[:]
	n := len(b) + 1
	if 3*n > len(all) {
		all = make([]int, 3*n)
	}
	older, old, row := all[:n], all[n:2*n], all[2*n:3*n]
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(old[j]+1, row[j-1]+1, old[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, older[j-2]+1)
			}
			row[j] = d
		}
		older, old, row = old, row, older
	}
	return min(old[len(b)], limit)
}
