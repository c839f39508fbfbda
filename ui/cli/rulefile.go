package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"galley/engine/capture"
	"galley/engine/config"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/ui/launch"
	"galley/ui/writing"
)

// surveyTime is the most time for the survey at the start that finds which agents read a file.
const surveyTime = 2 * time.Second

// workbench reads the settings for the workbench with a file. A rule file of agents is opened as
// such, any other file as the template.
func (f *flags) workbench(ctx context.Context, env Env, args []string) (*Session, error) {
	s, err := f.settings(env)
	if err != nil {
		return nil, err
	}
	if len(args) > 0 && args[0] != "-" {
		// A rule file belongs to the agent, which runs in the directory that --cwd names.
		file, here := absolute(s.Request.Cwd, args[0]), absolute(env.Dir, args[0])
		if !s.pathExists(file) && s.pathExists(here) {
			file = here
		}
		if rule, err := s.ruleFile(ctx, env, file); rule || err != nil {
			return s, err
		}
	}
	return s, s.template(env, args)
}

// plain reads the settings for --plain. An existing rule file of agents is shown beside the
// template, as in the workbench.
func (f *flags) plain(ctx context.Context, env Env, args []string) (*Session, error) {
	if len(args) == 0 || args[0] == "-" {
		return f.session(env, args)
	}
	s, err := f.workbench(ctx, env, args)
	if err != nil || s.Rule == "" || !s.pathExists(s.Rule) {
		return f.session(env, args)
	}
	s.Request.File = []string{s.Rule}
	return s, nil
}

// prompted reads the settings for a command that prints the prompt. A file that the agent of
// --profile loads by itself is not the template; any other file is.
func (f *flags) prompted(ctx context.Context, env Env, args []string) (*Session, error) {
	if len(args) == 0 || args[0] == "-" {
		return f.session(env, args)
	}
	s, err := f.settings(env)
	if err != nil {
		return nil, err
	}
	file, other := absolute(env.Dir, args[0]), absolute(s.Request.Cwd, args[0])
	if !s.pathExists(file) {
		file = other
	}
	name, version, _ := strings.Cut(cmp.Or(s.Request.Profile, s.Request.Config.Profile), "@")
	if name == "" || name == profile.Default || !s.pathExists(file) || !s.ruleOf(ctx, env.Agents.Ask(name, version), file) {
		return f.session(env, args)
	}
	s.Rule = file
	return s, s.template(env, nil)
}

// ruleOf reports whether a file is a rule file of an agent, loaded or not.
func (s *Session) ruleOf(ctx context.Context, asked discovery.SurveyAgent, file string) bool {
	if asked.Discover == nil || facts.Base(facts.Dir(file)) == ".galley" {
		return false
	}
	traces, _, err := discovery.Survey(ctx, s.World, []discovery.SurveyAgent{asked}, s.Request.Discovery())
	return err == nil && slices.ContainsFunc(traces[0].FileUseOf(file).Candidates, func(c discovery.Candidate) bool { return c.Kind == discovery.Rule })
}

// plainRule returns the rule file that is shown beside the template, or nil.
func (s *Session) plainRule() *report.PlainFile {
	if s.Rule == "" {
		return nil
	}
	text, err := s.World.ReadFile(s.Rule)
	if err != nil {
		text = reason(err)
	}
	return &report.PlainFile{Name: s.Rule, Text: text}
}

// ruleFile opens a named file beside the template if any agent looks for it, and reports whether it
// did. The template is then the one that galley would open without the file, and the prompt is that
// of an agent that loads the file.
func (s *Session) ruleFile(ctx context.Context, env Env, file string) (bool, error) {
	if facts.Base(facts.Dir(file)) == ".galley" {
		return false, nil // the files in .galley are templates
	}
	ctx, cancel := context.WithTimeout(ctx, surveyTime)
	defer cancel()
	var loading []string
	known := false
	traces, _, err := discovery.Survey(ctx, s.World, env.Agents.SurveyAgents(), s.Request.Discovery())
	if err != nil { // the disk is too slow or fails, so judge the file by its name
		traces, loading = nil, namedBy(env, file)
		known = len(loading) > 0
	}
	for _, t := range traces {
		for _, c := range t.FileUseOf(file).Candidates {
			known = known || c.Kind == discovery.Rule
			if c.Kind == discovery.Rule && (c.Verdict == discovery.Loaded || c.Verdict == discovery.Later || c.Reason == discovery.Missing) {
				loading = append(loading, t.Agent)
				break
			}
		}
	}
	if !known {
		return false, nil
	}
	s.Rule = file
	if s.Request.Profile == "" && s.Request.Config.Profile == "" {
		s.choosePrompt(env, loading)
		s.recallModelFor()
	}
	return true, s.template(env, nil)
}

// namedBy returns the agents that look for a file of this name in any directory.
func namedBy(env Env, file string) (agents []string) {
	for _, a := range env.Agents.All() {
		if slices.ContainsFunc(a.RuleNames.Names, func(name string) bool { return facts.Base(name) == facts.Base(file) }) {
			agents = append(agents, a.Name)
		}
	}
	return agents
}

// recallModelFor makes the request use a model that the user chose here earlier. It looks for
// the model that was chosen for the request's agent, if galley itself chose this agent.
func (s *Session) recallModelFor() {
	if state := config.StateDir(s.World); s.Guessed && state != "" && s.Request.Profile != "" {
		name, _, _ := strings.Cut(s.Request.Profile, "@")
		s.recallModel(writing.RecallModel(state, launch.Project(s.World, s.Request.Cwd), name))
	}
}

// choosePrompt chooses the agent whose prompt is shown beside a rule file; loading lists the
// agents that load the file. It takes the first that exists: the agent that the user chose here
// last, an agent with a capture here, the agent that looks for a file of this name first, an agent
// whose prompt galley models, an agent of which galley knows only the rule files and the sizes.
func (s *Session) choosePrompt(env Env, loading []string) {
	base := facts.Base(s.Rule)
	if state := config.StateDir(s.World); state != "" {
		chosen, _ := writing.Recall(state, launch.Project(s.World, s.Request.Cwd))
		if name, _, _ := strings.Cut(chosen.Profile, "@"); slices.Contains(loading, name) && s.recall() {
			return
		}
		s.Guessed = true
		store := capture.Store{Dir: facts.Join(state, "captures")}
		for _, name := range loading {
			if c := store.Newest(name, launch.Project(s.World, s.Request.Cwd), s.Request.Cwd); c != nil {
				s.Request.Profile, s.Request.Capture = name, c
				s.Why = "it loads " + base + " and was captured here last"
				return
			}
		}
	}
	const own, made, sketched, none = 0, 1, 2, 3
	best := none
	for _, p := range env.Agents.Profiles() {
		rank := none
		_, isSketch := p.(*profile.Sketched)
		switch a, _, err := env.Agents.Lookup(p.Name()); {
		case err == nil && len(a.RuleNames.Names) > 0 && a.RuleNames.Names[0] == base:
			rank = own
		case !slices.Contains(loading, p.Name()):
		case isSketch:
			rank = sketched
		default:
			rank = made
		}
		if rank < best {
			best, s.Request.Profile = rank, p.Name()
		}
	}
	switch {
	case best == none:
	case best == own:
		s.Why = "it looks for " + base + " first"
	case len(loading) > 1:
		s.Why = fmt.Sprintf("it is the first of %d agents that load %s", len(loading), base)
	default:
		s.Why = "it loads " + base
	}
}
