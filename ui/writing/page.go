package writing

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/facts"
	"galley/engine/report"
)

// PageOptions returns the options for a page about a result. c is the capture on which the result
// is based, or nil.
func PageOptions(agents *agent.Registry, r *engine.Result, c *capture.Capture) report.PageOptions {
	o := report.PageOptions{Notes: report.Notes(r), Count: report.AgentCounter(agents, r.Means)}
	if c != nil {
		o.Asked = c.Prompt
		o.Identifiers = capture.Identifiers(c.Body)
		o.Notes = append(o.Notes, c.Notes...)
	}
	return o
}

// Page writes a result as one HTML page to a file, and returns the size of the page in bytes.
// It replaces an existing file only if this is such a page too. It does not write through a
// broken link, which would make a file elsewhere, and it does not wait for a pipe. It may
// block.
func Page(w facts.World, file string, r *engine.Result, o report.PageOptions) (size int, err error) {
	info, err := w.Stat(file)
	if _, link := w.Readlink(file); err != nil && link == nil {
		return 0, errors.New("it is a link whose target does not exist: name another file")
	}
	if err == nil && !info.IsRegular() {
		return 0, errors.New("not a regular file: name another one, or - for standard output")
	}
	if old, err := w.ReadHead(file, 1024); err == nil && !strings.Contains(old, `content="galley"`) {
		return 0, errors.New("the file exists and galley did not create it: name another one")
	}
	var b strings.Builder
	if err = report.Page(&b, r, o); err == nil {
		err = os.WriteFile(filepath.FromSlash(file), []byte(b.String()), 0o600)
	}
	return b.Len(), err
}
