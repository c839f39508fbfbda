package screen

import (
	"time"

	"galley/engine/textutil"
)

// news holds the message at the bottom of the screen, and all earlier messages.
type news struct {
	clock func() time.Time
	text  string
	since time.Time // when the message last came
	until time.Time
	warn  bool
	past  []Message
}

// Message is a message that was shown.
type Message struct {
	When  time.Time // when it last came
	Text  string    // the full text
	Warn  bool      // whether it is a warning
	Count int       // how many times it came in a row
}

// newsTime is how long a message is shown.
const newsTime = 5 * time.Second

// mostMessages is the largest number of messages that are stored, and longestMessage the
// largest number of bytes of each.
const (
	mostMessages   = 200
	longestMessage = 16 << 10
)

// Say shows a message for a while.
func (n *news) Say(text string) { n.tell(text, newsTime, false) }

// Note shows a message that nobody waits for. While a message that has just come is shown, Note only
// records the new one.
func (n *news) Note(text string) {
	shown, since, until, warn := n.text, n.since, n.until, n.warn
	n.Say(text)
	if shown != "" && n.since.Sub(since) < readTime {
		n.text, n.since, n.until, n.warn = shown, since, until, warn
	}
}

// Warn shows a warning, which stays twice as long as other messages.
func (n *news) Warn(text string) { n.tell(text, 2*newsTime, true) }

func (n *news) tell(text string, stay time.Duration, warn bool) {
	text = textutil.Shorten(text, longestMessage)
	now := n.clock()
	n.text, n.since, n.until, n.warn = text, now, now.Add(stay), warn
	if last := len(n.past) - 1; last >= 0 && n.past[last].Text == text && n.past[last].Warn == warn {
		n.past[last].When = now
		n.past[last].Count++
		return
	}
	if len(n.past) == mostMessages {
		n.past = append(n.past[:0], n.past[1:]...)
	}
	n.past = append(n.past, Message{now, text, warn, 1})
}

// News returns the message that is shown, or "". warn reports that it is a warning.
func (n *news) News() (text string, warn bool) { return n.text, n.warn }

// Messages returns the last messages, the oldest first.
func (n *news) Messages() []Message { return n.past }

// ClearNews removes the message.
func (n *news) ClearNews() { n.text = "" }

// Moved removes a message about the place where the focus or the caret was before. A warning
// stays for its time.
func (n *news) Moved() {
	if !n.warn {
		n.text = ""
	}
}

// Seen removes a message that was visible before a key came, because the key may make it wrong. A
// warning stays for its time.
func (n *news) Seen() {
	if !n.warn && n.clock().Sub(n.since) >= readTime {
		n.text = ""
	}
}

// readTime is the least time for which a message is shown, whatever key is pressed.
const readTime = 1500 * time.Millisecond

// Expire removes the message when its time is over.
func (n *news) Expire() {
	if n.text != "" && n.clock().After(n.until) {
		n.text = ""
	}
}
