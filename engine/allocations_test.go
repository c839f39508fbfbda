package engine_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/capture/match"
	"galley/engine/compare"
	"galley/engine/discovery"
	"galley/engine/hidden"
	"galley/engine/prompt"
	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/template"
	"galley/engine/tool"
	"galley/engine/variable"
	"galley/engine/wire"
)

// numbered joins n texts made from format, each with its own number.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// constant gives every variable the same value.
type constant struct{}

func (constant) Lookup(key string) variable.Value { return (*variable.Values)(nil).Lookup(key) }

// body returns a request with n messages.
func body(t *testing.T, n int) *wire.Request {
	t.Helper()
	r, err := wire.Decode(wire.Anthropic, []byte(`{"model":"m","messages":[`+numbered(n, `{"role":"user","content":"message %d with a few words"},`)+`{"role":"user","content":"a"}],"tools":[`+
		numbered(n, `{"name":"t%d","input_schema":{"type":"object"}},`)+`{"name":"z"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Four times the input must allocate about four times as much memory, whatever the input holds. The
// factor leaves room for slices that double their capacity.
func TestAllocationGrowsWithTheInput(t *testing.T) {
	const few, growth, room = 500, 6, 200_000
	side := func(n int, word string) compare.Side {
		var blocks []prompt.Block
		for i := range n {
			text := fmt.Sprintf("line %d\n", i)
			if i%10 == 0 {
				text = fmt.Sprintf("%s %d\n", word, i)
			}
			blocks = append(blocks, prompt.Block{ID: fmt.Sprint("b", i), Text: source.Literal(text)})
		}
		return compare.Side{Name: word, Messages: []prompt.Message{{Role: prompt.System, Blocks: blocks}}}
	}
	for name, prepare := range map[string]func(n int) func(){
		"a template of tags": func(n int) func() {
			text := numbered(n, "[file:f%d] words ")
			return func() { template.Render(template.Parse(text), constant{}, template.Options{}) }
		},
		"a template of ifs": func(n int) func() {
			text := strings.Repeat("[if git:branch]a", n)
			return func() { template.Render(template.Parse(text), constant{}, template.Options{}) }
		},
		"a template of open brackets": func(n int) func() {
			text := strings.Repeat("[if ", n)
			return func() { template.Render(template.Parse(text), constant{}, template.Options{}) }
		},
		"hidden characters": func(n int) func() {
			text := strings.Repeat("a\u200b\U000e0041\u202e", n)
			return func() { hidden.Scan(text) }
		},
		"settings in TOML": func(n int) func() {
			text := numbered(n, "k%d = 'x'\n")
			return func() { settings.Parse("a.toml", text) }
		},
		"settings in JSON": func(n int) func() {
			text := "{" + numbered(n, "\"k%d\": [1, {}],\n") + `"z": 1}`
			return func() { settings.Parse("a.json", text) }
		},
		"tools": func(n int) func() {
			text := "[" + numbered(n, `{"name":"t%d","description":"d","input_schema":{"type":"object","properties":{"a":{"type":"string"}}}},`) + `{"name":"z"}]`
			return func() { text += " "; tool.Read("t.json", text) } // a new text each time, because Read caches recent texts
		},
		"the properties of a tool": func(n int) func() {
			text := `[{"name":"t","input_schema":{"type":"object","properties":{` + numbered(n, `"p%d":{"type":"string"},`) + `"z":{}}}}]`
			return func() { text += " "; tool.Read("t.json", text) } // a new text each time, because Read caches recent texts
		},
		"prompts that differ": func(n int) func() {
			a, b := side(n, "old"), side(n, "new")
			return func() { compare.Prompts(a, b) }
		},
		"prompts without a common line": func(n int) func() {
			one := func(name, format string) compare.Side {
				return compare.Side{Name: name, Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{ID: "a", Text: source.Literal(numbered(n, format))}}}}}
			}
			a, b := one("a", "a%d\n"), one("b", "b%d\n")
			return func() { compare.Prompts(a, b) }
		},
		"the messages of a request": func(n int) func() { return func() { body(t, n) } },
		"a request that is matched": func(n int) func() {
			r := body(t, n)
			text := numbered(n, "message %d with a few words\n")
			in := match.Input{Request: r, Files: []match.File{{Path: "/p/A.md", Text: text}},
				Expected: []match.Expected{{Name: "rules", Text: source.Of(text, source.Origin{Kind: source.File, Source: "/p/A.md", Span: source.Span{End: len(text)}, Tag: source.NoSpan})}}}
			return func() { match.Match(in) }
		},
		"the rule files of an agent": func(n int) func() {
			w := agenttest.Repository().File("/p/opencode.json", `{"instructions":["docs/*.md"]}`)
			for i := range n {
				w.File(fmt.Sprintf("/p/docs/%d.md", i), "a rule\n")
			}
			return func() { agenttest.Discover(t, w, "opencode", "/p", discovery.Options{}) }
		},
	} {
		allocated := func(n int) uint64 {
			do := prepare(n)
			do() // initialises what is made only once in a process
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			do()
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		less, more := allocated(few), allocated(4*few)
		t.Logf("%s: %d bytes for %d, %d for %d", name, less, few, more, 4*few)
		if more > growth*less+room {
			t.Errorf("%s: %d bytes for %d, %d for %d", name, less, few, more, 4*few)
		}
	}
}
