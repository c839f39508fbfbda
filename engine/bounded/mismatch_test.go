package bounded

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
)

type expected struct {
	List  []string       `json:"list" yaml:"list"`
	Text  string         `json:"text" yaml:"text"`
	On    bool           `json:"on" yaml:"on"`
	Small int8           `json:"small" yaml:"small"`
	Part  *float64       `json:"part" yaml:"part"`
	Map   map[string]int `json:"map" yaml:"map"`
	Deep  struct {
		Text string `json:"text" yaml:"text"`
	} `json:"deep" yaml:"deep"`
}

func TestMismatchInJSON(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`[]`: "a list where an object is expected", `"x"`: "a text where an object is expected", `3`: "a number where an object is expected", `true`: "a boolean where an object is expected",
		`{"list": "x"}`: "list: a text where a list is expected", `{"list": [3]}`: "list: a number where a text is expected", `{"text": {}}`: "text: an object where a text is expected",
		`{"on": "yes"}`: "on: a text where a boolean is expected", `{"small": 300}`: "small: a number that is too large", `{"small": 1.5}`: "small: a number where a whole number is expected", `{"part": 1e400}`: "part: a number that is too large", `{"part": "x"}`: "part: a text where a number is expected",
		`{"deep": {"text": 1}}`: "deep.text: a number where a text is expected", `{"deep": 1}`: "deep: a number where an object is expected", `{"map": {"secret": "x"}}`: "map: a text where a whole number is expected",
		`{"list": `: "", `{}`: "",
	} {
		var into expected
		if got := Mismatch(json.Unmarshal([]byte(text), &into)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	var f func()
	if got := Mismatch(fmt.Errorf("in a file: %w", json.Unmarshal([]byte("1"), &f))); got != "a number where another value is expected" {
		t.Errorf("a function: %q", got)
	}
	if got := Mismatch(errors.New("other")); got != "" {
		t.Errorf("another error: %q", got)
	}
}

func TestMismatchInYAML(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"text: [1]\n": "line 1, column 7: a list where a text is expected", "text: a\non:\n - x\n": "line 3, column 2: a list where a boolean is expected", "list: [\n": "", "on: true\n": "",
	} {
		var into expected
		if got := Mismatch(YAML([]byte(text), &into)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
