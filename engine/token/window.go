package token

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Window returns the context window of the model in tokens, or 0 if the window is not known. If
// the catalogue does not have the model, like names a related model whose window is assumed. It is
// a model of the same vendor and series, for example "claude-opus-5" for "claude-opus-5-5".
func (m Meaning) Window() (tokens int, like string) {
	if m.Row.ContextWindow > 0 || m.Row.ID != "" || m.Model == "" {
		return m.Row.ContextWindow, ""
	}
	relative, _ := m.relative()
	return relative.ContextWindow, relative.ID
}

// Cost returns the price in US dollars of input with this number of tokens, without a cache. ok is
// false if the price is not known. If the catalogue does not have the model, like names the model
// of the same series whose price is assumed. A model of another series does not count, even if its
// name has the same first word, because its price may be very different.
func (m Meaning) Cost(tokens int) (usd float64, like string, ok bool) {
	if m.Row.ID != "" || m.Model == "" {
		usd, ok = m.Row.Cost(tokens)
		return usd, "", ok
	}
	relative, same := m.relative()
	if usd, ok = relative.Cost(tokens); !ok || !same {
		return 0, "", false
	}
	return usd, relative.ID, true
}

// relative returns the model of the same vendor whose series and version are closest to those of
// an unknown model. same reports whether both are of the same series. Without a model of that
// series, a model with the same first word counts: "gpt-6-sol" may get the window of "gpt-5.5".
func (m Meaning) relative() (best Model, same bool) {
	own, version := seriesOf(m.Model)
	if m.Vendor == "" || own == "" {
		return best, false
	}
	var candidates []relation
	for _, known := range allSeries()[m.Vendor+" "+firstWord(own)] {
		known.same, known.older = known.name == own, slices.Compare(known.version, version) <= 0
		candidates = append(candidates, known)
	}
	if len(candidates) == 0 {
		return best, false
	}
	nearest := slices.MaxFunc(candidates, relation.compare)
	if near, ok := catalogue().find(catalogueName(m.Provider), m.Nearest()); ok && !nearest.same && near.ContextWindow > 0 {
		return near, false // a name that is nearly the same says more than a first word
	}
	return nearest.model, nearest.same
}

// allSeries has the models whose windows are known, by vendor and first word of their series. It is
// made once, because every frame needs the window of its model.
var allSeries = sync.OnceValue(func() map[string][]relation {
	all := map[string][]relation{}
	for _, row := range families().Providers {
		for _, model := range catalogue().all {
			if row.Vendor == "" || model.Provider != row.Catalogue || model.ContextWindow <= 0 {
				continue
			}
			name, version := seriesOf(model.ID)
			key := row.Vendor + " " + firstWord(name)
			all[key] = append(all[key], relation{model: model, name: name, version: version})
		}
	}
	return all
})

// relation says how closely a known model is related to an unknown one.
type relation struct {
	model   Model
	name    string // name of its series
	version []int
	same    bool // the model is of the same series as the unknown model
	older   bool // the model is not newer than the unknown model
}

// compare orders relations by closeness. The same series comes first, then the newest of the older
// versions, then the oldest of the newer versions. Among equally close models, the smaller window
// comes first, because a window that is too large is the worse mistake.
func (r relation) compare(o relation) int {
	versions := slices.Compare(r.version, o.version)
	if !r.older {
		versions = -versions
	}
	return cmp.Or(order(r.same, o.same), order(r.older, o.older), versions, o.model.ContextWindow-r.model.ContextWindow)
}

// order returns a number by which true sorts before false.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// seriesOf splits a model's name into the words of its series and its version: "gpt sol"
// and 5, 6 of "gpt-5.6-sol".
func seriesOf(model string) (name string, version []int) {
	var words []string
	for field := range strings.SplitSeq(undated(bareName(model)), "-") {
		if n, err := strconv.Atoi(field); err == nil {
			version = append(version, n)
		} else {
			words = append(words, field)
		}
	}
	return strings.Join(words, " "), version
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return first
}
