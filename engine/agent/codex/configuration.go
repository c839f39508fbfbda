package codex

import (
	"slices"

	"github.com/pelletier/go-toml/v2"

	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// configuration is a settings file of the user that a capture copies.
type configuration struct {
	name   string // its name in CODEX_HOME
	values map[string]any
}

// profileOf returns the profile that the program's arguments name, or "".
func profileOf(args []string) string {
	o := discovery.Options{Args: args}
	return lastProfile(&o)
}

// withoutAccount removes the settings that lead to the user's account.
func (c configuration) withoutAccount(p *start.Plan) {
	for _, name := range []string{"notify", "openai_base_url", "chatgpt_base_url", "cli_auth_credentials_store", "forced_login_method"} {
		if _, ok := c.values[name]; ok {
			delete(c.values, name)
			p.Notes = append(p.Notes, c.name+": "+name+" is left out")
		}
	}
}

// absolute makes paths absolute, which are relative to the directory of the original file.
func (c configuration) absolute(from string) {
	for _, name := range []string{"model_instructions_file", "model_catalog_json", "experimental_compact_prompt_file"} {
		if file, ok := c.values[name].(string); ok && file != "" {
			c.values[name] = facts.Resolve(from, file)
		}
	}
}

// redirect sends the requests for a provider to galley.
func (c configuration) redirect(p *start.Plan, in start.Input, provider string) {
	providers, _ := c.values["model_providers"].(map[string]any)
	one, ok := providers[provider].(map[string]any)
	if !ok {
		return
	}
	if address := "model_providers." + provider + ".base_url=" + in.URL + "/v1"; !slices.Contains(p.Args, address) {
		p.Args = append(p.Args, "-c", address)
	}
	one["base_url"] = in.URL + "/v1"
	if name, ok := one["env_key"].(string); ok {
		p.Env[name] = in.Key
	}
	for _, name := range []string{"http_headers", "env_http_headers", "query_params", "auth"} {
		if _, ok := one[name]; ok {
			delete(one, name)
			p.Notes = append(p.Notes, c.name+": model_providers."+provider+"."+name+" is left out")
		}
	}
}

// file encodes the settings as TOML. The encoding cannot fail, because each value either came from
// TOML or is a text.
func (c configuration) file() start.File {
	text, _ := toml.Marshal(c.values)
	return start.File{Path: "cx/" + c.name, Text: string(text)}
}
