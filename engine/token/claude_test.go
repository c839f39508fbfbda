package token

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// golden reads a file of the token cases. Files with texts by other authors are in a folder beside
// the repository.
func golden(t testing.TB, name string, to any) {
	t.Helper()
	bases := []string{
		filepath.Join("..", "..", "testdata", "conformance"),
		filepath.Join("..", "..", "..", "shared", "conformance"),
	}
	if other := os.Getenv("GALLEY_CONFORMANCE"); other != "" {
		bases = []string{other}
	}
	for _, base := range bases {
		if data, err := os.ReadFile(filepath.Join(base, "tokens", name)); err == nil {
			if err := json.Unmarshal(data, to); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Skipf("tokens/%s is missing in %v", name, bases)
}

// pieceFeatures sums the features of a text's pieces.
func pieceFeatures(c *claudeScheme, text string) map[string]int32 {
	text, _ = composed(text, nil)
	w := new(worker[weighed])
	sum := map[string]int32{}
	for i := 0; i < len(text); {
		end := c.base.next(text, i)
		c.base.table.tokens(&w.merger, text[i:end], hashOf(text[i:end]))
		v, _ := analyse(text[i:end], w.symbols)
		for f, n := range v {
			if n != 0 {
				sum[featureNames[f]] += n
			}
		}
		i = end
	}
	return sum
}

func TestClaudeFeatures(t *testing.T) {
	var file struct {
		Cases []struct {
			Text     string
			Features map[string]int32
			Raw      map[string]map[string]float64 `json:"estimate_raw"`
		} `json:"feature_cases"`
	}
	golden(t, "claude-estimate.json", &file)
	for _, c := range file.Cases {
		for _, scheme := range []*claudeScheme{claudeV3, claudeV4} {
			scheme.load()
			got := pieceFeatures(scheme, c.Text)
			for _, name := range featureNames {
				if got[name] != c.Features[name] {
					t.Errorf("%q: %s is %d, want %d", c.Text, name, got[name], c.Features[name])
				}
			}
			raw := float64(scheme.sum(c.Text).n) / unit
			if want := c.Raw[estimatorSize][scheme.family]; math.Abs(raw-want) > 0.001 {
				t.Errorf("%q: %s costs %.4f, want %.4f", c.Text, scheme.family, raw, want)
			}
		}
	}
}

// The recorded count of a text must be within the estimated band for 95 % of the texts, minus a
// tolerance because there are few texts.
func TestClaudeBandHoldsTheRecordedCounts(t *testing.T) {
	var file struct {
		Cases []struct {
			Text     string
			Recorded map[string]int `json:"text_tokens"`
			O200k    int
		}
	}
	golden(t, "claude-estimate.json", &file)
	for _, scheme := range []*claudeScheme{claudeV3, claudeV4} {
		outside := 0
		for _, c := range file.Cases {
			sum := scheme.sum(c.Text)
			if int(sum.text.tokens) != c.O200k {
				t.Errorf("%.20q: %d o200k_base tokens, want %d", c.Text, sum.text.tokens, c.O200k)
			}
			n := scheme.count(sum, scheme.tokens(sum))
			if recorded := c.Recorded[scheme.family]; recorded < n.Low || recorded > n.High {
				outside++
			}
		}
		if most := len(file.Cases) / 10; outside > most {
			t.Errorf("%s: %d of %d recorded counts are outside the band", scheme.family, outside, len(file.Cases))
		}
	}
}

func TestClaudeTextClasses(t *testing.T) {
	claudeV4.load()
	for _, c := range []struct {
		name string
		text string
		want textClass
	}{
		{"short", "hello world", shortText},
		{"prose", repeated("You are a careful engineer who reads the whole file before changing it. "), proseText},
		{"code", repeated("if err := f(x[i], &y); err != nil {\n\treturn nil, fmt.Errorf(\"%w: %v\", err, x)\n}\n"), codeText},
		{"french", repeated("Vous êtes un ingénieur soigneux et vous répondez en français. "), latinText},
		{"chinese", repeated("请你扮演一名资深的软件架构师。"), cjkText},
		{"russian", repeated("Вы внимательный инженер. "), cyrillic},
		{"arabic", repeated("أنت مهندس دقيق جدا. "), semiticText},
		{"hindi", repeated("आप एक सावधान इंजीनियर हैं। "), indicText},
		{"georgian", repeated("თქვენ ხართ ინჟინერი. "), otherText},
		{"chinese in english", repeated("Read the file. 请你阅读文件并且回答问题。 "), cjkText},
	} {
		if got := claudeV4.sum(c.text).text.class(); got != c.want {
			t.Errorf("%s: class %q, want %q", c.name, got, c.want)
		}
		for family, bands := range map[string]map[textClass][2]float64{"v3": estimatorData().bands("v3"), "v4.7": claudeV4.bands} {
			if b := bands[c.want]; b[0] < 0.04 || b[0] > 0.3 || b[1] < 0.04 || b[1] > 0.3 {
				t.Errorf("%s, %s: bands %v", c.name, family, b)
			}
		}
	}
}

func repeated(s string) string {
	out := ""
	for len(out) < 3000 {
		out += s
	}
	return out
}

// Canonically equivalent texts cost the same, because the estimator normalises them first.
func TestClaudeEstimateIgnoresTheNormalForm(t *testing.T) {
	for _, c := range []*claudeScheme{claudeV3, claudeV4} {
		if a, b := c.sum("tiếng Việt"), c.sum("tie\u0302\u0301ng Vie\u0323\u0302t"); a != b {
			t.Errorf("%s: composed %+v, decomposed %+v", c.family, a, b)
		}
	}
}

// The cost of a run of line ends or tabs must grow with its length. An earlier estimator counted
// 300,000 line feeds as one token.
func TestLongRunsOfBlanksCostByTheirLength(t *testing.T) {
	for _, family := range []string{ClaudeV3, ClaudeV4} {
		c, _ := Encoding(family)
		for _, run := range []string{"\n", "\t", "\r\n", "\r", "\n\t", " \n", "\t ", "\v", "\f"} {
			small, large := c.Count(strings.Repeat(run, 2_000)).Tokens, c.Count(strings.Repeat(run, 8_000)).Tokens
			if large < 3*small || small < 50 {
				t.Errorf("%s: 2,000 of %q count %d, four times as many count %d", family, run, small, large)
			}
		}
		for _, short := range []string{"\n", "\n\n", "\t", "\r\n", "\n\t\t"} {
			if n := c.Count(short).Tokens; n > 3 {
				t.Errorf("%s: %q counts %d", family, short, n)
			}
		}
	}
}
