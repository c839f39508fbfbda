package token

import (
	"strings"
	"testing"
)

func TestAnEstimateSaysThatItIsOne(t *testing.T) {
	c := Estimator{}.Count(strings.Repeat("Write tests before you change behaviour.\n", 100))
	// o200k_base has seven tokens for each line: six words, and one for the full stop with the
	// line end.
	if c.Basis != Estimate || c.Method == "" || c.Low > 700 || c.High < 700 {
		t.Errorf("got %+v", c)
	}
	if c := (Estimator{}).Count(""); c.Tokens != 0 || c.High != 0 || c.Basis != Estimate {
		t.Errorf("the empty text: %+v", c)
	}
	if c := (Estimator{}).Count("a"); c.Tokens != 1 {
		t.Errorf("a text that is not empty counts as zero: %+v", c)
	}
}

func TestEstimatesAddUpWhereverTheTextIsCut(t *testing.T) {
	s := "Größe: 12 px — 日本語 😀\n\t\xff end"
	e := Estimator{}
	for i := range len(s) + 1 {
		if e.Points(s[:i])+e.Points(s[i:]) != e.Points(s) {
			t.Fatalf("cut at %d", i)
		}
	}
}

func BenchmarkEstimate(b *testing.B) {
	s := strings.Repeat("Keep functions short and say why, not what.\n", 1<<20/44)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		Estimator{}.Count(s)
	}
}
