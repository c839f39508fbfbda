package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/budget"
	"galley/engine/capture"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/scenario"
	"galley/engine/source"
	"galley/engine/variable"
	"galley/ui/launch"
	"galley/ui/prompts"
)

// flags are the options that every command accepts.
type flags struct {
	cwd        string
	set        []string
	unset      []string
	model      string
	profile    string
	capture    string // an id, "last" or "none"; "" means the newest capture of the profile's agent in this directory
	noCaptures bool   // use a captured prompt only if --capture names it
	scenario   string
	now        string
	pack       string
	fit        bool   // set only by commands that have --fit
	limit      string // a limit in tokens; set only by commands that have --fit
	compaction bool   // set only by the command compaction
	fetch      bool
	noFollow   bool
	strict     bool
	json       bool
	theme      string
	noMouse    bool
	editing    string   // the path of the file that is edited
	agentArgs  []string // arguments for the agents' own command lines
}

func (f *flags) register(root *cobra.Command) {
	p := root.PersistentFlags()
	p.StringVar(&f.cwd, "cwd", "", "the `directory` the agent would run in (default: this one); galley also looks for FILE there")
	p.Var((*repeated)(&f.set), "set", "set a variable: `type:name=value`")
	p.Var((*repeated)(&f.unset), "unset", "treat a variable as missing: `type:name`")
	p.StringVar(&f.model, "model", "", "the model, as `[PROVIDER/]MODEL`")
	p.StringVar(&f.profile, "profile", "", "the agent that assembles the prompt, as `NAME[@VERSION]`")
	p.StringVar(&f.capture, "capture", "", "show this captured request: an `ID`, \"last\" or \"none\" (default: the newest one here of the profile's agent)")
	p.StringVar(&f.scenario, "scenario", "", "the scenario: a TOML or JSON `file` with what a session adds to the prompt")
	p.StringVar(&f.now, "now", "", "use this `time` instead of the current one, as RFC 3339")
	p.StringVar(&f.pack, "pack", "", "take the agents' own sentences from this `directory` (FAMILY/ENTRY.txt)")
	p.BoolVar(&f.fetch, "fetch", false, "fetch documents that instructions name by URL")
	p.BoolVar(&f.noFollow, "no-follow", false, "do not follow symbolic links in the project and the home")
	p.BoolVar(&f.strict, "strict", false, "exit with 1 when there is a warning")
	p.BoolVar(&f.json, "json", false, "print JSON")
}

// fitting adds the flags --fit and --limit to a command.
func (f *flags) fitting(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.limit, "limit", "", "a limit of your own, in `TOKENS` of the whole request (8000, 32k); implies --fit")
	cmd.Flags().BoolVar(&f.fit, "fit", false, "shorten the prompt to its agent's limit and list the steps")
}

// Session has what a command renders, and how. The command line and the settings together
// decide this.
type Session struct {
	World   facts.World
	named   facts.World // the world for paths that the user names; it always follows links
	Request engine.Request
	Screen  config.Screen // the settings of the workbench
	places  config.Places // the places of the settings files
	// File is the template's file, which the user named or galley found, or "" for the built-in
	// default.
	File string
	// Rule is a rule file of agents that is edited beside the template, or "".
	Rule string
	// Why says why the request shows its agent, if galley chose the agent; see [app.Options].
	Why string
	// ByHand is the model of the request if the user chose it in the workbench in an earlier run.
	ByHand string
	// Guessed reports that galley chose the agent of the request.
	Guessed bool
	// Save is the path to which a template without a file would be saved.
	Save string
	// Scenario reads the scenario again. others are the problems that do not come from the
	// scenario.
	Scenario prompts.Scenario
	Theme    string
	NoMouse  bool
	agents   *agent.Registry // nil means the agents that galley follows
	json     bool
	strict   bool
}

// session reads the settings and the template. A named file must exist.
func (f *flags) session(env Env, args []string) (*Session, error) {
	s, err := f.open(env, args)
	if err == nil && s.File != "" && s.Request.Template.BuiltIn {
		return nil, failed(fmt.Errorf("%s: %s", args[0], reason(fs.ErrNotExist)))
	}
	return s, err
}

// open does the same as session, except that a named file may be missing. The template is then
// a new file with this name.
func (f *flags) open(env Env, args []string) (*Session, error) {
	s, err := f.settings(env)
	if err != nil {
		return nil, err
	}
	return s, s.template(env, args)
}

