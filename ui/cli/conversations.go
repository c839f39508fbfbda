package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/report"
	"galley/engine/session"
	"galley/ui/cell"
)

// store returns the store of this user's conversations.
func (s *Session) store(env Env) (*session.Store, error) {
	dir := config.StateDir(s.World)
	if dir == "" {
		return nil, failed(errors.New("no directory for conversations: set HOME or XDG_STATE_HOME"))
	}
	return session.New(dir, session.WithClock(s.World.Now), session.WithNotices(func(sentence string) {
		fmt.Fprintln(env.Stderr, "galley:", report.Safe(sentence))
	})), nil
}

// conversing returns the body of a command: it opens the settings and the store and calls the
// function do with them.
func (f *flags) conversing(env Env, do func(context.Context, *Session, *session.Store, []string) error) func(*cobra.Command, []string) error {
	return f.withSettings(env, func(ctx context.Context, s *Session, args []string) error {
		store, err := s.store(env)
		if err != nil {
			return err
		}
		err = do(ctx, s, store, args)
		var status *statusError
		switch closed := store.Close(); {
		case errors.Is(err, session.ErrID):
			return usage("%w", err)
		case errors.Is(err, session.ErrUnknown):
			return failed(fmt.Errorf("%w; `galley conversations` lists the stored ones", err))
		case err != nil && !errors.As(err, &status):
			return failed(err)
		case err == nil && closed != nil:
			return failed(closed)
		}
		return err
	})
}

// turn is the next prompt of a conversation: the request, and the result once it is built.
type turn struct {
	*Session
	place  session.Location
	result *engine.Result // nil until it is built
}

// turn prepares the next prompt of a conversation. kept is the stored version of the
// conversation, or nil for a new one. Settings that the command line leaves open come from
// kept.
func (f *flags) turn(env Env, id string, kept *session.Kept, stay bool) (*turn, error) {
	with := *f
	with.noCaptures = true // so that the same files always make the same prompt
	if kept != nil {
		with.profile = cmp.Or(with.profile, kept.Profile)
		if stay {
			with.cwd = cmp.Or(with.cwd, kept.Cwd)
		}
	}
	s, err := with.settings(env)
	if err != nil {
		return nil, err
	}
	r := &s.Request
	r.Scenario.ConversationID = id
	if kept != nil {
		r.Scenario.WorkspaceID = cmp.Or(r.Scenario.WorkspaceID, kept.Workspace)
		if r.Model == "" && r.Scenario.Model == "" {
			r.Provider, r.Model = kept.Provider, kept.Model
		}
	}
	return &turn{Session: s, place: session.LocationOf(s.World, *r)}, nil
}

// build returns the function that renders the template: the file that the user named, or the
// template that galley finds.
func (t *turn) build(env Env, file []string, options ...engine.Option) session.Build {
	return func(ctx context.Context) (session.Draft, error) {
		if err := t.template(env, file); err != nil {
			return session.Draft{}, err
		}
		if len(file) > 0 && t.Request.Template.BuiltIn {
			// The built-in default must not be stored if the user did not ask for it.
			return session.Draft{}, fmt.Errorf("%s: %s", file[0], reason(fs.ErrNotExist))
		}
		r, err := t.render(ctx, env, env.engine(t.World, options...), t.Request)
		if err != nil {
			return session.Draft{}, err
		}
		t.result = r
		return session.DraftOf(t.Request, r), nil
	}
}

// conclude prints the problems of the built prompt. With --strict a warning sets the exit status,
// but the prompt is stored.
func (t *turn) conclude(env Env) error {
	if !t.json {
		t.say(env, t.result.Problems)
	}
	if worst, any := diag.Worst(t.result.Problems); t.strict && any && worst >= diag.Warning {
		return problemsFound
	}
	return nil
}

// known returns the stored state of a conversation, or nil if nothing is stored or it cannot be
// read.
func known(ctx context.Context, store *session.Store, id string) (*session.Kept, error) {
	kept, err := store.Get(ctx, id)
	if errors.Is(err, session.ErrUnknown) || errors.Is(err, session.ErrDamaged) {
		return nil, nil
	}
	return kept, err
}

// print writes a prompt to standard output. On a terminal it makes hidden characters visible.
func (env Env) print(text string) error {
	if env.Terminal {
		text = report.Safe(text)
	}
	_, err := io.WriteString(env.Stdout, text)
	return err
}

// printJSON writes a JSON text. On a terminal it escapes the characters that a terminal would obey
// or hide, which does not change the meaning of the JSON.
func (env Env) printJSON(text string) error {
	if env.Terminal {
		text = report.SafeJSON(text)
	}
	_, err := io.WriteString(env.Stdout, text)
	return err
}

// json prints the JSON that the function write writes, in the same way as [Env.printJSON].
func (env Env) json(write func(io.Writer) error) error {
	if !env.Terminal {
		return write(env.Stdout)
	}
	var b strings.Builder
	if err := write(&b); err != nil {
		return err
	}
	return env.printJSON(b.String())
}

// encode prints a value as JSON.
func (env Env) encode(v any) error {
	return env.json(func(w io.Writer) error { return report.Encode(w, v) })
}

// output prints a text of a stored prompt, or its shape with --json.
func (t *turn) output(env Env, kept *session.Kept, text string, shape session.Shape) error {
	if t.json {
		return env.encode(shape)
	}
	sayStandIns(env, kept)
	return env.print(text)
}

