package token

import (
	"strings"
	"testing"
)

// A new vendor of models needs only new rows in families.toml, because no code names a vendor.
func TestAVendorIsAddedByRowsOfTheTable(t *testing.T) {
	read := families
	defer func() { families = read }()
	table := readFamilies(familiesTOML + `
[[vendor]]
name = "foundry"
api = "openai"
family = "fable"
encoding = "cl100k_base"
note = "the encoding of fable-1"

[[provider]]
names = ["foundry", "fd"]
vendor = "foundry"

[[family]]
prefix = "fable"
vendor = "foundry"
encoding = "o200k_base"
basis = "assumed"
note = "a guess"
`)
	families = func() *familyTable { return table }
	for _, c := range []struct{ provider, model, encoding, family string }{
		{"foundry", "fable-2", O200k, "fable"},
		{"fd", "fable-2", O200k, "fable"},
		{"", "fable-2", O200k, "fable"},
		{"foundry", "other", CL100k, "fable"},
		{"fd", "", CL100k, "fable"},
	} {
		m := Means(c.provider, c.model)
		if m.Vendor != "foundry" || m.Encoding != c.encoding || m.Family != c.family || m.API != "openai" || m.Basis != Assumed {
			t.Errorf("%s/%s: vendor %q, encoding %q, family %q, API %q, basis %q", c.provider, c.model, m.Vendor, m.Encoding, m.Family, m.API, m.Basis)
		}
		if !m.Is("fd") || !m.At("foundry") || m.Is("openai") || m.At("openai") {
			t.Errorf("%s/%s: the limits of fd and foundry apply: %t, %t; those of openai: %t, %t", c.provider, c.model, m.Is("fd"), m.At("foundry"), m.Is("openai"), m.At("openai"))
		}
	}
	for model, want := range map[string]string{"fable-2": "openai", "claude-opus-5": "anthropic", "gemini-2.5-pro": "google", "kimi-k2": ""} {
		if got := Means("", model).VendorAPI(); got != want {
			t.Errorf("the vendor of %s accepts %q, want %q", model, got, want)
		}
	}
	if note := Means("fd", "").Note; note != "no model is named: the encoding of fable-1" {
		t.Errorf("the note is %q", note)
	}
	if m := Means("nobody", "x"); m.At("nobody") || m.At("") {
		t.Error("a provider that galley does not know has a limit")
	}
}

func TestMistakesInTheTableOfFamiliesAreTold(t *testing.T) {
	t.Parallel()
	const vendor = "[[vendor]]\nname = \"v\"\napi = \"openai\"\nencoding = \"o200k_base\"\n"
	for _, c := range []struct{ text, want string }{
		{vendor, ""},
		{"[[vendor]]\nname = \"v\"\napi = \"openai\"\nencoding = \"x\"\n", `"x" of vendor v is not an encoding`},
		{"[[vendor]]\nname = \"v\"\napi = \"openai\"\n", `"" of vendor v is not an encoding`},
		{"[[vendor]]\nname = \"anthropic\"\napi = \"anthropic\"\n", ""},
		{"[[vendor]]\nname = \"v\"\napi = \"soap\"\nencoding = \"o200k_base\"\n", `expected "anthropic", "openai" or "google", found "soap"`},
		{vendor + "[[family]]\nprefix = \"f\"\nvendor = \"v\"\nencoding = \"o200k_base\"\nbasis = \"exact\"\n", ""},
		{vendor + "[[family]]\nprefix = \"f\"\nvendor = \"w\"\nencoding = \"o200k_base\"\nbasis = \"exact\"\n", `family f has the vendor "w", which has no [[vendor]]`},
		{vendor + "[[family]]\nprefix = \"f\"\nvendor = \"v\"\nencoding = \"x\"\nbasis = \"exact\"\n", `"x" of family f is not an encoding`},
		{vendor + "[[family]]\nprefix = \"f\"\nvendor = \"v\"\nencoding = \"o200k_base\"\n", `family f has no basis`},
		{vendor + "[[provider]]\nnames = [\"p\"]\nvendor = \"v\"\n", ""},
		{vendor + "[[provider]]\nnames = [\"p\"]\n", ""},
		{vendor + "[[provider]]\nnames = [\"p\"]\nvendor = \"w\"\n", `provider p has the vendor "w", which has no [[vendor]]`},
	} {
		func() {
			defer func() {
				got, _ := recover().(string)
				if c.want == "" && got != "" || !strings.HasSuffix(got, c.want) {
					t.Errorf("%s\nsays %q, want %q", c.text, got, c.want)
				}
			}()
			readFamilies(c.text)
		}()
	}
}
