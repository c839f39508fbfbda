package words

import (
	"fmt"
)

// Percent spells a share, 1 being all, the same way everywhere: whole percents, cut
// off, so that 100% is never said of less than all.
func Percent(share float64) string {
	switch p := share * 100; {
	case p >= 1000:
		return ">999%"
	case p > 0 && p < 1:
		return "<1%"
	default:
		return fmt.Sprintf("%d%%", int(p+1e-9))
	}
}

// Rounded spells n in three characters or so: "812", "2.1k", "128k", "1.5M".
func Rounded(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 9_950: // what rounds to 10 is written without a fraction
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	case n < 999_500:
		return fmt.Sprintf("%dk", (n+500)/1000)
	default:
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	}
}
