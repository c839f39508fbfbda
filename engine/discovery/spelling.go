package discovery

import (
	"path"
	"slices"
	"strings"

	"galley/engine/diag"
)

// nearest says which name of a rule file a name resembles. It prefers one that differs only in
// case. The name of a private file never counts as similar to the name of a shared one: otherwise
// galley would advise to rename the private file, and so to share it.
func nearest(name string, kinds []string) (reason Reason, detail string) {
	shared := ""
	for _, kind := range kinds {
		r := nearName(name, kind)
		switch {
		case r == "":
		case private(name) && !private(kind):
			if shared == "" {
				shared = kind
			}
		case reason == "" || r == WrongCase && reason != WrongCase:
			reason, detail = r, lookedFor+kind
		}
	}
	if reason == "" && shared != "" {
		return NearMiss, "its name marks it as private, and the agent reads only " + shared + ", which is shared"
	}
	return reason, detail
}

// private reports whether a file's name says that it belongs to one person only: the last word
// before its extension is "local".
func private(name string) bool {
	stem, _, _ := strings.Cut(strings.TrimPrefix(strings.ToLower(name), "."), ".")
	rest := strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(name), "."), stem)
	return strings.HasPrefix(rest, ".local") || strings.HasSuffix(stem, "-local") || strings.HasSuffix(stem, "_local")
}

// command reports whether a name is a short lower-case word without an extension. Such a file may
// be the agent's program, which can be in the same directory.
func command(name, ext string) bool {
	return ext == "" && name[0] != '.' && len(name) < 8 && name == strings.ToLower(name)
}

// nearName says how a name resembles the name of a rule file, or returns "".
func nearName(name, kind string) Reason { return spellingOf(kind).near(name) }

// spelling is a rule file's name, split into parts for comparing other names with it.
type spelling struct{ kind, stem, ext string }

func spellingOf(kind string) spelling {
	return spelling{kind, strings.ToLower(strings.TrimSuffix(kind, path.Ext(kind))), strings.ToLower(path.Ext(kind[1:]))}
}

// nearExtensions are extensions that people give a rule file by mistake.
var nearExtensions = []string{"", ".md", ".txt", ".mdx", ".markdown", ".md.txt", ".mdc"}

// near says how a name resembles the rule file's name, or returns "".
func (k spelling) near(name string) Reason {
	if strings.EqualFold(name, k.kind) {
		return WrongCase
	}
	lower := strings.ToLower(name)
	if len(k.kind) > len(".rules") && k.kind[0] == '.' && strings.EqualFold(name, k.kind[1:]) {
		return NearMiss // only the dot at its start is missing
	}
	for _, ext := range nearExtensions {
		if stem, ok := strings.CutSuffix(lower, ext); ok && k.likeStem(stem) && !command(name, ext) {
			return NearMiss
		}
	}
	if (lower[0] == '.') == (k.kind[0] == '.') && path.Ext(lower[1:]) == k.ext && nearWord(name, k.kind) {
		return NearMiss
	}
	return ""
}

// likeStem reports whether a name without its extension equals the rule file's without its
// extension. A final s, a leading dot, and an ending that marks a private file do not matter.
func (k spelling) likeStem(stem string) bool {
	if stem == k.stem || stem == strings.TrimSuffix(k.stem, "s") || strings.TrimPrefix(stem, ".") == k.stem && stem[0] == '.' {
		return true
	}
	for _, mark := range []string{".local", "-local", "_local"} {
		if shared, ok := strings.CutSuffix(stem, mark); ok && shared == k.stem {
			return true
		}
	}
	return strings.Contains(k.stem, ".local") &&
		(stem == strings.ReplaceAll(k.stem, ".local", "-local") || stem == strings.ReplaceAll(k.stem, ".local", "_local"))
}

// nearWord reports whether two names differ by a typing mistake, whatever the case: one letter
// added, missing, changed or swapped with the next, or two such mistakes in long names.
func nearWord(name, of string) bool {
	name, of = strings.ToLower(name), strings.ToLower(of)
	a, b := stem(name), stem(of)
	most := 1
	if len(b) >= 10 {
		most = 2
	}
	if len(b) < 4 || slices.Contains(words, a) {
		return false
	}
	return a != b && diag.Distance([]rune(a), []rune(b), most+1) <= most
}

// stem returns a name without its extension and leading dot.
func stem(name string) string {
	name = strings.TrimPrefix(name, ".")
	return strings.TrimSuffix(name, path.Ext(name))
}

// words are names of other files that resemble the names of rule files.
var words = []string{"content", "contents", "contest", "agency", "queen", "crash", "rush", "brush", "cloud", "clause"}
