package launch

import (
	"context"
	"fmt"

	"galley/engine/capture"
	"galley/engine/capture/match"
	"galley/engine/capture/verify"
)

// Verified is the comparison of a new capture with galley's prediction.
type Verified struct {
	verify.Result
	// Basis says what Fresh was compared with: "captured" is an earlier capture, "predicted" an
	// earlier capture with the later changes of the files, and "modelled" galley's own model.
	Basis string
	Fresh *capture.Capture // its bytes are attributed to files; it is not stored
	Twice bool             // whether the agent was captured a second time because the first request differed
	// Disagree lists the differences between discovery and the new capture.
	Disagree []match.Difference
}

// Verify captures the agent again and compares its request with the prediction from old. If old
// is nil, it uses galley's prediction without a capture. If the two differ and the agent has
// servers, a server may still have been connecting, so Verify captures the agent once more. If
// o has no arguments for the agent, Verify uses the arguments of old.
func Verify(ctx context.Context, o Options, old *capture.Capture) (Verified, error) {
	if old != nil && len(o.Args) == 0 {
		o.Args = old.Args
	}
	v, err := verifyOnce(ctx, o, old)
	if err != nil || v.Same || !servers(o) {
		return v, err
	}
	again, err := verifyOnce(ctx, o, old)
	if err != nil {
		return v, nil
	}
	again.Twice = true
	if again.Same {
		again.Normalised = append(again.Normalised, "a server still connecting")
	}
	return again, nil
}

func servers(o Options) bool {
	q, err := Ask(o, capture.Consents{})
	if err != nil {
		return false
	}
	for _, r := range q.Runs {
		if r.Kind == "MCP server" {
			return true
		}
	}
	return false
}

func verifyOnce(ctx context.Context, o Options, old *capture.Capture) (Verified, error) {
	fresh, err := Make(ctx, o)
	if err != nil {
		return Verified{}, err
	}
	v := Verified{Basis: "modelled", Fresh: fresh, Disagree: fresh.Attribution.Differences}
	if old == nil {
		v.Result = model(fresh)
		return v, nil
	}
	next, now, err := old.Predict(ctx, Discover(ctx, o, old.Version), o.World, o.facts(), nil)
	if err != nil {
		return Verified{}, fmt.Errorf("the capture %s cannot be compared: %w", old.ID, err)
	}
	v.Basis = "captured"
	if len(next.Changed) > 0 {
		v.Basis = "predicted"
	}
	sent, err := fresh.Request()
	if err != nil {
		return Verified{}, err
	}
	names := make([]string, len(now))
	for i, e := range now {
		names[i] = e.Name
	}
	v.Result = verify.Compare(
		verify.Side{Request: sent, Map: fresh.Attribution.Map(), Names: fresh.Attribution.Names},
		verify.Side{Request: next.Request, Map: next.Map, Names: names}, o.Starter.Unordered)
	return v, nil
}

// model compares a capture with the texts that discovery expects in it.
func model(c *capture.Capture) verify.Result {
	r := verify.Result{Same: len(c.Attribution.Differences) == 0, Normalised: []string{}}
	if r.Same {
		return r
	}
	d := c.Attribution.Differences[0]
	one := &verify.Difference{Offset: d.Start, Origin: "file " + d.Name}
	switch d.Kind {
	case match.Missing:
		one.Predicted = fmt.Sprintf("%d bytes of %s", d.Bytes, d.Name)
	case match.Unexpected:
		one.Captured = fmt.Sprintf("%d bytes of %s", d.Bytes, d.Name)
	default:
		one.Captured = fmt.Sprintf("%s in another form", d.Name)
		one.Predicted = d.Name
	}
	if request, err := c.Request(); err == nil && d.Place >= 0 && d.Place < len(request.Places) {
		one.Block = request.Places[d.Place].Pointer
	}
	r.First = one
	return r
}
