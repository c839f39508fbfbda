package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/report"
)

// page writes a result as one page of HTML to a file; "-" is standard output. A file that
// is there and is not such a page is left alone, and so is a link that leads nowhere, which
// would make a file elsewhere; a pipe is not waited for.
func (s *Session) page(env Env, r *engine.Result, name string) error {
	if refusal := r.Refusal(); refusal != nil {
		return s.refused(env, r, refusal)
	}
	o := report.PageOptions{Notes: report.Notes(r), Count: report.AgentCounter(env.Agents, r.Means)}
	if c := s.Request.Capture; c != nil {
		o.Identifiers = capture.Identifiers(c.Body)
		o.Notes = append(o.Notes, c.Notes...)
	}
	var b strings.Builder
	if err := report.Page(&b, r, o); err != nil {
		return failed(err)
	}
	if name == "-" {
		_, err := fmt.Fprint(env.Stdout, b.String())
		return err
	}
	file := absolute(env.Dir, name)
	info, err := s.World.Stat(file)
	if _, link := s.World.Readlink(file); err != nil && link == nil {
		return failed(fmt.Errorf("--html %s: it is a link that leads nowhere: name another file", name))
	}
	if err == nil && !info.IsRegular() {
		return failed(fmt.Errorf("--html %s: not a regular file: name another one, or - for standard output", name))
	}
	if old, err := s.World.ReadHead(file, 1024); err == nil && !strings.Contains(old, `content="galley"`) {
		return failed(fmt.Errorf("--html %s: the file is there and galley did not make it: name another one", name))
	}
	if err := os.WriteFile(filepath.FromSlash(file), []byte(b.String()), 0o600); err != nil {
		return failed(fmt.Errorf("--html %s: %s", name, reason(err)))
	}
	fmt.Fprintf(env.Stderr, "%s written, %s\n", report.Safe(name), report.Size(b.Len()))
	return nil
}
