package gemini

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestPlacesOfTheAdministratorsSettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		platform, system, defaults string
		want                       string
	}{
		{"linux", "", "", "/etc/gemini-cli/system-defaults.json /etc/gemini-cli/settings.json"},
		{"darwin", "", "", "/Library/Application Support/GeminiCli/system-defaults.json /Library/Application Support/GeminiCli/settings.json"},
		{"win32", "", "", "C:/ProgramData/gemini-cli/system-defaults.json C:/ProgramData/gemini-cli/settings.json"},
		{"linux", "/x/own.json", "", "/x/system-defaults.json /x/own.json"},
		{"linux", "/x/own.json", "/y/d.json", "/y/d.json /x/own.json"},
	} {
		w := facts.NewMemory().SetPlatform(tt.platform).Env("GEMINI_CLI_SYSTEM_SETTINGS_PATH", tt.system).Env("GEMINI_CLI_SYSTEM_DEFAULTS_PATH", tt.defaults)
		if defaults, system := SystemSettings(w); defaults+" "+system != tt.want {
			t.Errorf("%+v: got %s %s", tt, defaults, system)
		}
	}
}

func TestSettingsThatOthersMayWriteAreNotSafe(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/a/b/s.json", "{}").File("/open/s.json", "{}").Mode("/open/s.json", 0o622).File("/group/s.json", "{}").Mode("/group/s.json", 0o620).
		File("/w/d/s.json", "{}").Mode("/w", 0o777).Link("/a/link.json", "/w/d/s.json").File("/own/s.json", "{}").Mode("/own/s.json", 0o755)
	for file, want := range map[string]string{"/a/b/s.json": "", "/own/s.json": "", "/open/s.json": "/open/s.json", "/group/s.json": "/group/s.json", "/w/d/s.json": "/w", "/a/link.json": "/w", "/none": ""} {
		if got := Unsafe(w, V061, file); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
		if got := Unsafe(w, V028, file); got != "" {
			t.Errorf("%s: %q in the older version", file, got)
		}
	}
}

