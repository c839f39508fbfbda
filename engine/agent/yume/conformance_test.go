package yume_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"galley/engine/agent"
	"galley/engine/budget"
	"galley/engine/conformance"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/scenario"
	"galley/engine/source"
	"galley/engine/tool"
)

// yumeKinds maps each kind of Yume's cases to its judge.
var yumeKinds = map[string]struct {
	input, expect conformance.Fields
	judge         func(*testing.T, conformance.Case)
}{
	"load": {conformance.Fields{"tree": conformance.Input, "cwd": conformance.Input}, conformance.Fields{"text": conformance.Checked}, judgeYumeLoad},
	"compress": {
		conformance.Fields{"promptSpec": conformance.Input, "maxChars": conformance.Input, "promptU16": conformance.Checked},
		conformance.Fields{"branch": conformance.Checked, "overLimit": conformance.Checked, "u16": conformance.Checked, "runes": conformance.Checked, "utf8": conformance.Checked, "sha256_utf16le": conformance.Checked,
			"text": conformance.Checked, "head": conformance.Checked, "tail": conformance.Checked, "loneSurrogate": conformance.Checked, "ifCountedInCodePoints": conformance.Information},
		judgeCompress,
	},
	"tool":       {conformance.Fields{"tool": conformance.Input}, conformance.Fields{"gemini": conformance.Checked, "openai": conformance.Checked}, judgeTransforms},
	"advertised": {conformance.Fields{"capabilities": conformance.Input, "definitions": conformance.Input}, conformance.Fields{"names": conformance.Checked, "jsonOriginal": conformance.Checked}, judgeAdvertised},
	"permission": {conformance.Fields{"mode": conformance.Input}, conformance.Fields{"inTemplate": conformance.Checked, "inTable": conformance.Information}, judgePermission},
	"structure":  {conformance.Fields{"provider": conformance.Input}, conformance.Fields{"headings": conformance.Checked, "placeholders": conformance.Checked, "wrapTag": conformance.Checked}, judgeStructure},
}

func TestConformanceYume(t *testing.T) {
	conformance.Run(t, "yume", func(t *testing.T, c conformance.Case) {
		kind, known := yumeKinds[c.Kind]
		if !known {
			t.Fatalf("unknown kind %q", c.Kind)
		}
		kind.input.Allow(t, c.Input)
		kind.expect.Allow(t, c.Expect)
		kind.judge(t, c)
	})
}

// units decodes a JSON string to UTF-16 units. encoding/json would replace unpaired surrogates.
func units(t *testing.T, raw json.RawMessage) []uint16 {
	t.Helper()
	s := string(raw)
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		t.Fatalf("no string: %s", raw)
	}
	s = s[1 : len(s)-1]
	escapes := map[byte]uint16{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f', '/': '/', '\\': '\\', '"': '"'}
	var out []uint16
	for i := 0; i < len(s); {
		switch {
		case s[i] != '\\':
			r, size := utf8.DecodeRuneInString(s[i:])
			out = utf16.AppendRune(out, r)
			i += size
		case s[i+1] == 'u':
			n, err := strconv.ParseUint(s[i+2:i+6], 16, 16)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, uint16(n))
			i += 6
		default:
			out = append(out, escapes[s[i+1]])
			i += 2
		}
	}
	return out
}

func encode(s string) []uint16 { return utf16.Encode([]rune(s)) }

func digest(u []uint16) string {
	bytes := make([]byte, 0, 2*len(u))
	for _, c := range u {
		bytes = append(bytes, byte(c), byte(c>>8))
	}
	sum := sha256.Sum256(bytes)
	return hex.EncodeToString(sum[:])
}

