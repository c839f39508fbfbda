package report

import "testing"

func TestASentenceNamesPathsBelowTheDirectoryInShort(t *testing.T) {
	for sentence, want := range map[string]string{
		"when a file in /p/web/src is read": "when a file in web/src is read",
		"when a file in /p/web/p/x is read": "when a file in web/p/x is read",
		"when a file in /p is read":         "when a file in /p is read",
		"when a file in /pq/web is read":    "when a file in /pq/web is read",
		"when a file in /o/p/web is read":   "when a file in /o/p/web is read",
	} {
		if got := NearbyIn(sentence, "/p"); got != want {
			t.Errorf("%q becomes %q, want %q", sentence, got, want)
		}
	}
}
