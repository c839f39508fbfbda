package token

import "testing"

func TestTheWindowOfAnUnknownModelIsItsRelatives(t *testing.T) {
	for _, c := range []struct {
		model, like string
		tokens      int
	}{
		{"claude-opus-5", "", 1_000_000},                         // known
		{"claude-opus-5-5", "claude-opus-5", 1_000_000},          // like the newest of its series
		{"claude-opus-9", "claude-opus-5", 1_000_000},            // far newer than all of its series
		{"claude-opus-4-3", "claude-opus-4-1-20250805", 200_000}, // between two of its series: like the older one
		{"claude-haiku-3", "claude-haiku-4-5-20251001", 200_000}, // older than all of its series
		{"gpt-6.2-sol", "gpt-5.6-sol", 1_050_000},                // its series is "gpt sol"
		{"gpt-6-mini", "gpt-5.4-mini", 400_000},
		{"gpt-5-whatever", "gpt-5-codex", 400_000},                  // another series of the same word and version
		{"openrouter/openai/gpt-6.2-sol", "gpt-5.6-sol", 1_050_000}, // at another provider
		{"claude-opus-3", "claude-opus-4-20250514", 200_000},        // older than all of its series
		{"claude-sonet-4-5", "claude-sonnet-4-5-20250929", 200_000}, // nearly a known name
		{"gpt-5.4-something", "gpt-5.4-mini", 400_000},              // like two models: the smaller window
		{"gemini-9-flash", "gemini-3.7-flash", 1_048_576},
		{"nobody-1", "", 0}, // no vendor
		{"", "", 0},
		{"o9", "", 0}, // no model has this word
	} {
		if tokens, like := Means("", c.model).Window(); tokens != c.tokens || like != c.like {
			t.Errorf("%s: %d as of %q, want %d as of %q", c.model, tokens, like, c.tokens, c.like)
		}
	}
}

func TestThePriceOfAnUnknownModelIsThatOfItsSeries(t *testing.T) {
	for _, c := range []struct {
		model, like string
		usd         float64
		ok          bool
	}{
		{"claude-opus-5", "", 5, true},                // known
		{"claude-opus-5-5", "claude-opus-5", 5, true}, // like the newest of its series
		{"gpt-6.2-sol", "gpt-5.6-sol", 5, true},
		{"claude-sonet-4-5", "", 0, false},                        // nearly a known name is another model
		{"gpt-5-whatever", "", 0, false},                          // another series, whose price may be far off
		{"openrouter/openai/gpt-6.2-sol", "gpt-5.6-sol", 5, true}, // at another provider
		{"nobody-1", "", 0, false},                                // no vendor
		{"", "", 0, false},
	} {
		if usd, like, ok := Means("", c.model).Cost(1e6); usd != c.usd || like != c.like || ok != c.ok {
			t.Errorf("%s: %v as of %q, %t; want %v as of %q, %t", c.model, usd, like, ok, c.usd, c.like, c.ok)
		}
	}
}
