package logs

import (
	"fmt"
	"strconv"
	"strings"
)

// Usage is what the provider says a request took, in tokens.
type Usage struct {
	Known      bool
	Input      int // of the whole request, cached or not
	CacheRead  int // of these, read from the cache
	CacheWrite int // of these, written to it; 0 where the provider does not say
	Output     int
	// Odd says why what the log claims is passed over: a sentence without its stop; "" unless
	// it claims what cannot be.
	Odd string
}

// mostClaimed is the most tokens that a log's claim is believed to count, a hundred times
// the largest context window.
const mostClaimed = 100_000_000

// claim is a number of tokens in a log. Numbers that cannot be are kept as they are
// written, so that the rest of their line is read all the same.
type claim struct {
	n   int
	odd string
}

// UnmarshalJSON takes any value.
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

// usage puts claims together. input counts the whole request; fresh, without the tokens of
// the cache, stands in its place where the provider counts so.
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