// withSettings returns a command's RunE that needs the settings but no template.
func (f *flags) withSettings(env Env, do func(ctx context.Context, s *Session, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		s, err := f.settings(env)
		if err != nil {
			return err
		}
		return do(cmd.Context(), s, args)
	}
}

// settings reads the command line, the configuration and the scenario. Faults in the settings
// become problems that are shown; faults in the command line are returned as errors.
func (f *flags) settings(env Env) (*Session, error) {
	theme := f.theme
	if config.IsThemeFile(theme) {
		theme = absolute(env.Dir, theme)
	}
	s := &Session{World: env.World, agents: env.Agents, Theme: theme, NoMouse: f.noMouse, json: f.json, strict: f.strict}
	cwd := env.Dir
	if cwd == "" && !facts.IsAbs(facts.Slash(f.cwd)) {
		return nil, failed(errors.New("the working directory no longer exists: change to another, or name one with --cwd"))
	}
	if f.cwd != "" {
		cwd = absolute(env.Dir, f.cwd)
		info, err := s.World.Stat(cwd)
		if err != nil {
			return nil, failed(fmt.Errorf("--cwd %s: %s", f.cwd, reason(err)))
		}
		if !info.IsDir() {
			return nil, failed(fmt.Errorf("--cwd %s: not a directory", f.cwd))
		}
	}
	overrides, err := f.overrides()
	if err != nil {
		return nil, err
	}
	cfg, settings := config.Load(s.World, cwd)
	cfg.Fetch = cfg.Fetch || f.fetch
	if live, ok := s.World.(*facts.Live); ok {
		options := []facts.Option{facts.WithFileCap(cfg.FileCap)}
		if cfg.Fetch {
			only := cfg.FetchRules
			options = append(options, facts.WithFetch(facts.NewFetch(facts.FetchPolicy{HTTP: only.HTTP, Private: only.Private, Hosts: only.Hosts})))
		}
		s.World = live.With(options...)
	}
	s.named = s.World
	if f.noFollow || cfg.Follow != nil && !*cfg.Follow {
		s.World = facts.NoFollow(s.World, cwd, facts.Home(s.World))
	}
	if f.now != "" {
		now, err := time.Parse(time.RFC3339, f.now)
		if err != nil {
			return nil, usage("--now %q is not a time: write it as 2026-02-05T09:07:03Z", f.now)
		}
		s.World = facts.At(s.World, now)
	}
	session, problems, err := f.loadScenario(s.World, env.Dir, cwd, cfg.Files == "project")
	if err != nil {
		return nil, err
	}
	s.Screen, s.places = cfg.Screen, cfg.Places
	s.Request = engine.Request{
		Cwd:       cwd,
		Profile:   f.profile,
		Scenario:  session,
		Overrides: overrides,
		Config:    cfg.Config,
		Problems:  append(settings, problems...),
	}
	for _, p := range s.Request.Problems {
		if p.Code == diag.OverBudget {
			return nil, failed(fmt.Errorf("%s: %s; %s", p.File, p.Message, p.Hint))
		}
	}
	s.Request.Provider, s.Request.Model = scenario.SplitModel(f.model)
	if f.limit != "" {
		most, ok := budget.ParseTokens(f.limit)
		if !ok {
			return nil, usage("--limit %q is not a number of tokens: write 8000 or 32k", f.limit)
		}
		f.fit, s.Request.FitTo = true, most
	}
	s.Request.Fit, s.Request.Compaction = f.fit, f.compaction
	if err := f.chooseCapture(s); err != nil {
		return nil, err
	}
	s.Request.Problems = append(s.Request.Problems, s.checkSettings()...)
	if err := s.packs(env, f.pack); err != nil {
		return nil, err
	}
	s.Scenario = prompts.Scenario{
		File:   cmp.Or(session.File, facts.Join(cwd, scenario.DefaultPath)),
		Others: slices.Concat(settings, s.Request.Problems[len(settings)+len(problems):]),
		Load: func() (scenario.Scenario, []diag.Problem) {
			again, problems, err := f.loadScenario(s.World, env.Dir, cwd, cfg.Files == "project")
			if err != nil {
				problems = append(problems, diag.New(diag.BadFile, source.Span{}, err.Error(), "the settings read before still apply"))
				return s.Request.Scenario, problems
			}
			return again, problems
		},
		Save: func(name, old, text string) error {
			return saveScenario(s.World, cwd, f.scenario != "", name, old, text)
		},
	}
	return s, nil
}

