package hidden

import "testing"

func TestSignsAroundNumbersAreNamed(t *testing.T) {
	signs := map[rune]bool{0x06dd: true, 0x070f: true, 0x0890: true, 0x0891: true, 0x08e2: true, 0x110bd: true, 0x110cd: true}
	for r := rune(0x0600); r <= 0x0605; r++ {
		signs[r] = true
	}
	for r := range signs {
		if got := never(r); got != NumberSign {
			t.Errorf("%U is %q", r, got)
		}
		for _, near := range []rune{r - 1, r + 1} {
			if !signs[near] && never(near) == NumberSign {
				t.Errorf("%U is taken for a sign around numbers", near)
			}
		}
	}
}
