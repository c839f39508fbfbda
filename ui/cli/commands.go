package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/report"
	"galley/engine/scenario"
	"galley/ui/cell"
	"galley/ui/keymap"
)

func newRender(env Env, f *flags) *cobra.Command {
	var messages bool
	cmd := &cobra.Command{
		Use:   "render [FILE]",
		Short: "Print the prompt, byte for byte",
		Long: `Print the system prompt that the template becomes here. To a terminal, control and
other hidden characters are printed as visible marks; anywhere else the bytes are exact.`,
		Args: cobra.MaximumNArgs(1),
		RunE: f.run(env, func(s *Session, r *engine.Result) error {
			if s.json {
				return report.RenderJSON(env.Stdout, r)
			}
			text := report.SystemText(r)
			if messages {
				text = report.MessagesText(r)
			} else if more := report.FurtherMessages(r); more != "" {
				fmt.Fprintln(env.Stderr, more)
			}
			if env.Terminal {
				text = report.Safe(text)
			}
			_, err := io.WriteString(env.Stdout, text)
			return err
		}),
	}
	cmd.Flags().BoolVar(&messages, "messages", false, "print all messages, each after a line that names its role")
	return cmd
}

func newBlocks(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "blocks [FILE]",
		Short: "List the prompt's blocks: their order, size and lifetime",
		Args:  cobra.MaximumNArgs(1),
		RunE: f.counted(env, func(s *Session, r *engine.Result) error {
			if s.json {
				return report.Encode(env.Stdout, report.BlocksOf(r))
			}
			return report.BlocksText(env.Stdout, r)
		}),
	}
}

func newBudget(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "budget [FILE]",
		Short: "Hold the prompt against each provider's limit",
		Args:  cobra.MaximumNArgs(1),
		RunE: f.counted(env, func(s *Session, r *engine.Result) error {
			if s.json {
				return report.Encode(env.Stdout, report.BudgetsOf(r))
			}
			return report.BudgetsText(env.Stdout, r)
		}),
	}
}

func newProfiles(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "profiles",
		Short: "List the agents whose prompts galley shows",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if f.json {
				return report.Encode(env.Stdout, report.ProfilesOf())
			}
			return report.ProfilesText(env.Stdout)
		},
	}
}

func newVars(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "vars [FILE]",
		Short: "List the variables: their values, sources and uses",
		Args:  cobra.MaximumNArgs(1),
		RunE: f.run(env, func(s *Session, r *engine.Result) error {
			if s.json {
				return report.VarsJSON(env.Stdout, r)
			}
			return report.VarsText(env.Stdout, r)
		}),
	}
}

func newCheck(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "List the problems; exit with 1 when there are warnings",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, r, err := f.render(cmd, env, args, false)
			if err != nil {
				return err
			}
			if s.json {
				err = report.ProblemsJSON(env.Stdout, r.Problems)
			} else {
				err = report.ProblemsText(env.Stdout, r.Problems, s.templateName())
			}
			if err != nil {
				return failed(err)
			}
			if worst, any := diag.Worst(r.Problems); any && worst >= diag.Warning {
				return problemsFound
			}
			return nil
		},
	}
}

func newKeys(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "keys",
		Short: "List the keys of the workbench, as they are set here",
		Args:  cobra.NoArgs,
		RunE: func(_ *cobra.Command, _ []string) error {
			s, err := f.settings(env)
			if err != nil {
				return err
			}
			keys, problems := keymap.New(s.Request.Config.Keys)
			s.say(env, append(s.Request.Problems, problems...))
			if f.json {
				return report.Encode(env.Stdout, keysJSON(keys))
			}
			_, err = io.WriteString(env.Stdout, keysText(keys))
			return err
		},
	}
}

// keysList is the JSON shape of `keys`.
type keysList struct {
	Schema  int       `json:"schema"`
	Actions []keysRow `json:"actions"`
}

