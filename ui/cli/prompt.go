package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/keymap"
)

func newRender(env Env, f *flags) *cobra.Command {
	var messages bool
	cmd := &cobra.Command{
		Use:   "render [FILE]",
		Short: "Print the prompt, byte for byte",
		Long: `Print the system prompt made from the template. On a terminal, control characters and
other hidden characters are shown as visible marks; a file or pipe gets the exact bytes.`,
		Args: cobra.MaximumNArgs(1),
		RunE: f.run(env, func(s *Session, r *engine.Result) error {
			if s.json {
				return env.json(func(w io.Writer) error { return report.RenderJSON(w, r) })
			}
			text := report.SystemText(r)
			if messages {
				text = report.MessagesText(r)
			} else if more := report.FurtherMessages(r); more != "" {
				fmt.Fprintln(env.Stderr, more)
			}
			sayNotes(env, r)
			if f.fit {
				report.FitText(env.Stderr, r)
			}
			return env.print(text)
		}),
	}
	f.fitting(cmd)
	cmd.Flags().BoolVar(&messages, "messages", false, "print all messages, each below a line with its role")
	return cmd
}

func newBlocks(env Env, f *flags) *cobra.Command {
	page := ""
	cmd := &cobra.Command{
		Use:   "blocks [FILE]",
		Short: "List the prompt's blocks in order, with their size and how often they change",
		Args:  cobra.MaximumNArgs(1),
		RunE: f.counted(env, func(s *Session, r *engine.Result) error {
			if page != "" {
				return s.page(env, r, page)
			}
			if s.json {
				return env.encode(report.BlocksOf(r))
			}
			sayNotes(env, r)
			if f.fit {
				report.FitText(env.Stderr, r)
			}
			return report.BlocksText(env.Stdout, r)
		}),
	}
	f.fitting(cmd)
	cmd.Flags().StringVar(&page, "html", "", "write a page to share to `FILE` (- is standard output): sizes, text by origin, tools by size")
	return cmd
}

func newBudget(env Env, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "budget [FILE]",
		Short: "Compare the prompt's size with each provider's limit",
		Args:  cobra.MaximumNArgs(1),
		RunE: f.counted(env, func(s *Session, r *engine.Result) error {
			if s.json {
				return env.encode(report.BudgetsOf(r))
			}
			if err := report.BudgetsText(env.Stdout, r); err != nil || !f.fit {
				return err
			}
			return report.FitText(env.Stdout, r)
		}),
	}
	f.fitting(cmd)
	return cmd
}

func newVars(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "vars [FILE]",
		Short: "List the variables: their values, where those come from, and where they are used",
		Args:  cobra.MaximumNArgs(1),
		RunE: f.run(env, func(s *Session, r *engine.Result) error {
			if s.json {
				return env.json(func(w io.Writer) error { return report.VarsJSON(w, r) })
			}
			return report.VarsText(env.Stdout, r)
		}),
	}
}

func newKeys(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "keys",
		Short: "List the workbench's keys as your settings define them",
		Args:  cobra.NoArgs,
		RunE: f.withSettings(env, func(_ context.Context, s *Session, _ []string) error {
			keys, _ := keymap.New(s.Screen.Keys)
			s.say(env, s.Request.Problems)
			if f.json {
				return env.encode(keysJSON(keys))
			}
			_, err := io.WriteString(env.Stdout, keysText(keys))
			return err
		}),
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

// keysText returns the table of keys under the same headings as the help, each heading once. The
// actions without a key come last.
func keysText(m *keymap.Map) string {
	sections := m.Help("")
	bare := keymap.Section{Group: "Without a key"}
	for _, r := range m.Rows() {
		if len(r.Keys) == 0 {
			bare.Entries = append(bare.Entries, keymap.Entry{Action: r.Action, Title: r.Title})
		}
	}
	if bare.Entries != nil {
		sections = append(sections, bare)
	}
	keys, titles := 0, 0
	for _, s := range sections {
		for _, e := range s.Entries {
			keys, titles = max(keys, cell.Width(strings.Join(e.Keys, " "))), max(titles, cell.Width(e.Title))
		}
	}
	var b strings.Builder
	for i, s := range sections {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n", s.Group)
		for _, e := range s.Entries {
			fmt.Fprintf(&b, "  %s  %s  %s\n", cell.Pad(strings.Join(e.Keys, " "), keys), cell.Pad(e.Title, titles), e.Action)
		}
	}
	return b.String()
}

// run returns the body of a command: it renders the template, calls print with the result, and
// writes the problems to standard error.
func (f *flags) run(env Env, print func(*Session, *engine.Result) error) func(*cobra.Command, []string) error {
	return f.body(env, false, print)
}

// counted returns the same body as [flags.run], for a command that always prints numbers of
// tokens.
func (f *flags) counted(env Env, print func(*Session, *engine.Result) error) func(*cobra.Command, []string) error {
	return f.body(env, true, print)
}

func (f *flags) body(env Env, count bool, print func(*Session, *engine.Result) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		s, r, err := f.render(cmd, env, args, count || f.json || f.fit || f.limit != "")
		if err != nil {
			return err
		}
		if refusal := r.Refusal(); refusal != nil && cmd.Name() != "vars" {
			return s.refused(env, r, refusal)
		}
		if !s.json && cmd.Name() != "vars" {
			s.sayBasis(env, r)
			if count && len(args) == 0 {
				s.sayAlone(env, r)
			}
		}
		var status *statusError
		if err := print(s, r); errors.As(err, &status) {
			return err
		} else if err != nil {
			return failed(fmt.Errorf("standard output: %w", err))
		}
		if !s.json {
			if count {
				sayUnknownModel(env, r)
			}
			s.say(env, r.Problems)
		}
		if worst, any := diag.Worst(r.Problems); s.strict && any && worst >= diag.Warning {
			return problemsFound
		}
		return nil
	}
}

