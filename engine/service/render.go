package service

import (
	"context"
	"errors"
	"net/http"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/scenario"
)

// renderRequest is a request for a prompt. A field that the request omits has the default that
// `galley render` would use in the same directory.
type renderRequest struct {
	template          *string
	cwd               string // absolute, in a served directory
	profile, model    string // model is [PROVIDER/]MODEL
	scenario          scenario.Scenario
	scenarioGiven     bool
	workspace, append string
}

// The members that a request for a prompt may have.
var (
	renderMembers  = []string{"template", "profile", "model", "scenario", "cwd"}
	promptMembers  = []string{"cwd", "profile", "model", "scenario", "workspace"}
	compactMembers = []string{"append", "cwd", "profile", "model", "scenario", "workspace"}
)

// readRenderRequest reads a request for a prompt.
func (s *Service) readRenderRequest(r *http.Request, members []string) (a renderRequest, err error) {
	b, err := read(r, false)
	if err != nil {
		return a, err
	}
	if err := b.only(members...); err != nil {
		return a, err
	}
	for name, to := range map[string]*string{
		"profile": &a.profile, "model": &a.model, "workspace": &a.workspace, "append": &a.append, "cwd": &a.cwd,
	} {
		if *to, _, err = b.text(name); err != nil {
			return a, err
		}
	}
	text, there, err := b.text("template")
	switch {
	case err != nil:
		return a, err
	case len(text) > maxTemplate:
		return a, tooLarge
	case there:
		a.template = &text
	}
	if a.profile != "" {
		if _, problems := s.Agents.Profile(a.profile); len(problems) > 0 {
			return a, bad("profile: %s; %s", problems[0].Message, problems[0].Hint)
		}
	}
	if a.cwd != "" {
		if err := s.directory(&a.cwd); err != nil {
			return a, err
		}
	}
	if raw, there := b["scenario"]; there && string(raw) != "null" {
		a.scenarioGiven = true
		// Do not read files that the scenario names: they would be on the client's machine.
		var problems []diag.Problem
		a.scenario, problems = scenario.Parse("scenario.json", string(raw))
		if len(problems) > 0 {
			return a, bad("scenario: %s", problems[0].Message)
		}
		if err := s.named(a); err != nil {
			return a, err
		}
	}
	return a, nil
}

// directory checks the working directory of a request and sets its default.
func (s *Service) directory(cwd *string) error {
	if !facts.IsAbs(*cwd) {
		return bad("cwd must be an absolute path with slashes")
	}
	*cwd = facts.Clean(*cwd)
	info, err := s.world.Stat(*cwd)
	switch {
	case errors.Is(err, facts.ErrRefused):
		return refuse(http.StatusForbidden, "cwd is in no directory that is served here")
	case err != nil:
		return bad("cwd: %s", reason(err))
	case !info.IsDir():
		return bad("cwd is not a directory")
	}
	return nil
}

// session returns the scenario for a directory: the request's scenario or, if it has none, the
// project's.
func (s *Service) session(a renderRequest) (scenario.Scenario, []diag.Problem) {
	if a.scenarioGiven {
		return a.scenario, nil
	}
	file := scenario.Path(s.world, a.cwd, "")
	if cfg, _ := config.Load(s.settings, a.cwd); cfg.Files == "project" {
		return scenario.LoadWithin(s.world, file, a.cwd)
	}
	return scenario.Load(s.world, file)
}

// request converts the request into a request to the engine.
func (s *Service) request(a renderRequest) (engine.Request, error) {
	cfg, problems := config.Load(s.settings, a.cwd)
	session, more := s.session(a)
	r := engine.Request{
		Cwd: a.cwd, Profile: a.profile, Scenario: session, Config: cfg.Config, Problems: append(problems, more...),
	}
	r.Provider, r.Model = scenario.SplitModel(a.model)
	if a.template != nil {
		r.Template = engine.Template{Text: *a.template}
		return r, nil
	}
	var err error
	r.Template, err = s.Global.Find(s.world, a.cwd)
	return r, err
}

// build renders a request. It reads the world as it is now.
func (s *Service) build(ctx context.Context, r engine.Request, options ...engine.Option) (*engine.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Bounds.Work)
	defer cancel()
	agents := newAgentWorld(s.world, s.Home)
	res, err := engine.New(s.world, append(options, engine.AgentsSee(agents), engine.WithAgents(s.Agents))...).Render(ctx, r)
	if err != nil {
		return nil, err
	}
	if refusal := agents.needsHome(res.Profile); refusal != nil {
		return nil, refusal
	}
	if refusal := res.Refusal(); refusal != nil {
		return nil, refusal
	}
	s.logText(ctx, "prompt", res.Masked().System.String())
	return res, nil
}

func (s *Service) postRender(r *http.Request) (any, error) {
	a, err := s.readRenderRequest(r, renderMembers)
	if err != nil {
		return nil, err
	}
	if a.cwd == "" {
		a.cwd = s.Roots[0]
	}
	request, err := s.request(a)
	if err != nil {
		return nil, err
	}
	res, err := s.build(r.Context(), request, s.Engine...)
	if err != nil {
		return nil, err
	}
	return report.RenderOf(res), nil
}
