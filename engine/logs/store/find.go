package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/logs"
)

// Find finds the sessions of some agents, or of all agents if none is named, by an id, the
// beginning of an id, or the path of a log. A log may be anywhere, for example a copy, if its
// beginning shows to which agent it belongs. Find opens only logs that match; a session that
// matches exactly is returned alone. An error of OpenCode's database is returned only if nothing
// else matches.
func Find(ctx context.Context, w facts.World, agents []string, id, path string) ([]logs.Session, error) {
	var hits []logs.Session
	for _, p := range places(w) {
		if len(agents) > 0 && !slices.Contains(agents, p.agent) {
			continue
		}
		files, err := p.files(ctx)
		if err != nil {
			return nil, err
		}
		for _, s := range files {
			switch {
			case s.ID == id || s.Path == path:
				s, err := peek(ctx, s)
				return []logs.Session{s}, err
			case strings.HasPrefix(s.ID, id):
				hits = append(hits, s)
			}
		}
	}
	if len(agents) == 0 || slices.Contains(agents, "opencode") {
		found, err := openSessions(ctx, w, mostFiles)
		if err != nil && len(hits) == 0 {
			return nil, fmt.Errorf("opencode: %s: %s", openPath(w), why(err))
		}
		for _, s := range found {
			switch {
			case s.ID == id:
				return []logs.Session{s}, nil
			case strings.HasPrefix(s.ID, id):
				hits = append(hits, s)
			}
		}
	}
	if len(hits) == 0 {
		return elsewhere(ctx, agents, path)
	}
	if len(hits) != 1 || hits[0].Agent == "opencode" {
		return hits, nil
	}
	s, err := peek(ctx, hits[0])
	return []logs.Session{s}, err
}

// elsewhere returns the session whose log is at a path outside the agents' own directories, or
// nothing if the file does not exist.
func elsewhere(ctx context.Context, agents []string, path string) ([]logs.Session, error) {
	info, err := os.Lstat(filepath.FromSlash(path))
	if err != nil || info.IsDir() {
		return nil, nil
	}
	file, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, why(err))
	}
	defer file.Close()
	var agent, parent string
	if info, err = file.Stat(); err == nil {
		agent, parent, err = logs.Recognise(ctx, file, info.Size())
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %s", path, why(err))
	case agent == "":
		return nil, fmt.Errorf("%s does not begin like a log of %s", path, strings.Join(fileAgents, ", "))
	case len(agents) > 0 && !slices.Contains(agents, agent):
		return nil, fmt.Errorf("%s is a log of %s", path, agent)
	}
	s, err := peek(ctx, logs.Session{Agent: agent, ID: idOf(agent, path), Path: path, Parent: parent, Size: info.Size(), Updated: info.ModTime().UTC()})
	return []logs.Session{s}, err
}

// Last finds the newest session that began in dir or below it. It opens the logs of the newest
// sessions, newest first, until one fits. most limits the number of sessions of each agent. ok is
// false if none of them fits.
func Last(ctx context.Context, w facts.World, agents []string, dir string, most int) (last logs.Session, ok bool, err error) {
	want := func(agent string) bool { return len(agents) == 0 || slices.Contains(agents, agent) }
	var all []logs.Session
	for _, p := range places(w) {
		if want(p.agent) {
			files, err := p.mainSessions(ctx)
			if err != nil {
				return last, false, err
			}
			all = append(all, files[:min(len(files), most)]...)
		}
	}
	if want("opencode") {
		found, _ := openSessions(ctx, w, most) // an error is ignored, because List reports it
		all = append(all, slices.DeleteFunc(found, delegated)...)
	}
	slices.SortStableFunc(all, func(a, b logs.Session) int { return b.Updated.Compare(a.Updated) })
	for _, s := range all {
		if s.Agent != "opencode" {
			peeked, err := peek(ctx, s)
			if err != nil {
				if ctx.Err() != nil {
					return last, false, err
				}
				continue
			}
			s = peeked
		}
		if facts.Within(s.Cwd, dir) {
			return s, true, nil
		}
	}
	return last, false, nil
}
