package logs

import (
	"fmt"
	"strconv"
	"strings"
)

// Usage is the provider's count of a request, in tokens.
type Usage struct {
	Known      bool
	Input      int // of the whole request, cached or not
	CacheRead  int // how many of these were read from the cache
	CacheWrite int // how many of these were written to the cache; 0 if the provider does not say
	Output     int
	// Odd says, without a final stop, why galley ignores the numbers in the log as impossible. It
	// is "" if the numbers are possible.
	Odd string
}

// mostClaimed is the highest number of tokens in a log that galley believes: fifty times the
// largest context window in the table of models.
const mostClaimed = 100_000_000

// claim is a number of tokens in a log. An impossible number is kept as text, so that the rest of
// the line can still be read.
type claim struct {
	n   int
	odd string
}

// UnmarshalJSON accepts any value.
func (c *claim) UnmarshalJSON(text []byte) error {
	*c = claim{}
	n, err := strconv.ParseFloat(string(text), 64)
	switch whole := int(n); {
	case string(text) == "null":
	case err != nil || n < 0 || n > mostClaimed || float64(whole) != n:
		c.odd = clip(string(text), 40)
	default:
		c.n = whole
	}
	return nil
}

// usageOf makes a Usage from claims. input is the size of the whole request. If a provider's count
// excludes cached tokens, this count is passed as fresh, and input is zero.
func usageOf(input, fresh, read, write, output claim) Usage {
	var odd []string
	for _, c := range []struct {
		what string
		claim
	}{{"input", input}, {"input", fresh}, {"cached", read}, {"written to the cache", write}, {"output", output}} {
		if c.odd != "" {
			odd = append(odd, c.claim.odd+" "+c.what)
		}
	}
	if len(odd) > 0 {
		return Usage{Odd: fmt.Sprintf("the log claims %s tokens, which cannot be", strings.Join(odd, ", "))}
	}
	u := Usage{Known: true, Input: input.n, CacheRead: read.n, CacheWrite: write.n, Output: output.n}
	if input.n == 0 {
		u.Input = fresh.n + read.n + write.n
	}
	if u.CacheRead > u.Input {
		return Usage{Odd: fmt.Sprintf("the log claims that %d of %d tokens came from the cache, which cannot be", u.CacheRead, u.Input)}
	}
	return u
}
