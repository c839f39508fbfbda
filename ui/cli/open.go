package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/config"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/scenario"
	"galley/engine/session"
	"galley/ui/app"
	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/launch"
	"galley/ui/style"
	"galley/ui/term"
	"galley/ui/writing"
)

// open opens the workbench on this process's terminal.
func open(_ context.Context, s *Session) error {
	s.recall()
	o, err := s.options(os.Getenv)
	if err != nil {
		return err
	}
	defer closeAll(o)
	copyFile := ""
	if o.StateDir != "" {
		copyFile = facts.Join(o.StateDir, "clipboard")
	}
	var bench *app.Model
	_, err = term.Run(func(session *term.Session) tea.Model {
		o.Session = session
		bench = app.New(o)
		return bench
	}, term.Options{
		Mouse:     o.Mouse,
		Clipboard: s.Screen.Clipboard,
		CopyFile:  copyFile,
		AltWait:   time.Duration(s.Screen.AltWait) * time.Millisecond,
		Rescue:    func() error { return bench.Rescue() },
	})
	if bench != nil {
		if lost := bench.Lost(); lost != nil {
			term.Tell("galley: " + report.Safe(lost.Error()))
		}
	}
	return ended(o.StateDir, err)
}

// ended returns the error of the command after the workbench ended with err. For a crash it says
// whether unsaved text was kept in the state directory.
func ended(state string, err error) error {
	var signal *term.Ended
	if errors.As(err, &signal) {
		return &statusError{status: signal.ExitCode()}
	}
	var crash *term.Crash
	if errors.As(err, &crash) {
		kept := "unsaved text is stored for the next start"
		switch {
		case state == "":
			kept = "unsaved text is lost, because neither XDG_STATE_HOME nor HOME says where to store it"
		case crash.Unsaved != nil:
			kept = crash.Unsaved.Error()
		}
		return fmt.Errorf("%w; %s%s", err, kept, keepStack(state, crash))
	}
	return err
}

// closeTime is the longest wait at the end for file watching and prompt storing to stop.
const closeTime = 300 * time.Millisecond

// closeAll closes what the workbench uses. Work that still runs is ended with the process.
func closeAll(o app.Options) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if o.Sessions != nil {
			_ = o.Sessions.Close()
		}
		for _, w := range []*facts.Watch{o.Watch, o.RulesWatch} {
			if w != nil {
				w.Close()
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(closeTime):
	}
}

// keepStack writes the stack of a crash to a file, for a bug report, and returns a sentence about
// it.
func keepStack(dir string, crash *term.Crash) string {
	if dir == "" {
		return ""
	}
	file := facts.Join(dir, "crash.txt")
	text := fmt.Sprintf("%v\n\n%s", crash.Value, crash.Stack)
	if os.MkdirAll(dir, 0o700) != nil || os.WriteFile(file, []byte(text), 0o600) != nil {
		return ""
	}
	return "; the details are in " + file
}

