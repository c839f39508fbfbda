package variable

import (
	"strings"

	"galley/engine/diag"
)

// Nearest returns the known key that an unknown one most likely means: `git:brnch`
// gives `git:branch`, `Prompt: CWD` gives `prompt:cwd`, `flie:a.md` gives
// `file:a.md`. ok is false if nothing is near, and for a known key.
func Nearest(key string) (near string, ok bool) {
	typ, name, colon := Split(key)
	if !colon || Known(key) && strings.TrimSpace(name) == name {
		return "", false
	}
	typ, name = strings.TrimSpace(typ), strings.TrimSpace(name)
	if nearWord(fold(typ), typeFile) && typ != "" && name != "" {
		return typeFile + ":" + name, true
	}
	var best string
	var bestCost int
	for _, v := range catalogue {
		if v.Dynamic {
			continue
		}
		cost, near := costOf(typ, name, v)
		if near && (best == "" || cost < bestCost) {
			best, bestCost = v.Key(), cost
		}
	}
	return best, best != ""
}

// costOf returns the edit distance between a key and a variable of the catalogue, and whether they
// are similar enough to suggest the variable. An exact name with the wrong type is similar enough;
// so is a misspelled name with the right type.
func costOf(typ, name string, v Variable) (cost int, near bool) {
	typ, name = fold(typ), fold(name)
	wantType, wantName := fold(v.Type), fold(v.Name)
	typeCost, nameCost := distance(typ, wantType), distance(name, wantName)
	switch {
	case typeCost == 0 && nearWord(name, wantName):
		return nameCost, true
	case typeCost == 0 && len(name) >= 3 && strings.HasPrefix(wantName, name):
		return nameCost, true
	case nameCost == 0 && nearWord(typ, wantType):
		return typeCost, true
	case nameCost == 0:
		return typeCost + 4, true
	case nearWord(typ, wantType) && nearWord(name, wantName):
		return typeCost + nameCost, true
	}
	return 0, false
}

// fold returns s in lower case without the separators between words. Users often mistake case and
// separators.
func fold(s string) string {
	s = strings.ToLower(s)
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, s)
}

// nearWord reports whether two folded words differ by at most one letter in three.
func nearWord(a, b string) bool {
	return distance(a, b) <= max(len(a), len(b))/3
}

// maxWord is the length in bytes of the longest word that is compared, because the time to compare
// grows with the square of the length.
const maxWord = 64

// distance returns the edit distance of two words.
func distance(a, b string) int {
	far := max(len(a), len(b))
	if a == b {
		return 0
	}
	if far > maxWord {
		return far
	}
	return diag.Distance([]rune(a), []rune(b), far)
}
