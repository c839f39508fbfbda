package capture

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// identifiers are the keys whose values name a session, a machine or a person and
// decide nothing in a prompt. In a request they also stand in JSON that is inside a
// string, so the quotes may be escaped. A short value, such as an example in a rule
// file would have, is left.
var identifiers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\*"(session_?id|sessionId|thread_?id|threadId|conversation_?id|request_?id|turn_?id|device_?id|deviceId|installation_?id|installationId|account_uuid|prompt_cache_key|window_id|x-codex-(?:installation|window|thread|session)-id|x-gemini-api-privileged-user-id)\\*"\s*:\s*\\*"([\w.:-]{16,200})\\*"`)
})

// billing is the checksum in the first system text of Claude Code.
var billing = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bcch=[0-9a-zA-Z]+`) })

// maxIdentifiers is how many different identifiers of one body are masked wherever
// they stand.
const maxIdentifiers = 64

// Mask returns a body with the identifiers of sessions, machines and people masked.
// An identifier that also stands in a text, in a path for instance, is masked there
// too.
func Mask(body []byte) []byte {
	for _, value := range Identifiers(body) {
		body = bytes.ReplaceAll(body, []byte(value), []byte("<id>"))
	}
	return billing().ReplaceAll(body, []byte("cch=<cch>"))
}

// Identifiers lists the different identifiers that a body holds, some at most.
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

// MaskText returns a text of a request without these identifiers of it.
func MaskText(text string, identifiers []string) string {
	for _, value := range identifiers {
		text = strings.ReplaceAll(text, value, "<id>")
	}
	return billing().ReplaceAllString(text, "cch=<cch>")
}
