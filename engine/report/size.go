package report

import "fmt"

// Size writes a number of bytes for people: "812 B", "8.1 kB", "1.2 MB". A kB is
// 1,000 bytes. A number that would be rounded to "1000 kB" is written as "1.0 MB".
func Size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 999_950:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
}
