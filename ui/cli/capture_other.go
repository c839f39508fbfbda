package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/wire"
	"galley/ui/launch"
)

// unknownAgent is the agent of a request that does not say who sent it.
const unknownAgent = "unknown"

// listenTime is how long `capture --listen` waits without --timeout.
const listenTime = 10 * time.Minute

// wait prints the environment variables with which an agent sends its requests to the endpoint, and
// waits for the first request.
func (c capturing) wait(ctx context.Context, env Env, s *Session, at places, name string) error {
	got, err := launch.Listen(ctx, launch.Listening{
		Address: c.listen, Timeout: cmp.Or(c.timeout, listenTime), Allow: c.allow, Cwd: s.Request.Cwd, Project: launch.Project(s.World, s.Request.Cwd),
		Ready: func(variables []string) {
			fmt.Fprintln(env.Stderr, "Start the agent in this directory with these variables, and send it any message:")
			for _, v := range variables {
				fmt.Fprintln(env.Stderr, "  "+v)
			}
		},
		Progress: func(sentence string) { fmt.Fprintln(env.Stderr, "galley:", report.Safe(sentence)) },
	})
	if err != nil {
		return failed(err)
	}
	return c.keep(ctx, env, s, at, got, name)
}

// fromFile reads recorded requests from a file and stores the first main turn of each agent.
func (c capturing) fromFile(ctx context.Context, env Env, s *Session, at places, name string) error {
	text, err := readWhole(env, s, c.read)
	if err != nil {
		return err
	}
	all, err := capture.ReadRequests(text)
	if err != nil {
		return failed(fmt.Errorf("%s: %w", c.read, err))
	}
	kept := map[string]bool{}
	var side []capture.Side
	var captures []*capture.Capture
	for _, r := range all {
		if r.Why != "" {
			side = append(side, capture.Side{Method: r.Method, Path: r.Path, Bytes: len(r.Body), Why: r.Why})
			continue
		}
		one := &capture.Capture{
			Mode: start.FromFile, Created: r.At, Model: capture.ModelOf(r.Request, r.Path), Form: r.Form, Method: r.Method, Path: r.Path,
			Header: r.Header, Sizes: r.Request.Sizes, Body: r.Body, Notes: append([]string{"read from " + c.read}, r.Request.Notes...),
		}
		if one.Created.IsZero() {
			one.Created = s.World.Now()
		}
		one.Agent, one.Version = env.Agents.Sender(r.Header["user-agent"])
		who := cmp.Or(one.Agent, string(r.Form)+" "+r.Header["user-agent"])
		if kept[who] {
			side = append(side, capture.Side{Method: r.Method, Path: r.Path, Bytes: len(r.Body), Why: "an earlier request of this agent was stored"})
			continue
		}
		kept[who] = true
		captures = append(captures, one)
	}
	if len(captures) == 0 {
		return failed(fmt.Errorf("%s contains %d requests, but none of a main turn: %s", c.read, len(all), side[0].Why))
	}
	if len(captures) == 1 {
		captures[0].Side = side
	}
	for _, one := range captures {
		// If the request contains the path of this directory, the agent was running here.
		if quoted := s.Request.Cwd; strings.Contains(string(one.Body), quoted) {
			one.Cwd, one.Project = s.Request.Cwd, launch.Project(s.World, s.Request.Cwd)
		}
		if err := c.keep(ctx, env, s, at, one, name); err != nil {
			return err
		}
	}
	return nil
}

// keep stores a capture of an agent that galley did not start. Before that it sets the name of the
// agent and finds the origins of the bytes.
func (c capturing) keep(ctx context.Context, env Env, s *Session, at places, one *capture.Capture, name string) error {
	guess, version := env.Agents.Sender(one.Header["user-agent"])
	one.Agent = cmp.Or(name, guess, unknownAgent)
	if one.Agent == guess {
		one.Version = version
	}
	if one.Agent == unknownAgent {
		one.Notes = append(one.Notes, "the request does not say which agent sent it; name it: galley capture AGENT --read FILE")
	}
	if one.Cwd != "" && one.Agent != unknownAgent {
		o := launch.Options{Agent: one.Agent, Agents: env.Agents, World: s.World, Cwd: one.Cwd}
		if err := launch.Understand(ctx, o, one); err != nil {
			one.Notes = append(one.Notes, err.Error())
		}
	}
	if err := at.store.Save(one); err != nil {
		return failed(err)
	}
	return printCapture(ctx, env, s, one)
}

// readWhole reads a file that may be as large as a request.
func readWhole(env Env, s *Session, name string) ([]byte, error) {
	if name == "-" {
		text, err := io.ReadAll(io.LimitReader(env.Stdin, wire.MaxBody+1))
		switch {
		case err != nil:
			return nil, failed(fmt.Errorf("standard input: %w", err))
		case len(text) > wire.MaxBody:
			return nil, failed(errors.New("standard input is longer than a request may be"))
		}
		return text, nil
	}
	w := s.named
	if live, ok := w.(*facts.Live); ok {
		w = live.With(facts.WithFileCap(wire.MaxBody))
	}
	file := absolute(env.Dir, name)
	text, err := w.ReadFile(file)
	switch {
	case errors.Is(err, facts.ErrTooLarge):
		return nil, failed(fmt.Errorf("%s: larger than the %d bytes that galley reads of a request", name, wire.MaxBody))
	case err != nil:
		return nil, failed(fmt.Errorf("%s: %s", name, s.fileReason(file, err)))
	}
	return []byte(text), nil
}
