package variable

import (
	"context"
	"errors"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/tool"
)

// Context is what a template can learn about the session. An empty id or model counts as missing.
type Context struct {
	Cwd                                string // absolute, slash-separated
	Model, ConversationID, WorkspaceID string
	Hostname, Platform                 string // from the world if ""
	// ProjectFilesOnly refuses files outside Cwd.
	ProjectFilesOnly bool
	// Home is the user's home directory. The hint about a "~" in a path names it.
	Home string
	// Tools makes keys of the type "tool" known. The values of these keys are ToolNames, the names
	// of the tools in the profile Agent.
	Tools     bool
	Agent     string
	ToolNames *tool.Names
}

// Resolve finds the values of keys, each once, in their order. It reads only what the keys name.
// git runs only for a git key, with one command per key. A file is read only if a key names the
// file and no override replaces the key.
func Resolve(ctx context.Context, w facts.World, c Context, keys []string, overrides []Override) *Values {
	r := resolver{ctx: ctx, world: w, Context: c}
	put := make(map[string]Override, len(overrides))
	for _, o := range overrides {
		put[o.Key] = o
	}
	values := newValues(len(keys))
	for _, key := range keys {
		if values.has(key) {
			continue
		}
		if o, there := put[key]; there {
			values.add(o.value())
			continue
		}
		value, known := classify(key)
		if c.Tools && value.Type == TypeTool {
			values.add(r.tool(value))
			continue
		}
		if known {
			value = r.resolve(value)
		}
		values.add(value)
	}
	return values
}

// value returns the value that the override gives to its variable.
func (o Override) value() Value {
	v, _ := classify(o.Key)
	v.Overridden, v.Source = true, "override"
	if o.Unset {
		return v.without(Missing, "%s is unset by an override", o.Key)
	}
	return v.present(o.Text, "override")
}

// resolver resolves the keys of one Resolve.
type resolver struct {
	Context
	ctx     context.Context
	world   facts.World
	realCwd string // "" until a file key needs it
}

func (r *resolver) resolve(v Value) Value {
	switch v.Key {
	case keyTime:
		return v.present(r.now(), "clock")
	case keyDate:
		return r.date(v)
	case keyOS:
		return r.os(v)
	case keyHostname:
		return r.hostname(v)
	case keyCwd:
		return v.present(r.Cwd, "working directory")
	case keyModel:
		return session(v, r.Model, "no model is chosen; agents' defaults do not count")
	case keyConversation:
		return session(v, r.ConversationID, "the scenario names no conversation_id")
	case keyWorkspace:
		return session(v, r.WorkspaceID, "the scenario names no workspace_id")
	case keyBranch:
		return r.git(v, trimSpace, "rev-parse", "--abbrev-ref", "HEAD")
	case keyStatus:
		// Keep the leading blanks of the first line: they are part of the status.
		v = r.git(v, trimSpaceRight, "status", "--short")
		if v.Exists() && r.submodules() {
			v.Detail = "changes inside submodules are left out, because git would run programs that their settings name"
		}
		return v
	}
	return r.file(v)
}

// isoLayout is the format of JavaScript's toISOString: UTC, with milliseconds,
// truncated and not rounded.
const isoLayout = "2006-01-02T15:04:05.000Z"

func (r *resolver) now() string { return r.world.Now().UTC().Format(isoLayout) }

// date returns the current day in UTC, which may differ from the user's local day.
func (r *resolver) date(v Value) Value {
	now := r.world.Now()
	v = v.present(now.UTC().Format(isoLayout)[:len("2006-01-02")], "clock")
	if local := now.In(r.world.Zone()).Format("2006-01-02"); local != v.Text {
		v.Detail = "the UTC day; here it is " + local
	}
	return v
}

func (r *resolver) hostname(v Value) Value {
	if r.Hostname != "" {
		return v.present(r.Hostname, "scenario")
	}
	name, err := r.world.Hostname()
	if err != nil {
		return v.without(Missing, "the host name is not available: %v", err)
	}
	return v.present(name, "host")
}

func session(v Value, text, why string) Value {
	v.Source = "scenario"
	if text == "" {
		return v.without(Missing, "%s", why)
	}
	return v.present(text, "scenario")
}

// git runs one git command and returns v with its output, trimmed by trim. If the command fails,
// the value is missing.
func (r *resolver) git(v Value, trim func(string) string, args ...string) Value {
	command := "git " + strings.Join(args, " ")
	v.Source = command
	answer, err := r.world.Git(r.ctx, r.Cwd, args...)
	switch {
	case errors.Is(err, facts.ErrNoGit):
		return v.without(Missing, "git could not be started")
	case err != nil:
		return v.without(Unreadable, "%s did not answer: %v", command, err)
	case answer.Exit != 0 && strings.Contains(answer.Stderr, "not a git repository"):
		return v.without(Missing, "no git repository contains %s", r.Cwd)
	case answer.Exit != 0:
		return v.without(Missing, "%s ended with status %d%s", command, answer.Exit, firstErrorLine(answer.Stderr))
	}
	text, _ := Decode(answer.Stdout)
	return v.present(trim(text), command)
}

// submodules reports whether the repository of the working directory declares
// submodules.
func (r *resolver) submodules() bool {
	top, _, found := facts.NearestFunc(r.Cwd, func(name string) bool {
		_, err := r.world.Lstat(name)
		return err == nil
	}, ".git")
	if !found {
		return false
	}
	_, err := r.world.Stat(facts.Join(top, ".gitmodules"))
	return err == nil
}

// firstErrorLine returns the first line of a command's error output, in a form to append
// to a sentence.
func firstErrorLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return ""
	}
	return ": " + line
}

// trimSpace and trimEnd are JavaScript's trim and trimEnd, for the output of
// commands.
func trimSpace(s string) string      { return strings.TrimFunc(s, source.IsJSSpace) }
func trimSpaceRight(s string) string { return strings.TrimRightFunc(s, source.IsJSSpace) }
