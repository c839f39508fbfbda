package settings

import (
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"galley/engine/bounded"
	"galley/engine/source"
	"galley/engine/textutil"
)

var (
	quotedPart    = textutil.LazyRegexp("`[^`]*`|\"[^\"]{4,}\"|'[^']{4,}'")
	literalPart   = textutil.LazyRegexp(`(?s)(invalid literal): .*`)
	numberPart    = textutil.LazyRegexp(`cannot unmarshal (number )?[-+.\w]*\d\S*`)
	duplicatePart = textutil.LazyRegexp(`\b(key|table) \S+ (is already|already|should)`)
)

// PlaceTOML returns the position at which a TOML parser failed, or the zero Position.
func PlaceTOML(err error) (at source.Position) {
	if failed, ok := errors.AsType[*toml.DecodeError](err); ok {
		at.Line, at.Column = failed.Position()
	}
	return at
}

// Unplaced is [Why] for an error of JSON with comments; it also removes the place from the text.
func Unplaced(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		err = inner
	}
	return Why(err)
}

// Why returns what [bounded.Mismatch] says of an error about a value of another type. Of other errors
// it returns the first line of the parser's error, without the name of the parser. It removes
// quotations from the file, except single characters. The file may be a secret file behind a link,
// or contain a substituted secret.
func Why(err error) string {
	if wrong := bounded.Mismatch(err); wrong != "" {
		return wrong
	}
	s, _, _ := strings.Cut(err.Error(), "\n")
	for _, name := range []string{"hujson: ", "toml: ", "yaml: ", "json: "} {
		s = strings.TrimPrefix(s, name)
	}
	s = literalPart().ReplaceAllString(s, "$1")
	s = numberPart().ReplaceAllString(s, "cannot unmarshal number")
	s = duplicatePart().ReplaceAllString(s, "a $1 $2")
	return quotedPart().ReplaceAllString(s, "…")
}
