package token

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSmallPartsOfTheCatalogue(t *testing.T) {
	t.Parallel()
	for basis, want := range map[Basis]string{Exact: "", Assumed: "~", Estimate: "≈", "": "≈"} {
		if got := basis.Sign(); got != want {
			t.Errorf("%s: %q", basis, got)
		}
	}
	for id, want := range map[string]string{
		"claude-opus-4-5-20251101-v1:0": "claude-opus-4-5", "gpt-4o-2024-08-06": "gpt-4o", "gpt-4-0613": "gpt-4", "x-0613": "x-0613", "-2024-08-06": "-2024-08-06", "a-2024-08-0x": "a-2024-08-0x", "a-2o24-08-06": "a-2o24-08-06",
		"a-2024-0o-06": "a-2024-0o-06", "gpt-0613": "gpt", "a@b": "a", "": "",
	} {
		if got := undated(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	all := Models()
	if len(all) != len(catalogue().all) || len(all) < 100 {
		t.Fatalf("%d models of %d", len(all), len(catalogue().all))
	}
	var providers []string
	for _, m := range all {
		if len(providers) == 0 || providers[len(providers)-1] != m.Provider {
			providers = append(providers, m.Provider)
		}
	}
	if sorted := slices.Compact(slices.Sorted(slices.Values(providers))); len(sorted) != len(providers) {
		t.Errorf("the models of a provider are not together: %q", providers)
	}
	var vendors []string
	for _, row := range families().Providers {
		if row.Vendor != "" && catalogue().models[row.Catalogue] != nil && !slices.Contains(vendors, row.Catalogue) {
			vendors = append(vendors, row.Catalogue)
		}
	}
	if !slices.Equal(providers[:len(vendors)], vendors) {
		t.Errorf("the vendors' models do not come first: %q, want %q", providers, vendors)
	}
}

func TestAModelThatIsNotKnownIsAProblem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ provider, model, hint string }{
		{"anthropic", "claude-opus-4-6", "-"}, {"", "", "-"}, {"anthropic", "claude-sonet-4-5", "did you mean "}, {"anthropic", "zzzzzzzzzzzz", "a similar model's numbers are used; check the name"},
	} {
		problems := Means(c.provider, c.model).Problems()
		if (c.hint == "-") != (len(problems) == 0) || len(problems) > 0 && !strings.HasPrefix(problems[0].Hint, c.hint) {
			t.Errorf("%s/%s: %+v", c.provider, c.model, problems)
		}
	}
	for _, c := range []struct {
		m    Meaning
		is   string
		want bool
	}{{Meaning{Choice: Choice{Vendor: "anthropic"}}, "anthropic", true}, {Meaning{Choice: Choice{Vendor: "anthropic"}}, "openai", false}, {Meaning{Provider: "openai"}, "openai", true}, {Meaning{}, "", false}, {Meaning{Provider: "openai", Choice: Choice{Vendor: "anthropic"}}, "openai", false}} {
		if got := c.m.Is(c.is); got != c.want {
			t.Errorf("%+v is %s: %v", c.m, c.is, got)
		}
	}
	if got := (Meaning{RowOf: "openrouter"}).RowNote() + (Meaning{}).RowNote(); got != " at openrouter" {
		t.Errorf("%q", got)
	}
}

func TestAScriptHasItsOwnFeatures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of     *shape
		tokens feature
		more   map[feature]int32
	}{
		{&shape{script: greek}, fGreekTokens, nil}, {&shape{script: arabic}, fArabicTokens, map[feature]int32{fArabicChars: 7}}, {&shape{script: hebrew}, fHebrewTokens, map[feature]int32{fHebrewChars: 7}},
		{&shape{script: indic}, fIndicTokens, map[feature]int32{fIndicChars: 7}}, {&shape{script: southEast}, fSouthEastTokens, map[feature]int32{fSouthEastChars: 7}}, {&shape{script: ethiopic}, fEthiopicTokens, map[feature]int32{fEthiopicChars: 7}}, {&shape{}, fMiscTokens, map[feature]int32{fMiscChars: 7, fMiscBytes: 11}},
	} {
		c.of.other, c.of.marks, c.of.otherBytes = 5, 2, 11
		var got, want vector
		got.script(c.of, 3)
		want[c.tokens] = 3
		for f, n := range c.more {
			want[f] = n
		}
		if got != want {
			t.Errorf("%v: %v, want %v", c.of.script, got, want)
		}
	}
}

// answers is a transport that answers each request with the next one of its texts, and later
// requests with the last one.
type answers struct {
	texts []string // each is "STATUS body"; "" makes the request fail
	after string   // the value of the header Retry-After
	asked int
}

