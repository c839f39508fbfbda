package opencode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/facts"
)

// galley ignores a settings file whose references exceed its limits. It also ignores the
// instruction that exceeds them and all after it.
func TestSettingsEndWithTheBudget(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"opencode", "opencode@1.1.34"} {
		for _, c := range []struct {
			list, what string
			limit      func(*facts.Amounts)
			loaded     string
		}{
			{`"{file:n.txt}","b.md"`, "", func(*facts.Amounts) {}, "/p/a.md /p/b.md"},
			{`"{file:n.txt}"`, "imports", func(a *facts.Amounts) { a.Imports = 0 }, ""},
			{`"{file:n.txt}"`, "bytes of text", func(a *facts.Amounts) { a.Output = 3 }, ""},
			{`"{env:LONG}"`, "bytes of text", func(a *facts.Amounts) { a.Output = 3 }, ""},
			{`"a.md","b.md"`, "imports", func(a *facts.Amounts) { a.Imports = 1 }, "/p/a.md"},
			{`"{file:none.txt}"`, "", func(*facts.Amounts) {}, ""},
		} {
			limits := facts.DefaultLimits
			c.limit(&limits)
			w := agenttest.Repository().Env("LONG", "a.md").File("/p/n.txt", "a.md").File("/p/a.md", "a").File("/p/b.md", "b").File("/p/opencode.json", `{"instructions":[`+c.list+`]}`)
			trace, over := agenttest.Limited(t, version, w, limits)
			what := ""
			if over != nil {
				what = over.What
			}
			if got := strings.Join(trace.Loaded, " "); got != c.loaded || what != c.what || what != "" && len(trace.Find("b.md")) != 0 {
				t.Errorf("%s, %s: loaded %q, over the budget: %q", version, c.list, got, what)
			}
		}
		const settings = "/p/opencode.json"
		agenttest.Exceeds(t, version, agenttest.Repository().File(settings, `{"a":`+strings.Repeat("[", facts.MaxDepth+1)), settings)
	}
}
