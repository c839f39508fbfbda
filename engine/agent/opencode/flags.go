package opencode

import (
	"slices"
	"strconv"
	"strings"

	"galley/engine/discovery"
)

// opencodeFlags are the switches in the environment.
type opencodeFlags struct {
	noProject bool
	noClaude  string // the variable that disables CLAUDE.md, or ""
	// noOtherSkills is the name of the variable that disables the skills of all other programs.
	// noClaudeSkills is the name of the variable that disables only the skills of Claude Code. Each
	// is "" if its variable is not set.
	noOtherSkills, noClaudeSkills string
	noPlugins                     string
}

// strictFlags lists the switches for which 1.18.33 accepts only certain words. The list was read in
// the code. The switches for CLAUDE.md and for skills were also measured.
var strictFlags = []string{
	"OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_CLAUDE_CODE_PROMPT", "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS", "OPENCODE_DISABLE_EXTERNAL_SKILLS",
	"OPENCODE_PURE", "OPENCODE_AUTO_SHARE", "OPENCODE_DISABLE_DEFAULT_PLUGINS", "OPENCODE_DISABLE_EMBEDDED_WEB_UI", "OPENCODE_DISABLE_LSP_DOWNLOAD",
	"OPENCODE_ENABLE_EXA", "OPENCODE_ENABLE_PARALLEL", "OPENCODE_ENABLE_EXPERIMENTAL_MODELS", "OPENCODE_ENABLE_QUESTION_TOOL", "OPENCODE_EXPERIMENTAL",
	"OPENCODE_EXPERIMENTAL_EXA", "OPENCODE_EXPERIMENTAL_PARALLEL", "OPENCODE_EXPERIMENTAL_REFERENCES", "OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS",
	"OPENCODE_EXPERIMENTAL_LSP_TY", "OPENCODE_EXPERIMENTAL_LSP_TOOL", "OPENCODE_EXPERIMENTAL_OXFMT", "OPENCODE_EXPERIMENTAL_PLAN_MODE",
	"OPENCODE_EXPERIMENTAL_CODE_MODE", "OPENCODE_EXPERIMENTAL_EVENT_SYSTEM", "OPENCODE_EXPERIMENTAL_WORKSPACES", "OPENCODE_EXPERIMENTAL_ICON_DISCOVERY",
	"OPENCODE_EXPERIMENTAL_NATIVE_LLM", "OPENCODE_EXPERIMENTAL_WEBSOCKETS",
}

// readFlags reads the switches. "1" and "true", in any case, mean yes, and everything else means
// no. Most switches of 1.18.33 accept only yesWords and noWords: with any other value OpenCode does
// not start.
func (r *opencodeRun) readFlags() (f opencodeFlags, failure *discovery.Failure) {
	yes := func(key string) bool {
		v := strings.ToLower(r.EnvOr(key, ""))
		return v == "1" || v == "true"
	}
	f.noProject = yes("OPENCODE_DISABLE_PROJECT_CONFIG")
	if !r.strictSwitches {
		f.noClaude = firstOf(yes, "OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_CLAUDE_CODE_PROMPT")
		return f, nil
	}
	for _, key := range strictFlags {
		if v, set := r.World.LookupEnv(key); set && !slices.Contains(yesWords, v) && !slices.Contains(noWords, v) {
			return f, &discovery.Failure{Name: "SchemaError", Variable: key,
				Message: key + " is " + strconv.Quote(v) + ": OpenCode " + r.version + " does not start; use \"true\" or \"false\", in lower case"}
		}
	}
	yes = func(key string) bool { return slices.Contains(yesWords, r.EnvOr(key, "")) }
	f.noClaude = firstOf(yes, "OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_CLAUDE_CODE_PROMPT")
	f.noClaudeSkills = firstOf(yes, "OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS")
	f.noOtherSkills = firstOf(yes, "OPENCODE_DISABLE_EXTERNAL_SKILLS")
	f.noPlugins = firstOf(yes, "OPENCODE_PURE")
	return f, nil
}

var (
	yesWords = []string{"true", "yes", "on", "1", "y"}
	noWords  = []string{"false", "no", "off", "0", "n"}
)

// firstOf returns the name of the first variable that is switched on, or "".
func firstOf(yes func(key string) bool, keys ...string) string {
	for _, key := range keys {
		if yes(key) {
			return key
		}
	}
	return ""
}
