package opencode

import (
	"slices"
	"strings"

	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/prompt"
)

// promptRow is a row of a table that chooses the base prompt. The first row that matches the
// model's id counts.
type promptRow struct {
	File string   // the name of the pack's entry, after "prompt/"
	any  []string // the id contains one of these; nil matches every id
	also string   // the id must contain this as well
	fold bool     // the id is compared in lower case
	// providers lists the providers for which the row matches every model.
	providers []string
	value     string // the text to insert into the prompt
}

// The tables that choose the base prompt, each in the order of its search. Case matters unless a
// row sets fold. "o1" counts anywhere in an id, for example in marco-o1.
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

// Choose returns the first row that matches a model.
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

// base returns the base prompt for the session's model. In the agent's own text for Meta's models,
// it replaces {{MODEL_NAME}} by the model's name.
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
