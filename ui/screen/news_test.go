package screen

import (
	"strings"
	"testing"
	"time"
)

func TestMessagesAreKeptWithinBounds(t *testing.T) {
	for _, times := range []int{mostMessages, 4 * mostMessages} {
		n := news{clock: time.Now}
		for i := range times {
			n.Say(strings.Repeat("x", i))
		}
		if len(n.Messages()) != mostMessages || n.Messages()[mostMessages-1].Text != strings.Repeat("x", times-1) {
			t.Errorf("%d of %d messages are kept", len(n.Messages()), times)
		}
	}
	n := news{clock: time.Now}
	for range 3 {
		n.Warn(strings.Repeat("long", longestMessage))
	}
	if m := n.Messages(); len(m) != 1 || m[0].Count != 3 || !m[0].Warn || len(m[0].Text) > longestMessage+len("…") {
		t.Errorf("one message, reported three times, is kept %d times", len(m))
	}
}
