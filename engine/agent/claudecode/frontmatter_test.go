package claudecode

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFrontBlockIsFoundAsThePatternFindsIt compares the search for the front matter with the
// regular expression that defines its place.
func TestFrontBlockIsFoundAsThePatternFindsIt(t *testing.T) {
	t.Parallel()
	pattern := regexp.MustCompile(`^---[\s\x{feff}]*\n((?s:.*?))---[\s\x{feff}]*(?:\n|$)?`)
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"---", "-", "\n", "\n", "\r\n", " ", "\t", "\ufeff", "\f", "\v", "a: b", "é", "\xef\xbb", "\x00"}
	for range 50_000 {
		var b strings.Builder
		b.WriteString("---")
		for range random.IntN(9) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		text := b.String()[random.IntN(2)*random.IntN(2):]
		from, to, end, ok := frontBlock(text)
		m := pattern.FindStringSubmatchIndex(text)
		if ok != (m != nil) || ok && (from != m[2] || to != m[3] || end != m[1]) {
			t.Fatalf("%q: %d %d %d %v, want %v", text, from, to, end, ok, m)
		}
	}
}

// TestTabsInFrontMatter lists what Claude Code 2.1.332 was seen to read from front matter with
// tabs: the keys, and the description if it is a text.
func TestTabsInFrontMatter(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"description: does\tthings\n":                          "description = does\tthings",
		"description: does\n\tmore\n\tyet\npaths: \"*.ts\"\n":  "description paths = does more yet",
		"description:\n\tdoes\npaths: \"*.ts\"\n":              "description paths = does",
		"description: \"does\n\tmore\"\n":                      "description = does more",
		"description: one\n\t# x\n":                            "description = one",
		"description: x\n\t\npaths: \"*.ts\"\n":                "description paths = x",
		"\tpaths: \"*.ts\"\n":                                  "paths = ",
		"\tdescription: b\n\tpaths: \"*.ts\"\n":                "description paths = b",
		"paths:\n\t- \"*.ts\"\n\t- \"*.js\"\ndescription: b\n": "description paths = b",
		"description: a: b\npaths: \"*.ts\"\n":                 "description paths = a: b",
		"description: a:\tb\npaths: \"*.ts\"\n":                " = ",
		"paths: \"*.ts\"\n\tdescription: b\n":                  " = ",
		"\tdescription: b\npaths: \"*.ts\"\n":                  " = ",
		"description: b\n\tpaths: \"*.ts\"\n":                  " = ",
		"description: b\n\tmore: c\npaths: \"*.ts\"\n":         " = ",
		"description: >\n\tb\npaths: \"*.ts\"\n":               " = ",
		"description: >\n  b\n\tc\n":                           " = ",
		"description: b: c\n\tmore\npaths: \"*.ts\"\n":         " = ",
	} {
		f := frontOf("---\n" + header + "---\nbody\n")
		description, _ := f.text("description")
		if got := strings.Join(slices.Sorted(maps.Keys(f.values)), " ") + " = " + description; got != want {
			t.Errorf("%q gives %q, want %q", header, got, want)
		}
	}
}
