package report

import (
	"fmt"

	"galley/engine/logs"
)

// sentPart is a part of a request in a log.
type sentPart struct {
	name, text string
	tokens     int
}

// partsOf returns the parts of a request in the order in which the agent's provider
// caches them.
func partsOf(sent *logs.Sent, agent string) (parts []sentPart) {
	var tools []sentPart
	for _, t := range sent.Tools {
		tools = append(tools, sentPart{name: "the declaration of the tool " + t.Name, text: t.JSON})
	}
	if agent == "claude-code" {
		parts = tools
	}
	for _, text := range sent.System {
		parts = append(parts, sentPart{name: "the system text", text: text})
	}
	if agent != "claude-code" {
		parts = append(parts, tools...)
	}
	for i, m := range sent.Messages {
		parts = append(parts, sentPart{name: fmt.Sprintf("message %d of %d (%s)", i+1, len(sent.Messages), m.Role), text: m.Text})
	}
	return parts
}

// cachedUpTo says in which part of a request the cached text ended. counted is galley's count of
// the tokens of all parts. The sizes of the parts are scaled to the provider's count of the input.
// Text that the log does not contain is assumed to come first.
func cachedUpTo(parts []sentPart, counted int, usage logs.Usage, lacks string) string {
	before, stretch := 0, 1.0
	switch {
	case counted == 0 || usage.CacheRead == 0:
		return "nothing was used from it"
	case lacks != "" && usage.Input > counted:
		before = usage.Input - counted
	default:
		stretch = float64(usage.Input) / float64(counted)
	}
	if usage.CacheRead < before {
		return fmt.Sprintf("it was used up to about token %d of %d, within %s, which the log does not contain", usage.CacheRead, usage.Input, lacks)
	}
	at := float64(before)
	for _, p := range parts {
		if at += float64(p.tokens) * stretch; float64(usage.CacheRead) < at {
			return fmt.Sprintf("it was used up to about token %d of %d, within %s", usage.CacheRead, usage.Input, p.name)
		}
	}
	return fmt.Sprintf("it was used up to about token %d of %d, the end of what the log contains", usage.CacheRead, usage.Input)
}
