package conformance

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"galley/engine/token"
)

// tokenFiles lists the files of the folder "tokens", each with its judge. Files with texts by
// other authors are not in the repository; the test of such a file reports that it is missing.
var tokenFiles = []struct {
	name  string
	judge func(t *testing.T, name string)
}{
	{"tokens-openai.json", judgeOpenAI},
	{"tokens-outside-openai.json", judgeOpenAI},
	{"tokens-gemma.json", judgeGemma},
	{"tokens-outside-gemma.json", judgeGemma},
	{"tokens-sweep.json", judgeSweep},
	{"documents.json", judgeDocuments},
	{"edits.json", judgeEdits},
	{"edits-outside.json", judgeEdits},
	{"claude-estimate.json", judgeClaudeEstimate},
}

func TestConformanceTokens(t *testing.T) {
	known := map[string]bool{}
	for _, f := range tokenFiles {
		known[f.name] = true
		t.Run(strings.TrimSuffix(f.name, ".json"), func(t *testing.T) { f.judge(t, f.name) })
	}
	for _, name := range List(t, "tokens") {
		if !known[filepath.Base(name)] {
			t.Errorf("no judge for tokens/%s", filepath.Base(name))
		}
	}
}

// tokenFile reads a file of the folder "tokens". Texts by other authors are read from a folder
// beside the repository.
func tokenFile(t *testing.T, name string) []byte {
	t.Helper()
	bases := []string{cases(t)}
	if bases[0] == ownCases(t) {
		bases = append(bases, filepath.Join("..", "..", "..", "shared", "conformance"))
	}
	for _, base := range bases {
		data, err := os.ReadFile(filepath.Join(base, "tokens", name))
		if err == nil {
			return data
		}
	}
	t.Skipf("tokens/%s is missing in %s", name, strings.Join(bases, " or "))
	return nil
}

func encoding(t *testing.T, name string) *token.Tokenizer {
	t.Helper()
	e, ok := token.Encoding(name)
	if !ok {
		t.Fatalf("no encoding %s", name)
	}
	if name == token.Gemma3 && e.Count("").Basis != token.Exact {
		t.Skip("this build has no Gemma vocabulary")
	}
	return e
}

// rowText returns the text of a row, which may be given as base64.
func rowText(t *testing.T, text, b64 string) string {
	t.Helper()
	if b64 == "" {
		return text
	}
	raw, err := base64.StdEncoding.DecodeString(b64)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func judgeOpenAI(t *testing.T, name string) {
	o200k, cl100k := encoding(t, token.O200k), encoding(t, token.CL100k)
	var file struct {
		How   string
		Cases []struct {
			Name, Text, B64 string
			O200k, CL100k   int
			// The engine does not return token ids.
			O200kIDs  []int `json:"o200k_ids"`
			CL100kIDs []int `json:"cl100k_ids"`
		}
	}
	Decode(t, tokenFile(t, name), &file)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			text := rowText(t, c.Text, c.B64)
			same(t, o200k, text, c.O200k)
			same(t, cl100k, text, c.CL100k)
		})
	}
}

// same checks the count of a text that is counted as a whole, and of the same text in a document.
func same(t *testing.T, e *token.Tokenizer, text string, want int) {
	t.Helper()
	if got := e.Count(text); got.Tokens != want || got.Basis != token.Exact || got.Low != want || got.High != want {
		t.Errorf("%s: %+v, want %d", e.Method(), got, want)
	}
	d := token.NewDocument(e)
	d.Set(text)
	if got := d.Count(); got.Tokens != want {
		t.Errorf("%s, as a document: %+v, want %d", e.Method(), got, want)
	}
}

func judgeGemma(t *testing.T, name string) {
	gemma := encoding(t, token.Gemma3)
	var file struct {
		How   string
		Cases []struct {
			Name, Text, B64 string
			Count           int
		}
	}
	Decode(t, tokenFile(t, name), &file)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) { same(t, gemma, rowText(t, c.Text, c.B64), c.Count) })
	}
}

func judgeSweep(t *testing.T, name string) {
	o200k, cl100k := encoding(t, token.O200k), encoding(t, token.CL100k)
	var file struct {
		How  string
		Runs [][4]int
	}
	Decode(t, tokenFile(t, name), &file)
	for _, run := range file.Runs {
		for r := run[0]; r < run[0]+run[1]; r++ {
			x := string(rune(r))
			text := "a" + x + "B " + x + "\n"
			if got := o200k.Count(text).Tokens; got != run[2] {
				t.Errorf("U+%04X: o200k_base %d, want %d", r, got, run[2])
			}
			if got := cl100k.Count(text).Tokens; got != run[3] {
				t.Errorf("U+%04X: cl100k_base %d, want %d", r, got, run[3])
			}
		}
	}
}

// recipe describes how to build a large document.
type recipe struct {
	Kind, Unit, Template, Seed string
	Units                      []string
	Times, From                int
	Parts                      []recipe
}

