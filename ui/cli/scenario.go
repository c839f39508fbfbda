package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/scenario"
	"galley/ui/cell"
)

// scenarioList is the JSON shape of `scenario`.
type scenarioList struct {
	Schema  int           `json:"schema"`
	File    string        `json:"file"` // the path of the file, even if it does not exist yet
	Profile string        `json:"profile"`
	Keys    []scenarioRow `json:"keys"`
}

type scenarioRow struct {
	Key   string `json:"key"`
	Given bool   `json:"given"`
	Value string `json:"value"`
	Read  bool   `json:"read"`
	Why   string `json:"why"`
}

func newScenario(env Env, f *flags) *cobra.Command {
	var blank bool
	cmd := &cobra.Command{
		Use:   "scenario",
		Short: "List the scenario's values and whether the profile reads them; set a value",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if blank {
				_, err := io.WriteString(env.Stdout, scenario.Template())
				return err
			}
			s, err := f.settings(env)
			if err != nil {
				return err
			}
			list := s.scenarioKeys()
			s.say(env, s.Request.Problems)
			if f.json {
				return env.encode(list)
			}
			_, err = io.WriteString(env.Stdout, report.Safe(list.text()))
			return err
		},
	}
	cmd.Flags().BoolVar(&blank, "template", false, "print a commented scenario file")
	cmd.AddCommand(&cobra.Command{
		Use:   "set KEY VALUE",
		Short: "Set a value in the scenario's file",
		Long: `Set a value in the scenario's file, which is created if it does not exist. Write VALUE as in the
file: a text in quotes. Only the value changes, or a line is added; comments stay. If galley
cannot change the file, it prints the text to paste.`,
		Example: `  galley scenario set permission_mode '"plan"'`,
		Args:    cobra.ExactArgs(2),
		RunE: f.withSettings(env, func(_ context.Context, s *Session, args []string) error {
			old, err := s.scenarioText()
			if err != nil {
				return failed(err)
			}
			text, err := scenario.Set(s.Scenario.File, old, args[0], args[1])
			var paste *scenario.NotInPlaceError
			if errors.As(err, &paste) {
				fmt.Fprintln(env.Stdout, report.Safe(paste.Paste))
				return failed(fmt.Errorf("%s: add the printed line yourself", paste.Why))
			}
			var broken *scenario.BrokenError
			if errors.As(err, &broken) {
				return failed(fmt.Errorf("%s: %w", s.Scenario.File, err))
			}
			if err != nil {
				return usage("scenario set: %w", err)
			}
			if err := s.Scenario.Save(s.Scenario.File, old, text); err != nil {
				return failed(err)
			}
			fmt.Fprintln(env.Stderr, report.Safe("set "+args[0]+" in "+s.Scenario.File))
			return nil
		}),
	})
	return cmd
}

// scenarioText returns the text of the scenario's file, or "" if the file does not exist.
func (s *Session) scenarioText() (string, error) {
	text, err := s.World.ReadFile(s.Scenario.File)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return text, err
}

func (s *Session) scenarioKeys() scenarioList {
	p, _ := s.agents.Profile(s.Request.Profile)
	list := scenarioList{Schema: report.Schema, File: s.Scenario.File, Profile: p.Name(), Keys: []scenarioRow{}}
	text, _ := s.scenarioText() // the problems of the request include the error
	for _, u := range engine.ScenarioKeys(s.agents, s.Request.Profile, s.Request.Scenario, s.Scenario.File, text) {
		list.Keys = append(list.Keys, scenarioRow{u.Key, u.Given, u.Value, u.Read, u.Why})
	}
	return list
}

// text returns the scenario as a table. If the profile does not read a key, the table says why.
func (l scenarioList) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, as the profile %s reads it\n\n", l.File, l.Profile)
	for _, r := range l.Keys {
		value := r.Value
		if !r.Given {
			value = "-"
		}
		note := ""
		if !r.Read {
			note = "  (no effect: " + r.Why + ")"
		}
		fmt.Fprintf(&b, "%s %s%s\n", cell.Pad(r.Key, 18), strings.Join(strings.Fields(value), " "), note)
	}
	return b.String()
}

// saveScenario replaces old, the text of a scenario's file, by text. It does not write the
// project's own scenario through a link that leads out of the directory: only a file that the user
// named may be elsewhere.
func saveScenario(w facts.World, cwd string, named bool, name, old, text string) error {
	if !named && !facts.Inside(w, cwd, name) {
		return fmt.Errorf("%s is a link to a place outside %s, so nothing is written: to change the file, name it with --scenario", name, cwd)
	}
	file := filepath.FromSlash(name)
	doc, err := document.Load(file)
	if err != nil {
		return err
	}
	if doc.Text() != old {
		return fmt.Errorf("%s was changed by another program: try again", name)
	}
	_, err = doc.Save(text, document.SaveOptions{})
	return err
}