// chooseCapture decides whether to show a captured prompt: the capture that --capture names,
// otherwise the newest capture of the profile's agent here. A profile with a version, and --capture
// none, select galley's own model of the agent.
func (f *flags) chooseCapture(s *Session) error {
	name := cmp.Or(f.profile, s.Request.Config.Profile)
	at, atErr := capturePlaces(s)
	if f.capture != "" && f.capture != "none" {
		if atErr != nil {
			return atErr
		}
		c, err := at.store.Load(f.capture)
		if err != nil {
			return failed(err)
		}
		s.Request.Capture = c
		return nil
	}
	named, startable := s.agents.Starts(name)
	if f.capture == "" && !f.noCaptures && startable && atErr == nil {
		var unread []capture.Damaged
		s.Request.Capture, unread = at.store.Choose(named.Name, launch.Project(s.World, s.Request.Cwd), s.Request.Cwd)
		for _, d := range unread {
			s.Request.Problems = append(s.Request.Problems, diag.New(diag.BadFile, source.Span{}, d.Err.Error(), "the prompt is shown without it"))
		}
	}
	if f.capture == "" && !f.noCaptures && atErr == nil {
		s.Request.Words = (&capture.Library{Store: at.store}).Of
	}
	if f.profile == "" || s.Request.Capture != nil {
		return nil
	}
	if _, unknown := s.agents.Profile(f.profile); len(unknown) > 0 {
		if startable {
			return failed(fmt.Errorf("galley has no model of %s's prompt: `galley capture %s` shows what it sends here", named.Name, named.Name))
		}
		return usage("--profile %s: unknown profile; %s", f.profile, unknown[0].Hint)
	}
	return nil
}

// packs reads the directory that --pack names, which must exist, and reports its entries that have
// no effect.
func (s *Session) packs(env Env, dir string) error {
	if dir != "" {
		s.Request.Pack = absolute(env.Dir, dir)
		info, err := s.World.Stat(s.Request.Pack)
		if err != nil {
			return failed(fmt.Errorf("--pack %s: %s", dir, reason(err)))
		}
		if !info.IsDir() {
			return failed(fmt.Errorf("--pack %s: not a directory", dir))
		}
	}
	if dir != "" || len(s.Request.Config.Packs) > 0 {
		for _, p := range s.pack().Check() {
			for _, family := range slices.Sorted(maps.Keys(s.Request.Config.Packs)) {
				dir := s.Request.Config.Packs[family]
				if p.File == dir || p.File == facts.Join(dir, family) {
					p = s.places.Put(config.Setting{Table: "packs", Key: family}, p)
				}
			}
			s.Request.Problems = append(s.Request.Problems, p)
		}
	}
	return nil
}

// overrides parses --set and --unset. The last value of each key counts.
func (f *flags) overrides() ([]variable.Override, error) {
	var all []variable.Override
	for _, text := range f.set {
		o, err := variable.ParseOverride(text)
		if err != nil {
			return nil, usage("--set: %w", err)
		}
		all = append(all, o)
	}
	for _, key := range f.unset {
		if strings.Contains(key, "=") {
			return nil, usage("--unset %q: name a variable as type:name, without a value", key)
		}
		if err := variable.CheckKey(key); err != nil {
			return nil, usage("--unset: %w", err)
		}
		all = append(all, variable.Override{Key: key, Unset: true})
	}
	return all, nil
}

// loadScenario reads the scenario that the user named, which must exist, or the project's own. If
// projectOnly is set, the project's own scenario must not name files outside the project.
func (f *flags) loadScenario(w facts.World, dir, cwd string, projectOnly bool) (scenario.Scenario, []diag.Problem, error) {
	asked := ""
	if f.scenario != "" {
		asked = absolute(dir, f.scenario)
		info, err := w.Stat(asked)
		if err == nil && info.IsDir() {
			return scenario.Scenario{}, nil, failed(fmt.Errorf("--scenario %s: a directory: name a file", f.scenario))
		}
		if err == nil && !info.IsRegular() {
			err = facts.ErrNotRegular
		}
		if err != nil {
			return scenario.Scenario{}, nil, failed(fmt.Errorf("--scenario %s: %s", f.scenario, reason(err)))
		}
	}
	file := scenario.Path(w, cwd, asked)
	if file == "" {
		return scenario.Scenario{}, nil, nil
	}
	load := scenario.Load
	if projectOnly && f.scenario == "" {
		load = func(w facts.World, file string) (scenario.Scenario, []diag.Problem) {
			return scenario.LoadWithin(w, file, cwd)
		}
	}
	s, problems := load(w, file)
	return s, problems, nil
}

func absolute(dir, p string) string {
	return facts.Resolve(dir, facts.Slash(p))
}