// options returns the workbench's options. The command line comes before the settings, and
// these come before the environment.
func (s *Session) options(env func(string) string) (app.Options, error) {
	cfg := s.Screen
	keys, _ := keymap.New(cfg.Keys)
	hints := style.Hints{
		Flag: s.Theme, Env: env("GALLEY_THEME"), Config: cfg.Theme, ColorFgBg: env("COLORFGBG"),
		NoColor: env("NO_COLOR"), Term: env("TERM"), ColorTerm: env("COLORTERM"),
	}
	if state := config.StateDir(s.World); state != "" {
		if last := writing.RecallTheme(state); slices.Contains(style.Names(), last) {
			hints.Last = last
		}
	}
	if s.Theme != "" && s.Theme != "auto" {
		if _, err := s.theme(s.Theme); err != nil {
			if config.IsThemeFile(s.Theme) { // a theme file with a fault is not a usage error; an unknown name is one
				return app.Options{}, fmt.Errorf("--theme: %w", err)
			}
			return app.Options{}, usage("--theme: %w", err)
		}
	} else {
		s.Request.Problems = append(s.Request.Problems, s.themeProblem("GALLEY_THEME", hints.Env)...)
	}
	theme, themes := style.Choose(hints), style.Names()
	if _, err := s.theme(theme); err != nil {
		theme = themes[0]
	}
	if !slices.Contains(themes, theme) {
		themes = append(themes, theme)
	}
	cells := cell.Options{Tab: cfg.Tab}
	cell.UseWcwidth(cfg.Width == "wcwidth")
	profile := style.ColorProfile(hints)
	vocabularies := engine.NewVocabularies()
	s.agents = s.agents.Here(s.World, s.Request.Cwd)
	o := app.Options{
		World:    s.World,
		Engine:   engine.New(s.World, vocabularies.Option(), engine.WithAgents(s.agents)),
		Loaded:   vocabularies.Loaded(),
		Request:  s.Request,
		Scenario: s.Scenario,
		BuiltIn:  s.Request.Template.BuiltIn,
		SaveAs:   s.Save,
		StateDir: config.StateDir(s.World), Environ: os.Environ(),
		Keys:   keys,
		Themes: themes,
		Theme:  theme,
		Styles: func(name string) *style.Styles {
			t, err := s.theme(name)
			if err != nil {
				t, _ = style.Builtin("dark")
			}
			styles := style.Load(t, profile)
			if cfg.Background != "terminal" {
				styles.Paint(t, profile)
			}
			return styles
		},
		Cells:   cells,
		Why:     s.Why,
		ByHand:  s.ByHand,
		Guessed: s.Guessed,
		Checkup: true, OpenFirst: s.File == "", // a file that the user named stays in the editor pane
		Mouse: !s.NoMouse && (cfg.Mouse == nil || *cfg.Mouse),
	}
	if o.StateDir != "" {
		o.Sessions = session.New(o.StateDir, session.WithClock(s.World.Now))
	}
	if s.File != "" {
		doc, err := document.Load(s.File)
		if err != nil {
			return o, err
		}
		o.Document = doc
	}
	if s.Rule != "" {
		doc, err := document.Load(s.Rule)
		if err != nil {
			return o, err
		}
		o.Rule = doc
	}
	// Ignore an error, because the reload key works without a watcher.
	o.Watch, _ = facts.NewWatch(s.World, facts.WatchOptions{Root: s.Request.Cwd, Ignore: cfg.Watch.Ignore})
	o.RulesWatch, _ = facts.NewWatch(s.World, facts.WatchOptions{Root: s.Request.Cwd, Ignore: cfg.Watch.Ignore, Delay: 200 * time.Millisecond})
	return o, nil
}

// recall makes the request show the agent that the user chose last in this project, with the
// model that the user chose for this agent. It does nothing if the command line, the settings
// or a rule file decide which agent is shown. It reports whether it chose an agent.
func (s *Session) recall() bool {
	state := config.StateDir(s.World)
	if state == "" || s.Request.Profile != "" || s.Request.Config.Profile != "" || s.Request.Capture != nil {
		return false
	}
	chosen, ok := writing.Recall(state, launch.Project(s.World, s.Request.Cwd))
	if !ok {
		return false
	}
	s.recallModel(chosen.Model)
	if chosen.Profile == "" || !s.recallAgent(state, chosen) {
		return false
	}
	s.Why = "you chose it here last"
	return true
}

// recallModel makes the request use a stored model, unless the command line names a model.
func (s *Session) recallModel(model string) {
	if model != "" && s.Request.Model == "" && s.Request.Provider == "" {
		s.Request.Provider, s.Request.Model = scenario.SplitModel(model)
		s.ByHand = model
	}
}

// recallAgent makes the request show the stored agent, if galley still knows it.
func (s *Session) recallAgent(state string, chosen writing.Chosen) bool {
	if chosen.Capture != "" && s.Request.Words != nil { // Words is nil if the user chose a capture or wants none
		store := capture.Store{Dir: facts.Join(state, "captures")}
		if c, err := store.Load(chosen.Capture); err == nil && c.Cwd == s.Request.Cwd {
			s.Request.Profile, s.Request.Capture = c.Agent, c
			return true
		}
	}
	name := chosen.Profile
	if _, unknown := s.agents.Profile(name); len(unknown) > 0 {
		name, _, _ = strings.Cut(name, "@") // another version of galley stored the choice, so ignore the agent's version
		if _, unknown := s.agents.Profile(name); len(unknown) > 0 {
			return false
		}
	}
	s.Request.Profile = name
	return true
}
