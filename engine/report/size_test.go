package report

import "testing"

func TestSizesForPeopleCountInThousands(t *testing.T) {
	for n, want := range map[int]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 1023: "1.0 kB", 1024: "1.0 kB", 100_000: "100.0 kB", 999_949: "999.9 kB", 999_950: "1.0 MB", 1_250_000: "1.2 MB",
	} {
		if got := Size(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
