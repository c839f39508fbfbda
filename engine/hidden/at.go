package hidden

import (
	"unicode"
	"unicode/utf8"
)

// At examines the character that starts at text[i]. It returns its size in bytes, and whether it
// must be shown as a mark because a person would not see it or a terminal would obey it. Screens,
// terminal output and the search for problems all call At. Ordinary parts of writing are not
// hidden: line ends (including CR LF) and tabs, joiners and variation selectors that change what is
// drawn, combining marks on a letter, flags.
//
// At looks at neighbouring characters: at most [MaxCluster] back and as many ahead.
func At(text string, i int) (size int, kind Kind, hide bool) {
	if c := text[i]; c < utf8.RuneSelf {
		switch {
		case c == '\n', c == '\t', c == '\r' && i+1 < len(text) && text[i+1] == '\n':
			return 1, "", false
		case c < ' ', c == 0x7f:
			return 1, Control, true
		}
		return 1, "", false
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	if r == utf8.RuneError && size == 1 {
		return size, Invalid, true
	}
	switch {
	case r < 0xa0:
		return size, Control, true
	case r < 0xad:
		return size, "", false
	case r == zwnj, r == zwj, variation(r):
		kind = trailing(text, i)
	case isTag(r):
		if !inFlag(text, i) {
			kind = Tag
		}
	case r == brailleBlank:
		if !braille(previous(text, i)) && !braille(next(text, i+size)) {
			kind = Filler
		}
	default:
		if kind = never(r); kind == "" && joinsPrevious(r) {
			kind = trailing(text, i)
		}
	}
	return size, kind, kind != ""
}

// MaxCluster is the most characters that form one drawn character: a base and its marks. With more,
// it would cover the rows above and below.
const MaxCluster = 16

const (
	zwnj         = 0x200c
	zwj          = 0x200d
	brailleBlank = 0x2800
)

// never returns the kind of a character that is hidden everywhere, or "". It does not decide about
// characters that depend on their neighbours.
func never(r rune) Kind {
	switch {
	case r == '\n', r == '\t':
		return ""
	case r < ' ', r >= 0x7f && r < 0xa0:
		return Control
	case r < 0xad:
		return ""
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c:
		return Bidi
	case r == 0x200b, r == 0x2060, r == 0x180e, r == 0xfeff:
		return ZeroWidth
	case r >= 0x2061 && r <= 0x206f:
		return Operator
	case r == 0x00ad, r == 0x034f:
		return SoftHyphen
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x17b4, r == 0x17b5:
		return Filler
	case r >= 0xfff0 && r <= 0xfffb:
		return Annotation
	case r == 0x2028, r == 0x2029:
		return Separator
	case noCharacter(r):
		return Invalid
	case r == zwnj, r == zwj, variation(r), isTag(r):
		return ""
	case numberSign(r):
		return NumberSign
	case unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point):
		return Operator
	}
	return ""
}

// isTag reports whether r is a tag character, or a reserved character in the same block.
func isTag(r rune) bool { return r >= 0xe0000 && r <= 0xe0fff && !variation(r) }

// numberSign reports whether r is a format character that is drawn around or before the digits
// after it. Terminals give such a character no column of its own and many omit it, so it is shown
// as a mark.
func numberSign(r rune) bool {
	return r >= 0x0600 && r <= 0x0605 || r == 0x06dd || r == 0x070f || r == 0x0890 || r == 0x0891 || r == 0x08e2 ||
		r == 0x110bd || r == 0x110cd
}

func braille(r rune) bool { return r >= 0x2800 && r <= 0x28ff && r != brailleBlank }

// joinsPrevious reports whether r is drawn as part of the character before it.
func joinsPrevious(r rune) bool {
	return r >= 0x300 && (r == zwnj || r == zwj || variation(r) || jamo(r) || unicode.Is(unicode.M, r) && never(r) == "")
}

// Tails reports whether r is drawn as part of the character before it: a combining mark, a joiner,
// a variation selector, or the later letters of a Korean syllable.
func Tails(r rune) bool { return joinsPrevious(r) }

