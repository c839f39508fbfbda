package writing

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// galley stores the chosen theme in this file of its state directory. The file has at most this
// size.
const (
	themeFile   = "theme"
	mostOfTheme = 1 << 10
)

// RecallTheme returns the name of the theme that the user last chose in the workbench, or "". The
// name may be invalid.
func RecallTheme(stateDir string) string {
	f, err := os.Open(filepath.Join(stateDir, themeFile))
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, mostOfTheme)) // if this fails, as for a directory, text is ""
	return strings.TrimSpace(string(text))
}

// RememberTheme stores the name of the theme for the next start in any project.
func RememberTheme(stateDir, name string) error {
	if stateDir == "" {
		return nil
	}
	return keep(stateDir, themeFile, []byte(name))
}
