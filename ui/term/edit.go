package term

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/x/editor"
)

// waits are editors with a window of their own. They return at once unless an argument makes
// them wait until the file is closed.
var waits = []string{"code", "code-insiders", "codium", "cursor", "windsurf", "zed", "subl", "gedit"}

// editorCommand returns the command that edits a file in the user's editor, with the caret at a
// line and a column, both counted from 1. The editor is $VISUAL, otherwise $EDITOR, otherwise one
// that look finds. An editor that cannot start at a position gets only the file.
func editorCommand(env func(string) string, look func(string) (string, error), path string, line, column int) (*exec.Cmd, error) {
	words, err := editorWords(env, look)
	if err != nil {
		return nil, err
	}
	program, args := words[0], words[1:]
	// The package x/editor decides by the name of an editor how to pass a position to it.
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	if slices.Contains(waits, name) && !slices.Contains(args, "--wait") && !slices.Contains(args, "-w") {
		args = append(args, "--wait")
	}
	place, named := editor.AtPosition(line, column)(name, path)
	switch name {
	case "vi": // plain vi cannot call the function that sets the column
		place = []string{fmt.Sprintf("+%d", max(line, 1))}
	case "code-insiders", "codium", "cursor", "windsurf":
		place, named = editor.AtPosition(line, column)("code", path)
	case "helix", "zed", "subl":
		place, named = editor.AtPosition(line, column)("hx", path)
	case "micro":
		place = []string{fmt.Sprintf("+%d:%d", max(line, 1), max(column, 1))}
	case "emacsclient":
		place, named = editor.AtPosition(line, column)("emacs", path)
	}
	args = append(args, place...)
	if !named {
		args = append(args, path)
	}
	return exec.Command(program, args...), nil
}

// editorWords returns the editor's program and its arguments. $VISUAL and $EDITOR may contain
// arguments.
func editorWords(env func(string) string, look func(string) (string, error)) ([]string, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		words := splitWords(env(name))
		if len(words) == 0 {
			continue
		}
		if _, err := look(words[0]); err != nil {
			return nil, fmt.Errorf("$%s is %q, and no such program was found: set it to an editor that is installed", name, words[0])
		}
		return words, nil
	}
	for _, program := range fallbackEditors {
		if _, err := look(program); err == nil {
			return []string{program}, nil
		}
	}
	return nil, fmt.Errorf("no editor: neither $VISUAL nor $EDITOR is set, and none of %s is installed", strings.Join(fallbackEditors, ", "))
}

// splitWords splits a command line at spaces outside single or double quotes.
func splitWords(s string) []string {
	var (
		words  []string
		word   strings.Builder
		inWord bool
		quote  rune
	)
	for _, r := range s {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, inWord = r, true
		case r == ' ' || r == '\t':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words
}
