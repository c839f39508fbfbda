package capture

import (
	"bytes"
	"strings"

	"galley/engine/textutil"
)

// identifiers matches keys whose values identify a session, a machine or a person and do not affect
// the prompt. The keys may also be in JSON within a string, where quotes are escaped. It does not
// match short values, such as an example in a rule file.
var identifiers = textutil.LazyRegexp(`\\*"(session_?id|sessionId|thread_?id|threadId|conversation_?id|request_?id|turn_?id|device_?id|deviceId|installation_?id|installationId|account_uuid|prompt_cache_key|window_id|x-codex-(?:installation|window|thread|session)-id|x-gemini-api-privileged-user-id)\\*"\s*:\s*\\*"([\w.:-]{16,200})\\*"`)

// billing matches the checksum in Claude Code's first system text.
var billing = textutil.LazyRegexp(`\bcch=[0-9a-zA-Z]+`)

// maxIdentifiers is the most identifiers of one body that are masked everywhere in its text.
const maxIdentifiers = 64

// Mask returns a body in which the identifiers of sessions, machines and people are masked. It
// masks them wherever they occur, for example in a path.
func Mask(body []byte) []byte {
	for _, value := range Identifiers(body) {
		body = bytes.ReplaceAll(body, []byte(value), []byte("<id>"))
	}
	return billing().ReplaceAll(body, []byte("cch=<cch>"))
}

// Identifiers lists the different identifiers in a body, up to a limit.
func Identifiers(body []byte) (all []string) {
	seen := map[string]bool{}
	for _, m := range identifiers().FindAllSubmatch(body, -1) {
		value := string(m[2])
		if seen[value] || len(seen) >= maxIdentifiers || value[0] == '<' {
			continue
		}
		seen[value] = true
		all = append(all, value)
	}
	return all
}

// MaskText masks these identifiers in a text of a request.
func MaskText(text string, identifiers []string) string {
	for _, value := range identifiers {
		text = strings.ReplaceAll(text, value, "<id>")
	}
	return billing().ReplaceAllString(text, "cch=<cch>")
}
