package term

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestEditorCommand(t *testing.T) {
	installed := func(names ...string) func(string) (string, error) {
		return func(p string) (string, error) {
			if slices.Contains(names, p) {
				return "/bin/" + p, nil
			}
			return "", errors.New("not there")
		}
	}
	for _, c := range []struct {
		name, visual, editor string
		installed            []string
		want                 []string
		err                  string
	}{
		{"vim", "", "vim", []string{"vim"}, []string{"vim", "+call cursor(12,5)", "f.md"}, ""},
		{"$VISUAL comes first", "nvim -n", "nano", []string{"nvim", "nano"}, []string{"nvim", "-n", "+call cursor(12,5)", "f.md"}, ""},
		{"vi", "", "vi", []string{"vi"}, []string{"vi", "+12", "f.md"}, ""},
		{"nano", "", "nano", []string{"nano"}, []string{"nano", "+12,5", "f.md"}, ""},
		{"helix", "", "helix", []string{"helix"}, []string{"helix", "f.md:12:5"}, ""},
		{"micro", "", "micro", []string{"micro"}, []string{"micro", "+12:5", "f.md"}, ""},
		{"emacsclient", "emacsclient -t", "", []string{"emacsclient"}, []string{"emacsclient", "-t", "+12:5", "f.md"}, ""},
		{"code waits", "code", "", []string{"code"}, []string{"code", "--wait", "--goto", "f.md:12:5"}, ""},
		{"code waits once", "codium --wait", "", []string{"codium"}, []string{"codium", "--wait", "--goto", "f.md:12:5"}, ""},
		{"a path with a space", "'/opt/my editor/ed' -x", "", []string{"/opt/my editor/ed"}, []string{"/opt/my editor/ed", "-x", "f.md"}, ""},
		{"nothing named", "", "", []string{"vi"}, []string{"vi", "+12", "f.md"}, ""},
		{"a name that is wrong", "", "emcas", []string{"vi"}, nil, `$EDITOR is "emcas", and no such program was found`},
		{"nothing at all", "", " ", nil, nil, "neither $VISUAL nor $EDITOR is set"},
	} {
		env := func(v string) string { return map[string]string{"VISUAL": c.visual, "EDITOR": c.editor}[v] }
		if c.name == "nothing named" && !slices.Contains(fallbackEditors, "vi") {
			continue
		}
		cmd, err := editorCommand(env, installed(c.installed...), "f.md", 12, 5)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: error %v, want %s", c.name, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !reflect.DeepEqual(cmd.Args, c.want) {
			t.Errorf("%s: %q, want %q", c.name, cmd.Args, c.want)
		}
	}
}
