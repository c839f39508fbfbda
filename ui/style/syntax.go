package style

import (
	"github.com/alecthomas/chroma/v2"

	"galley/ui/cell"
)

// The classes of highlighted text that a theme colours.
const (
	synNone = iota
	synHeading
	synStrong
	synEmph
	synCode
	synLink
	synQuote
	synList
	synComment
	synKeyword
	synString
	synNumber
	synConstant
	synName
	synAttribute
	synTag
	synPunctuation
	synError
	syntaxCount
)

var syntaxNames = [syntaxCount]string{
	"", "heading", "strong", "emph", "code", "link", "quote", "list", "comment", "keyword", "string",
	"number", "constant", "name", "attribute", "tag", "punctuation", "error",
}

// Syntax returns the style of a token type. A type without its own style has the style of its
// family. A type whose family has no style has the zero style.
func (s *Styles) Syntax(t chroma.TokenType) cell.Style {
	return s.syntax[syntaxClass(t)]
}

func syntaxClass(t chroma.TokenType) int {
	switch t {
	case chroma.GenericHeading, chroma.GenericSubheading:
		return synHeading
	case chroma.GenericStrong:
		return synStrong
	case chroma.GenericEmph:
		return synEmph
	case chroma.GenericUnderline:
		return synLink
	case chroma.GenericOutput:
		return synQuote
	case chroma.LiteralStringBacktick:
		return synCode
	case chroma.NameTag:
		return synTag
	case chroma.NameAttribute, chroma.NameProperty:
		return synAttribute
	case chroma.KeywordConstant, chroma.LiteralDate:
		return synConstant
	case chroma.GenericError, chroma.GenericDeleted:
		return synError
	case chroma.KeywordPseudo:
		return synList
	}
	switch t.SubCategory() {
	case chroma.LiteralString:
		return synString
	case chroma.LiteralNumber:
		return synNumber
	}
	switch t.Category() {
	case chroma.Comment:
		return synComment
	case chroma.Keyword:
		return synKeyword
	case chroma.Name:
		return synName
	case chroma.Literal:
		return synString
	case chroma.Punctuation, chroma.Operator:
		return synPunctuation
	}
	if t == chroma.Error {
		return synError
	}
	return synNone
}
