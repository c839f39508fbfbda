package token

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhichCounterForWhichModel(t *testing.T) {
	for _, c := range []struct {
		provider, model  string
		encoding, family string
		basis            Basis
		note             string
	}{
		{"", "gpt-5", O200k, "gpt-5", Exact, ""},
		{"openai", "gpt-5.6-sol", O200k, "gpt-5", Exact, ""},
		{"", "gpt-4o-mini", O200k, "gpt-4o", Exact, ""},
		{"", "gpt-4.1-nano", O200k, "gpt-4-1", Exact, ""},
		{"", "gpt-4", CL100k, "gpt-4", Exact, ""},
		{"", "gpt-4-turbo", CL100k, "gpt-4", Exact, ""},
		{"", "gpt-4-0125-preview", CL100k, "gpt-4", Exact, ""},
		{"azure", "gpt-35-turbo", CL100k, "gpt-35", Exact, ""},
		{"", "o3-pro", O200k, "o3", Exact, ""},
		{"groq", "openai/gpt-oss-120b", O200k, "gpt-oss", Exact, ""},
		{"fireworks", "accounts/fireworks/models/gpt-oss-20b", O200k, "gpt-oss", Exact, ""},
		{"", "gpt-6", O200k, "gpt", Assumed, "since gpt-4o"},
		{"", "gemini-2.5-pro", Gemma3, "gemini-2-5", Exact, ""},
		{"", "Gemini-2.0-Flash-lite", Gemma3, "gemini-2-0-flash", Exact, ""},
		{"", "google/gemini-3-pro-preview", Gemma3, "gemini-3-pro-preview", Exact, ""},
		{"", "gemini-3-flash-preview", Gemma3, "gemini", Assumed, "name no vocabulary"},
		{"", "gemini-1.5-pro", Gemma3, "gemini-1", Assumed, "Gemma 2"},
		{"", "gemma3:27b", Gemma3, "gemma3", Exact, ""},
		{"", "claude-3-5-sonnet-20241022", ClaudeV3, "claude v3", Estimate, "no vocabulary"},
		{"", "claude-3.7-sonnet", ClaudeV3, "claude v3", Estimate, ""},
		{"", "claude-opus-4-20250514", ClaudeV3, "claude v3", Estimate, ""},
		{"", "claude-opus-4-1", ClaudeV3, "claude v3", Estimate, ""},
		{"", "us.anthropic.claude-haiku-4-5-20251001-v1:0", ClaudeV3, "claude v3", Estimate, ""},
		{"", "claude-sonnet-4.6", ClaudeV3, "claude v3", Estimate, ""},
		{"", "claude-4-6-sonnet", ClaudeV3, "claude v3", Estimate, ""},
		{"", "claude-opus4-7", ClaudeV4, "claude v4.7", Estimate, ""},
		{"openrouter", "anthropic/claude-opus-4.8-fast", ClaudeV4, "claude v4.7", Estimate, ""},
		{"", "claude-opus-5", ClaudeV4, "claude v5", Estimate, ""},
		{"", "claude-opus-5-5", ClaudeV4, "claude v5", Estimate, ""},
		{"", "claude-fable-5", ClaudeV4, "claude v5", Estimate, ""},
		{"", "claude-mythos-preview", ClaudeV4, "claude v5", Estimate, "newest tokenizer"},
		{"", "claude-2.1", ClaudeV3, "claude v3", Estimate, ""},
		{"anthropic", "", ClaudeV4, "claude v5", Estimate, "no model is named"},
		{"google", "", Gemma3, "gemini", Assumed, "no model is named"},
		{"openai", "", O200k, "gpt", Assumed, "no model is named"},
		{"openai", "my-deployment", O200k, "gpt", Assumed, `"my-deployment" is not a model that galley knows`},
		{"", "kimi-k3", O200k, "", Assumed, "stands in"},
		{"", "", O200k, "", Assumed, "stands in"},
	} {
		got := choiceFor(c.provider, c.model)
		basis := c.basis
		if c.encoding == Gemma3 && got.Counter.Method() != Gemma3 {
			basis = Estimate // the program may be built without the vocabulary
		}
		if got.Encoding != c.encoding || got.Family != c.family || got.Basis != basis || !strings.Contains(got.Note, c.note) {
			t.Errorf("%s/%s: %s, %s, %s, %q", c.provider, c.model, got.Encoding, got.Family, got.Basis, got.Note)
		}
		if n := got.Counter.Count("some text"); n.Basis != got.Basis {
			t.Errorf("%s/%s is named %s but counts as %s", c.provider, c.model, got.Basis, n.Basis)
		}
		if again := choiceFor(c.provider, c.model); again.Counter != got.Counter {
			t.Errorf("%s/%s: another counter on the second call", c.provider, c.model)
		}
	}
}