type keysRow struct {
	Action   string   `json:"action"`
	Title    string   `json:"title"`
	Group    string   `json:"group"`
	Contexts []string `json:"contexts"`
	Keys     []string `json:"keys"`
}

func keysJSON(m *keymap.Map) keysList {
	list := keysList{Schema: report.Schema, Actions: []keysRow{}}
	for _, r := range m.Rows() {
		row := keysRow{string(r.Action), r.Title, r.Group, []string{}, append([]string{}, r.Keys...)}
		for _, c := range r.Contexts {
			row.Contexts = append(row.Contexts, string(c))
		}
		list.Actions = append(list.Actions, row)
	}
	return list
}

// keysText is a table under the headings of the help.
func keysText(m *keymap.Map) string {
	var b strings.Builder
	group := ""
	for _, r := range m.Rows() {
		if r.Group != group {
			if group != "" {
				b.WriteByte('\n')
			}
			group = r.Group
			fmt.Fprintf(&b, "%s\n", group)
		}
		var labels []string
		for _, k := range r.Keys {
			labels = append(labels, keymap.Label(k))
		}
		fmt.Fprintf(&b, "  %s  %s  %s\n", cell.Pad(strings.Join(labels, " "), 26), cell.Pad(r.Title, 34), r.Action)
	}
	return b.String()
}

func newScenario(env Env) *cobra.Command {
	var blank bool
	cmd := &cobra.Command{
		Use:   "scenario --template",
		Short: "Print a commented scenario file to start from",
		Args:  cobra.NoArgs,
		RunE: func(_ *cobra.Command, _ []string) error {
			if !blank {
				return usage("scenario: say --template to print a commented scenario file")
			}
			_, err := io.WriteString(env.Stdout, scenario.Template())
			return err
		},
	}
	cmd.Flags().BoolVar(&blank, "template", false, "print a commented scenario file")
	return cmd
}

// run makes a command's body from what it prints: the template is rendered, the
// result printed, the problems said on standard error.
func (f *flags) run(env Env, print func(*Session, *engine.Result) error) func(*cobra.Command, []string) error {
	return f.body(env, false, print)
}

// counted is run for a command that always shows numbers of tokens.
func (f *flags) counted(env Env, print func(*Session, *engine.Result) error) func(*cobra.Command, []string) error {
	return f.body(env, true, print)
}

func (f *flags) body(env Env, count bool, print func(*Session, *engine.Result) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		s, r, err := f.render(cmd, env, args, count || f.json)
		if err != nil {
			return err
		}
		if err := print(s, r); err != nil {
			return failed(fmt.Errorf("standard output: %w", err))
		}
		if !s.json {
			s.say(env, r.Problems)
		}
		if worst, any := diag.Worst(r.Problems); s.strict && any && worst >= diag.Warning {
			return problemsFound
		}
		return nil
	}
}

// render makes the result of a command line. Only what shows numbers of tokens has
// them counted, since that decodes a vocabulary.
func (f *flags) render(cmd *cobra.Command, env Env, args []string, count bool) (*Session, *engine.Result, error) {
	s, err := f.session(env, args)
	if err != nil {
		return nil, nil, err
	}
	var options []engine.Option
	if count {
		options = append(options, engine.WithVocabularies())
	}
	r, err := engine.New(s.World, options...).Render(cmd.Context(), s.Request)
	if err != nil {
		return nil, nil, failed(err)
	}
	return s, r, nil
}

// say writes the warnings to standard error, where they are in nobody's way.
func (s *Session) say(env Env, problems []diag.Problem) {
	var worth []diag.Problem
	for _, p := range problems {
		if p.Severity >= diag.Warning {
			worth = append(worth, p)
		}
	}
	report.ProblemsText(env.Stderr, worth, s.templateName())
}

// templateName is what messages call the template.
func (s *Session) templateName() string {
	switch {
	case s.File != "":
		return s.File
	case s.Request.Template.BuiltIn:
		return "built-in template"
	default:
		return "standard input"
	}
}
