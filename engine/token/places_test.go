package token

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// An encoding decodes its tables when it is loaded. A damaged vocabulary is a mistake in the
// program and makes loading panic.
func TestTablesAreReadyAfterTheyAreLoaded(t *testing.T) {
	t.Parallel()
	for _, name := range []string{O200k, Gemma3, ClaudeV3} {
		by, ok := Encoding(name)
		if !ok {
			t.Fatal(name)
		}
		if by.Load(); !by.Ready() || by.Method() == "" {
			t.Errorf("%s is not ready", name)
		}
	}
	for want, scheme := range map[string]interface {
		isReady() bool
		load()
	}{"x: ": &byteEncoding{name: "x", packed: []byte("junk")}, Gemma3 + ": ": &gemmaEncoding{packed: []byte("junk")}} {
		if scheme.isReady() {
			t.Errorf("%s is ready before it is loaded", want)
		}
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasPrefix(got, want) {
					t.Errorf("a damaged vocabulary: %s, want %s", got, want)
				}
			}()
			scheme.load()
		}()
		if scheme.isReady() {
			t.Errorf("%s is ready without a vocabulary", want)
		}
	}
}

// A cache is cleared when it has too many pieces or too many bytes of pieces. Long pieces are
// never stored in it.
func TestACacheIsBounded(t *testing.T) {
	t.Parallel()
	seed := maphash.MakeSeed()
	for _, c := range []struct{ size, most int }{{8, cacheEntries}, {cachePiece, cacheArena / cachePiece}} {
		var all cache[int]
		piece := func(i int) (string, uint64) {
			s := string(binary.BigEndian.AppendUint64(nil, uint64(i))) + strings.Repeat("x", c.size-8)
			return s, maphash.String(seed, s)
		}
		if _, ok := all.get(piece(0)); ok {
			t.Error("an empty cache has a piece")
		}
		for i := range c.most + 1 {
			if i == c.most {
				if v, ok := all.get(piece(0)); !ok || v != 0 {
					t.Errorf("of %d pieces the first is %d, %v", i, v, ok)
				}
			}
			s, h := piece(i)
			all.put(s, h, i)
		}
		if _, ok := all.get(piece(0)); ok {
			t.Errorf("%d pieces of %d bytes are cached", c.most+1, c.size)
		}
		if v, ok := all.get(piece(c.most)); !ok || v != c.most || len(all.entries) != 1 || len(all.arena) != c.size {
			t.Errorf("the last piece is %d, %v, of %d", v, ok, len(all.entries))
		}
	}
	var all cache[int]
	long := strings.Repeat("x", cachePiece+1)
	all.put(long, 1, 1)
	if _, ok := all.get(long, 1); ok {
		t.Error("a long piece is cached")
	}
}

func TestTheFirstOfEqualPairsCounts(t *testing.T) {
	t.Parallel()
	one, two := newPairTable(4), newPairTable(4)
	for _, add := range [][3]uint32{{1, 2, 3}, {2, 1, 4}, {1, 2, 5}} {
		one.add(add[0], add[1], add[2])
	}
	for _, add := range [][3]uint32{{1, 2, 3}, {2, 1, 4}} {
		two.add(add[0], add[1], add[2])
	}
	if fmt.Sprint(one) != fmt.Sprint(two) {
		t.Errorf("%v, want %v", one, two)
	}
}

func TestRareCyrillicLettersAreCounted(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]int32{'а': 0, 0x451: 0, 0x452: 1, 0x52F: 1, 0x1C80: 0} {
		var s shape
		if s.addOther(r); s.cyrillic != 1 || s.cyrillicExt != want {
			t.Errorf("%U: %d, %d, want 1, %d", r, s.cyrillic, s.cyrillicExt, want)
		}
	}
}

