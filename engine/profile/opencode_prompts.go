package profile

import (
	"slices"
	"strings"

	"galley/engine/pack"
	"galley/engine/prompt"
)

// promptRow chooses a base prompt by the model's id: that of the first row that fits.
type promptRow struct {
	file string   // the pack's entry below prompt/
	any  []string // the id holds one of these; nil fits every id
	also string   // and this
	fold bool     // in lower case
	// providers fit whatever the id is.
	providers []string
	value     string // what is put into the text
}

// The tables, each in its order. Upper and lower case differ but for rows that say
// otherwise; an "o1" anywhere in an id counts, as in marco-o1.
var (
	opencodePrompts1134 = []promptRow{
		{file: "codex_header", any: []string{"gpt-5"}},
		{file: "beast", any: []string{"gpt-", "o1", "o3"}},
		{file: "gemini", any: []string{"gemini-"}},
		{file: "anthropic", any: []string{"claude"}},
		{file: "qwen"},
	}
	opencodePrompts11833 = []promptRow{
		{file: "meta", any: []string{"muse-glimmer"}, value: "Muse Glimmer"},
		{file: "meta", any: []string{"muse"}, value: "Muse Spark"},
		{file: "beast", any: []string{"gpt-4", "o1", "o3"}},
		{file: "gpt-astra", any: []string{"gpt-6"}},
		{file: "codex", any: []string{"gpt"}, also: "codex"},
		{file: "gpt", any: []string{"gpt"}},
		{file: "gemini", any: []string{"gemini-"}},
		{file: "anthropic", any: []string{"claude"}},
		{file: "trinity", any: []string{"trinity"}, fold: true},
		{file: "kimi", any: []string{"kimi"}, fold: true, providers: []string{"kimi-for-coding", "moonshotai", "moonshotai-cn"}},
		{file: "default"},
	}
)

// choose returns the row for a model.
func choose(rows []promptRow, provider, model string) promptRow {
	for _, r := range rows {
		if r.fits(provider, model) {
			return r
		}
	}
	return promptRow{}
}

func (r promptRow) fits(provider, model string) bool {
	if slices.Contains(r.providers, provider) {
		return true
	}
	if r.fold {
		model = strings.ToLower(model)
	}
	holds := func(part string) bool { return strings.Contains(model, part) }
	return (r.any == nil || slices.ContainsFunc(r.any, holds)) && holds(r.also)
}

// base is the base prompt for the session's model, byte for byte as its file is. In
// the agent's own file of meta the value's place is {{MODEL_NAME}}.
func (o opencode) base(in Input, s opencodeSession) prompt.Block {
	row := choose(o.prompts, s.provider, s.model)
	b := prompt.Block{ID: "base-prompt", Title: "Base prompt (" + row.file + ".txt)", Lifetime: prompt.Static}
	if row.value == "" {
		b.Text = o.prose(in, "prompt/"+row.file)
		return b
	}
	value := pack.Value("model-name", row.value)
	b.Text = o.prose(in, "prompt/"+row.file, value).Replace("{{MODEL_NAME}}", value)
	return b
}
