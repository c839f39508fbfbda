package token

// feature names a numeric property of a piece of text. The Claude estimate is a weighted sum of
// these numbers. The properties of a piece are in a vector, and a feature is an index into it.
// data/claude-estimator.json explains each feature and has its weight.
type feature uint8

// The features. A word of ASCII letters that is one token belongs to one of four groups of seven,
// depending on its capitals and its first character. The rank of the token decides to which of the
// seven features of the group it belongs.
const (
	smallSpaced   feature = 7 * iota // ls1 to ls7
	smallGlued                       // lg1 to lg7
	capitalSpaced                    // cs1 to cs7
	capitalGlued                     // cg1 to cg7
	firstSingle                      // the features outside the groups start here
)

const (
	fTokens feature = firstSingle + iota
	fLatMid
	fLatHi
	fWordCap
	fNewlinePunct
	fNonLatinBytes
	fSpacedTokens
	fSpacedLetters
	fGluedTokens
	fGluedLetters
	fCapitalTokens
	fCapitalLetters
	fLatinTokens
	fLatinNonASCII
	fLatinExtended
	fWordUpper
	fWordMixed
	fWordPrefix
	fWordLong
	fWordUppers
	fNumbers
	fQuoteTokens
	fQuoteRuns
	fPunctTokens
	fPunctRuns
	fPunctLong
	fLineEnds
	fIndent
	fSpaces
	fHanTokens
	fHanChars
	fKanaTokens
	fKanaChars
	fHangulTokens
	fHangulChars
	fCyrillicTokens
	fCyrillicLetters
	fCyrillicExtended
	fGreekTokens
	fMiscTokens
	fMiscChars
	fMiscBytes
	fSymbolTokens
	fCJKPunct
	fEmoji
	fBoxes
	fArabicTokens
	fArabicChars
	fHebrewTokens
	fHebrewChars
	fIndicTokens
	fIndicChars
	fSouthEastTokens
	fSouthEastChars
	fEthiopicTokens
	fEthiopicChars
	featureCount
)

// featureNames are the names in the data file.
var featureNames = [featureCount]string{
	"ls1", "ls2", "ls3", "ls4", "ls5", "ls6", "ls7",
	"lg1", "lg2", "lg3", "lg4", "lg5", "lg6", "lg7",
	"cs1", "cs2", "cs3", "cs4", "cs5", "cs6", "cs7",
	"cg1", "cg2", "cg3", "cg4", "cg5", "cg6", "cg7",
	"tokens", "lat_mid", "lat_hi", "w_cap", "nl_punct", "nonlat_bytes",
	"mls_tokens", "mls_letters", "mlg_tokens", "mlg_letters", "mc_tokens", "mc_letters",
	"latx_tokens", "latx_nonascii", "latx_ext",
	"w_upper", "w_mixed", "w_punctprefix", "w_len8", "w_uppers_after1",
	"num_pieces", "pq_tokens", "pq_change", "pn_tokens", "pn_change", "punct_long",
	"nl_runs", "ws_indent", "ws_spaces",
	"han_tokens", "han_chars", "kana_tokens", "kana_chars", "hangul_tokens", "hangul_chars",
	"cyr_tokens", "cyr_letters", "cyr_ext", "grk_tokens",
	"misc_tokens", "misc_chars", "misc_bytes",
	"sym_tokens", "cjk_punct", "emoji_chars", "box_chars",
	"arab_tokens", "arab_chars", "hebr_tokens", "hebr_chars", "indic_tokens", "indic_chars",
	"sea_tokens", "sea_chars", "eth_tokens", "eth_chars",
}

// vector holds the features of a piece; most of them are 0.
type vector [featureCount]int32

// rankSteps are the ranks from which a word that is one token belongs to the next member of its
// group. A high rank means a rare word, and another vocabulary is more likely to split a rare word.
var rankSteps = [...]uint32{2000, 5000, 10000, 20000, 40000, 90000}

