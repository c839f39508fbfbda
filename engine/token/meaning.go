package token

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
)

// Meaning is what the name of a model means: its vendor, its tokenizer, its provider and its entry
// in the catalogue. All commands and views use [Means], so that a name has the same meaning
// everywhere.
type Meaning struct {
	Choice
	// Provider is the provider that was named, in galley's spelling. If no provider was named, it
	// is the result of [Meaning.owner]. It is "" if unknown.
	Provider string
	// Assumed says that no provider was named.
	Assumed bool
	// Model is the model's name as the user wrote it, without the provider.
	Model string
	// Known says that galley knows the model; if not, Choice.Note says so.
	Known bool
	// Row is the catalogue's entry; its ContextWindow and price are 0 if unknown.
	Row Model
	// RowOf names the provider of Row if it differs from Provider. Views show this name beside
	// values from the row.
	RowOf string
	// API is the form of requests that the provider accepts: "anthropic", "openai" or "google"; ""
	// if unknown.
	API string
}

// Means returns the meaning of a model's name at a provider. Either may be "". The model may begin
// with the provider and a slash. But the text before a slash may also be a part of the model's
// name, as in "meta-llama/llama-4-scout".
func Means(provider, model string) Meaning {
	m := meaning(provider, Resource(model))
	if Resource(model) != model {
		m.Model = model // agents are given this name
	}
	return m
}

func meaning(provider, model string) Meaning {
	if first, rest, ok := strings.Cut(model, "/"); ok && provider == "" && rest != "" {
		provider, model = first, rest
	}
	m := Meaning{Provider: provider, Model: model, Choice: choiceFor(provider, model)}
	if model == "" {
		m.API = vendorAPI(provider)
		return m
	}
	c, full := catalogue(), model
	switch low := strings.ToLower(strings.TrimSpace(provider)); {
	case isProvider(low):
		m.Provider = low
	case provider != "":
		full = provider + "/" + model // a name with a slash that does not begin with a provider
	default:
		m.Provider, m.Assumed = c.decorated(model), true
	}
	m.row(c, full)
	if m.Provider == "" {
		m.Provider = m.owner(c, full)
	}
	if catalogueName(m.Provider) == m.RowOf && (m.Vendor != "" || !m.Assumed || m.named(m.RowOf)) {
		m.RowOf = ""
	}
	m.API = apiAt(c, cmp.Or(m.Provider, m.RowOf), m.Vendor)
	m.know(c, full)
	return m
}

// Resource returns the model in a name of the form that Google's APIs use: "models/gemini-2.5-pro"
// or "publishers/google/models/gemini-2.5-pro". It returns any other name unchanged.
func Resource(name string) string {
	rest := name
	if publisher, ok := strings.CutPrefix(rest, "publishers/"); ok {
		_, rest, _ = strings.Cut(publisher, "/")
	}
	if model, ok := strings.CutPrefix(rest, "models/"); ok && model != "" {
		return model
	}
	return name
}

// decorated returns the first provider that has a model with exactly this name. The name must have
// a form that is used by providers of several vendors' models: "us.anthropic.claude-sonnet-5",
// "claude-opus-5@20260401".
func (c *catalogued) decorated(model string) string {
	id := strings.ToLower(strings.TrimSpace(model))
	if bareName(model) == hyphens(id) && !strings.Contains(id, "@") {
		return ""
	}
	for _, p := range c.providers {
		if m, ok := c.models[p][id]; ok && m.ID == id {
			return p
		}
	}
	return ""
}

// owner returns the provider of a model if the user named no provider. It is the model's vendor,
// otherwise a provider whose name begins the model's name, otherwise the only provider that has
// the model. If several providers have the model, owner returns "", because galley cannot know
// which of them the user means.
func (m *Meaning) owner(c *catalogued, model string) string {
	for _, row := range families().Providers {
		if m.Vendor != "" && row.Vendor == m.Vendor {
			return row.Names[0]
		}
	}
	if m.named(m.Row.Provider) || len(c.having(model)) == 1 {
		return m.Row.Provider
	}
	return ""
}

// row finds the entry of the model in the catalogue: the entry at its provider, otherwise the
// entry at its vendor. A model of a known vendor does not get the entry of another provider,
// because window and price may differ. Other models get the entry of the first provider that has
// them.
func (m *Meaning) row(c *catalogued, model string) {
	own := catalogueName(m.Provider)
	if own != "" {
		if row, ok := c.find(own, model); ok {
			m.Row = row
			return
		}
	}
	var others []string
	for _, row := range families().Providers {
		if m.Vendor != "" && row.Vendor == m.Vendor {
			others = append(others, row.Catalogue)
		}
	}
	if m.Vendor == "" {
		for _, p := range c.providers {
			if m.named(p) {
				others = append(others, p)
			}
		}
		others = append(others, c.providers...)
	}
	for _, name := range others {
		if row, ok := c.find(name, model); ok {
			m.Row, m.RowOf = row, name
			return
		}
	}
}

