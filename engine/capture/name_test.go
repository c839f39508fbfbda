package capture

import "testing"

func TestAPathBecomesTheNameOfAFolder(t *testing.T) {
	for path, want := range map[string]string{"/p/0189:/:": "-p-0189---", "az`{": "az--", "AZ@[": "AZ--", "a_b.c é": "a-b-c--", "": ""} {
		if got := asName(path); got != want {
			t.Errorf("%q becomes %q, want %q", path, got, want)
		}
	}
}
