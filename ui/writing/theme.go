package writing

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// The file of the theme that the user chose, in galley's state directory, and its bound.
const (
	themeFile   = "theme"
	mostOfTheme = 1 << 10
)

// RecallTheme returns the name of the theme that was chosen last in the workbench, or "". Nothing
// has checked the name.
func RecallTheme(stateDir string) string {
	f, err := os.Open(filepath.Join(stateDir, themeFile))
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostOfTheme))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// RememberTheme keeps the name of the theme for the next start, in whatever project.
func RememberTheme(stateDir, name string) error {
	if stateDir == "" {
		return nil
	}
	return keep(stateDir, themeFile, []byte(name))
}
