package token

import (
	"slices"
	"strings"
	"sync"

	"charm.land/catwalk/pkg/catwalk"
	"charm.land/catwalk/pkg/embedded"
)

// The catalogue of models comes from charm.land/catwalk. Its version is that in go.mod; a test
// compares the two.
const (
	catalogueVersion = "v0.52.1"
	// PriceDate is the day of the price list.
	PriceDate = "2026-08-19"
)

// Model is the entry of a model at a provider in the catalogue.
type Model struct {
	// Provider and ID are the catalogue's names.
	Provider, ID string
	Name         string
	// ContextWindow is the size of the context window in tokens; 0 if unknown. It may differ
	// between providers of the same model.
	ContextWindow int
	// CostIn and CostOut are the prices in US dollars of a million tokens of input and output,
	// without a cache. 0 means unknown or free; the catalogue does not distinguish the two.
	CostIn, CostOut float64
}

// Cost returns the price in US dollars of input with this number of tokens. ok is false if the
// price is not known.
func (m Model) Cost(tokens int) (usd float64, ok bool) {
	return float64(tokens) * m.CostIn / 1e6, m.CostIn > 0
}

// catalogued is the catalogue, indexed by provider and then by the id of a model. The index has
// exact and bare ids. Reading the catalogue takes some milliseconds, so it is read once, on
// demand.
type catalogued struct {
	providers []string // in the catalogue's order
	all       []Model  // in the catalogue's order
	models    map[string]map[string]Model
	kinds     map[string]string // the kind of each provider's API, as the catalogue names it
}

var catalogue = sync.OnceValue(func() *catalogued {
	c := &catalogued{models: map[string]map[string]Model{}, kinds: map[string]string{}}
	for _, p := range embedded.GetAll() {
		c.add(p)
	}
	return c
})

func (c *catalogued) add(p catwalk.Provider) {
	byID := map[string]Model{}
	for _, m := range p.Models {
		model := Model{
			Provider: string(p.ID), ID: m.ID, Name: m.Name,
			ContextWindow: int(m.ContextWindow), CostIn: m.CostPer1MIn, CostOut: m.CostPer1MOut,
		}
		byID[m.ID] = model
		c.all = append(c.all, model)
	}
	// An exact id takes precedence over the bare form of another id.
	for _, m := range p.Models {
		if bare := undated(bareName(m.ID)); byID[bare].ID == "" {
			byID[bare] = byID[m.ID]
		}
	}
	c.providers = append(c.providers, string(p.ID))
	c.models[string(p.ID)] = byID
	c.kinds[string(p.ID)] = string(p.Type)
}

// Models returns the catalogue. First come the models that vendors offer themselves, in the order
// of families.toml. The models of the other providers follow in the catalogue's order. A model is
// named Provider/ID.
func Models() []Model {
	rows := families().Providers
	rank := func(m Model) int {
		i := slices.IndexFunc(rows, func(r providerRow) bool { return r.Vendor != "" && r.Catalogue == m.Provider })
		if i < 0 {
			return len(rows)
		}
		return i
	}
	all := slices.Clone(catalogue().all)
	slices.SortStableFunc(all, func(a, b Model) int { return rank(a) - rank(b) })
	return all
}

// find returns the entry of a model at a provider. model is an exact or a bare name.
func (c *catalogued) find(provider, model string) (Model, bool) {
	models := c.models[provider]
	if m, ok := models[model]; ok {
		return m, true
	}
	bare := bareName(model)
	if m, ok := models[bare]; ok {
		return m, true
	}
	m, ok := models[undated(bare)]
	return m, ok
}

// undated returns a bare name without date, revision and variant: "claude-opus-4-5" for
// "claude-opus-4-5-20251101-v1:0".
func undated(id string) string {
	id, _, _ = strings.Cut(id, ":")
	id, _, _ = strings.Cut(id, "@")
	id = withoutDay(id)
	for {
		i := strings.LastIndexByte(id, '-')
		if i < 0 || !isDateOrRevision(id[i+1:]) {
			return id
		}
		id = id[:i]
	}
}

// withoutDay returns a name without a date such as "-2024-08-06", and without month and day at the
// end of OpenAI's older names, such as "gpt-4-0613".
func withoutDay(id string) string {
	digits := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	if n := len(id) - 11; n > 0 && id[n] == '-' && id[n+5] == '-' && id[n+8] == '-' && digits(id[n+1:n+5]) && digits(id[n+6:n+8]) && digits(id[n+9:]) {
		return id[:n]
	}
	if n := len(id) - 5; n > 0 && strings.HasPrefix(id, "gpt-") && id[n] == '-' && digits(id[n+1:]) {
		return id[:n]
	}
	return id
}

func isDateOrRevision(s string) bool {
	if s == "latest" {
		return true
	}
	digits := strings.TrimPrefix(s, "v")
	if len(digits) != 8 && len(digits) == len(s) || digits == "" {
		return false
	}
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return false
		}
	}
	return true
}
