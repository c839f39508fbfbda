package token

// kinds counts properties of a text on which the error of an estimate depends.
type kinds struct {
	tokens                               int32 // tokens of o200k_base
	punct                                int32 // how many of these are punctuation
	latin, accented                      int32 // Latin letters, and how many of them are not ASCII
	cjk, cyrillic, semitic, indic, other int32 // characters of other scripts
}

func (k kinds) plus(o kinds) kinds {
	return kinds{
		k.tokens + o.tokens, k.punct + o.punct, k.latin + o.latin, k.accented + o.accented,
		k.cjk + o.cjk, k.cyrillic + o.cyrillic, k.semitic + o.semitic, k.indic + o.indic, k.other + o.other,
	}
}

func (k kinds) minus(o kinds) kinds {
	return kinds{
		k.tokens - o.tokens, k.punct - o.punct, k.latin - o.latin, k.accented - o.accented,
		k.cjk - o.cjk, k.cyrillic - o.cyrillic, k.semitic - o.semitic, k.indic - o.indic, k.other - o.other,
	}
}

// kindsOf returns what a piece adds to the kinds of its text.
func kindsOf(v *vector, s *shape) kinds {
	k := kinds{
		tokens: v[fTokens], punct: v[fPunctTokens] + v[fQuoteTokens],
		latin: s.ascii + s.latin, accented: s.latin,
		cjk: s.cjk(), cyrillic: s.cyrillic,
	}
	switch s.script {
	case arabic, hebrew:
		k.semitic = s.other
	case indic:
		k.indic = s.other
	default:
		k.other = s.other
	}
	return k
}

// textClass names a kind of text for which the estimator's error is known.
type textClass string

const (
	shortText   textClass = "short"
	proseText   textClass = "prose"
	codeText    textClass = "code"
	latinText   textClass = "latin"
	cjkText     textClass = "cjk"
	cyrillic    textClass = "cyrillic"
	semiticText textClass = "arabic and hebrew"
	indicText   textClass = "indic"
	otherText   textClass = "other scripts"
)

// The limits of the classes. A text belongs to a script if at least a quarter of its letters do.
// Accents tell other languages in Latin letters from English. Code has more punctuation than prose.
const (
	shortTokens   = 50
	scriptShare   = 4   // at least one letter in four
	accentShare   = 100 // at least one letter in a hundred
	codePunctFrom = 25  // in percent of the tokens
)

func (k kinds) class() textClass {
	if k.tokens < shortTokens {
		return shortText
	}
	letters := k.latin + k.cjk + k.cyrillic + k.semitic + k.indic + k.other
	best, class := int32(0), textClass("")
	for _, row := range []struct {
		chars int32
		class textClass
	}{{k.cjk, cjkText}, {k.cyrillic, cyrillic}, {k.semitic, semiticText}, {k.indic, indicText}, {k.other, otherText}} {
		if row.chars > best && row.chars*scriptShare >= letters {
			best, class = row.chars, row.class
		}
	}
	switch {
	case class != "":
		return class
	case k.accented*accentShare > k.latin:
		return latinText
	case int64(k.punct)*100 >= int64(k.tokens)*codePunctFrom:
		return codeText
	}
	return proseText
}