func judgeCompress(t *testing.T, c conformance.Case) {
	var spec []json.RawMessage
	var most, want int
	conformance.Member(t, c.Input, "promptSpec", &spec)
	conformance.Member(t, c.Input, "maxChars", &most)
	conformance.Member(t, c.Input, "promptU16", &want)
	var b strings.Builder
	for _, one := range spec {
		var text string
		var repeat struct {
			Repeat string
			Times  int
		}
		if json.Unmarshal(one, &text) != nil {
			conformance.Decode(t, one, &repeat)
			text = strings.Repeat(repeat.Repeat, repeat.Times)
		}
		b.WriteString(text)
	}
	built := source.Literal(b.String())
	if got := built.Measure().UTF16; got != want {
		t.Fatalf("the prompt has %d units, want %d", got, want)
	}
	out, branch, cut := budget.Compress(built, most)

	var expect struct {
		Branch        string
		OverLimit     bool
		U16           int
		Runes         int
		UTF8          int
		Sha           string `json:"sha256_utf16le"`
		LoneSurrogate bool
	}
	raw, err := json.Marshal(c.Expect)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &expect); err != nil {
		t.Fatal(err)
	}
	got := encode(out.String())
	length := out.Measure()
	if cut.Split != expect.LoneSurrogate {
		t.Errorf("splits a surrogate pair: %v, want %v", cut.Split, expect.LoneSurrogate)
	}
	whole := got
	if expect.LoneSurrogate {
		// galley drops the unpaired surrogate that the original keeps. Add it again before
		// comparing.
		half := encode(b.String())[len(encode(b.String()[:cut.At]))]
		at := len(got) - len(encode(cut.Mark))
		whole = slices.Concat(got[:at], []uint16{half}, got[at:])
		length.UTF16, length.Runes, length.Bytes = length.UTF16+1, length.Runes+1, length.Bytes+3
	}
	if string(branch) != expect.Branch || length.UTF16 != expect.U16 || length.Runes != expect.Runes || length.Bytes != expect.UTF8 {
		t.Errorf("%s %+v, want %+v", branch, length, expect)
	}
	if over := length.UTF16 > most; over != expect.OverLimit {
		t.Errorf("exceeds the limit: %v", over)
	}
	if digest(whole) != expect.Sha {
		t.Errorf("another text: %q", clipUnits(whole))
	}
	if raw, there := c.Expect["text"]; there && !slices.Equal(whole, units(t, raw)) {
		t.Errorf("text %q", clipUnits(whole))
	}
	if raw, there := c.Expect["head"]; there && !slices.Equal(whole[:60], units(t, raw)) {
		t.Errorf("head %q", clipUnits(whole))
	}
	if raw, there := c.Expect["tail"]; there && !slices.Equal(whole[len(whole)-60:], units(t, raw)) {
		t.Errorf("tail %q", clipUnits(whole[len(whole)-60:]))
	}
}

func clipUnits(u []uint16) string { return string(utf16.Decode(u[:min(len(u), 80)])) }

func judgeTransforms(t *testing.T, c conformance.Case) {
	v, _, err := tool.ParseJSON(string(c.Input["tool"]))
	if err != nil {
		t.Fatal(err)
	}
	one := tool.Tool{Name: v.Get("name"), Description: v.Get("description"), Schema: v.Get("input_schema"), Dialect: tool.Claude,
		Extra: v.Without("name", "description", "input_schema").Members}
	for name, got := range map[string]string{"gemini": tool.YumeGemini(one).JSON(), "openai": tool.YumeOpenAI(one).JSON()} {
		var want string
		if conformance.Member(t, c.Expect, name, &want) && got != want {
			t.Errorf("%s\n got %s\nwant %s", name, got, want)
		}
	}
}

// truthy reports whether JavaScript treats a JSON value as true. A missing value is false.
func truthy(raw json.RawMessage) bool {
	switch s := strings.TrimSpace(string(raw)); s {
	case "", "null", "false", `""`:
		return false
	default:
		n, err := strconv.ParseFloat(s, 64)
		return err != nil || n != 0
	}
}

