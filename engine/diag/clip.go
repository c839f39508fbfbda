package diag

// mostQuoted is how many code points of a user's text a message quotes.
const mostQuoted = 60

// Clip shortens a text for a message.
func Clip(s string) string {
	n := 0
	for at := range s {
		if n++; n > mostQuoted {
			return s[:at] + "…"
		}
	}
	return s
}