// analyse returns the features of a piece; ids are its tokens in o200k_base.
func analyse(piece string, ids []uint32) (v vector, s shape) {
	s = shapeOf(piece)
	tokens := int32(len(ids))
	v[fTokens] = tokens
	v[fNonLatinBytes] = s.otherBytes + 2*s.cyrillic + 3*s.cjk()
	if s.newlines > 0 {
		v[fLineEnds] = 1
	}
	switch latin := s.ascii + s.latin; {
	case s.cjk() > 0 && s.cjk() >= latin+s.cyrillic+s.other:
		v.cjk(&s, tokens)
	case s.cyrillic > 0 && s.cyrillic >= latin+s.other:
		v[fCyrillicTokens], v[fCyrillicLetters], v[fCyrillicExtended] = tokens, s.cyrillic, s.cyrillicExt
	case s.other > 0 && s.other >= latin:
		v.script(&s, tokens)
	case latin > 0:
		v.word(piece, &s, ids)
	case s.marks > 0:
		v[fMiscTokens], v[fMiscChars], v[fMiscBytes] = tokens, s.marks, s.otherBytes
	case s.numbers > 0:
		v[fNumbers] = 1
	case s.symbols > 0:
		v[fCJKPunct], v[fEmoji], v[fBoxes] = s.cjkPunct, s.emoji, s.boxes
		if s.cjkPunct == 0 {
			v[fSymbolTokens] = tokens
		}
	case s.punct > 0:
		v.punct(&s, tokens)
	default:
		v[fSpaces] = s.spaces
		if s.newlines == 0 {
			v[fIndent] = 1
		}
	}
	return v, s
}

func (v *vector) cjk(s *shape, tokens int32) {
	v[fHanChars], v[fKanaChars], v[fHangulChars] = s.han, s.kana, s.hangul
	switch {
	case s.hangul > 0:
		v[fHangulTokens] = tokens
	case s.kana > 0:
		v[fKanaTokens] = tokens
	default:
		v[fHanTokens] = tokens
	}
}

func (v *vector) script(s *shape, tokens int32) {
	chars := s.other + s.marks
	switch s.script {
	case greek:
		v[fGreekTokens] = tokens
	case arabic:
		v[fArabicTokens], v[fArabicChars] = tokens, chars
	case hebrew:
		v[fHebrewTokens], v[fHebrewChars] = tokens, chars
	case indic:
		v[fIndicTokens], v[fIndicChars] = tokens, chars
	case southEast:
		v[fSouthEastTokens], v[fSouthEastChars] = tokens, chars
	case ethiopic:
		v[fEthiopicTokens], v[fEthiopicChars] = tokens, chars
	default:
		v[fMiscTokens], v[fMiscChars], v[fMiscBytes] = tokens, chars, s.otherBytes
	}
}

func (v *vector) word(piece string, s *shape, ids []uint32) {
	tokens, letters := int32(len(ids)), s.ascii+s.latin
	v[fWordLong] = max(0, letters-8)
	v[fWordUppers] = s.uppersAfter
	if !s.startsWithLetter && piece[0] != ' ' {
		v[fWordPrefix] = 1
	}
	switch {
	case s.capitals >= 2 && s.smalls == 0:
		v[fWordUpper] = 1
	case s.uppersAfter > 0:
		v[fWordMixed] = 1
	case s.capitals > 0:
		v[fWordCap] = 1
	}
	if s.latin+s.marks > 0 {
		v[fLatinTokens], v[fLatinNonASCII], v[fLatinExtended] = tokens, s.latin+s.marks, s.latinExt
		return
	}
	for _, id := range ids {
		switch {
		case id >= 20000:
			v[fLatHi]++
		case id >= 5000:
			v[fLatMid]++
		}
	}
	spaced := piece[0] == ' '
	switch {
	case tokens > 1 && s.capitals > 0:
		v[fCapitalTokens], v[fCapitalLetters] = tokens, letters
	case tokens > 1 && spaced:
		v[fSpacedTokens], v[fSpacedLetters] = tokens, letters
	case tokens > 1:
		v[fGluedTokens], v[fGluedLetters] = tokens, letters
	default:
		group := smallGlued
		switch {
		case s.capitals > 0 && spaced:
			group = capitalSpaced
		case s.capitals > 0:
			group = capitalGlued
		case spaced:
			group = smallSpaced
		}
		for _, step := range rankSteps {
			if ids[0] >= step {
				group++
			}
		}
		v[group] = 1
	}
}

func (v *vector) punct(s *shape, tokens int32) {
	v[fNewlinePunct] = s.newlines
	v[fPunctLong] = max(0, s.punct-2)
	if s.quotes > 0 && s.punct >= 2 {
		v[fQuoteTokens], v[fQuoteRuns] = tokens, s.punctRuns
	} else {
		v[fPunctTokens], v[fPunctRuns] = tokens, s.punctRuns
	}
}