func judgeAdvertised(t *testing.T, c conformance.Case) {
	var can map[string]json.RawMessage
	conformance.Member(t, c.Input, "capabilities", &can)
	conformance.Fields{"webAccess": conformance.Input, "subagents": conformance.Input}.Allow(t, can)
	definitions := tool.Definitions()
	var names []string
	if conformance.Member(t, c.Input, "definitions", &names) {
		definitions = slices.DeleteFunc(definitions, func(d tool.Tool) bool { return !slices.Contains(names, d.Named()) })
	}
	advertised := tool.Advertised(tool.Capabilities{WebAccess: truthy(can["webAccess"]), Subagents: truthy(can["subagents"])})
	found, missing := tool.Pick(advertised, definitions)
	var got []string
	for _, d := range found {
		got = append(got, d.Named())
	}
	var want []string
	holes := 0
	if original := ""; conformance.Member(t, c.Expect, "jsonOriginal", &original) {
		var all []*struct{ Name string }
		conformance.Decode(t, json.RawMessage(original), &all)
		for _, one := range all {
			if one == nil {
				holes++
			} else {
				want = append(want, one.Name)
			}
		}
	} else {
		conformance.Member(t, c.Expect, "names", &want)
	}
	if !slices.Equal(got, want) || len(missing) != holes {
		t.Errorf("advertised %q, without definition %q; want %q and %d", got, missing, want, holes)
	}
}

// yumeValues are recognisable values for the template's placeholders.
var yumeValues = map[string]string{
	"{cwd}": "/a/recognisable/directory", "{claude_md_content}": "RECOGNISABLE INSTRUCTIONS", "{tool_definitions_json}": `{"name":"Recognisable","parameters":{}}`,
}

// yumeText renders a form with the recognisable values and a mode.
func yumeText(t *testing.T, name, mode string) string {
	t.Helper()
	agent, problems := agent.Known().Profile(name)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	cwd := yumeValues["{cwd}"]
	s, problems := scenario.Parse("s.toml", fmt.Sprintf("permission_mode = %q\ntools = [{name = 'Recognisable', input_schema = {}}]", mode))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	p, _ := agent.Assemble(context.Background(), profile.Input{
		BuiltIn: true, Cwd: cwd, Scenario: s, World: facts.NewMemory().File(cwd+"/CLAUDE.md", yumeValues["{claude_md_content}"]),
	})
	return p.SystemText(agent.Separator()).String()
}

func judgePermission(t *testing.T, c conformance.Case) {
	var mode, want string
	conformance.Member(t, c.Input, "mode", &mode)
	conformance.Member(t, c.Expect, "inTemplate", &want)
	_, section, found := strings.Cut(yumeText(t, "yume-gemini", mode), "## Permission Mode\n")
	section, _, _ = strings.Cut(section, "\n## ")
	first, _, _ := strings.Cut(section, "\n")
	if !found || first != mode {
		t.Errorf("the section begins with %q", first)
	}
	for _, line := range strings.Split(section, "\n") {
		if meaning, ok := strings.CutPrefix(line, `- "`+mode+`": `); ok {
			if meaning != want {
				t.Errorf("%q, want %q", meaning, want)
			}
			return
		}
	}
	t.Errorf("no bullet for %s in %q", mode, section)
}

func judgeStructure(t *testing.T, c conformance.Case) {
	var provider, tag string
	var headings, placeholders []string
	conformance.Member(t, c.Input, "provider", &provider)
	const mode = "recognisable-mode"
	text := yumeText(t, "yume-"+provider, mode)
	if conformance.Member(t, c.Expect, "headings", &headings) {
		var got []string
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "## ") {
				got = append(got, line)
			}
		}
		if !slices.Equal(got, headings) {
			t.Errorf("headings %q, want %q", got, headings)
		}
	}
	if conformance.Member(t, c.Expect, "placeholders", &placeholders) {
		values := map[string]string{"{permissionMode}": mode}
		for mark, value := range yumeValues {
			values[mark] = value
		}
		at := -1
		for _, mark := range placeholders {
			next := strings.Index(text, values[mark])
			if values[mark] == "" || next <= at {
				t.Errorf("%s is at byte %d, after another at %d", mark, next, at)
			}
			at = next
		}
	}
	if conformance.Member(t, c.Expect, "wrapTag", &tag) {
		open, end := strings.Index(text, "\n<"+tag+">\n"), strings.Index(text, "\n</"+tag+">\n")
		at := strings.Index(text, yumeValues["{tool_definitions_json}"])
		if open < 0 || at < open || end < at {
			t.Errorf("the tag's lines are at %d and %d, the tools at %d", open, end, at)
		}
	}
}
