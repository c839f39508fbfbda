package report

import (
	"fmt"
	"io"
	"strings"

	"galley/engine/capture"
	"galley/engine/capture/match"
	"galley/engine/capture/verify"
)

// Verified is the JSON shape of `verify AGENT`: a new capture compared with the prediction.
type Verified struct {
	Schema     int            `json:"schema"`
	Agent      string         `json:"agent"`
	Version    string         `json:"version"` // the installed one
	Basis      string         `json:"basis"`   // how the prediction was made: captured, predicted or modelled; "" if nothing was compared
	Same       bool           `json:"same"`
	Normalised []string       `json:"normalised"` // kinds of differences that were ignored
	First      *VerifiedPlace `json:"first"`      // null if the two are the same or were not compared
	Error      string         `json:"error,omitempty"`
}

// VerifiedPlace is the place of the first difference between a prediction and a capture.
type VerifiedPlace struct {
	Block     string `json:"block"`  // JSON pointer of the text in the body, or "tool NAME"
	Offset    int    `json:"offset"` // in bytes, in that text
	Origin    string `json:"origin"` // where the predicted bytes come from
	Captured  string `json:"captured"`
	Predicted string `json:"predicted"`
}

// VerifiedOf returns the JSON shape of a comparison.
func VerifiedOf(fresh *capture.Capture, basis string, r verify.Result) Verified {
	v := Verified{Schema: Schema, Agent: fresh.Agent, Version: fresh.Version, Basis: basis, Same: r.Same, Normalised: list(r.Normalised)}
	if r.First != nil {
		place := VerifiedPlace(*r.First)
		v.First = &place
	}
	return v
}

// VerifiedText writes a comparison in a few lines.
func VerifiedText(w io.Writer, v Verified) error {
	name := strings.TrimSpace(v.Agent + " " + v.Version)
	after := ""
	if len(v.Normalised) > 0 {
		after = "; made equal before comparing: " + strings.Join(v.Normalised, ", ")
	}
	var err error
	switch {
	case v.Error != "":
		_, err = fmt.Fprintln(w, Safe(fmt.Sprintf("%s: not compared: %s", name, v.Error)))
	case v.Same:
		_, err = fmt.Fprintln(w, Safe(fmt.Sprintf("%s: the same (%s)%s", name, v.Basis, after)))
	default:
		_, err = fmt.Fprintln(w, Safe(fmt.Sprintf("%s: different (%s) at %s, byte %d, from %s%s", name, v.Basis, v.First.Block, v.First.Offset, v.First.Origin, after)))
		if err == nil {
			_, err = fmt.Fprintf(w, "  sent:      %s\n  predicted: %s\n", quoted(v.First.Captured), quoted(v.First.Predicted))
		}
	}
	return err
}

func quoted(s string) string {
	if s == "" {
		return "nothing"
	}
	return Safe(fmt.Sprintf("%q", s))
}

// DisagreeText says how a capture differs from what discovery found.
func DisagreeText(d match.Difference) string {
	switch d.Kind {
	case match.Missing:
		return fmt.Sprintf("galley says that %s is loaded (%d bytes), and the agent did not send it", d.Name, d.Bytes)
	case match.Unexpected:
		return fmt.Sprintf("the agent sent %d bytes of %s, which galley says is not loaded", d.Bytes, d.Name)
	}
	return fmt.Sprintf("the agent sent %s in a different form than galley says (%d bytes)", d.Name, d.Bytes)
}
