package screen

import "time"

// news is the line of news at the foot of the screen.
type news struct {
	clock func() time.Time
	text  string
	until time.Time
	warn  bool
}

// newsTime is how long a line of news stays.
const newsTime = 5 * time.Second

// Say shows a line of news for a while.
func (n *news) Say(text string) { n.text, n.until, n.warn = text, n.clock().Add(newsTime), false }

// Warn shows a line of bad news, which stays twice as long.
func (n *news) Warn(text string) { n.text, n.until, n.warn = text, n.clock().Add(2*newsTime), true }

// News returns the line that is shown, "" when there is none, and whether it is
// bad news.
func (n *news) News() (text string, warn bool) { return n.text, n.warn }

// ClearNews takes the line away.
func (n *news) ClearNews() { n.text = "" }

// Expire takes the line away when its time is over.
func (n *news) Expire() {
	if n.text != "" && n.clock().After(n.until) {
		n.text = ""
	}
}