// render returns the result for a command line. It counts tokens only if the output shows them,
// because counting decodes a vocabulary.
func (f *flags) render(cmd *cobra.Command, env Env, args []string, count bool) (*Session, *engine.Result, error) {
	var s *Session
	var err error
	switch {
	case cmd.Parent() == nil: // the root command renders only with --plain
		s, err = f.plain(cmd.Context(), env, args)
	case cmd.Name() == "vars": // the command lists the variables of the file in args
		s, err = f.session(env, args)
	default:
		s, err = f.prompted(cmd.Context(), env, args)
	}
	if err != nil {
		return nil, nil, err
	}
	var options []engine.Option
	if s.Request.AllValues = cmd.Name() == "vars"; !s.Request.AllValues {
		options = append(options, engine.NamedOnly())
	}
	switch {
	case count:
		options = append(options, engine.WithVocabularies())
	case cmd.Name() == "render":
		options = append(options, engine.Unmeasured())
	}
	r, err := env.engine(s.World, options...).Render(cmd.Context(), s.Request)
	if err != nil {
		return nil, nil, failed(err)
	}
	return s, r, nil
}

// say writes problems to standard error.
func (s *Session) say(env Env, problems []diag.Problem) {
	var worth []diag.Problem
	for _, p := range problems {
		if p.Severity >= diag.Warning {
			worth = append(worth, p)
		}
	}
	report.ProblemsText(env.Stderr, worth, s.templateName())
}

// sayBasis says whether the prompt comes from a capture or from galley's model of the agent. It
// says nothing about a model of an agent that cannot be captured, unless the model has
// stand-ins.
func (s *Session) sayBasis(env Env, r *engine.Result) {
	name, _, _ := strings.Cut(r.Profile, "@")
	if _, startable := s.agents.Starts(name); startable || r.Provenance.Basis != engine.Modelled || r.Whole.StandIns.There() {
		fmt.Fprintln(env.Stderr, "basis:", report.Safe(report.ProvenanceText(r)))
	}
}

// sayAlone says that the output is about the template alone, unless the user asked for the
// template alone. A user who saw an agent's prompt in the workbench could otherwise take the
// numbers for those of that prompt.
func (s *Session) sayAlone(env Env, r *engine.Result) {
	if r.Profile == profile.Default && s.Request.Profile == "" && s.Request.Config.Profile == "" {
		fmt.Fprintln(env.Stderr, "note: this is the template alone; --profile NAME shows an agent's prompt")
	}
}

// refused says why no prompt was built and returns the error that ends the command.
func (s *Session) refused(env Env, r *engine.Result, refusal *engine.Refusal) error {
	s.say(env, r.Problems)
	return noPromptError(refusal)
}

// noPromptError returns the error of a command that has already printed why it has no prompt.
func noPromptError(refusal *engine.Refusal) error {
	return failed(fmt.Errorf("no prompt was built (%s), so nothing is printed, sent or stored", refusal.Reason))
}

// render renders a request. If the result has no prompt, it prints why and returns an error.
func (s *Session) render(ctx context.Context, env Env, bench *engine.Workbench, request engine.Request) (*engine.Result, error) {
	r, err := bench.Render(ctx, request)
	if err != nil {
		return nil, failed(err)
	}
	if refusal := r.Refusal(); refusal != nil {
		return nil, s.refused(env, r, refusal)
	}
	return r, nil
}

// sayUnknownModel prints a message if tokens were counted for a model that galley does not
// know.
func sayUnknownModel(env Env, r *engine.Result) {
	for _, p := range r.Problems {
		if p.Code == diag.UnknownModel {
			fmt.Fprintln(env.Stderr, report.Safe("note: "+p.Message+"; "+p.Hint))
		}
	}
}

// sayNotes prints notes about parts of the request that the messages of the prompt do not show.
func sayNotes(env Env, r *engine.Result) {
	for _, note := range report.Notes(r) {
		fmt.Fprintln(env.Stderr, report.Safe("note: "+note))
	}
}

// templateName returns the name of the template for messages.
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
