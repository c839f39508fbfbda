package variable

import (
	"errors"
	"fmt"
	"strings"
)

// Override replaces a variable's value by a text, or removes it.
type Override struct {
	Key, Text string
	Unset     bool // the variable counts as missing, and Text is ignored
}

// ParseOverride reads `type:name=value`. The value is the text after the first equals sign and may
// be empty. Keys of unknown types may have a value too.
func ParseOverride(s string) (Override, error) {
	key, text, ok := strings.Cut(s, "=")
	if !ok {
		return Override{}, fmt.Errorf("%q sets nothing: write type:name=value", s)
	}
	if err := CheckKey(key); err != nil {
		return Override{}, err
	}
	return Override{Key: key, Text: text}, nil
}

// CheckKey returns an error if no tag can name the key.
func CheckKey(key string) error {
	typ, _, ok := Split(key)
	switch {
	case !ok:
		return fmt.Errorf("%q is not a variable: write type:name, as in git:branch", key)
	case typ == "" || strings.ContainsFunc(typ, notWord):
		return fmt.Errorf("%q is not a variable: the part before the colon may have only letters, digits and _", key)
	case strings.ContainsAny(key, "]\n\r\u2028\u2029"):
		return errors.New("a variable's name cannot contain ] or a line end")
	}
	return nil
}

func notWord(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_'
}
