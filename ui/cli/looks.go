package cli

import (
	"fmt"
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/ui/keymap"
	"galley/ui/style"
)

// theme returns the theme of a name: a built-in one, or the file that the name is
// the path of.
func (s *Session) theme(name string) (style.Theme, error) {
	if !strings.HasSuffix(name, ".toml") {
		return style.Builtin(name)
	}
	file := absolute(s.Request.Cwd, name)
	text, err := s.named.ReadFile(file)
	if err != nil {
		return style.Theme{}, fmt.Errorf("theme %s: %s", name, reason(err))
	}
	return style.Parse(file, text)
}

// themeProblem tells of a theme that somebody asked for and that there is not.
func (s *Session) themeProblem(by, name string) []diag.Problem {
	if name == "" || name == "auto" {
		return nil
	}
	if _, err := s.theme(name); err != nil {
		return []diag.Problem{diag.New(diag.BadValue, source.NoSpan, by+": "+err.Error(), "")}
	}
	return nil
}

// looks finds what is wrong with the settings that only the workbench follows.
func (s *Session) looks() []diag.Problem {
	_, problems := keymap.New(s.Request.Config.Keys)
	return append(problems, s.themeProblem("theme", s.Request.Config.Theme)...)
}
