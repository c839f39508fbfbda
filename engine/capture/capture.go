// Package capture stores requests that installed agents have sent.
//
// A capture is private: it is in the user's state directory, readable only by the user, and
// contains the body exactly as the agent sent it. It never contains headers with credentials.
package capture

import (
	"fmt"
	"strings"
	"time"

	"galley/engine/capture/start"
	"galley/engine/wire"
)

// Schema is the version of the format in which captures are stored and `captures --json` prints
// them.
const Schema = 1

// Capture is one recorded request, with what is known about it.
type Capture struct {
	Schema  int        `json:"schema"`
	ID      string     `json:"id"` // AGENT-yyyymmdd-hhmmss-xxxx
	Agent   string     `json:"agent"`
	Version string     `json:"version"` // or ""
	Mode    start.Mode `json:"mode"`
	Created time.Time  `json:"created"`
	Project string     `json:"project"` // real path of the project's root; "" if not known
	Cwd     string     `json:"cwd"`
	Model   string     `json:"model"`
	Prompt  string     `json:"prompt"`         // the message that galley sent the agent; "" if galley did not start it
	Args    []string   `json:"args,omitempty"` // the user's arguments, after --

	// Subagent names the sub-agent that sent the request; it is "" for a request of the main agent.
	// Main is the id of the request that the main agent sent in the same run.
	Subagent string `json:"subagent,omitempty"`
	Main     string `json:"main,omitempty"`

	Form   wire.Form         `json:"form"`
	Method string            `json:"method"`
	Path   string            `json:"path"`
	Header map[string]string `json:"header,omitempty"`
	Sizes  wire.Sizes        `json:"sizes"`

	Substitutions []start.Substitution `json:"substitutions"`
	Notes         []string             `json:"notes"`
	// Refused are the hosts that the agent tried to reach but could not.
	Refused []string `json:"refused"`
	// Side lists the requests of the run other than the captured one.
	Side []Side `json:"side"`

	// Attribution says where the bytes of the request came from. It is nil if that was not
	// determined.
	Attribution *Attribution `json:"-"`

	// Body is the request's body, decompressed.
	Body []byte `json:"-"`

	read *reading // the decoded body; nil means that the body is decoded each time
}

// Side is a request of the run other than the captured one.
type Side struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Bytes  int    `json:"bytes"`
	Why    string `json:"why"` // why it is not the main request
}

// fill puts empty lists in place of nil, because no list in JSON is null.
func (c *Capture) fill() {
	c.Substitutions, c.Notes = append([]start.Substitution{}, c.Substitutions...), append([]string{}, c.Notes...)
	c.Refused, c.Side = append([]string{}, c.Refused...), append([]Side{}, c.Side...)
}

// NewID returns the id of a capture. random is four hexadecimal digits.
func NewID(agent string, at time.Time, random string) string {
	return fmt.Sprintf("%s-%s-%s", agent, at.Format("20060102-150405"), random)
}

// ModelOf returns the model of a request. Either the body names it, or the path does, as in
// Gemini's "/v1beta/models/NAME:generateContent"; otherwise it returns "".
func ModelOf(r *wire.Request, path string) string {
	if r.Model != "" {
		return r.Model
	}
	_, name, ok := strings.Cut(path, "/models/")
	if name, _, method := strings.Cut(name, ":"); ok && method && !strings.Contains(name, "/") {
		return name
	}
	return ""
}
