package claudecode

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// visible returns a description as the list of skills has it. Claude Code first removes the escape
// sequences of terminals. Then it replaces each run of characters that people cannot see by one blank,
// except the characters that emoji, the scripts of India and Arabic letters need.
func visible(s string) string {
	s = withoutEscapes(s)
	var b strings.Builder
	hidden := false
	for i, c := range s {
		if isHidden(c) && !needed(s, i, c) {
			if !hidden {
				b.WriteByte(' ')
			}
			hidden = true
			continue
		}
		hidden = false
		b.WriteRune(c)
	}
	return b.String()
}

// isHidden reports whether people cannot see a character. Blanks do not count.
func isHidden(c rune) bool {
	switch {
	case c == 0x34f, c == 0x115f, c == 0x1160, c == 0x17b4, c == 0x17b5, c == 0x2028, c == 0x2029, c == 0x2065, c == 0x2800, c == 0x3164, c == 0xffa0:
		return true
	case c >= 0x180b && c <= 0x180f, c >= 0xfe00 && c <= 0xfe0f, c >= 0xfff0 && c <= 0xfff8, c >= 0xe0000 && c <= 0xe0fff:
		return true
	}
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Co) || !unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z)
}

const (
	nonJoiner  = 0x200c
	joiner     = 0x200d
	emojiStyle = 0xfe0f
	blackFlag  = 0x1f3f4
)

// needed reports whether the hidden character c at offset i of s belongs to what people see.
func needed(s string, i int, c rune) bool {
	before, after := s[:i], s[i+utf8.RuneLen(c):]
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	switch {
	case c == emojiStyle:
		keycap := next == 0x20e3 && strings.ContainsRune("#*0123456789", last)
		return unicode.Is(textStyled, last) || keycap
	case c == joiner && joinsEmoji(before, last, after, next):
		return true
	case c == joiner, c == nonJoiner:
		return afterVirama(before, next) || c == nonJoiner && betweenArabic(before, next)
	case c >= 0xe0020 && c <= 0xe007f:
		return inFlag(before, s[i:])
	}
	return false
}

