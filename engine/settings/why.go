package settings

import (
	"regexp"
	"strings"
	"sync"
)

var (
	quotedPart    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`[^`]*`|\"[^\"]{4,}\"|'[^']{4,}'") })
	literalPart   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)(invalid literal): .*`) })
	numberPart    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`cannot unmarshal (number )?[-+.\w]*\d\S*`) })
	duplicatePart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(key|table) \S+ (is already|already|should)`) })
)

// Why returns the first line of a parser's error without its parser's name and without
// what it quotes of the file: the file may be a secret that a link leads to, or hold
// one that was put in. Single characters stay.
func Why(err error) string {
	s, _, _ := strings.Cut(err.Error(), "\n")
	for _, name := range []string{"hujson: ", "toml: ", "yaml: ", "json: "} {
		s = strings.TrimPrefix(s, name)
	}
	s = literalPart().ReplaceAllString(s, "$1")
	s = numberPart().ReplaceAllString(s, "cannot unmarshal number")
	s = duplicatePart().ReplaceAllString(s, "a $1 $2")
	return quotedPart().ReplaceAllString(s, "…")
}
