package start

import (
	"maps"
	"slices"
	"strings"
)

// secretWords are parts of the names of variables that hold credentials.
var secretWords = []string{"KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH"}

// harmless lists variables that hold no credentials, although their names contain one of
// secretWords.
var harmless = []string{"SSH_AUTH_SOCK", "XAUTHORITY", "KEYBOARD_LAYOUT", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE"}

// elsewhere are variables that make agents and providers' clients use another address or a cloud
// account.
var elsewhere = []string{
	"ANTHROPIC_BASE_URL", "ANTHROPIC_BEDROCK_BASE_URL", "ANTHROPIC_VERTEX_BASE_URL", "ANTHROPIC_FOUNDRY_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_UNIX_SOCKET",
	"CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY", "OPENAI_BASE_URL", "OPENAI_API_BASE", "OPENAI_ORGANIZATION", "OPENAI_PROJECT",
	"GOOGLE_GEMINI_BASE_URL", "GOOGLE_VERTEX_BASE_URL", "GOOGLE_CLOUD_PROJECT", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA", "CODE_ASSIST_ENDPOINT",
	"AWS_PROFILE", "AZURE_OPENAI_ENDPOINT", "CODEX_HOME", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy",
}

// isSecret reports whether a variable's name suggests credentials.
func isSecret(name string) bool {
	upper := strings.ToUpper(name)
	return !slices.Contains(harmless, upper) && slices.ContainsFunc(secretWords, func(w string) bool { return strings.Contains(upper, w) })
}

// Environment returns the environment of a run: the user's, without credentials and without
// variables that redirect the agent, and with the plan's own variables and those of the proxy at
// url. keep names variables that stay. left lists the names of the removed ones.
func Environment(environ []string, p Plan, url string, keep []string) (env, left []string) {
	set := map[string]string{
		"HTTP_PROXY": url, "HTTPS_PROXY": url, "http_proxy": url, "https_proxy": url,
		"NO_PROXY": "127.0.0.1,localhost,::1", "no_proxy": "127.0.0.1,localhost,::1",
	}
	maps.Copy(set, p.Env)
	for _, one := range environ {
		name, _, ok := strings.Cut(one, "=")
		if _, own := set[name]; !ok || name == "" || own {
			continue
		}
		if !slices.Contains(keep, name) && (isSecret(name) || slices.Contains(elsewhere, name) || slices.Contains(p.Unset, name)) {
			left = append(left, name)
			continue
		}
		env = append(env, one)
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		env = append(env, name+"="+set[name])
	}
	slices.Sort(left)
	return env, left
}
