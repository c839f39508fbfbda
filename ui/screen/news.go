package screen

import (
	"time"

	"galley/engine/textutil"
)

// news is the line of news at the bottom of the screen, and all earlier news.
type news struct {
	clock func() time.Time
	text  string
	since time.Time // when it came last
	until time.Time
	warn  bool
	past  []Message
}

// Message is a line of news that has been shown.
type Message struct {
	When  time.Time // when it last came
	Text  string    // the full text
	Warn  bool      // bad news
	Count int       // how many times it came in a row
}

// newsTime is how long a line of news stays.
const newsTime = 5 * time.Second

// mostMessages is how many messages are kept, and longestMessage how many bytes of
// each.
const (
	mostMessages   = 200
	longestMessage = 16 << 10
)

// Say shows a line of news for a while.
func (n *news) Say(text string) { n.tell(text, newsTime, false) }

// Warn shows a line of bad news, which stays twice as long.
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

// News returns the line that is shown, or "", and whether it is bad news.
func (n *news) News() (text string, warn bool) { return n.text, n.warn }

// Messages returns the last 200 messages, the oldest first.
func (n *news) Messages() []Message { return n.past }

// ClearNews removes the line.
func (n *news) ClearNews() { n.text = "" }

// Moved removes news about what was selected before; bad news stays for its time.
func (n *news) Moved() {
	if !n.warn {
		n.text = ""
	}
}

// Seen removes news that was there to be read before a key came: the key may make it
// wrong. Bad news stays for its time.
func (n *news) Seen() {
	if !n.warn && n.clock().Sub(n.since) >= readTime {
		n.text = ""
	}
}

// readTime is how long news stays whatever is pressed.
const readTime = 1500 * time.Millisecond

// Expire removes the line when its time is up.
func (n *news) Expire() {
	if n.text != "" && n.clock().After(n.until) {
		n.text = ""
	}
}
