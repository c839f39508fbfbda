package settings

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
)

// A file that cannot be parsed may be any file, for example a private key that a link points to.
// The error must not quote it.
func TestParserErrorDoesNotQuoteTheFile(t *testing.T) {
	const private = "PRIVATEKEYDATA123"
	var sink map[string]any
	var typed struct {
		A map[string]int `json:"a" yaml:"a" toml:"a"`
		N int8           `json:"n"`
	}
	for name, parse := range map[string]func(text string) error{
		"hujson":         func(text string) error { _, err := hujson.Parse([]byte(text)); return err },
		"json":           func(text string) error { return json.Unmarshal([]byte(text), &typed) },
		"toml":           func(text string) error { return toml.Unmarshal([]byte(text), &typed) },
		"toml, anything": func(text string) error { return toml.Unmarshal([]byte(text), &sink) },
		"yaml":           func(text string) error { return yaml.Unmarshal([]byte(text), &typed) },
		"tool":           func(text string) error { return json.Unmarshal([]byte(text), new(json.RawMessage)) },
	} {
		for _, text := range []string{
			private, `{"a": ` + private + `}`, `{"a": "` + private + `"}`, `{"n": 1234567890}`, `{"a": {"` + private + `": "x"}}`,
			private + " = ", `a = "` + private, `a = "` + private + `"`, "a = " + private, "a." + private + " = 'x'", private + " = 1\n" + private + " = 2",
			"[" + private + "]\n[" + private + "]", "a: " + private, "a: {" + private + ": x}", "a: *" + private, "a: &" + private + " [", "a: !" + private + " x",
			private + ": 1\n" + private + ": 2", "- " + private + "\n a: b", "\t" + private, `"\` + private + `"`, "'" + private, `{"a": "\q` + private + `"}`,
		} {
			err := parse(text)
			if err == nil {
				continue
			}
			if why := Why(err); strings.Contains(why, "PRIVATE") || strings.Contains(why, "KEYDATA") || strings.Contains(why, "1234567") || why == "" {
				t.Errorf("%s of %q: %q", name, text, why)
			}
		}
	}
}
