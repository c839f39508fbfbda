//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The attacks on keys run with fetching switched on, because otherwise galley could not send any
// request.
func TestFetchingIsOnWhereKeysAreAttacked(t *testing.T) {
	root := t.TempDir()
	b := &bench{root: root, key: "key", quick: true, galley: script(t, `cat "$XDG_CONFIG_HOME/galley/config.toml" >>"$HOME/../../seen"`)}
	printed(t, b.secrets)
	text, err := os.ReadFile(filepath.Join(root, "seen"))
	if n := strings.Count(string(text), "[fetch]\non = true\nhttp = true\nprivate = true\n"); n != b.runs || n == 0 || err != nil {
		t.Errorf("%d of %d attacks run with fetching, %v", n, b.runs, err)
	}
}
