package report

import (
	"galley/engine"
	"galley/engine/textutil"
	"galley/engine/token"
)

// Price is what the input of one request costs, without a cache.
type Price struct {
	USD float64 `json:"usd"`
	// AssumedFrom names a related model if the model's own price is not known. Its price is then
	// assumed for the model.
	AssumedFrom string `json:"assumedFrom,omitempty"`
	Date        string `json:"date"` // the date of the price list
}

// PriceOf returns the JSON shape of the price of a result's request, or nil if the model's price is
// not known.
func PriceOf(r *engine.Result) *Price {
	usd, like, ok := r.Means.Cost(r.Whole.All().Tokens.Tokens)
	if !ok {
		return nil
	}
	return &Price{USD: usd, AssumedFrom: like, Date: token.PriceDate}
}

// PriceText says what a number of input tokens costs with a model: "$0.0234", "~$0.0234" for the
// price of a related model, or "price not known".
func PriceText(m token.Meaning, tokens int) string {
	usd, like, ok := m.Cost(tokens)
	switch {
	case !ok:
		return "price not known"
	case like != "":
		return textutil.AssumedDollars(usd)
	}
	return textutil.Dollars(usd)
}

// PriceLine says in a sentence what a request with this number of tokens costs with a model.
func PriceLine(m token.Meaning, tokens int) string {
	text := PriceText(m, tokens)
	switch _, like, ok := m.Cost(tokens); {
	case ok && like != "":
		return text + " for each request, without a cache, if it costs what " + like + " does"
	case ok:
		return text + " for each request, without a cache"
	}
	return text
}