func (a *answers) RoundTrip(*http.Request) (*http.Response, error) {
	text := a.texts[min(a.asked, len(a.texts)-1)]
	a.asked++
	if text == "" {
		return nil, errors.New("no network")
	}
	status := map[string]int{"200": 200, "429": 429, "400": 400}[text[:3]]
	return &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {a.after}}, Body: io.NopCloser(strings.NewReader(text[4:]))}, nil
}

func asking(texts ...string) (*Verifier, *answers) {
	a := &answers{texts: texts}
	return &Verifier{Client: &http.Client{Transport: a}, Env: func(name string) (string, bool) { return "secret-key-of-a-test", name == "ANTHROPIC_API_KEY" },
		Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC) }, Wait: func(context.Context, time.Duration) error { return nil }}, a
}

func TestAProviderIsAskedAgainOnlyIfThatMayHelp(t *testing.T) {
	t.Parallel()
	const counted, later = `200 {"input_tokens":7}`, `429 {"error":{"message":"later"}}`
	payload := Payload{Messages: []Turn{{Role: "user", Text: "x"}}}
	for _, c := range []struct {
		name   string
		texts  []string
		waits  error
		tokens int
		asked  int
	}{
		{"at once", []string{counted}, nil, 7, 1}, {"later", []string{later, counted}, nil, 7, 2}, {"never", []string{later}, nil, 0, repetitions + 1}, {"the wait ends", []string{later, counted}, context.Canceled, 0, 1},
		{"refused", []string{`400 {"error":{"message":"no"}}`, counted}, nil, 0, 1}, {"no network", []string{""}, nil, 0, 1}, {"no count", []string{`200 {}`}, nil, 0, 1}, {"no JSON", []string{`200 x`}, nil, 0, 1},
	} {
		v, a := asking(c.texts...)
		if c.waits != nil {
			v.Wait = func(context.Context, time.Duration) error { return c.waits }
		}
		got, err := v.Count(t.Context(), "anthropic", "claude-x", payload)
		if got.Tokens != c.tokens || (err == nil) != (c.tokens > 0) || a.asked != c.asked {
			t.Errorf("%s: %+v, %v, asked %d times", c.name, got, err, a.asked)
		}
		if err != nil && strings.Contains(err.Error(), "secret-key") {
			t.Errorf("%s: the key is in %v", c.name, err)
		}
	}
	v, a := asking(later, counted)
	a.after = "3600" // longer than a single count may take
	if _, err := v.Count(t.Context(), "anthropic", "claude-x", payload); err == nil || a.asked != 1 {
		t.Errorf("without the time to wait: %v, asked %d times", err, a.asked)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (&Verifier{}).wait(ended, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait that is cancelled: %v", err)
	}
	if err := (&Verifier{}).wait(t.Context(), 0); err != nil {
		t.Errorf("a wait of no time: %v", err)
	}
	if got := (&refusal{status: 429, message: "m"}).Error(); got != "HTTP status 429: m" {
		t.Errorf("%s", got)
	}
}

func TestASystemPromptIsADifference(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		texts      []string
		tokens     int
		fails      bool
	}{
		{"both counted", "s", []string{`200 {"input_tokens":7}`, `200 {"input_tokens":10}`}, 3, false}, {"no text", "", []string{`200 {"input_tokens":7}`}, 0, false},
		{"the first fails", "s", []string{`400 {}`}, 0, true}, {"the second fails", "s", []string{`200 {"input_tokens":7}`, `400 {}`}, 0, true},
	} {
		v, _ := asking(c.texts...)
		got, err := v.System(t.Context(), "anthropic", "claude-x", c.text)
		if got.Tokens != c.tokens || (err != nil) != c.fails {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
}

func TestAStoreThatCannotBeWrittenIsAnError(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.MkdirAll(filepath.Join(dir, "full", "in"), 0o700)); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"below a file": filepath.Join(file, "counts"), "in place of a directory": filepath.Join(dir, "full")} {
		s := &Store{path: path}
		if err := s.put(Verified{Tokens: 1, Provider: "p", Model: "m"}, []byte("x")); err == nil {
			t.Errorf("%s: no error", name)
		}
		if got, ok := s.get("p", "m", []byte("x")); !ok || got.Tokens != 1 || !got.Cached {
			t.Errorf("%s: the count is not kept in memory: %+v", name, got)
		}
		if _, ok := s.get("p", "n", []byte("x")); ok {
			t.Errorf("%s: another model's count is known", name)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, storeFile+".*")); len(left) > 0 || err != nil {
		t.Errorf("%q are left, %v", left, err)
	}
	if left, err := os.ReadDir(dir); len(left) != 2 || err != nil {
		t.Errorf("%v are left, %v", left, err)
	}
	if err := remove(filepath.Join(dir, "none")); err != nil {
		t.Errorf("a file that is gone: %v", err)
	}
	if err := remove(filepath.Join(dir, "full")); err == nil {
		t.Error("a full directory was removed")
	}
	none := (*Store)(nil)
	if _, ok := none.get("p", "m", nil); ok || none.put(Verified{}, nil) != nil {
		t.Error("no store keeps counts")
	}
}

