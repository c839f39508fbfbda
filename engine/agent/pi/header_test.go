package pi

import "testing"

func TestALineOfTabsInFrontMatterIsBlank(t *testing.T) {
	t.Parallel()
	if values, why := header("---\nname: a\tb\n\t\ndescription: c\n---\nA"); values["name"] != "a\tb" || values["description"] != "c" || why != "" {
		t.Errorf("got %q, %s", values, why)
	}
}
