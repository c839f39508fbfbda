package codex

import "galley/engine/facts"

// wordKeys are the settings that change Codex's own words in the request, measured on 0.171.0.
var wordKeys = []string{
	"model", "model_provider", "model_catalog_json", "model_instructions_file", "instructions",
	"sandbox_mode", "sandbox_workspace_write", "default_permissions", "permissions",
	"include_permissions_instructions", "include_environment_context", "include_collaboration_mode_instructions",
	"web_search", "tools", "features",
}

// choices records the settings that change Codex's own words: the value of the last layer that sets
// each, and whether the project is trusted, which decides about the sandbox.
func (r *codexRun) choices(trust string) {
	for _, key := range wordKeys {
		if value, layer, set := r.last(key); set {
			r.Choose(key, layer.path, value)
		}
	}
	for _, keys := range [][]string{{"skills", "bundled"}, {"skills", "include_instructions"}} {
		if value, layer, set := r.last(keys...); set {
			r.Choose(keys[1]+" in skills", layer.path, value)
		}
	}
	r.instructionsFile()
	if trust != "" {
		r.Choose("the trust_level of the project", "", trust)
	}
}

// instructionsFile records the text of model_instructions_file. Codex does not start without the
// file. galley does not read a file that a project names.
func (r *codexRun) instructionsFile() {
	value, layer, _ := r.last("model_instructions_file")
	name, ok := value.(string)
	if !ok || layer.tier == "project" {
		return
	}
	dir := r.Trace.Cwd
	if layer.path != "" {
		dir = facts.Dir(layer.path)
	}
	name = facts.Resolve(dir, name)
	text, err := r.World.ReadFile(name)
	if err != nil {
		r.refuse(name, "Codex does not start, because model_instructions_file cannot be read")
		return
	}
	r.Choose("the text of model_instructions_file", name, text)
}
