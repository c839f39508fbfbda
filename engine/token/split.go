package token

// A splitter divides a text into the pieces inside which tokens may be merged. It goes from left to
// right and never looks back: what follows a border between pieces is divided as if it were alone.
//
// The rules are those of the patterns that were published with the vocabularies. They are written
// by hand, because an engine for regular expressions is ten times slower. The comment of each
// function names the alternatives of the pattern that it implements, in their order.

// o200kNext returns the end of the piece that starts at s[i], for i < len(s). A piece is one of
// these:
//
//  1. a word: at most one character that is neither letter, number nor line end;
//     letters from upper to lower case; a contraction
//  2. a word of capitals alone, in the same way
//  3. one to three numbers
//  4. a space, if one is there; anything but blanks, letters and numbers; then
//     line ends and slashes
//  5. and the remaining alternatives: white space, see blankEnd
//
// Marks (combining characters) count as letters of both cases inside a word. Outside a word they do
// not count as letters.
func (c classes) o200kNext(s string, i int) int {
	first, n := c.at(s, i)
	switch {
	case first&letter != 0:
		end, _ := c.wordEnd(s, i)
		return contractionEnd(s, end)
	case first&number != 0:
		return c.numberEnd(s, i+n)
	case first != newline:
		end, mixed := c.wordEnd(s, i+n)
		if first == mark && !mixed {
			// The mark cannot precede a mixed word, so the first alternative treats it as the first
			// letter of the word.
			end, _ = c.wordEnd(s, i)
		}
		if end > 0 {
			return contractionEnd(s, end)
		}
		if end := c.symbolsEnd(s, i, first, n); end > 0 {
			for end < len(s) && (s[end] == '\r' || s[end] == '\n' || s[end] == '/') {
				end++
			}
			return end
		}
	}
	return c.blankEnd(s, i)
}

// cl100kNext is o200kNext for cl100k_base:
//
//  1. a contraction, here a piece of its own
//  2. a word: letters of any case, after one character as above
//  3. to 5. as in o200kNext, but slashes do not go with line ends
func (c classes) cl100kNext(s string, i int) int {
	if s[i] == '\'' {
		if end := contractionEnd(s, i); end > i {
			return end
		}
	}
	first, n := c.at(s, i)
	switch {
	case first&letter != 0:
		return c.lettersEnd(s, i+n)
	case first&number != 0:
		return c.numberEnd(s, i+n)
	case first != newline:
		if end := c.lettersEnd(s, i+n); end > i+n {
			return end
		}
		if end := c.symbolsEnd(s, i, first, n); end > 0 {
			for end < len(s) && (s[end] == '\r' || s[end] == '\n') {
				end++
			}
			return end
		}
	}
	return c.blankEnd(s, i)
}

// wordEnd returns the end of the o200k word that starts at s[i], without a contraction, or 0 if no
// word starts there. mixed reports that alternative 1 matched; otherwise the word is all capitals.
//
// Alternative 1 requires at least one lower-case letter (or one that counts as both cases) at its
// end. If no such letter follows the run of capitals, it gives back capitals until the last one
// counts as both cases.
func (c classes) wordEnd(s string, i int) (end int, mixed bool) {
	lastBoth := 0
	for i < len(s) {
		// Fast path: most letters of most texts are lower-case.
		if b := s[i]; b >= 'a' && b <= 'z' {
			return c.tailEnd(s, i+1), true
		}
		k, n := c.at(s, i)
		if k == lower {
			return c.tailEnd(s, i+n), true
		}
		if k&(upper|both|mark) == 0 {
			break
		}
		i += n
		end = i
		if k != upper {
			lastBoth = i
		}
	}
	if lastBoth > 0 {
		return lastBoth, true
	}
	return end, false
}

// tailEnd returns the end of the lower-case letters, letters of both cases and
// marks from s[i] on.
func (c classes) tailEnd(s string, i int) int {
	for i < len(s) {
		if b := s[i]; b >= 'a' && b <= 'z' {
			i++
			continue
		} else if b < 0x80 {
			return i
		}
		k, n := c.at(s, i)
		if k&(lower|both|mark) == 0 {
			return i
		}
		i += n
	}
	return i
}

// lettersEnd returns the end of the letters from s[i] on.
func (c classes) lettersEnd(s string, i int) int {
	for i < len(s) {
		if b := s[i] | 0x20; b >= 'a' && b <= 'z' {
			i++
			continue
		} else if b < 0x80 {
			return i
		}
		k, n := c.at(s, i)
		if k&letter == 0 {
			return i
		}
		i += n
	}
	return i
}

// numberEnd returns the end of up to two more numbers from s[i] on.
func (c classes) numberEnd(s string, i int) int {
	for range 2 {
		k, n := c.at(s, i)
		if k != number {
			break
		}
		i += n
	}
	return i
}

// symbolsEnd returns the end of the marks and other characters from s[i] on, before which there may
// be one space. Without such characters it returns 0. first and n are the class and the
// length of the character at s[i].
func (c classes) symbolsEnd(s string, i int, first class, n int) int {
	switch {
	case s[i] == ' ':
		i++
		if first, n = c.at(s, i); first&(mark|other) == 0 {
			return 0
		}
	case first&(mark|other) == 0:
		return 0
	}
	for first&(mark|other) != 0 {
		i += n
		first, n = c.at(s, i)
	}
	return i
}

// blankEnd returns the end of the white space that starts at s[i]. It ends after its last line end.
// Without line ends it ends at the end of the text, or otherwise before its last character, which
// belongs to the text that follows. A single character is returned whole.
func (c classes) blankEnd(s string, i int) int {
	start := i
	lastLine, lastBlank := 0, i
	for i < len(s) {
		k, n := c.at(s, i)
		if k&blank == 0 {
			break
		}
		lastBlank = i
		i += n
		if k == newline {
			lastLine = i
		}
	}
	switch {
	case lastLine > 0:
		return lastLine
	case i == len(s), lastBlank == start:
		return i
	}
	return lastBlank
}

// contractionEnd returns the end of an apostrophe at s[i] with s, t, m, d, re, ve or ll after it,
// in any case; without such a contraction it returns i. The long s (U+017F) counts as an s.
func contractionEnd(s string, i int) int {
	if i+1 >= len(s) || s[i] != '\'' {
		return i
	}
	second := byte(0)
	if i+2 < len(s) {
		second = s[i+2] | 0x20
	}
	switch first := s[i+1] | 0x20; {
	case s[i+1] == 0xC5 && i+2 < len(s) && s[i+2] == 0xBF:
		return i + 3
	case s[i+1] >= 0x80:
		return i
	case first == 's', first == 't', first == 'm', first == 'd':
		return i + 2
	case first == 'r' && second == 'e', first == 'v' && second == 'e', first == 'l' && second == 'l':
		return i + 3
	}
	return i
}