// sayStandIns says which blocks of a stored prompt contain stand-ins for the agent's own words.
func sayStandIns(env Env, kept *session.Kept) {
	var titles []string
	for _, b := range kept.Blocks {
		if b.StandIn {
			titles = append(titles, b.Title)
		}
	}
	if titles != nil {
		fmt.Fprintln(env.Stderr, report.Safe("note: these blocks contain stand-ins, galley's words instead of the agent's: "+strings.Join(titles, ", ")))
	}
}

func newFreeze(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "freeze ID [FILE]",
		Short: "Print a conversation's stored prompt; build and store it on the first turn",
		Long: `Print the prompt that the conversation ID sends. On the first turn the prompt is built and
stored. Later turns print the same bytes, even if the template has changed, until the
conversation is compacted or its working directory or host changes.`,
		Args: cobra.RangeArgs(1, 2),
		RunE: f.conversing(env, func(ctx context.Context, _ *Session, store *session.Store, args []string) error {
			kept, err := known(ctx, store, args[0])
			if err != nil {
				return err
			}
			t, err := f.turn(env, args[0], kept, false)
			if err != nil {
				return err
			}
			kept, reused, err := store.Prompt(ctx, args[0], t.place, t.build(env, args[1:]))
			if err != nil {
				return err
			}
			shape := kept.Shape()
			shape.Reused = &reused
			if err := t.output(env, kept, kept.Text, shape); err != nil || reused {
				return err
			}
			sayNotes(env, t.result)
			return t.conclude(env)
		}),
	}
}

func newCompact(env Env, f *flags) *cobra.Command {
	var appended string
	cmd := &cobra.Command{
		Use:   "compact ID [FILE]",
		Short: "Build and store a conversation's prompt again, and print what is sent",
		Long: `Build the prompt of the conversation ID again, in the same directory unless --cwd names
another, and store it as the next version. compact prints what is sent: the prompt and, after
a blank line, the text of --append, which is not stored.`,
		Args: cobra.RangeArgs(1, 2),
		RunE: f.conversing(env, func(ctx context.Context, _ *Session, store *session.Store, args []string) error {
			kept, err := store.Get(ctx, args[0])
			if err != nil {
				return err
			}
			t, err := f.turn(env, args[0], kept, true)
			if err != nil {
				return err
			}
			if kept, err = store.Compact(ctx, args[0], t.place, t.build(env, args[1:])); err != nil {
				return err
			}
			sent := kept.Sent(appended)
			shape := kept.Shape()
			shape.Sent = &sent
			if err := t.output(env, kept, sent, shape); err != nil {
				return err
			}
			return t.conclude(env)
		}),
	}
	cmd.Flags().StringVar(&appended, "append", "", "send this `text` after the prompt, without storing it")
	return cmd
}

func newShow(env Env, f *flags) *cobra.Command {
	var version int
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Print a conversation's stored prompt, byte for byte",
		Args:  cobra.ExactArgs(1),
		RunE: f.conversing(env, func(ctx context.Context, s *Session, store *session.Store, args []string) error {
			get := store.Get
			if version != 0 {
				get = func(ctx context.Context, id string) (*session.Kept, error) { return store.Version(ctx, id, version) }
			}
			kept, err := get(ctx, args[0])
			if err != nil {
				return err
			}
			if !s.json {
				sayStandIns(env, kept)
				return env.print(kept.Text)
			}
			all, err := store.Versions(ctx, args[0])
			if err != nil {
				return err
			}
			shape := kept.Shape()
			shape.Versions = session.Shapes(all)
			return env.encode(shape)
		}),
	}
	cmd.Flags().IntVar(&version, "version", 0, "the version to print, from 1 (default: the one in use)")
	return cmd
}

func newConversations(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "conversations",
		Short: "List the conversations whose prompts are stored",
		Args:  cobra.NoArgs,
		RunE: f.conversing(env, func(ctx context.Context, s *Session, store *session.Store, _ []string) error {
			all, err := store.List(ctx)
			if err != nil {
				return err
			}
			if s.json {
				return env.encode(conversationList{report.Schema, session.Shapes(all)})
			}
			if len(all) == 0 {
				env.noConversations()
			}
			table := columns(env.Stdout)
			if len(all) > 0 {
				fmt.Fprintln(table, "CONVERSATION\tVERSION\tBUILT\tBYTES\tPROFILE\tMODEL\tDIRECTORY")
			}
			for _, c := range all {
				fmt.Fprintf(table, "%s\t%d\t%s\t%d\t%s\t%s\t%s\n", cell.Visible(c.ID), c.Version, c.Built.Format(time.RFC3339), c.Bytes,
					cell.Visible(c.Profile), cell.Visible(cmp.Or(c.Model, "-")), cell.Visible(c.Cwd))
			}
			return table.Flush()
		}),
	}
}

func (env Env) noConversations() {
	fmt.Fprintln(env.Stderr, "no conversations are stored; `galley freeze ID` stores one")
}

// conversationList is the JSON shape of `conversations`.
type conversationList struct {
	Schema        int                    `json:"schema"`
	Conversations []session.SummaryShape `json:"conversations"`
}

func newForget(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "forget ID...",
		Short: "Delete all stored prompts of conversations",
		Args:  cobra.MinimumNArgs(1),
		RunE: f.conversing(env, func(ctx context.Context, _ *Session, store *session.Store, args []string) error {
			for _, id := range args {
				if err := store.Forget(ctx, id); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}