// Users once got a count with another vendor's vocabulary as a count for Claude. It was wrong by
// 10–30 %, and nothing said so.
func TestReport36ClaudeIsNeverCountedAsOpenAI(t *testing.T) {
	text := repeated("You are a careful engineer. Read the whole file before you change it.\n")
	for _, model := range []string{"claude-opus-4-5", "claude-opus-4-7", "claude-opus-5", "claude"} {
		n := choiceFor("", model).Counter.Count(text)
		if n.Basis != Estimate || !strings.HasPrefix(n.Method, "claude-") || n.Low >= n.Tokens || n.High <= n.Tokens {
			t.Errorf("%s: %+v is not an estimate with a band and a name", model, n)
		}
	}
	gauges := map[string]Choice{}
	for _, provider := range []string{"claude", "gemini", "openai"} {
		model := ""
		if Means("", "claude-opus-4-5").Is(provider) {
			model = "claude-opus-4-5"
		}
		gauges[provider] = Means(provider, model).Choice
	}
	if gauges["claude"].Encoding != ClaudeV3 || gauges["gemini"].Encoding != Gemma3 || gauges["openai"].Encoding != O200k {
		t.Errorf("gauges mix providers: %v", gauges)
	}
	if c := Means("", "gpt-4"); c.Encoding != CL100k || c.Basis != Exact {
		t.Errorf("the gauge does not follow the model: %+v", c)
	}
	if Means("", "kimi-k3").Is("gemini") || Means("gemini", "").Encoding != Gemma3 {
		t.Error("an unknown model selects a gauge")
	}
}

func TestMeansFindsTheCatalogueEntry(t *testing.T) {
	for _, c := range []struct {
		provider, model, wantProvider, wantID string
		window                                int
	}{
		{"anthropic", "claude-opus-5", "anthropic", "claude-opus-5", 1_000_000},
		{"claude", "claude-opus-4-5", "anthropic", "claude-opus-4-5-20251101", 200_000},
		{"", "claude-sonnet-4-6", "anthropic", "claude-sonnet-4-6", 200_000},
		{"bedrock", "us.anthropic.claude-sonnet-4-6", "bedrock", "us.anthropic.claude-sonnet-4-6", 1_000_000},
		{"bedrock", "claude-sonnet-4-6", "bedrock", "us.anthropic.claude-sonnet-4-6", 1_000_000},
		{"nobody", "anthropic/claude-opus-4.8", "anthropic", "claude-opus-4-8", 1_000_000},
		{"gemini", "gemini-2.5-pro", "gemini", "gemini-2.5-pro", 1_048_576},
		{"", "gpt-4o", "openai", "gpt-4o", 128_000},
	} {
		m := Means(c.provider, c.model).Row
		if m.Provider != c.wantProvider || m.ID != c.wantID || m.ContextWindow != c.window {
			t.Errorf("%s/%s: %+v", c.provider, c.model, m)
		}
	}
	for _, model := range []string{"", "no-such-model", "claude-opus-9"} {
		if m := Means("", model).Row; m.ID != "" {
			t.Errorf("%q: found %+v", model, m)
		}
	}
	m := Means("anthropic", "claude-opus-4-5").Row
	if usd, ok := m.Cost(2_000_000); !ok || usd != 10 {
		t.Errorf("cost %v, %v; want 10", usd, ok)
	}
	if _, ok := (Model{}).Cost(1); ok {
		t.Error("an unknown price counts as a price")
	}
}

