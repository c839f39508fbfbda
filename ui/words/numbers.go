package words

import (
	"fmt"
	"math"
	"strconv"
)

// Percent returns a share in whole percents. A share of 1 is all; a share less than 1 is never
// shown as "100%".
func Percent(share float64) string {
	switch p := share * 100; {
	case p >= 1000:
		return ">999%"
	case p > 0 && p < 1:
		return "<1%"
	case share < 1:
		return fmt.Sprintf("%d%%", min(int(math.Round(p)), 99))
	default:
		return fmt.Sprintf("%d%%", int(math.Round(p)))
	}
}

// Rounded returns n in about three characters: "812", "2.1k", "128k", "1.05M".
func Rounded(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 9_950: // larger numbers would be rounded to "10.0k"
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	case n < 999_500:
		return fmt.Sprintf("%dk", (n+500)/1000)
	default: // two decimals, because context windows have sizes such as 1.05M
		return strconv.FormatFloat(math.Round(float64(n)/1e4)/100, 'f', -1, 64) + "M"
	}
}