// named reports whether the name of a provider begins the model's name, as "deepseek" begins
// "deepseek-chat".
func (m *Meaning) named(provider string) bool { return startsWith(bareName(m.Model), provider) }

// know records whether galley knows the model. If not, the note says so, and how the model's tokens
// are counted.
func (m *Meaning) know(c *catalogued, model string) {
	m.Known = m.Row.ID != "" || published(bareName(m.Model)) || c.anywhere(m.Model)
	if m.Known {
		if m.Vendor == "" {
			m.Note = "no vocabulary is published for " + strconv.Quote(m.Model) + ": o200k_base stands in for it"
		}
		return
	}
	const unknown = " is not a model that galley knows"
	if !strings.Contains(m.Note, unknown) {
		note := strconv.Quote(m.Model) + unknown + ": it is counted as " + m.Family + " models are"
		if m.Note != "" {
			note += "; " + m.Note
		}
		m.Note = note
	}
}

// Problems returns a problem if galley does not know the model. The user needs it, because the
// numbers that galley shows for an unknown model look like those for a known one.
func (m Meaning) Problems() []diag.Problem {
	if m.Known || m.Model == "" {
		return nil
	}
	what, _, _ := strings.Cut(m.Note, "; ")
	hint := "a similar model's numbers are used; check the name"
	if near := m.Nearest(); near != "" {
		hint = "did you mean " + near + "?"
	}
	return []diag.Problem{diag.New(diag.UnknownModel, source.NoSpan, what, hint)}
}

// Nearest returns the name of the known model that is most similar to an unknown one, or "".
func (m Meaning) Nearest() string {
	c, at := catalogue(), catalogueName(m.Provider)
	names := slices.Sorted(maps.Keys(c.models[at]))
	near, _ := diag.Nearest(bareName(m.Model), names)
	return near
}

// anywhere reports whether any provider has a model with this name.
func (c *catalogued) anywhere(model string) bool { return len(c.having(model)) > 0 }

// having returns the providers that have a model of this name.
func (c *catalogued) having(model string) (names []string) {
	for _, p := range c.providers {
		if _, ok := c.find(p, model); ok {
			names = append(names, p)
		}
	}
	return names
}

// published reports whether families.toml lists a bare name. The file lists models that the
// catalogue no longer has.
func published(id string) bool {
	return slices.Contains(families().Names.Aliases, id) || slices.ContainsFunc(families().Names.Models, func(name string) bool { return undated(id) == hyphens(name) })
}

// isProvider reports whether families.toml or the catalogue of models has a provider.
func isProvider(name string) bool {
	_, named := providerNamed(name)
	return named || catalogue().models[name] != nil
}

// catalogueName returns a provider's name in the catalogue.
func catalogueName(provider string) string {
	if catalogue().models[provider] != nil {
		return provider
	}
	row, _ := providerNamed(provider)
	return row.Catalogue
}

// apiAt returns the request format that a provider takes for a vendor's models.
func apiAt(c *catalogued, provider, vendor string) string {
	kind := c.kinds[catalogueName(provider)]
	switch {
	case kind == "google-vertex" && vendor == "anthropic":
		return vendor
	case kind == "anthropic", kind == "bedrock":
		return "anthropic"
	case kind == "google", kind == "google-vertex":
		return "google"
	case kind != "":
		return "openai" // most other providers are compatible with OpenAI
	}
	return vendorAPI(provider)
}

// vendor returns the company whose limits apply: the vendor of the model or, if it is not known,
// the vendor of the provider.
func (m Meaning) vendor() string {
	if m.Vendor != "" {
		return m.Vendor
	}
	return vendorOf(m.Provider)
}

// VendorAPI returns the form of requests that the API of the model's vendor accepts, as
// [Meaning.API] names it, or "" if the vendor is not known.
func (m Meaning) VendorAPI() string {
	row, _ := families().vendor(m.Vendor)
	return row.API
}

// Is reports whether a limit or gauge of a provider applies to this model.
func (m Meaning) Is(provider string) bool {
	v := m.vendor()
	return v != "" && v == vendorOf(provider)
}

// At reports whether a name means the provider of this model.
func (m Meaning) At(provider string) bool {
	own, known := providerNamed(m.Provider)
	named, ok := providerNamed(provider)
	return known && ok && own.Names[0] == named.Names[0]
}

// RowNote returns a label for a window or price from another provider's entry, such as " at
// openrouter". It returns "" for the provider's own entry.
func (m Meaning) RowNote() string {
	if m.RowOf == "" {
		return ""
	}
	return " at " + m.RowOf
}
