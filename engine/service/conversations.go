package service

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"

	"galley/engine"
	"galley/engine/session"
)

// known returns the stored prompt of the conversation that a request names. It returns nil if no
// prompt is stored or the stored prompt cannot be read.
func (s *Service) known(r *http.Request) (*session.Kept, error) {
	kept, err := s.Store.Get(r.Context(), r.PathValue("id"))
	if errors.Is(err, session.ErrUnknown) || errors.Is(err, session.ErrDamaged) {
		return nil, nil
	}
	return kept, err
}

// served returns an error for a stored prompt that this service must not return. A prompt must not
// be returned if it was built in a directory that is not served. If the service does not open the
// home, a prompt must also not be returned if its profile is unknown or reads settings in the
// home: it may contain text from the home.
func (s *Service) served(ctx context.Context, k *session.Kept) error {
	if _, err := s.world.find("open", k.Cwd); err != nil {
		return refuse(http.StatusForbidden, "the conversation's directory is not served here")
	}
	if s.Home {
		return nil
	}
	if known, ok := s.readers.Load(k.Profile); ok {
		if refusal := known.(*engine.Refusal); refusal != nil {
			return refusal
		}
		return nil
	}
	if _, unknown := s.Agents.Profile(k.Profile); unknown != nil {
		return needsHome("", k.Profile+" is a profile that this version of galley does not know, so its prompt may contain text from the home",
			"start it with `galley serve --home`, or use another conversation")
	}
	agents := newAgentWorld(s.world, false)
	request := engine.Request{Cwd: k.Cwd, Profile: k.Profile, Template: engine.Template{BuiltIn: true}}
	if _, err := engine.New(s.world, engine.AgentsSee(agents), engine.WithAgents(s.Agents), engine.NamedOnly(), engine.Unmeasured()).Render(ctx, request); err != nil {
		return err
	}
	refusal := agents.needsHome(k.Profile)
	s.readers.Store(k.Profile, refusal)
	if refusal != nil {
		return refusal
	}
	return nil
}

// as fills the fields that a request omits with the values of the stored prompt.
func (a *renderRequest) as(k *session.Kept) {
	a.cwd = cmp.Or(a.cwd, k.Cwd)
	a.profile = cmp.Or(a.profile, k.Profile)
	a.workspace = cmp.Or(a.workspace, k.Workspace)
	if a.model == "" && a.scenario.Model == "" && k.Model != "" {
		// The provider may be empty, and the model may contain a slash of its own.
		a.model = k.Provider + "/" + k.Model
	}
}

// turn reads a request about a conversation. It returns the request, the location of its prompt,
// and the function that builds the prompt.
func (s *Service) turn(r *http.Request, kept *session.Kept, members []string) (renderRequest, session.Location, session.Build, error) {
	a, err := s.readRenderRequest(r, members)
	if err != nil {
		return a, session.Location{}, nil, err
	}
	if kept != nil {
		a.as(kept)
	}
	a.cwd = cmp.Or(a.cwd, s.Roots[0])
	scene, _ := s.session(a)
	host := scene.Hostname
	if host == "" {
		host, _ = s.world.Hostname()
	}
	build := func(ctx context.Context) (session.Draft, error) {
		request, err := s.request(a)
		if err != nil {
			return session.Draft{}, err
		}
		request.Scenario.ConversationID = r.PathValue("id")
		request.Scenario.WorkspaceID = cmp.Or(a.workspace, request.Scenario.WorkspaceID)
		res, err := s.build(ctx, request)
		if err != nil {
			return session.Draft{}, err
		}
		return session.DraftOf(request, res), nil
	}
	return a, session.Location{Cwd: a.cwd, Host: host}, build, nil
}

func (s *Service) postPrompt(r *http.Request) (any, error) {
	kept, err := s.known(r)
	if err != nil {
		return nil, err
	}
	_, at, build, err := s.turn(r, kept, promptMembers)
	if err != nil {
		return nil, err
	}
	if kept == nil || kept.Location != at { // the prompt will be built in this directory
		if err := s.directory(&at.Cwd); err != nil {
			return nil, err
		}
	}
	kept, reused, err := s.Store.Prompt(r.Context(), r.PathValue("id"), at, build)
	if err != nil {
		return nil, err
	}
	if err := s.served(r.Context(), kept); err != nil {
		return nil, err
	}
	shape := kept.Shape()
	shape.Reused = &reused
	return shape, nil
}

func (s *Service) postCompact(r *http.Request) (any, error) {
	kept, err := s.Store.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	a, at, build, err := s.turn(r, kept, compactMembers)
	if err != nil {
		return nil, err
	}
	if err := s.directory(&at.Cwd); err != nil {
		return nil, err
	}
	if kept, err = s.Store.Compact(r.Context(), kept.ID, at, build); err != nil {
		return nil, err
	}
	shape := kept.Shape()
	sent := kept.Sent(a.append)
	shape.Sent = &sent
	return shape, nil
}

func (s *Service) getConversation(r *http.Request) (any, error) {
	id := r.PathValue("id")
	versions, err := s.Store.Versions(r.Context(), id)
	if err != nil {
		return nil, err
	}
	n := len(versions)
	if text := r.URL.Query().Get("version"); text != "" {
		if n, err = strconv.Atoi(text); err != nil || n < 1 {
			return nil, bad("version must be a number from 1")
		}
	}
	kept, err := s.Store.Version(r.Context(), id, n)
	if err != nil {
		return nil, err
	}
	if err := s.served(r.Context(), kept); err != nil {
		return nil, err
	}
	shape := kept.Shape()
	shape.Versions = session.Shapes(versions)
	return shape, nil
}
