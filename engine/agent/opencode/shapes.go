package opencode

import (
	"maps"
	"slices"
	"strings"
)

// The functions in this file make the shapes of the settings, from the schema of each release.

var texts = listOf(isText)

// strict returns the shape for the values of keys that the schema does not name. For 1.1.34 the
// shape is nil, because this release refuses such keys. For newer releases, which ignore such keys,
// the shape accepts any value.
func (r opencodeRelease) strict() shape {
	if r.newerForm {
		return anything
	}
	return nil
}

// settingsShape is the shape of a settings file's top level.
func (r opencodeRelease) settingsShape() shape {
	agents := dictOf(r.agentShape())
	keys := map[string]shape{
		"$schema": isText, "logLevel": oneOf("DEBUG", "INFO", "WARN", "ERROR"), "model": isText, "small_model": isText,
		"default_agent": isText, "username": isText, "snapshot": isFlag, "autoshare": isFlag, "share": oneOf("manual", "auto", "disabled"),
		"autoupdate": either("boolean or notify", isFlag, oneOf("notify", "notify")), "disabled_providers": texts, "enabled_providers": texts,
		"layout": oneOf("auto", "stretch"), "mode": agents, "agent": agents, "tools": dictOf(isFlag), "watcher": object(map[string]shape{"ignore": texts}, anything),
		"server":  object(map[string]shape{"port": isCount, "hostname": isText, "mdns": isFlag, "cors": texts}, r.strict()),
		"command": dictOf(withKeys(r.commandShape(), "template")), "mcp": dictOf(r.serverShape()), "formatter": r.switched(dictOf(formatterShape)), "lsp": r.switched(r.lspShape),
		"provider": dictOf(r.providerShape()), "enterprise": object(map[string]shape{"url": isText}, anything),
		"compaction": object(map[string]shape{"auto": isFlag, "prune": isFlag}, anything), "plugin": texts,
	}
	experimental := map[string]shape{"disable_paste_summary": isFlag, "batch_tool": isFlag, "openTelemetry": isFlag, "primary_tools": texts, "continue_loop_on_deny": isFlag, "mcp_timeout": isCount}
	keys["permission"] = func(v any) (string, []string) {
		want, at := r.agentShape()(map[string]any{"permission": v})
		return want, at[min(1, len(at)):]
	}
	if r.newerForm {
		r.newerKeys(keys, experimental)
	} else {
		addOlderKeys(keys, experimental)
	}
	keys["experimental"] = object(experimental, anything)
	return object(keys, anything)
}

// newerKeys adds the keys that only newer releases accept.
func (r opencodeRelease) newerKeys(keys, experimental map[string]shape) {
	keys["shell"], keys["subagent_depth"] = isText, isWhole
	keys["plugin"] = listOf(either("string or a list of a string and its options", isText, pluginWithOptions))
	keys["skills"] = object(map[string]shape{"paths": texts, "urls": texts}, anything)
	about := map[string]shape{"path": isText, "repository": isText, "branch": isText, "description": isText, "hidden": isFlag}
	reference := either("string or an object with path or repository", isText, withKeys(object(about, anything), "path"), withKeys(object(about, anything), "repository"))
	keys["references"], keys["reference"] = dictOf(reference), dictOf(reference)
	keys["server"] = object(map[string]shape{"port": isCount, "hostname": isText, "mdns": isFlag, "mdnsDomain": isText, "cors": texts}, anything)
	keys["compaction"] = object(map[string]shape{"auto": isFlag, "prune": isFlag, "tail_turns": isWhole, "preserve_recent_tokens": isWhole, "reserved": isWhole}, anything)
	keys["tool_output"] = object(map[string]shape{"max_lines": isCount, "max_bytes": isCount}, anything)
	image := object(map[string]shape{"auto_resize": isFlag, "max_width": isCount, "max_height": isCount, "max_base64_bytes": isCount}, anything)
	keys["attachment"] = object(map[string]shape{"image": image}, anything)
	policy := object(map[string]shape{"action": isText, "effect": oneOf("allow", "deny"), "resource": isText}, anything)
	experimental["policies"] = listOf(withKeys(policy, "action", "effect", "resource"))
}

func pluginWithOptions(v any) (string, []string) {
	list, _ := v.([]any)
	if len(list) != 2 {
		return "a list of two", nil
	}
	if want, at := isText(list[0]); want != "" {
		return want, at
	}
	return dictOf(anything)(list[1])
}

