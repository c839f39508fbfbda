package variabletest

import "testing"

func TestOnlyKeysWithATextHaveAValue(t *testing.T) {
	text, empty := "T", ""
	values := Fixed(map[string]*string{"file:b.md": &text, "prompt:cwd": &empty, "file:a.md": nil})
	for key, want := range map[string]*string{"file:b.md": &text, "prompt:cwd": &empty, "file:a.md": nil, "file:c.md": nil} {
		v := values.Lookup(key)
		if v.Exists() != (want != nil) || want != nil && v.Text != *want {
			t.Errorf("%s: %+v", key, v)
		}
	}
}
