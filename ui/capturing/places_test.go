package capturing

import "testing"

func TestUsesOfATemplateAreDescribed(t *testing.T) {
	for _, tt := range []struct {
		as   []string
		want string
	}{
		{[]string{"none"}, "your template is not sent"},
		{[]string{"system", "append", "none"}, "your template can be its system text; or text after its system text"},
		{[]string{"system_md", "none"}, "your template can be its system text"},
		{[]string{"agent", "user", "none"}, "your template can be the prompt of an agent of yours, instead of its first section; or the system text that comes with the user's message"},
	} {
		if got := places(tt.as); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.as, got, tt.want)
		}
	}
}
