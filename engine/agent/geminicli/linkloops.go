package geminicli

import (
	"errors"
	"io/fs"

	"galley/engine/facts"
)

// loops makes the discovery fail if the working directory has a context file that is a link to
// itself, possibly through other links. Gemini CLI resolves the links when it starts, and exits
// with an error if it finds such a file. Measured on 0.61.0.
func (r *geminiRun) loops() {
	for _, name := range r.Trace.Names {
		full := facts.Join(r.Trace.Cwd, name)
		info, err := r.World.Lstat(full)
		if err != nil || !info.IsLink() {
			continue
		}
		if _, err := r.World.Stat(full); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) && !facts.LinkRefused(err) {
			r.refuse(full, "it is a link that leads back to itself, and Gemini CLI does not start with it: remove it")
		}
	}
}
