package token

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"galley/engine/settings"
)

//go:embed families.toml
var familiesTOML string

// family is a row of the table. It says how to count for models whose names have a prefix.
type family struct {
	Prefix   string `set:"prefix"`
	Vendor   string `set:"vendor"`
	Encoding string `set:"encoding"`
	Basis    string `set:"basis" among:"exact|assumed"`
	Note     string `set:"note"`
}

// claudeRow says how Claude models below a version are counted.
type claudeRow struct {
	Below    string `set:"below"`
	Encoding string `set:"encoding"`
	Family   string `set:"family"`
}

// vendorRow is a company that makes models. Family, Encoding and Note say how a model of it is
// counted that no [family] names. Claude's models are counted as the rows of claudeRow say.
type vendorRow struct {
	Name     string `set:"name"`
	API      string `set:"api" among:"anthropic|openai|google"`
	Family   string `set:"family"`
	Encoding string `set:"encoding"`
	Note     string `set:"note"`
}

// providerRow is a provider with all of its names.
type providerRow struct {
	Names     []string `set:"names"`
	Vendor    string   `set:"vendor"`
	Catalogue string   `set:"catalogue"`
}

type familyTable struct {
	Families []family    `set:"family"`
	Claude   []claudeRow `set:"claude"`
	Names    struct {
		Regions []string `set:"regions"`
		Vendors []string `set:"vendors"`
		Aliases []string `set:"aliases"`
		Models  []string `set:"models"`
	} `set:"names"`
	Vendors   []vendorRow   `set:"vendor"`
	Providers []providerRow `set:"provider"`
}

var families = sync.OnceValue(func() *familyTable { return readFamilies(familiesTOML) })

// readFamilies reads the table; it panics if the table has a mistake. The row with the longest
// prefix comes first.
func readFamilies(text string) *familyTable {
	t := new(familyTable)
	if problems := settings.Decode(settings.Parse("families.toml", text), t); len(problems) > 0 {
		panic("token: " + problems[0].Message)
	}
	if fault := t.fault(); fault != "" {
		panic("token: families.toml: " + fault)
	}
	for i := range t.Families {
		t.Families[i].Prefix = hyphens(t.Families[i].Prefix)
	}
	slices.SortStableFunc(t.Families, func(a, b family) int { return len(b.Prefix) - len(a.Prefix) })
	return t
}

// fault returns what is wrong with names that rows of the table use, or "".
func (t *familyTable) fault() string {
	for _, v := range t.Vendors {
		if v.Name != "anthropic" && tokenizers[v.Encoding] == nil {
			return strconv.Quote(v.Encoding) + " of vendor " + v.Name + " is not an encoding"
		}
	}
	for _, f := range t.Families {
		if _, ok := t.vendor(f.Vendor); !ok {
			return "family " + f.Prefix + " has the vendor " + strconv.Quote(f.Vendor) + ", which has no [[vendor]]"
		}
		if tokenizers[f.Encoding] == nil {
			return strconv.Quote(f.Encoding) + " of family " + f.Prefix + " is not an encoding"
		}
		if f.Basis == "" {
			return "family " + f.Prefix + " has no basis"
		}
	}
	for _, p := range t.Providers {
		if _, ok := t.vendor(p.Vendor); p.Vendor != "" && !ok {
			return "provider " + p.Names[0] + " has the vendor " + strconv.Quote(p.Vendor) + ", which has no [[vendor]]"
		}
	}
	return ""
}

// vendor returns the row of a vendor.
func (t *familyTable) vendor(name string) (vendorRow, bool) {
	i := slices.IndexFunc(t.Vendors, func(v vendorRow) bool { return v.Name == name })
	if i < 0 {
		return vendorRow{}, false
	}
	return t.Vendors[i], true
}

// Choice is the counter for a model, and how well it fits the model.
type Choice struct {
	Counter *Tokenizer
	// Vendor is the company that made the model, as a [[vendor]] of families.toml names it:
	// "anthropic", "openai", "google". It is "" where galley does not know it.
	Vendor string
	// Family is the group of models that count in the same way: "gpt-5", "claude v4.7".
	Family string
	// Encoding is the name of the counter, as the function [Encoding] accepts it.
	Encoding string
	// Basis is Exact or Assumed for a vocabulary, and Estimate for Claude.
	Basis Basis
	// Note says what was assumed and why. It is "" without an assumption.
	Note string
}

// noVocabulary is the note on each Claude model.
const noVocabulary = "Anthropic publishes no vocabulary: this is an estimate"