// The provider of a model without a given provider is the model's vendor, or else the provider
// with which the name begins, or else the only provider that has the model. If several other
// providers have it, no provider is named, because it is not known which one is asked.
func TestAProviderIsNamedOnlyIfItIsKnown(t *testing.T) {
	for _, c := range []struct{ provider, model, want, rowOf, api string }{
		{"", "claude-opus-4-5", "anthropic", "", "anthropic"},
		{"", "deepseek-v4-pro", "deepseek", "", "openai"},
		{"", "deepseek-chat", "openrouter", "openrouter", "openai"},
		{"", "qwen3-coder-plus", "", "aihubmix", "openai"},
		{"openrouter", "qwen3-coder-plus", "openrouter", "", "openai"},
		{"", "no-such-model", "", "", ""},
		{"", "models/gemini-2.5-pro", Means("", "gemini-2.5-pro").Provider, "", "google"},
		{"google", "models/gemini-2.5-pro", Means("google", "gemini-2.5-pro").Provider, Means("google", "gemini-2.5-pro").RowOf, "google"},
		{"", "publishers/google/models/gemini-2.5-flash", Means("", "gemini-2.5-flash").Provider, "", "google"},
	} {
		m := Means(c.provider, c.model)
		if m.Provider != c.want || m.RowOf != c.rowOf || m.API != c.api {
			t.Errorf("%q of %q: provider %q, entry of %q, format %q; want %q, %q, %q", c.model, c.provider, m.Provider, m.RowOf, m.API, c.want, c.rowOf, c.api)
		}
	}
	for _, m := range catalogue().all {
		if others := catalogue().having(m.ID); len(others) == 1 && choiceFor("", m.ID).Vendor == "" && !strings.Contains(m.ID, "/") {
			if got := Means("", m.ID).Provider; got != m.Provider {
				t.Errorf("only %s has %s, but %q is named", m.Provider, m.ID, got)
			}
		}
	}
}

// If the catalogue cannot read a provider, it logs this and leaves the provider empty. The version
// that the report names is that of the catalogue in the program.
func TestCatalogueIsWholeAndOfTheVersionNamed(t *testing.T) {
	c := catalogue()
	if len(c.providers) < 30 {
		t.Errorf("%d providers", len(c.providers))
	}
	for _, p := range c.providers {
		if p == "" || len(c.models[p]) == 0 {
			t.Errorf("provider %q has no models", p)
		}
	}
	mod, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(mod), "charm.land/catwalk "+catalogueVersion) {
		t.Errorf("go.mod requires a catalogue other than %s; check PriceDate too", catalogueVersion)
	}
}

func TestReport(t *testing.T) {
	by := choiceFor("openai", "gpt-4o")
	r := NewReport(by)
	r.Add("a.md", "hello world", by, Means("openai", "gpt-4o"))
	r.Add("b.md", "", by, Means("openai", "gpt-4o"))
	r.Verify(Verified{Tokens: 3, Cached: true})
	a, b := r.Files[0], r.Files[1]
	if r.Total != 2 || r.Schema != 1 || r.PriceDate == "" || a.Count != 2 || a.Basis != Exact || a.Method != O200k || a.Encoding != O200k {
		t.Errorf("%+v", r)
	}
	if a.ContextWindow == nil || *a.ContextWindow != 128_000 || a.CostUSD == nil || *a.CostUSD != 2*2.5/1e6 {
		t.Errorf("%+v", a)
	}
	if b.Verified == nil || b.Verified.Count != 3 || a.Verified != nil {
		t.Errorf("%+v", b.Verified)
	}
	named, ok := ByEncoding(ClaudeV3)
	if !ok || named.Basis != Estimate {
		t.Errorf("%+v, %v", named, ok)
	}
	other := NewReport(named)
	other.Add("a.md", "hello world", named, Meaning{})
	if f := other.Files[0]; f.ContextWindow != nil || f.CostUSD != nil || f.Encoding != ClaudeV3 {
		t.Errorf("%+v", f)
	}
	if _, ok := ByEncoding("p50k_base"); ok {
		t.Error("an encoding that does not exist")
	}
}
