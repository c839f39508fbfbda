package qwencode

import "testing"

func TestCompressionThreshold(t *testing.T) {
	for window, want := range map[int]int{1_000_000: 850_000, 220_000: 187_000, 200_000: 167_000, 131_072: 98_072, 33_000: 28_050, 32_768: 27_852} {
		if got := limit(window); got != want {
			t.Errorf("%d: %d, want %d", window, got, want)
		}
	}
}
