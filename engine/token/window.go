package token

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Window returns the model's context window in tokens, or 0 if it is not known. For a
// model that the catalogue lacks, like names the relative whose window is assumed: a
// model of the same vendor and series, as "claude-opus-5" is of "claude-opus-5-5".
func (m Meaning) Window() (tokens int, like string) {
	if m.Row.ContextWindow > 0 || m.Row.ID != "" || m.Model == "" {
		return m.Row.ContextWindow, ""
	}
	relative, _ := m.relative()
	return relative.ContextWindow, relative.ID
}

// Cost returns the price of so many input tokens in US dollars, without a cache; ok is
// false if it is not known. For a model that the catalogue lacks, like names the model of
// the same series whose price is assumed. A model that only shares the first word of its
// name may have a very different price and does not count.
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

// relative returns the vendor's model whose series and version are nearest to those of
// an unknown one, and whether it is of the same series. If no model is, one of the same
// first word counts: "gpt-6-sol" may get the window of "gpt-5.5".
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
		return near, false // a name that is nearly this one says more than its first word
	}
	return nearest.model, nearest.same
}

// allSeries has the models with known windows by their vendor and the first word of
// their series. It is made once, because a frame asks for the window of its model.
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
	name    string // of its series
	version []int
	same    bool // the same series
	older   bool // not newer than the unknown one
}

// compare orders relations by nearness: the same series first, then the newest of the
// older versions, then the oldest of the newer ones. Of equals the smaller window wins,
// because to promise too much is worse.
func (r relation) compare(o relation) int {
	versions := slices.Compare(r.version, o.version)
	if !r.older {
		versions = -versions
	}
	return cmp.Or(order(r.same, o.same), order(r.older, o.older), versions, o.model.ContextWindow-r.model.ContextWindow)
}

// order puts true above false.
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
