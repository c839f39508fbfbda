package ignore

import "testing"

func TestScopeOfADirectoryIsMadeOnce(t *testing.T) {
	g := NewGemini(project(map[string]string{".gitignore": "a\n"}), "/r", Options{})
	first, top := g.In("/r/d"), g.In("/r")
	if g.In("/r/d") != first || g.In("/r") != top || first == top {
		t.Error("a directory has not one scope")
	}
}

func TestClassesAreLiteral(t *testing.T) {
	for p, want := range map[string]string{
		"": "", "a": "a", "[!ab]": "[ab!]", "[^ab]x": "[ab^]x", "[!]": "[!]", "[!]]": "[!]]", "[!a": "[!a", "[ab]": "[ab]", `\[!a]`: `\[!a]`, `a\`: `a\`, "a[": "a[", "a[!": "a[!", `\\[!a]`: `\\[a!]`, "[!a][^b]": "[a!][b^]", "x[!a]y": "x[a!]y",
	} {
		if got := literalClasses(p); got != want {
			t.Errorf("%s: %s, want %s", p, got, want)
		}
	}
}