func TestACountFollowsTheTextSinceItWasVerified(t *testing.T) {
	t.Parallel()
	v := Verified{Tokens: 100, Provider: "p", Date: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)}
	const by = "counted by p on 2026-01-02"
	then := Count{Tokens: 50}
	for _, c := range []struct {
		now  Count
		same bool
		want Count
	}{
		{Count{Tokens: 50, Low: 1, High: 99}, true, Count{Tokens: 100, Basis: Exact, Method: by, Low: 100, High: 100}},
		{Count{Tokens: 60, Low: 54, High: 66, Method: "m"}, false, Count{Tokens: 110, Basis: Estimate, Method: by + ", and m for the change since", Low: 109, High: 111}},
		{Count{Tokens: 40, Low: 36, High: 44, Method: "m"}, false, Count{Tokens: 90, Basis: Estimate, Method: by + ", and m for the change since", Low: 89, High: 91}},
		{Count{Method: "m"}, false, Count{Tokens: 50, Basis: Estimate, Method: by + ", and m for the change since", Low: 50, High: 50}},
	} {
		if got := v.Since(then, c.now, c.same); got != c.want {
			t.Errorf("%+v:\n got %+v\nwant %+v", c.now, got, c.want)
		}
	}
	if got := (Verified{Tokens: 10}).Since(then, Count{}, false); got.Tokens != 0 || got.Low != 0 || got.High != 0 {
		t.Errorf("fewer than none: %+v", got)
	}
}

func TestADocumentCountsWithAForeignCounter(t *testing.T) {
	t.Parallel()
	d := NewDocument(wordCounter{})
	d.Edit(5, 9, "one two")
	if got := d.Count(); got.Tokens != 2 || d.Text() != "one two" {
		t.Errorf("%+v of %q", got, d.Text())
	}
	for _, e := range []struct {
		offset, deleted int
		text, want      string
	}{{-3, 0, "zero ", "zero one two"}, {99, 9, " three", "zero one two three"}, {0, 5, "", "one two three"}, {3, 4, "", "one three"}, {0, 99, "", ""}, {0, 0, "x", "x"}} {
		d.Edit(e.offset, e.deleted, e.text)
		if d.Text() != e.want || d.Count().Tokens != len(strings.Fields(e.want)) {
			t.Errorf("%+v: %q, %+v", e, d.Text(), d.Count())
		}
	}
	f := &foreign{counter: wordCounter{}}
	if f.load(); !f.isReady() || f.cut("a", "b") || f.method() != "words" {
		t.Errorf("%+v", f)
	}
}

func TestTablesOfSymbols(t *testing.T) {
	t.Parallel()
	names := newNameTable(4)
	if !names.add(7<<60|1<<40, 1) || names.add(7<<60|1<<40, 2) || !names.add(7<<60|2<<40, 3) {
		t.Error("the same hash is added twice, or another one is refused")
	}
	if got := trimmed(make([]byte, 0, keptText)); cap(got) != keptText {
		t.Error("a buffer that may be kept is dropped")
	}
	if got := trimmed(make([]byte, 0, keptText+1)); got != nil {
		t.Error("a large buffer is kept")
	}
	var lent workers[uint32]
	for _, size := range []int{keptText, keptText + 1} {
		lent.give(&worker[uint32]{text: make([]byte, 0, size), composed: make([]byte, 0, size)})
		if w := lent.take(); cap(w.text) != size%(keptText+1) || cap(w.composed) != cap(w.text) {
			t.Errorf("of buffers of %d bytes, %d and %d are kept", size, cap(w.text), cap(w.composed))
		}
	}
	if w, text := lent.begin("a\xFF"); text != "a\uFFFD" || string(w.text) != text {
		t.Errorf("an invalid text is %q, in the buffer %q", text, w.text)
	}
	if got := newClasses().before("a", 0); got != 0 {
		t.Errorf("before the text: %v", got)
	}
}