// textStyled has the emoji that are drawn as text unless a selector follows them.
var textStyled = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0xa9, 0xa9, 1}, {0xae, 0xae, 1}, {0x203c, 0x203c, 1}, {0x2049, 0x2049, 1}, {0x2122, 0x2122, 1}, {0x2139, 0x2139, 1}, {0x2194, 0x2199, 1},
		{0x21a9, 0x21aa, 1}, {0x2328, 0x2328, 1}, {0x23cf, 0x23cf, 1}, {0x23ed, 0x23ef, 1}, {0x23f1, 0x23f2, 1}, {0x23f8, 0x23fa, 1}, {0x24c2, 0x24c2, 1},
		{0x25aa, 0x25ab, 1}, {0x25b6, 0x25b6, 1}, {0x25c0, 0x25c0, 1}, {0x25fb, 0x25fc, 1}, {0x2600, 0x2604, 1}, {0x260e, 0x260e, 1}, {0x2611, 0x2611, 1},
		{0x2618, 0x2618, 1}, {0x261d, 0x261d, 1}, {0x2620, 0x2620, 1}, {0x2622, 0x2623, 1}, {0x2626, 0x2626, 1}, {0x262a, 0x262a, 1}, {0x262e, 0x262f, 1},
		{0x2638, 0x263a, 1}, {0x2640, 0x2640, 1}, {0x2642, 0x2642, 1}, {0x265f, 0x2660, 1}, {0x2663, 0x2663, 1}, {0x2665, 0x2666, 1}, {0x2668, 0x2668, 1},
		{0x267b, 0x267b, 1}, {0x267e, 0x267e, 1}, {0x2692, 0x2692, 1}, {0x2694, 0x2697, 1}, {0x2699, 0x2699, 1}, {0x269b, 0x269c, 1}, {0x26a0, 0x26a0, 1},
		{0x26a7, 0x26a7, 1}, {0x26b0, 0x26b1, 1}, {0x26c8, 0x26c8, 1}, {0x26cf, 0x26cf, 1}, {0x26d1, 0x26d1, 1}, {0x26d3, 0x26d3, 1}, {0x26e9, 0x26e9, 1},
		{0x26f0, 0x26f1, 1}, {0x26f4, 0x26f4, 1}, {0x26f7, 0x26f9, 1}, {0x2702, 0x2702, 1}, {0x2708, 0x2709, 1}, {0x270c, 0x270d, 1}, {0x270f, 0x270f, 1},
		{0x2712, 0x2712, 1}, {0x2714, 0x2714, 1}, {0x2716, 0x2716, 1}, {0x271d, 0x271d, 1}, {0x2721, 0x2721, 1}, {0x2733, 0x2734, 1}, {0x2744, 0x2744, 1},
		{0x2747, 0x2747, 1}, {0x2763, 0x2764, 1}, {0x27a1, 0x27a1, 1}, {0x2934, 0x2935, 1}, {0x2b05, 0x2b07, 1}, {0x3030, 0x3030, 1}, {0x303d, 0x303d, 1},
		{0x3297, 0x3297, 1}, {0x3299, 0x3299, 1},
	},
	R32: []unicode.Range32{
		{0x1f170, 0x1f171, 1}, {0x1f17e, 0x1f17f, 1}, {0x1f202, 0x1f202, 1}, {0x1f237, 0x1f237, 1}, {0x1f321, 0x1f321, 1}, {0x1f324, 0x1f32c, 1}, {0x1f336, 0x1f336, 1},
		{0x1f37d, 0x1f37d, 1}, {0x1f396, 0x1f397, 1}, {0x1f399, 0x1f39b, 1}, {0x1f39e, 0x1f39f, 1}, {0x1f3cb, 0x1f3ce, 1}, {0x1f3d4, 0x1f3df, 1}, {0x1f3f3, 0x1f3f3, 1},
		{0x1f3f5, 0x1f3f5, 1}, {0x1f3f7, 0x1f3f7, 1}, {0x1f43f, 0x1f43f, 1}, {0x1f441, 0x1f441, 1}, {0x1f4fd, 0x1f4fd, 1}, {0x1f549, 0x1f54a, 1}, {0x1f56f, 0x1f570, 1},
		{0x1f573, 0x1f579, 1}, {0x1f587, 0x1f587, 1}, {0x1f58a, 0x1f58d, 1}, {0x1f590, 0x1f590, 1}, {0x1f5a5, 0x1f5a5, 1}, {0x1f5a8, 0x1f5a8, 1}, {0x1f5b1, 0x1f5b2, 1},
		{0x1f5bc, 0x1f5bc, 1}, {0x1f5c2, 0x1f5c4, 1}, {0x1f5d1, 0x1f5d3, 1}, {0x1f5dc, 0x1f5de, 1}, {0x1f5e1, 0x1f5e1, 1}, {0x1f5e3, 0x1f5e3, 1}, {0x1f5e8, 0x1f5e8, 1},
		{0x1f5ef, 0x1f5ef, 1}, {0x1f5f3, 0x1f5f3, 1}, {0x1f5fa, 0x1f5fa, 1}, {0x1f6cb, 0x1f6cb, 1}, {0x1f6cd, 0x1f6cf, 1}, {0x1f6e0, 0x1f6e5, 1}, {0x1f6e9, 0x1f6e9, 1},
		{0x1f6f0, 0x1f6f0, 1}, {0x1f6f3, 0x1f6f3, 1},
	},
}

// joinsEmoji reports whether a joiner stands between two parts of one emoji. Claude Code knows the
// list of such emoji. galley only knows which characters can be the second part, and that a part which
// is otherwise drawn as text has a selector.
func joinsEmoji(before string, last rune, after string, next rune) bool {
	_, width := utf8.DecodeRuneInString(after)
	styled := strings.HasPrefix(after[width:], string(rune(emojiStyle)))
	if unicode.Is(textStyled, next) != styled || !strings.ContainsRune(secondParts, next) {
		return false
	}
	if last == emojiStyle {
		last, _ = utf8.DecodeLastRuneInString(strings.TrimSuffix(before, string(rune(emojiStyle))))
		return unicode.Is(textStyled, last)
	}
	return last >= 0x1f300 && last <= 0x1faff && !unicode.Is(textStyled, last) || last >= 0x2614 && last <= 0x27bf && unicode.Is(unicode.So, last) && !unicode.Is(textStyled, last)
}

// secondParts has the characters that follow a joiner in an emoji.
const secondParts = "♀♂⚕⚖✈⚧☠❄❤➡↔↕⬛🌈🌫🌾🍳🍼🎄🎓🎤🎨🏫🏭👦👧👨👩💋💥💨💫💻💼🔥🔧🔬🗨🚀🚒🟩🟫🤝🦯🦰🦱🦲🦳🦺🦼🦽🧑🧒🩹"

// afterVirama reports whether the text before a joiner ends with a letter and the sign that removes
// its vowel, and a letter of the same script follows. The scripts of India have 128 characters each.
func afterVirama(before string, next rune) bool {
	if before == "" || norm.NFC.PropertiesString(lastOf(before)).CCC() != 9 {
		return false
	}
	before = strings.TrimSuffix(before, lastOf(before))
	letter, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsLetter(letter) && unicode.IsLetter(next) && letter>>7 == next>>7
}