// addOlderKeys adds the keys that 1.1.34 accepts in this file but newer releases do not.
func addOlderKeys(keys, experimental map[string]shape) {
	keys["theme"] = isText
	names := map[string]shape{}
	for _, name := range strings.Fields(keybinds) {
		names[name] = isText
	}
	keys["keybinds"] = object(names, nil)
	speed := func(v any) (string, []string) {
		if f, ok := v.(float64); ok && f < 0.001 {
			return "a number of at least 0.001", nil
		}
		return isNumber(v)
	}
	keys["tui"] = object(map[string]shape{"scroll_speed": speed, "diff_style": oneOf("auto", "stacked"),
		"scroll_acceleration": withKeys(object(map[string]shape{"enabled": isFlag}, anything), "enabled")}, anything)
	hooks := listOf(withKeys(object(map[string]shape{"command": texts, "environment": dictOf(isText)}, anything), "command"))
	experimental["hook"] = object(map[string]shape{"file_edited": dictOf(hooks), "session_completed": hooks}, anything)
	experimental["chatMaxRetries"] = isNumber
}

// switched makes a shape that accepts false, and what the shape list accepts. In newer releases it
// also accepts true.
func (r opencodeRelease) switched(list shape) shape {
	return func(v any) (string, []string) {
		if v == false || r.newerForm && v == true {
			return "", nil
		}
		return list(v)
	}
}

// serverShape is the shape of an MCP server: of a local one, of a remote one, or of an
// object that only switches a server of another file on or off.
func (r opencodeRelease) serverShape() shape {
	local := map[string]shape{"type": oneOf("local", "local"), "command": texts, "environment": dictOf(isText), "enabled": isFlag, "timeout": isCount}
	oauth := map[string]shape{"clientId": isText, "clientSecret": isText, "scope": isText}
	if r.newerForm {
		local["cwd"] = isText
		oauth["callbackPort"], oauth["redirectUri"] = isCount, isText
	}
	off := func(v any) (string, []string) {
		if v == false {
			return "", nil
		}
		return object(oauth, r.strict())(v)
	}
	remote := map[string]shape{"type": oneOf("remote", "remote"), "url": isText, "enabled": isFlag, "headers": dictOf(isText), "oauth": off, "timeout": isCount}
	kinds := map[any]shape{
		"local":  withKeys(object(local, r.strict()), "type", "command"),
		"remote": withKeys(object(remote, r.strict()), "type", "url"),
	}
	enabled := withKeys(object(map[string]shape{"enabled": isFlag}, r.strict()), "enabled")
	return func(v any) (string, []string) {
		want, at := enabled(v)
		values, ok := v.(map[string]any)
		if want == "" || !ok {
			return want, at
		}
		word, _ := values["type"].(string)
		kind, known := kinds[word]
		if !known {
			return "local or remote", []string{"type"}
		}
		return kind(v)
	}
}

var formatterShape = object(map[string]shape{"disabled": isFlag, "command": texts, "environment": dictOf(isText), "extensions": texts}, anything)

var languageServer = withKeys(object(map[string]shape{"command": texts, "extensions": texts, "disabled": isFlag, "env": dictOf(isText), "initialization": dictOf(anything)}, anything), "command")

// lspShape is the shape of the settings of language servers. If 1.1.34 does not know a server, the
// server's settings must name the extensions of its files.
func (r opencodeRelease) lspShape(v any) (string, []string) {
	values, ok := v.(map[string]any)
	if !ok {
		return "object", nil
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		server, _ := values[name].(map[string]any)
		if server["disabled"] == true {
			continue
		}
		want, at := languageServer(values[name])
		if _, there := server["extensions"]; want == "" && !there && !r.newerForm && !slices.Contains(languageServers, name) {
			want, at = "there", []string{"extensions"}
		}
		if want != "" {
			return want, append([]string{name}, at...)
		}
	}
	return "", nil
}

// providerShape is the shape of a provider.
func (r opencodeRelease) providerShape() shape {
	orOff := either("a whole number above 0 or false", isCount, func(v any) (string, []string) {
		if v == false {
			return "", nil
		}
		return "false", nil
	})
	options := map[string]shape{"apiKey": isText, "baseURL": isText, "enterpriseUrl": isText, "setCacheKey": isFlag, "timeout": orOff}
	if r.newerForm {
		options["headerTimeout"], options["chunkTimeout"] = orOff, orOff
	}
	return object(map[string]shape{"name": isText, "npm": isText, "api": isText, "id": isText, "env": texts, "whitelist": texts, "blacklist": texts,
		"models": dictOf(r.modelShape()), "options": object(options, anything)}, r.strict())
}

