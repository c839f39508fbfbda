package bounded

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
)

// Mismatch returns a message if an error says that a value of JSON or YAML has another type than
// the reader expects, for example "a text where a list is expected". It returns "" for every other
// error.
func Mismatch(err error) string {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		kind, number, _ := strings.Cut(wrong.Value, " ") // a number follows its kind
		what := fmt.Sprintf("%s where %s is expected", jsonKinds[kind], kindOf(wrong.Type))
		if kind == "number" && tooLarge(number, kindOf(wrong.Type)) {
			what = "a number that is too large"
		}
		if wrong.Field != "" {
			return wrong.Field + ": " + what
		}
		return what
	}
	if wrong, ok := errors.AsType[*yaml.TypeError](err); ok {
		what := fmt.Sprintf("%s where %s is expected", kindOf(wrong.SrcType), kindOf(wrong.DstType))
		if line, column, _ := YAMLFault(err); line > 0 {
			return fmt.Sprintf("line %d, column %d: %s", line, column, what)
		}
		return what
	}
	return ""
}

// tooLarge reports whether a number in JSON is of the expected kind, so that only its size was
// refused.
func tooLarge(number, expected string) bool {
	return expected == "a number" || expected == "a whole number" && number != "" && !strings.ContainsAny(number, ".eE")
}

var jsonKinds = map[string]string{"array": "a list", "bool": "a boolean", "number": "a number", "object": "an object", "string": "a text"}

// kindOf returns the name, with its article, that a message gives to the JSON or YAML form of a Go
// type.
func kindOf(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil {
		return "another value"
	}
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "a boolean"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number"
	}
	return "another value"
}