func lastOf(s string) string {
	_, width := utf8.DecodeLastRuneInString(s)
	return s[len(s)-width:]
}

// lonely has the Arabic letters that do not join the letter after them; apart has those that join no
// letter.
const (
	lonely = "\u0622\u0623\u0624\u0625\u0627\u0629\u062f\u0630\u0631\u0632\u0648\u0671\u0672\u0673\u0675\u0676\u0677\u0688\u0689\u068a\u068b\u068c\u068d\u068e\u068f\u0690\u0691\u0692\u0693\u0694\u0695\u0696\u0697\u0698\u0699\u06c0\u06c3\u06c4\u06c5\u06c6\u06c7\u06c8\u06c9\u06ca\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef"
	apart  = "\u0621\u0674"
)

// betweenArabic reports whether a non-joiner stands between two Arabic letters that it keeps apart.
func betweenArabic(before string, next rune) bool {
	last := lastOf(before)
	for last != "" && unicode.Is(unicode.Mn, []rune(last)[0]) {
		before = strings.TrimSuffix(before, last)
		last = lastOf(before)
	}
	letter, _ := utf8.DecodeLastRuneInString(before)
	arabic := func(c rune) bool { return unicode.IsLetter(c) && unicode.Is(unicode.Arabic, c) }
	return arabic(letter) && !strings.ContainsRune(lonely+apart, letter) && arabic(next) && !strings.ContainsRune(apart, next)
}

// flags are the flags that are written with tags, without the black flag before them.
var flags = []string{tags("gbeng"), tags("gbsct"), tags("gbwls")}

func tags(name string) string {
	var b strings.Builder
	for _, c := range name {
		b.WriteRune(0xe0000 + c)
	}
	return b.String() + "\U000e007f"
}

// inFlag reports whether a tag belongs to a flag. before is the text before the tag, rest the text
// from the tag on.
func inFlag(before, rest string) bool {
	near := before[max(0, len(before)-len(flags[0])-utf8.UTFMax):] // a flag is no longer
	start := strings.LastIndex(near, string(rune(blackFlag)))
	if start < 0 {
		return false
	}
	for _, flag := range flags {
		if wanted, fits := strings.CutPrefix(flag, near[start+utf8.UTFMax:]); fits && wanted != "" && strings.HasPrefix(rest, wanted) {
			return true
		}
	}
	return false
}

// withoutEscapes removes the escape sequences of terminals. A sequence that does not end takes the
// rest of the text.
func withoutEscapes(s string) string {
	if !strings.ContainsFunc(s, func(c rune) bool { return c == esc || c >= 0x80 && c <= 0x9f }) {
		return s
	}
	var b strings.Builder
	in := []rune(s)
	for i := 0; i < len(in); {
		switch c := in[i]; {
		case c == esc:
			i = afterEscape(in, i+1)
		case c == 0x9b:
			i = afterControl(in, i+1)
		case c == 0x9d:
			i = afterString(in, i+1, true)
		case c == 0x90, c == 0x98, c == 0x9e, c == 0x9f:
			i = afterString(in, i+1, false)
		default:
			b.WriteRune(c)
			i++
		}
	}
	return b.String()
}

const esc = 0x1b

// afterEscape returns the index after an escape sequence, of which the escape character is before i.
func afterEscape(in []rune, i int) int {
	if i == len(in) {
		return i
	}
	switch c := in[i]; {
	case c == '[':
		return afterControl(in, i+1)
	case c == ']':
		return afterString(in, i+1, true)
	case strings.ContainsRune("PX^_", c):
		return afterString(in, i+1, false)
	case c >= 0x20 && c <= 0x2f:
		for i < len(in) && in[i] >= 0x20 && in[i] <= 0x2f {
			i++
		}
		return min(i+1, len(in))
	case c >= 0x30 && c <= 0x7e:
		return i + 1
	}
	return i
}

// afterControl returns the index after a control sequence, whose parameters begin at i.
func afterControl(in []rune, i int) int {
	for ; i < len(in); i++ {
		if in[i] == esc {
			return i
		}
		if in[i] >= 0x40 && in[i] <= 0x7e {
			return i + 1
		}
	}
	return i
}

// afterString returns the index after a control string, whose text begins at i. If bell is set, the
// character BEL also ends it.
func afterString(in []rune, i int, bell bool) int {
	for ; i < len(in); i++ {
		switch {
		case in[i] == 0x9c, bell && in[i] == 0x07:
			return i + 1
		case in[i] == esc && i+1 < len(in) && in[i+1] == '\\':
			return i + 2
		}
	}
	return i
}
