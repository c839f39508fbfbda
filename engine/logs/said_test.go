package logs

import (
	"fmt"
	"testing"
)

// The messages since the last request are stored up to a limit. The newest messages stay.
func TestTheNewestMessagesAreKept(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 63, 64, 65, 256} {
		c := &claude{}
		for i := range n {
			c.say("user", "", fmt.Sprint(i))
		}
		if kept := min(n, 64); len(c.said) != kept || c.said[0].Text != fmt.Sprint(n-kept) || c.said[kept-1].Text != fmt.Sprint(n-1) {
			t.Errorf("of %d messages %d are kept, starting with %q", n, len(c.said), c.said[0].Text)
		}
	}
	c := &claude{}
	for _, id := range []string{"a", "a", "b", "", ""} {
		c.say("assistant", id, "x")
	}
	if len(c.said) != 4 || c.said[0].Text != "x\nx" || c.said[1].Text != "x" {
		t.Errorf("%+v", c.said)
	}
}
