package diag

import "testing"

func TestNearest(t *testing.T) {
	keys := []string{"provider", "model", "permission_mode", "template_as", "todos", "tracker", "git:branch", "git:status", "file"}
	for _, c := range []struct{ word, want string }{
		{"provder", "provider"},
		{"Provider", "provider"},
		{"mdoel", "model"}, // a swap is one mistake
		{"permissionMode", "permission_mode"},
		{"template-as", "template_as"},
		{"todo", "todos"},
		{"git:brnch", "git:branch"},
		{"git:statsu", "git:status"},
		{"fiel", "file"},
		{"colour", ""},
		{"x", ""},
		{"", ""},
	} {
		got, ok := Nearest(c.word, keys)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Nearest(%q) = %q, %v; want %q", c.word, got, ok, c.want)
		}
	}
}

func TestNearestPrefersTheFirstOfEquals(t *testing.T) {
	if got, _ := Nearest("cart", []string{"card", "care", "cast"}); got != "card" {
		t.Errorf("got %q", got)
	}
}

func TestNearestOfNoNames(t *testing.T) {
	if got, ok := Nearest("model", nil); ok {
		t.Errorf("got %q", got)
	}
}
