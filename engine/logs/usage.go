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
	CacheRead  int // of these, written to it; 0 if the provider does not say
	CacheWrite int // of these, written to it; 0 where the provider does not say
	Output     int
	// Odd says why the log's numbers are ignored as impossible, without a final stop,
	// or is "".
	Odd string
}

// mostClaimed is the highest believable number of tokens in a log, a hundred times
// the largest context window.
const mostClaimed = 100_000_000

// claim is a number of tokens in a log. Impossible numbers are kept as written, so
// that the rest of their line can still be read.
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

// usageOf combines claims. input counts the whole request; providers that count
// without cached tokens report fresh instead.
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
