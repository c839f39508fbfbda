// Package budget says how large a prompt is and whether it fits.
//
// The limits are data: [Limits]. A [Meter] measures a prompt, its messages and their blocks in
// bytes, UTF-16 units, code points and tokens. It runs after every key press, so it caches its
// counts: it does not count unchanged text again, and of a changed message it counts only the
// changed part.
package budget

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/token"
)

// Unit is the unit of a limit.
type Unit string

// The units.
const (
	Tokens Unit = "tokens"
	UTF16  Unit = "utf16"
	Bytes  Unit = "bytes"
	Runes  Unit = "runes"
)

// Words returns the unit in words for people, in the plural.
func (u Unit) Words() string {
	switch u {
	case UTF16:
		return "UTF-16 units"
	case Runes:
		return "code points"
	}
	return string(u)
}

// User is the provider of a limit that the user typed, and Typed is its source.
const (
	User  = "user"
	Typed = "typed"
)

// Owner returns the words "your limit" or, for the limit of a provider, the provider's name.
func (l Limit) Owner() string {
	if l.Provider == User {
		return "your limit"
	}
	return l.Provider
}

// ParseTokens reads a number of tokens as people write it, such as 8000, "8 000", "8,000", "8k" or
// "1.5m". ok is false if the text is not a positive number.
func ParseTokens(text string) (n int, ok bool) {
	text = strings.ToLower(strings.NewReplacer(" ", "", ",", "", "_", "").Replace(text))
	scale := 1.0
	if rest, cut := strings.CutSuffix(text, "k"); cut {
		text, scale = rest, 1e3
	} else if rest, cut := strings.CutSuffix(text, "m"); cut {
		text, scale = rest, 1e6
	}
	if strings.Trim(text, "0123456789.") != "" || scale == 1 && strings.Contains(text, ".") {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	if f = math.Round(f * scale); err != nil || f < 1 || f > mostTyped {
		return 0, false
	}
	return int(f), true
}

// mostTyped is the largest limit that a user can type. No model has so large a window.
const mostTyped = 1e9

// Limit is the most that a provider accepts.
type Limit struct {
	Provider string `set:"provider"`
	Unit     Unit   `set:"unit" among:"tokens|utf16|bytes|runes"`
	Max      int    `set:"max" min:"1"`
	Source   string // where it is defined: "built in", "config", or Typed by the user
}

//go:embed limits.toml
var table string

var builtIn = sync.OnceValue(func() []Limit { return load(table) })

// load parses the built-in table of limits; it panics on an error, which would be a mistake in
// galley.
func load(text string) []Limit {
	var file struct {
		Limits []Limit `set:"limit"`
	}
	if problems := settings.Decode(settings.Parse("limits.toml", text), &file); len(problems) > 0 {
		panic("budget: " + problems[0].Message)
	}
	for i := range file.Limits {
		file.Limits[i].Source = "built in"
	}
	return file.Limits
}

// Limits returns the limits in the order in which views show them.
func Limits() []Limit { return slices.Clone(builtIn()) }

// Providers returns the names of the providers that have a limit, in order.
func Providers() []string {
	limits := builtIn()
	names := make([]string, len(limits))
	for i, l := range limits {
		names[i] = l.Provider
	}
	return names
}

// ProviderOf returns the provider whose limit applies to a model, as the table of limits names it: the
// model's own provider or, if that is not in the table, the first provider of the same vendor. It
// returns "" if the table has neither.
func ProviderOf(means token.Meaning) string { return providerOf(builtIn(), means) }

func providerOf(limits []Limit, means token.Meaning) string {
	first := ""
	for _, l := range limits {
		if !means.Is(l.Provider) {
			continue
		}
		if means.At(l.Provider) {
			return l.Provider
		}
		first = cmp.Or(first, l.Provider)
	}
	return first
}

// WithOverrides returns the limits, with the maximum of each provider in overrides replaced. The
// numbers are in the provider's own unit.
func WithOverrides(overrides map[string]int) []Limit {
	limits := Limits()
	for i := range limits {
		if most, ok := overrides[limits[i].Provider]; ok {
			limits[i].Max, limits[i].Source = most, "config"
		}
	}
	return limits
}

// State says how close a prompt is to a limit.
type State string

// The states.
const (
	OK      State = "ok"
	Warning State = "warning" // from 80 % of the limit on
	Over    State = "over"    // above the limit; a prompt that just meets it is not over
)

// Gauge says how much of one limit a prompt uses.
type Gauge struct {
	Limit
	Used  int         // the size of the prompt, in the limit's unit
	Count token.Count // the prompt's tokens as this provider counts them, whatever the limit's unit
	State State
}

// Share returns the part of the limit that is used; 1 means the whole limit.
func (g Gauge) Share() float64 { return float64(g.Used) / float64(g.Max) }

// Exact reports whether Used was counted and not estimated.
func (g Gauge) Exact() bool { return g.Unit != Tokens || g.Count.Basis == token.Exact }

// With returns the gauge with another count of the same prompt's tokens.
func (g Gauge) With(count token.Count) Gauge {
	if g.Unit == Tokens {
		g.Used = count.Tokens
	}
	g.Count = count
	g.State = g.state()
	return g
}

func gauge(l Limit, length source.Length, count token.Count) Gauge {
	g := Gauge{Limit: l, Count: count}
	switch l.Unit {
	case UTF16:
		g.Used = length.UTF16
	case Bytes:
		g.Used = length.Bytes
	case Runes:
		g.Used = length.Runes
	default:
		g.Used = count.Tokens
	}
	g.State = g.state()
	return g
}

func (g Gauge) state() State {
	switch {
	case g.Used > g.Max:
		return Over
	case 5*g.Used >= 4*g.Max:
		return Warning
	default:
		return OK
	}
}
