package collate

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

func TestNamesAreSortedAsInAFileBrowser(t *testing.T) {
	want := []string{"_u.txt", ".dot", "10.txt", "2.txt", "a b.txt", "a-b.txt", "a.txt", "A.txt", "ab.txt", "b.txt", "B.txt", "é.txt", "z.txt"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortStableFunc(got, Compare)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEquivalentNamesCompareEqual(t *testing.T) {
	if n := Compare("é", "e\u0301"); n != 0 {
		t.Errorf("got %d", n)
	}
}

func sign(n int) int { return max(-1, min(1, n)) }

// The fast path must always agree with the collator.
func FuzzCompare(f *testing.F) {
	for _, pair := range [][2]string{{"a", "A"}, {"aB", "Ab"}, {"srv1", "srv10"}, {"_", "1"}, {"a", "a!"}, {"A", "a!"}, {"b", "Ä"}, {"x\x01", "x"}, {"", "~"}} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		c := collate.New(language.AmericanEnglish)
		if got, want := sign(Compare(a, b)), c.CompareString(a, b); got != want {
			t.Errorf("%q, %q: %d, want %d", a, b, got, want)
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	for b.Loop() {
		Compare("component-button.test.ts", "component-Button.test.tsx")
	}
}

func TestAByteThatIsNotASCIISendsNamesToTheCollator(t *testing.T) {
	for _, pair := range [][2]string{{"é", "a"}, {"a", "aé"}, {"aé", "a"}, {"a", "a\x01"}, {"ab", "abü"}} {
		if n, ok := compareASCII(pair[0], pair[1]); ok || n != 0 {
			t.Errorf("%q and %q were compared as ASCII", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"a", "ab"}, {"", "a"}, {"a", "a"}, {"A", "a"}, {"a", "A"}, {"aB", "Ab"}, {"b", "a"}, {"a-b", "ab"}, {"_", "1"}} {
		if n, ok := compareASCII(pair[0], pair[1]); !ok || sign(n) != collate.New(language.AmericanEnglish).CompareString(pair[0], pair[1]) {
			t.Errorf("%q and %q: %d, %v", pair[0], pair[1], n, ok)
		}
	}
}

// Punctuation comes before digits, and digits come before letters. Each of the three has a fixed
// order. No two characters are equal, except that the cases of a letter are compared last.
func TestEveryPrintableCharacterHasItsPlace(t *testing.T) {
	order := strings.Split(" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz", "")
	for i, a := range order {
		for j, b := range order {
			if n, ok := compareASCII(a, b); !ok || sign(n) != sign(i-j) {
				t.Errorf("%q and %q: %d, %v", a, b, n, ok)
			}
		}
	}
	for _, pair := range [][2]string{{"z", "Z"}, {"a", "A"}, {"zz", "zZ"}} {
		if n, ok := compareASCII(pair[0], pair[1]); !ok || n >= 0 {
			t.Errorf("%q does not come before %q: %d, %v", pair[0], pair[1], n, ok)
		}
	}
	for _, longer := range []string{"a ", "a~"} {
		if n, ok := compareASCII("a", longer); !ok || n >= 0 {
			t.Errorf("a does not come before %q: %d, %v", longer, n, ok)
		}
	}
}