// modelShape is the shape of a provider's model.
func (r opencodeRelease) modelShape() shape {
	price := map[string]shape{"input": isNumber, "output": isNumber, "cache_read": isNumber, "cache_write": isNumber}
	cost := map[string]shape{"context_over_200k": withKeys(object(price, anything), "input", "output")}
	for name, of := range price {
		cost[name] = of
	}
	media := listOf(oneOf("text", "audio", "image", "video", "pdf"))
	modalities := object(map[string]shape{"input": media, "output": media}, anything)
	status := []string{"alpha", "beta", "deprecated"}
	field := oneOf("reasoning_content", "reasoning_details")
	on := func(v any) (string, []string) {
		if v == true || r.newerForm && v == false {
			return "", nil
		}
		return "true", nil
	}
	interleaved := either("true or an object with field", on, withKeys(object(map[string]shape{"field": field}, nil), "field"))
	variants := dictOf(object(map[string]shape{"disabled": isFlag}, anything))
	provider := withKeys(object(map[string]shape{"npm": isText}, anything), "npm")
	if r.newerForm {
		status = append(status, "active")
		interleaved = either("a flag, a string or an object with field", on, isText, withKeys(object(map[string]shape{"field": isText}, anything), "field"))
		provider = object(map[string]shape{"npm": isText, "api": isText}, anything)
	} else {
		modalities = withKeys(modalities, "input", "output")
	}
	return object(map[string]shape{
		"id": isText, "name": isText, "family": isText, "release_date": isText, "attachment": isFlag, "reasoning": isFlag, "temperature": isFlag, "tool_call": isFlag,
		"interleaved": interleaved, "cost": withKeys(object(cost, anything), "input", "output"),
		"limit":      withKeys(object(map[string]shape{"context": isNumber, "input": isNumber, "output": isNumber}, anything), "context", "output"),
		"modalities": modalities, "experimental": isFlag, "status": oneOf(status...), "options": dictOf(anything), "headers": dictOf(isText), "provider": provider, "variants": variants,
	}, anything)
}

// languageServers are those built into 1.1.34.
var languageServers = strings.Split("deno,typescript,vue,eslint,oxlint,biome,gopls,ruby-lsp,ty,pyright,elixir-ls,zls,csharp,fsharp,sourcekit-lsp,rust,clangd,svelte,astro,"+
	"jdtls,kotlin-ls,yaml-ls,lua-ls,php intelephense,prisma,dart,ocaml-lsp,bash,terraform,texlab,dockerfile,gleam,clojure-lsp,nixd,tinymist,haskell-language-server", ",")

// keybinds are the keys of 1.1.34's keybinds.
const keybinds = `leader app_exit editor_open theme_list sidebar_toggle scrollbar_toggle username_toggle status_view ` +
	`session_export session_new session_list session_timeline session_fork session_rename session_delete ` +
	`stash_delete model_provider_list model_favorite_toggle session_share session_unshare session_interrupt ` +
	`session_compact messages_page_up messages_page_down messages_line_up messages_line_down messages_half_page_up ` +
	`messages_half_page_down messages_first messages_last messages_next messages_previous messages_last_user ` +
	`messages_copy messages_undo messages_redo messages_toggle_conceal tool_details model_list model_cycle_recent ` +
	`model_cycle_recent_reverse model_cycle_favorite model_cycle_favorite_reverse command_list agent_list ` +
	`agent_cycle agent_cycle_reverse variant_cycle input_clear input_paste input_submit input_newline ` +
	`input_move_left input_move_right input_move_up input_move_down input_select_left input_select_right ` +
	`input_select_up input_select_down input_line_home input_line_end input_select_line_home input_select_line_end ` +
	`input_visual_line_home input_visual_line_end input_select_visual_line_home input_select_visual_line_end ` +
	`input_buffer_home input_buffer_end input_select_buffer_home input_select_buffer_end input_delete_line ` +
	`input_delete_to_line_end input_delete_to_line_start input_backspace input_delete input_undo input_redo ` +
	`input_word_forward input_word_backward input_select_word_forward input_select_word_backward ` +
	`input_delete_word_forward input_delete_word_backward history_previous history_next session_child_cycle ` +
	`session_child_cycle_reverse session_parent terminal_suspend terminal_title_toggle tips_toggle scroll_speed ` +
	`scroll_acceleration enabled diff_style port hostname mdns cors`