func TestTheFormOfRequestsAtAProvider(t *testing.T) {
	t.Parallel()
	c := &catalogued{kinds: map[string]string{"vertexai": "google-vertex", "gemini": "google", "anthropic": "anthropic", "bedrock": "bedrock", "openrouter": "openrouter"}}
	for _, one := range [][3]string{{"vertex_ai", "anthropic", "anthropic"}, {"vertexai", "google", "google"}, {"vertexai", "", "google"}, {"gemini", "anthropic", "google"}, {"claude", "", "anthropic"}, {"aws-bedrock", "meta", "anthropic"}, {"openrouter", "anthropic", "openai"}, {"none", "anthropic", ""}, {"azure", "", "openai"}} {
		if got := apiAt(c, one[0], one[1]); got != one[2] {
			t.Errorf("%s at %s: %q, want %q", one[1], one[0], got, one[2])
		}
	}
	names := &catalogued{providers: []string{"p", "q"}, models: map[string]map[string]Model{"q": {"us.x.m-1": {ID: "us.x.m-1"}}}}
	for model, want := range map[string]string{"us.x.m-1": "q", " US.X.M-1 ": "q", "us.x.m-2": "", "m-1": "", "m-1@2": ""} {
		if got := names.decorated(model); got != want {
			t.Errorf("%q is of %q, want %q", model, got, want)
		}
	}
}

// A report about a model that is not known says what is assumed about it.
func TestAReportSaysWhatItAssumes(t *testing.T) {
	by := choiceFor("anthropic", "claude-opus-5-5")
	r := NewReport(by)
	r.Add("a.md", "hello world", by, Means("", "claude-opus-5-5"))
	usd, like, _ := Means("", "claude-opus-5-5").Cost(r.Total)
	if f := r.Files[0]; f.AssumedWindow != 1_000_000 || f.AssumedFrom != "claude-opus-5" || like != f.AssumedFrom || f.AssumedCostUSD != usd || usd == 0 || f.CostUSD != nil || f.ContextWindow != nil {
		t.Errorf("%+v", f)
	}
}

func TestTheAddressAndAnswerOfEachAPI(t *testing.T) {
	t.Parallel()
	for provider, c := range map[string]struct{ base, path string }{
		"anthropic": {"https://x", "/v1/messages/count_tokens"}, "google": {"https://x", "/v1beta/models/m:countTokens"}, "openai": {"https://x/v1", "/responses/input_tokens"},
	} {
		a, ok := apiOf(provider)
		if !ok || a.path(c.base, "m") != c.path {
			t.Errorf("%s: %s", provider, a.path(c.base, "m"))
		}
	}
	openAI, _ := apiOf("openai")
	if got := openAI.path("https://x", "m"); got != "/v1/responses/input_tokens" {
		t.Errorf("a base without a version: %s", got)
	}
	google, _ := apiOf("google")
	for answer, want := range map[string]string{`{"totalTokens":7}`: "7 true", `{}`: "0 false", `x`: "0 false", `{"totalTokens":0}`: "0 true"} {
		if n, ok := google.read([]byte(answer)); fmt.Sprint(n, ok) != want {
			t.Errorf("%s: %d, %v", answer, n, ok)
		}
	}
	// How much of a server's message is kept.
	for n, want := range map[int]int{longestMessage: longestMessage, longestMessage + 1: longestMessage + 1, longestMessage + 9: longestMessage + 1} {
		if got := []rune(cleaned(strings.Repeat("é", n), "the-key")); len(got) != want || (got[len(got)-1] == '…') != (n > longestMessage) {
			t.Errorf("of %d characters %d remain", n, len(got))
		}
	}
}

// broken is a transport whose answers end in an error.
type broken struct{}

func (broken) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(iotest.ErrReader(errors.New("cut off")))}, nil
}

func TestAnAnswerThatIsCutOff(t *testing.T) {
	t.Parallel()
	a, _ := apiOf("anthropic")
	v := &Verifier{Client: &http.Client{Transport: broken{}}}
	if n, err := v.once(context.Background(), a, "https://x.invalid", "key", nil); n != 0 || err == nil || err.Error() != "cut off" {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := v.once(context.Background(), a, "https://x.invalid/\x7f", "key", nil); n != 0 || err == nil {
		t.Errorf("an address that is not one: %d, %v", n, err)
	}
	before := time.Now()
	if now := v.now(); now.Before(before) || now.After(time.Now()) {
		t.Errorf("the time is %v", now)
	}
	s := &Store{path: t.TempDir() + "/counts"}
	if err := s.put(Verified{Tokens: 1, Date: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}, nil); err == nil {
		t.Error("a date that cannot be written is stored")
	}
}
