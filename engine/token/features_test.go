package token

import (
	"fmt"
	"strings"
	"testing"
)

// The features of pieces of one or few characters, each with its value.
func TestTheFeaturesOfAPiece(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		piece string
		ids   []uint32
		want  string
	}{
		{"я", []uint32{7}, "tokens 1, nonlat_bytes 2, cyr_tokens 1, cyr_letters 1"},
		{"aя", []uint32{7}, "tokens 1, nonlat_bytes 2, cyr_tokens 1, cyr_letters 1"},
		{"中", []uint32{7}, "tokens 1, nonlat_bytes 3, han_tokens 1, han_chars 1"},
		{"中a", []uint32{7}, "tokens 1, nonlat_bytes 3, han_tokens 1, han_chars 1"},
		{"中aa", []uint32{7}, "lg1 1, tokens 1, nonlat_bytes 3"},
		{"あ", []uint32{7}, "tokens 1, nonlat_bytes 3, kana_tokens 1, kana_chars 1"},
		{"한", []uint32{7}, "tokens 1, nonlat_bytes 3, hangul_tokens 1, hangul_chars 1"},
		{"ع", []uint32{7}, "tokens 1, nonlat_bytes 2, arab_tokens 1, arab_chars 1"},
		{"ה", []uint32{7}, "tokens 1, nonlat_bytes 2, hebr_tokens 1, hebr_chars 1"},
		{"é", []uint32{7}, "tokens 1, latx_tokens 1, latx_nonascii 1"},
		{"\u0301", []uint32{7}, "tokens 1, nonlat_bytes 2, misc_tokens 1, misc_chars 1, misc_bytes 2"},
		{"7", []uint32{7}, "tokens 1, num_pieces 1"},
		{"€", []uint32{7}, "tokens 1, sym_tokens 1"},
		{"😀", []uint32{7}, "tokens 1, sym_tokens 1, emoji_chars 1"},
		{"─", []uint32{7}, "tokens 1, sym_tokens 1, box_chars 1"},
		{"。", []uint32{7}, "tokens 1, cjk_punct 1"},
		{".", []uint32{7}, "tokens 1, pn_tokens 1, pn_change 1"},
		{"\"", []uint32{7}, "tokens 1, pn_tokens 1, pn_change 1"},
		{"\".", []uint32{7}, "tokens 1, pq_tokens 1, pq_change 2"},
		{"...", []uint32{7}, "tokens 1, pn_tokens 1, pn_change 1, punct_long 1"},
		{"\n", []uint32{7}, "tokens 1, nl_runs 1"},
		{".\n", []uint32{7}, "tokens 1, nl_punct 1, pn_tokens 1, pn_change 1, nl_runs 1"},
		{" ", []uint32{7}, "tokens 1, ws_indent 1, ws_spaces 1"},
		{"e", []uint32{7}, "lg1 1, tokens 1"},
		{"e", []uint32{1999}, "lg1 1, tokens 1"},
		{"e", []uint32{2000}, "lg2 1, tokens 1"},
		{"e", []uint32{5000}, "lg3 1, tokens 1, lat_mid 1"},
		{" e", []uint32{90000}, "ls7 1, tokens 1, lat_hi 1"},
		{"E", []uint32{1}, "cg1 1, tokens 1, w_cap 1"},
		{" E", []uint32{1}, "cs1 1, tokens 1, w_cap 1"},
		{"EF", []uint32{1}, "cg1 1, tokens 1, w_upper 1, w_uppers_after1 1"},
		{"eF", []uint32{1}, "cg1 1, tokens 1, w_mixed 1, w_uppers_after1 1"},
		{".e", []uint32{1}, "lg1 1, tokens 1, w_punctprefix 1"},
		{"abcdefghi", []uint32{4999, 19999}, "tokens 2, lat_mid 1, mlg_tokens 2, mlg_letters 9, w_len8 1"},
		{" ab", []uint32{5000, 20000}, "tokens 2, lat_mid 1, lat_hi 1, mls_tokens 2, mls_letters 2"},
		{"Ab", []uint32{1, 2}, "tokens 2, w_cap 1, mc_tokens 2, mc_letters 2"},
	} {
		v, _ := analyse(c.piece, c.ids)
		var all []string
		for i, n := range v {
			if n != 0 {
				all = append(all, fmt.Sprintf("%s %d", featureNames[i], n))
			}
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%q of the tokens %d: %s, want %s", c.piece, c.ids, got, c.want)
		}
	}
}

// A name with a slash begins with a provider only if no provider is given and something follows.
func TestTheProviderBeforeASlash(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ provider, model, want string }{
		{"openrouter", "anthropic/claude-sonnet-4.5", `"openrouter" "anthropic/claude-sonnet-4.5" known true, assumed false`},
		{"gate", "a/b", `"gate" "a/b" known false, assumed false`},
		{"", "a/b", `"a" "b" known false, assumed false`},
		{"", "a/", `"" "a/" known false, assumed true`},
		{"", "", `"" "" known false, assumed false`},
		{"", "claude-opus-4-5", `"anthropic" "claude-opus-4-5" known true, assumed true`},
	} {
		m := Means(c.provider, c.model)
		if got := fmt.Sprintf("%q %q known %v, assumed %v", m.Provider, m.Model, m.Known, m.Assumed); got != c.want {
			t.Errorf("%q of %q: %s, want %s", c.model, c.provider, got, c.want)
		}
	}
}

// A model that only one provider has is known at another one, too.
func TestAModelOfOneProviderIsKnownAnywhere(t *testing.T) {
	t.Parallel()
	c, alone := catalogue(), 0
	for _, m := range c.all {
		having := c.having(m.ID)
		if len(having) == 0 || !c.anywhere(m.ID) {
			t.Fatalf("%s of %s: at %q", m.ID, m.Provider, having)
		}
		if len(having) == 1 {
			alone++
		}
	}
	if alone == 0 || c.anywhere("no such model") {
		t.Errorf("%d models are at one provider only", alone)
	}
}