func TestSettingsAreJSONWithComments(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{}`: `{} 0`, "{\"a\": 1 // one\n}": `{"a":1} 0`, `{/* x */"a": "// no /* comment */ \" //"}`: `{"a":"// no /* comment */ \" //"} 0`, "{} // end": `{} 0`, "/**/{\"a\":2}//": `{"a":2} 0`,
		"{\"a\":/*x\ny*/ 3}": `{"a":3} 0`, `[]`: "null json: cannot unmarshal array into Go value of type map[string]interface {} 0", `null`: "null it is null 0",
		`{"a":1,}`: "null invalid character '}' looking for beginning of object key string 7", `{ /* open }`: "null invalid character '/' looking for beginning of object key string 2",
	} {
		values, err := Parse(text)
		written, _ := json.Marshal(values)
		got := string(written)
		if err != nil {
			got = "null " + err.Error()
		}
		if got = fmt.Sprint(got, " ", Fault(text)); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
		if got := NotObject(err); got != (text == `[]` || text == `null`) {
			t.Errorf("%s is valid but no object: %v", text, got)
		}
	}
}

func TestSettingsThatAreTooDeepAreNotParsed(t *testing.T) {
	t.Parallel()
	deep := func(n int) string { return `{"a":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}" }
	if _, err := Parse(deep(facts.MaxDepth)); err != nil {
		t.Errorf("%d levels: %v", facts.MaxDepth, err)
	}
	if values, err := Parse(deep(facts.MaxDepth + 1)); err == nil || values != nil || NotObject(err) {
		t.Errorf("%d levels: %v, %v", facts.MaxDepth+1, values, err)
	}
}

func TestLayersOfSettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ under, over, want string }{
		{`{"a":1,"b":2}`, `{"b":3,"c":4}`, `{"a":1,"b":3,"c":4}`},
		{`{"t":{"a":1}}`, `{"t":{"b":2}}`, `{"t":{"a":1,"b":2}}`},
		{`{"t":5}`, `{"t":{"b":2}}`, `{"t":{"b":2}}`},
		{`{"t":{"b":2}}`, `{"t":5}`, `{"t":5}`},
		{`{"x":[1]}`, `{"x":[2]}`, `{"x":[2]}`},
		{`{"x":[1]}`, `{"x":[]}`, `{"x":[]}`},
		{`{"tools":{"exclude":["a","b"]}}`, `{"tools":{"exclude":["b","c",5,5]}}`, `{"tools":{"exclude":["a","b","c",5,5]}}`},
		{`{"context":{"includeDirectories":["a"]}}`, `{"context":{"includeDirectories":["a","b"]}}`, `{"context":{"includeDirectories":["a","a","b"]}}`},
		{`{"context":{"includeDirectories":["a"]}}`, `{"context":{"includeDirectories":"b"}}`, `{"context":{"includeDirectories":["a","b"]}}`},
		{`{"skills":{"disabled":["a"]}}`, `{"skills":{"disabled":"a"}}`, `{"skills":{"disabled":["a"]}}`},
		{`{"extensions":{"disabled":["a"]}}`, `{"extensions":{"disabled":"b"}}`, `{"extensions":{"disabled":["a","b"]}}`},
		{`{}`, `{"extensions":{"disabled":"b"}}`, `{"extensions":{"disabled":"b"}}`},
		{`{"advanced":{"excludedEnvVars":["A"]}}`, `{"advanced":{"excludedEnvVars":["A","B"]}}`, `{"advanced":{"excludedEnvVars":["A","B"]}}`},
		{`{"context":{"fileFiltering":{"customIgnoreFilePaths":["a"]}}}`, `{"context":{"fileFiltering":{"customIgnoreFilePaths":["b","a"]}}}`, `{"context":{"fileFiltering":{"customIgnoreFilePaths":["a","b"]}}}`},
		{`{"disabled":["a"]}`, `{"disabled":["b"]}`, `{"disabled":["b"]}`},
	} {
		var under, over map[string]any
		if json.Unmarshal([]byte(tt.under), &under) != nil || json.Unmarshal([]byte(tt.over), &over) != nil {
			t.Fatal(tt)
		}
		MergeSettings(under, over)
		if got, _ := json.Marshal(under); string(got) != tt.want {
			t.Errorf("%s over %s: got %s, want %s", tt.over, tt.under, got, tt.want)
		}
	}
}

// A settings file of a megabyte can hold a list of 200,000 names. The time to join two such lists
// must grow with their length, not with its square.
func TestLongListsAreJoined(t *testing.T) {
	t.Parallel()
	for _, n := range []int{50_000, 200_000} {
		list := func(from int) map[string]any {
			var names []any
			for i := range n {
				names = append(names, strconv.Itoa(from+i))
			}
			return map[string]any{"tools": map[string]any{"exclude": names}}
		}
		got := Layered(list(0), list(n/2))["tools"].(map[string]any)["exclude"].([]any)
		if len(got) != n+n/2 || got[0] != "0" || got[n] != strconv.Itoa(n) {
			t.Errorf("%d names joined with as many, half of them new, are %d", n, len(got))
		}
	}
}

func TestVariablesInSettings(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("A", "one").Env("B_2", "$A")
	for _, tt := range []struct {
		text             string
		plain, defaulted string
		taken            string
	}{
		{"no sign", "no sign", "no sign", ""},
		{"$A-${A} $B_2", "one-one $A", "one-one $A", "[A one $A][A one ${A}][B_2 $A $B_2]"},
		{"$NONE ${NONE} $", "$NONE ${NONE} $", "$NONE ${NONE} $", ""},
		{"${NONE:-x}${NONE:-}", "${NONE:-x}${NONE:-}", "x", ""},
		{"${A:-x}", "${A:-x}", "one", "[A one ${A:-x}]"},
	} {
		if got := Expand(w, tt.text, false, nil); got != tt.plain {
			t.Errorf("%s: got %q, want %q", tt.text, got, tt.plain)
		}
		taken := ""
		got := Expand(w, map[string]any{"k": []any{tt.text, 5.0}}, true, func(name, text, shown string) { taken += fmt.Sprint("[", name, " ", text, " ", shown, "]") })
		if want := fmt.Sprint(map[string]any{"k": []any{tt.defaulted, 5.0}}); fmt.Sprint(got) != want || taken != tt.taken {
			t.Errorf("%s: got %v of %s, want %s of %s", tt.text, got, taken, want, tt.taken)
		}
	}
}