// choiceFor returns the counter for a model. The model's name decides or, if it is not known, the
// provider. Either may be "". Prefixes that providers put before the name of a model do not
// matter: "openrouter/anthropic/claude-opus-5" and "us.anthropic.claude-opus-5" mean
// "claude-opus-5". Every name has a choice; Note says what was assumed.
func choiceFor(provider, model string) Choice {
	what := "no model is named" // the usual case at the start; it does not need the table of families
	if model != "" {
		id := bareName(model)
		if strings.HasPrefix(id, "claude") || slices.Contains(families().Names.Aliases, id) {
			return claudeChoice(id)
		}
		for _, f := range families().Families {
			if startsWith(id, f.Prefix) {
				return choose(f.Vendor, f.Prefix, f.Encoding, Basis(f.Basis), f.Note)
			}
		}
		what = strconv.Quote(model) + " is not a model that galley knows"
	}
	vendor := vendorOf(provider)
	switch row, ok := families().vendor(vendor); {
	case vendor == "anthropic":
		claude := families().Claude
		last := claude[len(claude)-1]
		return choose(vendor, "claude "+last.Family, last.Encoding, Estimate,
			noVocabulary+"; "+what+", so galley assumes the newest tokenizer")
	case ok:
		return choose(vendor, row.Family, row.Encoding, Assumed, what+": "+row.Note)
	}
	return choose("", "", O200k, Assumed, what+": o200k_base stands in for its vocabulary")
}

func choose(vendor, name, encoding string, basis Basis, note string) Choice {
	as := basis
	if as == Estimate {
		as = Exact // the estimator is exactly the right one; its counts already say that they are estimates
	}
	c := Choice{
		Counter: tokenizers[encoding][as],
		Vendor:  vendor, Family: name, Encoding: encoding, Basis: basis, Note: note,
	}
	// In a build without the vocabulary, every choice is an estimate.
	if basis != Estimate && c.Counter.Method() != encoding {
		c.Basis = Estimate
		c.Note = strings.Trim(note+"; this build has no "+encoding+" vocabulary: estimated from another one", "; ")
	}
	return c
}

func claudeChoice(id string) Choice {
	rows := families().Claude
	major, minor, ok := version(id)
	for _, row := range rows {
		if row.Below == "" {
			break
		}
		below, belowMinor, _ := version(row.Below)
		if ok && (major < below || major == below && minor < belowMinor) {
			return choose("anthropic", "claude "+row.Family, row.Encoding, Estimate, noVocabulary)
		}
	}
	last, note := rows[len(rows)-1], noVocabulary
	if !ok {
		note += "; the name has no version, so galley assumes the newest tokenizer"
	}
	return choose("anthropic", "claude "+last.Family, last.Encoding, Estimate, note)
}

// version returns the first two adjacent numbers of at most two digits in a name: 4
// and 5 of "claude-opus-4-5-20251101", 4 and 0 of "claude-opus-4-20250514", 3 and 7
// of "claude-3.7-sonnet".
func version(id string) (major, minor int, ok bool) {
	var fields []string
	for i := 0; i < len(id); {
		j := i
		for j < len(id) && isDigit(id[j]) == isDigit(id[i]) {
			j++
		}
		fields = append(fields, id[i:j])
		i = j
	}
	small := func(i int) (int, bool) {
		if i >= len(fields) || len(fields[i]) > 2 {
			return 0, false
		}
		n, err := strconv.Atoi(fields[i])
		return n, err == nil
	}
	for i := range fields {
		if major, ok = small(i); ok {
			if i+2 < len(fields) && len(fields[i+1]) == 1 {
				minor, _ = small(i + 2)
			}
			return major, minor, true
		}
	}
	return 0, 0, false
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// startsWith reports whether a name begins with a prefix that ends at the end of a word of the
// name.
func startsWith(id, prefix string) bool {
	rest, ok := strings.CutPrefix(id, prefix)
	if !ok || rest == "" {
		return ok
	}
	b := rest[0]
	return !isDigit(b) && (b < 'a' || b > 'z')
}

// bareName returns a model's name in lower case, with hyphens instead of full stops and without the
// prefix of a provider.
func bareName(model string) string {
	id := strings.ToLower(strings.TrimSpace(model))
	id = id[strings.LastIndexByte(id, '/')+1:]
	id = strings.TrimSuffix(id, "[1m]") // Claude Code requests the long context window with this suffix
	names := families().Names
	for _, prefix := range names.Regions {
		if rest, ok := strings.CutPrefix(id, prefix+"."); ok {
			id = rest
			break
		}
	}
	for _, prefix := range names.Vendors {
		rest, ok := strings.CutPrefix(id, prefix)
		if ok && rest != "" && strings.IndexByte(".-:", rest[0]) >= 0 {
			id = rest[1:]
			break
		}
	}
	return hyphens(id)
}

func hyphens(id string) string { return strings.ReplaceAll(id, ".", "-") }

// providerNamed returns the row of a provider.
func providerNamed(provider string) (providerRow, bool) {
	provider = strings.ToLower(strings.TrimSpace(provider))
	if provider == "" {
		return providerRow{}, false
	}
	for _, row := range families().Providers {
		if slices.Contains(row.Names, provider) {
			return row, true
		}
	}
	return providerRow{}, false
}

func vendorOf(provider string) string {
	row, _ := providerNamed(provider)
	return row.Vendor
}

// vendorAPI returns the form of requests that the API of a provider's vendor accepts.
func vendorAPI(provider string) string {
	row, _ := families().vendor(vendorOf(provider))
	return row.API
}
