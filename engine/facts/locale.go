package facts

import "strings"

const defaultLocale = "en-US"

// localeTag converts a POSIX locale name ("de_DE.UTF-8@euro") to a BCP 47 tag ("de-DE"). It returns
// the default for anything that does not name a language.
func localeTag(name string) string {
	name, modifier, _ := strings.Cut(name, "@")
	name, _, _ = strings.Cut(name, ".")
	lang, region, _ := strings.Cut(strings.ReplaceAll(name, "-", "_"), "_")
	// This also catches "C" and "POSIX", because language codes have two or three letters.
	if len(lang) < 2 || len(lang) > 3 || !letters(lang) {
		return defaultLocale
	}
	tag := strings.ToLower(lang)
	switch strings.ToLower(modifier) {
	case "latin":
		tag += "-Latn"
	case "cyrillic":
		tag += "-Cyrl"
	case "devanagari":
		tag += "-Deva"
	}
	if len(region) == 2 && letters(region) {
		tag += "-" + strings.ToUpper(region)
	}
	return tag
}

func letters(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
