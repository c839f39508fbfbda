package bounded

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// ErrOtherShape says that texts cannot be added to a list because the value in that place is not a
// list of texts.
var ErrOtherShape = errors.New("something that is not a list of texts stands there")

// AddTexts adds texts to a list in an object of JSON with comments. keys is the path to the list;
// missing objects on the path and the list itself are created. If the list is new, first is added
// before texts. A text that the list already contains is not added again. Everything else,
// including comments, stays byte for byte. AddTexts returns an error if the text is not valid, or
// [ErrOtherShape].
func AddTexts(text string, keys, first, texts []string) (string, error) {
	if err := JSONDepth(text); err != nil {
		return "", err
	}
	root, err := Parse([]byte(text))
	if err != nil {
		return "", err
	}
	at := &root
	for i, key := range keys {
		object, isObject := at.Value.(*hujson.Object)
		if !isObject {
			return "", ErrOtherShape
		}
		next := at.Find("/" + escapeKey(key))
		if next == nil {
			return addMember(text, at, object, member(keys[i:], slices.Concat(first, texts))), nil
		}
		at = next
	}
	list, isList := at.Value.(*hujson.Array)
	if !isList {
		return "", ErrOtherShape
	}
	has := map[string]bool{}
	for i := range list.Elements {
		literal, isText := list.Elements[i].Value.(hujson.Literal)
		if !isText || literal.Kind() != '"' {
			return "", ErrOtherShape
		}
		has[literal.String()] = true
	}
	var more []string
	for _, one := range texts {
		if !has[one] {
			more = append(more, quoted(one))
		}
	}
	if len(more) == 0 {
		return text, nil
	}
	if n := len(list.Elements); n > 0 {
		end := list.Elements[n-1].EndOffset
		return text[:end] + ", " + strings.Join(more, ", ") + text[end:], nil
	}
	open := at.StartOffset + 1
	return text[:open] + strings.Join(more, ", ") + text[open:], nil
}

// addMember inserts a member before the other members of an object. It goes after the rest of the
// line with the opening brace, so that a comment there stays with the brace.
func addMember(text string, at *hujson.Value, object *hujson.Object, member string) string {
	open := at.StartOffset + 1
	if len(object.Members) == 0 {
		return text[:open] + "\n  " + member + "\n" + text[open:]
	}
	before := string(object.Members[0].Name.BeforeExtra)
	if line := strings.IndexByte(before, '\n'); line >= 0 && !strings.Contains(before[:line], "/*") {
		open += line
	}
	return text[:open] + "\n  " + member + "," + text[open:]
}

// member returns the JSON of a new member. Each key becomes an object within the one before, and
// the innermost value is the list of texts.
func member(keys, texts []string) string {
	var b strings.Builder
	for i, key := range keys {
		if i > 0 {
			b.WriteString("{")
		}
		b.WriteString(quoted(key) + ": ")
	}
	items := make([]string, len(texts))
	for i, text := range texts {
		items[i] = quoted(text)
	}
	return b.String() + "[" + strings.Join(items, ", ") + "]" + strings.Repeat("}", len(keys)-1)
}

func quoted(text string) string {
	out, _ := json.Marshal(text) // marshalling a string never fails
	return string(out)
}

// escapeKey writes a key as part of a JSON pointer.
func escapeKey(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
