package agent

import (
	"slices"
	"strings"

	"galley/engine/textutil"
)

// Startable lists the agents that galley can start for a capture, in the order in
// which views list them.
func (r *Registry) Startable() []Agent {
	return slices.DeleteFunc(r.All(), func(a Agent) bool { return a.Start == nil })
}

// Starts finds an agent that galley can start, by name or alias; ok is false if
// galley cannot start it.
func (r *Registry) Starts(name string) (a Agent, ok bool) {
	for _, a := range r.Startable() {
		if a.Name == name || slices.Contains(a.Aliases, name) {
			return a, true
		}
	}
	return Agent{}, false
}

// Sender returns the name and version of the agent that a request's User-Agent header names, or ""
// if galley does not know the sender.
func (r *Registry) Sender(userAgent string) (name, version string) {
	lower := strings.ToLower(userAgent)
	for _, a := range r.Startable() {
		for _, start := range a.Start.Sent {
			if rest, ok := strings.CutPrefix(lower, start); ok {
				return a.Name, versioned().FindString(rest)
			}
		}
	}
	return "", ""
}

var versioned = textutil.LazyRegexp(`\d+\.\d+(\.\d+)?(-[0-9a-z.]+)?`)