// jamo reports whether r is a vowel or a final consonant of a Korean syllable.
func jamo(r rune) bool {
	return r > 0x1160 && r <= 0x11ff || r >= 0xd7b0 && r <= 0xd7c6 || r >= 0xd7cb && r <= 0xd7fb
}

// trailing examines the character at text[i:], which is drawn as part of a base before it and the
// characters attached to that. Nothing is attached to a hidden character.
func trailing(text string, i int) Kind {
	at, n := i, 0
	base := none
	for {
		n++
		if n == MaxCluster {
			return detached(next(text, i))
		}
		base, at = previous(text, at), at-width(text, at)
		if before := previous(text, at); base == none || !joinsPrevious(base) && !(Picture(base) && before == zwj) && !(isTone(base) && Picture(before)) {
			break
		}
	}
	alone, p := base == none || base == '\n' || base == '\t' || base == '\r', max(at, 0)
	if !alone {
		var size int
		size, _, alone = At(text, at)
		alone = alone || isTag(base) // the flag already has its end
		p += size
	} else if base != none {
		p++
	}
	kind, before := Kind(""), base
	for p <= i {
		r, size := utf8.DecodeRuneInString(text[p:])
		if joinsPrevious(r) {
			kind = kindInCluster(r, before, base, next(text, p+size), alone)
			alone = alone || kind != ""
		} else {
			alone = false // base is an emoji
		}
		before = r
		p += size
	}
	if kind == "" && before == zwj && Picture(next(text, p)) && n+1+emojiLength(text[p:]) > MaxCluster {
		return Joiner // the next emoji is not drawn as part of this cluster
	}
	return kind
}

// isTone reports whether r changes the colour of the skin in the emoji before it.
func isTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// emojiLength returns how many code points the emoji at the beginning of text has, at most
// [MaxCluster].
func emojiLength(text string) (n int) {
	for i, r := range text {
		if i > 0 && (r == zwj || !joinsPrevious(r) && !isTone(r)) || n == MaxCluster {
			break
		}
		n++
	}
	return n
}

// kindInCluster returns the kind of the character r in a cluster of characters that begins with
// base. before is the character in front of r. alone says that the cluster has nothing to which r
// can be attached.
func kindInCluster(r, before, base, after rune, alone bool) Kind {
	ok := !alone
	switch {
	case !ok:
	case r == zwnj, r == zwj:
		ok = before != zwnj && before != zwj &&
			(r == zwj && pictureEnd(before) && Picture(after) || base >= 0 && unicode.In(base, joining...))
	case variation(r):
		ok = !variation(before) && takesSelector(before, r)
	case jamo(r):
		ok = unicode.Is(unicode.Hangul, base)
	}
	if ok {
		return ""
	}
	return detached(r)
}

// detached returns the kind of an attached character that has no base.
func detached(r rune) Kind {
	switch {
	case r == zwnj, r == zwj:
		return Joiner
	case variation(r):
		return Variation
	}
	return Lone
}

// previous returns the character before text[i:], or none at the start of the text. An invalid byte
// is U+FFFD.
func previous(text string, i int) rune {
	if i <= 0 {
		return none
	}
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return r
}

// width returns the size in bytes of the character before text[i:].
func width(text string, i int) int {
	_, n := utf8.DecodeLastRuneInString(text[:max(i, 0)])
	return n
}

// next returns the character at text[i:], or none at the end of the text.
func next(text string, i int) rune {
	if i >= len(text) {
		return none
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return r
}

// inFlag reports whether the tag character at text[i:] belongs to a flag.
func inFlag(text string, i int) bool {
	start := i
	for range 7 { // a flag has at most six letters and an end
		r, size := utf8.DecodeLastRuneInString(text[:start])
		start -= size
		if r == blackFlag {
			return FlagLen(text[start:]) > i-start
		}
	}
	return false
}

const blackFlag = 0x1f3f4
