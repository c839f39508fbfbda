package writing

import (
	"path/filepath"
	"testing"
)

func TestTheThemeIsRemembered(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	for _, name := range []string{"", "light", "mono"} {
		if name != "" {
			if err := RememberTheme(dir, name); err != nil {
				t.Fatal(err)
			}
		}
		if got := RecallTheme(dir); got != name {
			t.Errorf("the theme is %q, want %q", got, name)
		}
	}
}
