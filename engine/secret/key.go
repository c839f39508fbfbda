package secret

import (
	"slices"
	"strings"
	"unicode"
)

// secretWords are words in the names of variables with secret values.
var secretWords = []string{"KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH"}

// secretName reports whether a variable's name suggests a secret value.
func secretName(name string) bool {
	name = strings.ToUpper(name)
	for _, word := range secretWords {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// keyHeads are prefixes of providers' keys.
var keyHeads = []string{"sk-", "sk_", "pk_", "rk_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "AKIA", "ASIA", "AIza",
	"xox", "eyJ", "hf_", "npm_", "pypi-", "ya29.", "gsk_", "xai-", "dop_v1_", "SG."}

// LooksLikeKey reports whether a text looks like a key: it has the prefix of a provider's keys, it
// contains a private key, or it is one long word of mixed characters.
func LooksLikeKey(text string) bool {
	text = strings.TrimSpace(text)
	if strings.Contains(text, "-----BEGIN ") && strings.Contains(text, "PRIVATE KEY") {
		return true
	}
	if !oneWord(text) || len(text) < 2*Shortest {
		return false
	}
	for _, head := range keyHeads {
		if strings.HasPrefix(text, head) && len(text) >= len(head)+Shortest {
			return true
		}
	}
	return len(text) >= 20 && !strings.ContainsAny(text, "/\\.:") && mixed(text)
}

// mixed reports whether letters and digits alternate as in random text. It looks at the parts into
// which the characters - and _ divide the text. A part is like random text if it has at least 16
// bytes and three digits, and if letters and digits alternate at least once in six bytes on
// average. Names of models and releases have no such part.
func mixed(text string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == '_' }), func(part string) bool {
		return len(part) >= 16 && changing(part)
	})
}

func changing(text string) bool {
	changes, digits := 0, 0
	var last rune
	for _, r := range text {
		if unicode.IsDigit(r) {
			digits++
		}
		if unicode.IsDigit(r) != unicode.IsDigit(last) && last != 0 {
			changes++
		}
		last = r
	}
	return digits >= 3 && changes*6 >= len(text)
}

// mostWords is how many words that look like keys are taken from one text; further ones are left
// out.
const mostWords = 1000

// AddKept adds the words of a stored text that look like keys. The variable or file from which a
// word came is no longer known, or may have another value now.
func (v *Values) AddKept(text string) {
	left := mostWords
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r != '-' && r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if word = strings.Trim(word, "."); LooksLikeKey(word) {
			v.add(value{word, "[key]", true})
			if left--; left == 0 {
				return
			}
		}
	}
}

// MaskKeys masks the words of a text that look like keys.
func MaskKeys(text string) string {
	var v Values
	v.AddKept(text)
	return v.Mask(text)
}
