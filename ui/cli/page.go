package cli

import (
	"fmt"
	"strings"

	"galley/engine"
	"galley/engine/report"
	"galley/ui/writing"
)

// page writes a result as one HTML page to a file; the name "-" means standard output.
func (s *Session) page(env Env, r *engine.Result, name string) error {
	if refusal := r.Refusal(); refusal != nil {
		return s.refused(env, r, refusal)
	}
	if name == "-" {
		var b strings.Builder
		if err := report.Page(&b, r, writing.PageOptions(env.Agents, r, s.Request.Capture)); err != nil {
			return failed(err)
		}
		_, err := fmt.Fprint(env.Stdout, b.String())
		return err
	}
	size, err := writing.Page(s.World, absolute(env.Dir, name), r, writing.PageOptions(env.Agents, r, s.Request.Capture))
	if err != nil {
		return failed(fmt.Errorf("--html %s: %s", name, reason(err)))
	}
	fmt.Fprintf(env.Stderr, "%s written, %s\n", report.Safe(name), report.Size(size))
	return nil
}
