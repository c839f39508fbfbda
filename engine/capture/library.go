package capture

import (
	"os"
	"sync"
	"time"

	"galley/engine/capture/start"
)

// Library returns the captures of an agent, wherever they were made, so that galley can learn the
// agent's words from them. It reads a store again when the store has changed.
type Library struct {
	Store Store

	mu   sync.Mutex
	at   time.Time // modification time of the store when it was last read
	read bool
	by   map[string][]*Capture
}

// Of returns the captures of an agent that galley started: the newest one of each version and mode,
// interactive ones first. It returns nil if no capture can be read.
func (l *Library) Of(agent string) []*Capture {
	l.mu.Lock()
	defer l.mu.Unlock()
	info, err := os.Stat(l.Store.Dir)
	if err != nil {
		return nil
	}
	if !l.read || !info.ModTime().Equal(l.at) {
		l.read, l.at, l.by = true, info.ModTime(), map[string][]*Capture{}
	}
	if have, ok := l.by[agent]; ok {
		return have
	}
	all, _, err := l.Store.List()
	if err != nil {
		return nil
	}
	type kind struct {
		version string
		mode    start.Mode
	}
	seen := map[kind]bool{}
	var out []*Capture
	for _, mode := range []start.Mode{start.Interactive, start.Headless} {
		for _, c := range all {
			k := kind{c.Version, mode}
			if c.Agent != agent || c.Subagent != "" || c.Mode != mode || seen[k] {
				continue
			}
			if whole, err := l.Store.read(c.ID, true); err == nil {
				seen[k] = true
				out = append(out, whole)
			}
		}
	}
	l.by[agent] = out
	return out
}
