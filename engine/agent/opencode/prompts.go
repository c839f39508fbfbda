package opencode

import (
	"slices"
	"strings"

	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/prompt"
)

// promptRow chooses a base prompt by the model's id; the first row that matches counts.
type promptRow struct {
	File string   // the pack's entry below prompt/
	any  []string // the id contains one of these; nil matches every id
	also string   // and the id contains this, too
	fold bool     // compare in lower case
	// providers are the providers for which the row matches every id.
	providers []string
	value     string // inserted into the text
}

// The tables, each in its order. Case matters unless a row says otherwise. An "o1"
// anywhere in an id counts, as in marco-o1.
var (
	Prompts1134 = []promptRow{
		{File: "codex_header", any: []string{"gpt-5"}},
		{File: "beast", any: []string{"gpt-", "o1", "o3"}},
		{File: "gemini", any: []string{"gemini-"}},
		{File: "anthropic", any: []string{"claude"}},
		{File: "qwen"},
	}
	opencodePrompts11833 = []promptRow{
		{File: "meta", any: []string{"muse-glimmer"}, value: "Muse Glimmer"},
		{File: "meta", any: []string{"muse"}, value: "Muse Spark"},
		{File: "beast", any: []string{"gpt-4", "o1", "o3"}},
		{File: "gpt-astra", any: []string{"gpt-6"}},
		{File: "codex", any: []string{"gpt"}, also: "codex"},
		{File: "gpt", any: []string{"gpt"}},
		{File: "gemini", any: []string{"gemini-"}},
		{File: "anthropic", any: []string{"claude"}},
		{File: "trinity", any: []string{"trinity"}, fold: true},
		{File: "kimi", any: []string{"kimi"}, fold: true, providers: []string{"kimi-for-coding", "moonshotai", "moonshotai-cn"}},
		{File: "default"},
	}
)

// Choose returns the row for a model.
func Choose(rows []promptRow, provider, model string) promptRow {
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

// base returns the base prompt for the session's model, unchanged. The agent's own file
// for the models of meta has {{MODEL_NAME}} where the value goes.
func (o opencode) base(in profile.Input, s opencodeSession) prompt.Block {
	row := Choose(o.prompts, s.provider, s.model)
	b := prompt.Block{ID: "base-prompt", Title: "Base prompt (" + row.File + ".txt)", Lifetime: prompt.Static,
		From: "SystemPrompt.provider", Element: prompt.Identity, Changes: []string{"model"}}
	if row.value == "" {
		b.Text = o.prose(in, "prompt/"+row.File)
		return b
	}
	value := pack.Value("model-name", row.value)
	b.Text = o.prose(in, "prompt/"+row.File, value).Replace("{{MODEL_NAME}}", value)
	return b
}