func (r recipe) build(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	switch r.Kind {
	case "repeat":
		return strings.Repeat(r.Unit, r.Times)
	case "cycle":
		for i := range r.Times {
			b.WriteString(r.Units[i%len(r.Units)])
		}
	case "numbered":
		for i := range r.Times {
			b.WriteString(strings.ReplaceAll(r.Template, "{i}", strconv.Itoa(r.From+i)))
		}
	case "sha256-base64":
		var all []byte
		for i := range r.Times {
			sum := sha256.Sum256([]byte(r.Seed + strconv.Itoa(i)))
			all = append(all, sum[:]...)
		}
		return base64.StdEncoding.EncodeToString(all)
	case "concat":
		for _, part := range r.Parts {
			b.WriteString(part.build(t))
		}
	default:
		t.Fatalf("unknown recipe %q", r.Kind)
	}
	return b.String()
}

func judgeDocuments(t *testing.T, name string) {
	var file struct {
		How       string
		Documents []struct {
			Name                 string
			Spec                 recipe
			Bytes                int
			SHA256               string
			O200k, CL100k, Gemma int
		}
	}
	Decode(t, tokenFile(t, name), &file)
	for _, c := range file.Documents {
		t.Run(c.Name, func(t *testing.T) {
			text := c.Spec.build(t)
			if sum := sha256.Sum256([]byte(text)); len(text) != c.Bytes || hex.EncodeToString(sum[:]) != c.SHA256 {
				t.Fatalf("the recipe gives %d bytes with sha256 %x, want %d and %s", len(text), sum, c.Bytes, c.SHA256)
			}
			same(t, encoding(t, token.O200k), text, c.O200k)
			same(t, encoding(t, token.CL100k), text, c.CL100k)
			same(t, encoding(t, token.Gemma3), text, c.Gemma)
		})
	}
}

func judgeEdits(t *testing.T, name string) {
	o200k, cl100k := encoding(t, token.O200k), encoding(t, token.CL100k)
	var file struct {
		How  string
		Docs []struct {
			Name, Note, Base string
			O200k, CL100k    int
			Edits            []struct {
				Off, Del      int
				Ins           string
				O200k, CL100k int
			}
			FinalSHA256 string `json:"final_sha256"`
		}
	}
	Decode(t, tokenFile(t, name), &file)
	for _, c := range file.Docs {
		t.Run(c.Name, func(t *testing.T) {
			text := c.Base
			edited, set := token.NewDocument(o200k), token.NewDocument(cl100k)
			edited.Set(text)
			set.Set(text)
			same(t, o200k, text, c.O200k)
			same(t, cl100k, text, c.CL100k)
			for i, e := range c.Edits {
				text = text[:e.Off] + e.Ins + text[e.Off+e.Del:]
				edited.Edit(e.Off, e.Del, e.Ins)
				set.Set(text)
				if got, full := edited.Count().Tokens, o200k.Count(text).Tokens; got != e.O200k || full != e.O200k {
					t.Fatalf("edit %d: o200k_base %d, full count %d; want %d", i, got, full, e.O200k)
				}
				if got, full := set.Count().Tokens, cl100k.Count(text).Tokens; got != e.CL100k || full != e.CL100k {
					t.Fatalf("edit %d: cl100k_base %d, full count %d; want %d", i, got, full, e.CL100k)
				}
			}
			if sum := sha256.Sum256([]byte(edited.Text())); hex.EncodeToString(sum[:]) != c.FinalSHA256 {
				t.Errorf("the final text has sha256 %x, want %s", sum, c.FinalSHA256)
			}
		})
	}
}

// The estimator's own test judges its features; this one judges only the estimate.
func judgeClaudeEstimate(t *testing.T, name string) {
	var file struct {
		How   string
		Cases []struct {
			ID        string
			TextClass string `json:"text_class"`
			Text      string
			NeedsNFC  bool `json:"needs_nfc"`
			Recorded  json.RawMessage
			Counted   json.RawMessage `json:"text_tokens"`
			O200k     int
			Estimate  map[string]map[string]int
		}
		FeatureCases json.RawMessage `json:"feature_cases"`
		FeaturesHow  string          `json:"features_how"`
	}
	Decode(t, tokenFile(t, name), &file)
	for _, c := range file.Cases {
		t.Run(filepath.Base(c.ID), func(t *testing.T) {
			for _, family := range []string{"v3", "v4.7"} {
				got := encoding(t, "claude-"+family).Count(c.Text)
				if want := c.Estimate["C"][family]; got.Tokens < want-1 || got.Tokens > want+1 {
					t.Errorf("%s: %+v, want %d", family, got, want)
				}
				if got.Basis != token.Estimate || got.Low > got.Tokens || got.High < got.Tokens {
					t.Errorf("%s: %+v is not an estimate with a band", family, got)
				}
			}
		})
	}
}
