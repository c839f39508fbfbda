package token

import "time"

// Report is the JSON output of `galley tokens`.
type Report struct {
	Schema int          `json:"schema"`
	Files  []FileReport `json:"files"`
	Total  int          `json:"total"`
	// Catalogue names the price list from which the costs come. PriceDate is its date.
	Catalogue string `json:"catalogue"`
	PriceDate string `json:"priceDate"`
	// Note says what was assumed about the model and about the counted text, or is "".
	Note string `json:"note,omitempty"`
}

// FileReport is the count of one text.
type FileReport struct {
	Path     string `json:"path"`
	Model    string `json:"model"` // "" if the encoding was given by name
	Encoding string `json:"encoding"`
	Count    int    `json:"count"`
	Basis    Basis  `json:"basis"`
	Method   string `json:"method"`
	Low      int    `json:"low"`
	High     int    `json:"high"`
	// ContextWindow is in tokens. CostUSD is the price of sending the text once as input. Both are
	// null if the catalogue does not have them.
	ContextWindow *int     `json:"contextWindow"`
	CostUSD       *float64 `json:"costUSD"`
	// Row is the provider whose entry in the catalogue gives ContextWindow and CostUSD. RowNote
	// labels the two values if Row is not the model's own provider.
	Row     string `json:"row,omitempty"`
	RowNote string `json:"-"`
	// AssumedWindow and AssumedCostUSD are the values of related models. They are set if the
	// catalogue does not have the model, otherwise 0.
	AssumedWindow  int     `json:"-"`
	AssumedCostUSD float64 `json:"-"`
	AssumedFrom    string  `json:"-"` // the relative, or ""
	// Verified is the provider's own count, if it was requested.
	Verified *VerifiedReport `json:"verified,omitempty"`
}

// VerifiedReport is a provider's count in a report.
type VerifiedReport struct {
	Count  int       `json:"count"`
	Date   time.Time `json:"date"`
	Cached bool      `json:"cached"`
}

// reportSchema is the version of the report's format.
const reportSchema = 1

// NewReport returns a report without files. by is the choice of counter.
func NewReport(by Choice) *Report {
	return &Report{
		Schema: reportSchema, Files: []FileReport{},
		Catalogue: "catwalk " + catalogueVersion, PriceDate: PriceDate, Note: by.Note,
	}
}

// Add counts a text with the tokenizer of by and adds the result to the report. m is the meaning
// of the model's name. It is zero if the user named an encoding instead.
func (r *Report) Add(path, text string, by Choice, m Meaning) {
	n := by.Counter.Count(text)
	file := FileReport{
		Path: path, Model: m.Model, Encoding: by.Encoding,
		Count: n.Tokens, Basis: n.Basis, Method: n.Method, Low: n.Low, High: n.High,
	}
	if m.Row.ID != "" {
		file.Row = m.Row.Provider
		file.RowNote = m.RowNote()
		if m.Row.ContextWindow > 0 {
			file.ContextWindow = &m.Row.ContextWindow
		}
		if usd, ok := m.Row.Cost(n.Tokens); ok {
			file.CostUSD = &usd
		}
	}
	if window, like := m.Window(); like != "" {
		file.AssumedWindow, file.AssumedFrom = window, like
	}
	if usd, like, _ := m.Cost(n.Tokens); like != "" {
		file.AssumedCostUSD = usd
	}
	r.Files = append(r.Files, file)
	r.Total += n.Tokens
}

// Verify adds a provider's count to the file that was added last.
func (r *Report) Verify(v Verified) {
	r.Files[len(r.Files)-1].Verified = &VerifiedReport{Count: v.Tokens, Date: v.Date, Cached: v.Cached}
}

// ByEncoding returns the choice for an encoding that a user named.
func ByEncoding(name string) (Choice, bool) {
	t, ok := Encoding(name)
	if !ok {
		return Choice{}, false
	}
	return Choice{Counter: t, Encoding: name, Basis: t.Count("").Basis}, true
}
