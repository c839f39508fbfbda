package token

import (
	_ "embed"
	"encoding/json"
	"math"
	"strings"
	"sync"
	"sync/atomic"
)

// Anthropic publishes no vocabulary. The estimator was fitted to recorded answers of its counting
// endpoint: each piece of o200k_base counts as much as pieces with its features cost on average.
// The file has the coefficients, how they were made, and their errors.
//
//go:embed data/claude-estimator.json
var estimatorJSON []byte

// The families of Claude's tokenizers, by the estimator's names. Models from version 5 on count
// like version 4.7, except for the tokens that a message adds around the text.
const (
	familyV3 = "v3"
	familyV4 = "v4.7"
	familyV5 = "v5"
)

// estimatorSize names the set of features to use. The data file recommends it for its small error.
const estimatorSize = "C"

// estimator is the part of the data file that counting needs.
type estimator struct {
	Coefficients map[string]map[string]map[string]float64 // by size, family and feature
	Errors       []struct {
		Evidence  string
		TextClass string `json:"text_class"`
		Family    string
		Size      string
		P95       float64 // the error in percent that 95 % of the estimates do not exceed
	}
}

var estimatorData = sync.OnceValue(func() *estimator {
	e := new(estimator)
	if err := json.Unmarshal(estimatorJSON, e); err != nil {
		panic("the embedded Claude estimator: " + err.Error())
	}
	return e
})

// unit is the number of parts into which a token is divided for counting. Coefficients have four
// decimals, so sums of these parts are exact.
const unit = 10000

// weights returns the coefficients of a family, in ten-thousandths of a token.
func (e *estimator) weights(size, family string) (w [featureCount]int64) {
	for f, name := range featureNames {
		w[f] = int64(math.Round(e.Coefficients[size][family][name] * unit))
	}
	return w
}

// claudeScheme estimates tokens for one family.
type claudeScheme struct {
	name   string
	family string
	base   *byteEncoding // the encoding that divides a text into the pieces to weigh

	once    sync.Once
	ready   atomic.Bool
	weights [featureCount]int64
	bands   map[textClass][2]float64
	workers workers[weighed]
}

// weighed is what a piece costs.
type weighed struct {
	cost int64 // in ten-thousandths of a token
	text kinds
}

func (c *claudeScheme) method() string { return c.name }

func (c *claudeScheme) isReady() bool { return c.ready.Load() }

func (c *claudeScheme) load() {
	c.once.Do(func() {
		c.base.load()
		data := estimatorData()
		c.weights = data.weights(estimatorSize, c.family)
		c.bands = data.bands(c.family)
		c.ready.Store(true)
	})
}

func (c *claudeScheme) cut(before, after string) bool { return c.base.cut(before, after) }

func (c *claudeScheme) sum(text string) tally {
	c.load()
	w, text := c.workers.begin(text)
	text, w.composed = composed(text, w.composed)
	sum := c.weigh(w, text, len(text))
	c.workers.give(w)
	return sum
}

// upTo implements scheme. It treats the pieces of the estimator as tokens, so it counts the pieces
// that begin before byte x.
func (c *claudeScheme) upTo(text string, x int) tally {
	c.load()
	w := c.workers.take()
	defer c.workers.give(w)
	text, x, w.text = validUpTo(text, x, w.text)
	head, _ := composed(text[:x], nil)
	text, w.composed = composed(text, w.composed)
	return c.weigh(w, text, len(head))
}

// weigh adds up the weights of the pieces of a text that begin before byte x.
func (c *claudeScheme) weigh(w *worker[weighed], text string, x int) tally {
	var sum tally
	for i := 0; i < min(x, len(text)); {
		end := c.base.next(text, i)
		p := pieceOf(c, w, text, i, end)
		sum.n += p.cost
		sum.text = sum.text.plus(p.text)
		i = end
	}
	return sum
}

// look implements [looker].
func (c *claudeScheme) look(w *worker[weighed], piece string, h uint64) weighed {
	if p, ok := w.long.get(piece, h); ok {
		return p
	}
	c.base.table.tokens(&w.merger, piece, h)
	v, s := analyse(piece, w.symbols)
	p := weighed{text: kindsOf(&v, &s)}
	for f, n := range v {
		p.cost += int64(n) * c.weights[f]
	}
	// The fitted data shows whether there is a run of line ends or tabs, but not its length. A long
	// run costs at least one token for each token of the base after the first.
	if n := len(w.merger.symbols); n > 1 && whiteRun(piece) {
		p.cost += int64(n-1) * unit
	}
	w.long.put(piece, h, p)
	return p
}

// whiteRun reports whether a piece is white space with line ends or tabs in it.
func whiteRun(piece string) bool {
	return strings.ContainsAny(piece, "\n\r\t\v\f") && strings.TrimLeft(piece, " \n\r\t\v\f") == ""
}

func (c *claudeScheme) tokens(t tally) int { return int((t.n + unit/2) / unit) }

func (c *claudeScheme) count(t tally, tokens int) Count {
	return estimated(c.name, tokens, c.band(t.text))
}

// estimated returns the Count of an estimate. band is its largest expected relative error.
func estimated(method string, tokens int, band float64) Count {
	return Count{
		Tokens: tokens, Basis: Estimate, Method: method,
		Low:  int(math.Floor(float64(tokens) / (1 + band))),
		High: int(math.Ceil(float64(tokens) / (1 - band))),
	}
}
