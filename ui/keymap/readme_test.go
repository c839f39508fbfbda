package keymap

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the README's table of keys anew")

// The README's table is made from the table that dispatches keys.
func TestReadmeListsTheKeys(t *testing.T) {
	const file = "../../README.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), "-->\n<!-- /keys -->")
	if !ok {
		before, rest, ok = strings.Cut(string(data), "-update` -->\n")
		if !ok {
			t.Fatal("README.md has no place for the keys")
		}
		_, rest, _ = strings.Cut(rest, "<!-- /keys -->")
		before += "-update` "
	}
	keys, problems := New(nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := before + "-->\n\n" + keys.Markdown() + "\n<!-- /keys -->" + rest
	if string(data) == want {
		return
	}
	if !*update {
		t.Fatal("README.md does not list the keys as they are: run go test ./ui/keymap -update")
	}
	if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
