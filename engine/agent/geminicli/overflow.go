package geminicli

import (
	"fmt"
	"unicode/utf16"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
)

// overflow records whether the texts of extensions and project fill the context window. 0.61 counts
// one token for every four characters of the first message. If this message fills the window, 0.61
// does not send the request. If galley does not read a file, it uses the file's size in bytes as
// the number of characters.
func (r *geminiRun) overflow() {
	unread := 0
	for _, tier := range []string{geminiExtension, geminiProject} {
		for _, p := range r.found.Files[tier] {
			if c := r.byPath[p]; c.Reason == discovery.TooLarge && c.Verdict == discovery.Loaded {
				unread += int(c.Bytes)
			}
		}
	}
	if (r.found.Session.Len()+unread)/charsPerToken <= gemini.Window {
		return // a text never has more characters than bytes, so it fits
	}
	chars := unread
	for _, piece := range r.found.Session.Pieces() {
		chars += len(utf16.Encode([]rune(piece.Text)))
	}
	if tokens := chars / charsPerToken; tokens > gemini.Window {
		r.found.Overflow = fmt.Sprintf("Gemini CLI sends nothing here: it counts the rule files of its first message as about %d tokens, at %d characters a token, and the model takes %d",
			tokens, charsPerToken, gemini.Window)
		r.Note("%s", r.found.Overflow)
	}
}

const charsPerToken = 4
