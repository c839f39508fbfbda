package budget

import (
	"math"
	"strings"
	"testing"

	"galley/engine/token"
)

func TestBytesOfATokenFollowTheCounter(t *testing.T) {
	t.Parallel()
	fixed := func(n int) token.Counter {
		return counting(func(string) token.Count { return token.Count{Tokens: n} })
	}
	for name, c := range map[string]struct {
		counter token.Counter
		want    float64
	}{"no counter": {nil, 4}, "one that counts nothing": {fixed(0), 4}, "one token": {fixed(1), 4 / sampleBytes * float64(len(sample))}, "a hundred": {fixed(100), 4 / sampleBytes * float64(len(sample)) / 100}} {
		if got := perToken(4, c.counter); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	none := func(string) token.Count { return token.Count{} }
	if got, want := Guess(1000, 500, none), int(math.Floor(1000/proseBytes+500/toolBytes)); got != want {
		t.Errorf("a guess of %d tokens, want %d", got, want)
	}
	if got := (Measurement{}).Unread(0); got != (Size{}) {
		t.Errorf("nothing is unread: %+v", got)
	}
	if got := (Measurement{}).Unread(1000); got.Length.Bytes != 1000 || got.Tokens.Tokens != int(math.Floor(1000/proseBytes)) {
		t.Errorf("unread: %+v", got)
	}
}

func TestTheTableOfLimitsIsStrict(t *testing.T) {
	t.Parallel()
	got := load("[[limit]]\nprovider = \"x\"\nunit = \"bytes\"\nmax = 3\n")
	if len(got) != 1 || got[0].Provider != "x" || got[0].Max != 3 || got[0].Source != "built in" {
		t.Errorf("%+v", got)
	}
	defer func() {
		if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "budget: ") {
			t.Errorf("a table with an unknown key: %v", text)
		}
	}()
	load("[[limit]]\nprovidr = \"x\"\n")
}

func TestTheNamesOfTheLimitsAreInOrder(t *testing.T) {
	t.Parallel()
	all := Limits()
	names := Providers()
	if len(names) != len(all) || len(all) == 0 {
		t.Fatalf("%q of %d", names, len(all))
	}
	for i, l := range all {
		if names[i] != l.Provider {
			t.Errorf("limit %d is of %s, not of %s", i, l.Provider, names[i])
		}
	}
	all[0].Provider = "changed"
	if Limits()[0].Provider == "changed" {
		t.Error("a caller changes the table")
	}
}
