package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine/config"
	"galley/engine/report"
	"galley/engine/textutil"
	"galley/engine/token"
)

func newTokens(env Env, f *flags) *cobra.Command {
	var encoding string
	var verify bool
	cmd := &cobra.Command{
		Use:   "tokens [FILE...]",
		Short: "Count the tokens of files, or of the prompt",
		Long: `Count the tokens of each FILE ("-" is standard input) for the model of --model. Without FILE,
count those of the rendered prompt. Each number says how exact it is: exact, with the model's
public vocabulary; assumed, with a similar vocabulary; or an estimate with its range of error.

--verify asks the provider's own counting endpoint, with the key in your environment. This
sends the text to the provider.`,
		RunE: f.withSettings(env, func(ctx context.Context, s *Session, args []string) error {
			c, err := s.counting(encoding, verify)
			if err != nil {
				return err
			}
			if err := c.files(ctx, env, args); err != nil {
				return err
			}
			if s.json {
				return env.encode(c.report)
			}
			return tokensText(env.Stdout, c.report)
		}),
	}
	cmd.Flags().StringVar(&encoding, "encoding", "", "count by this `encoding`, whatever the model: "+strings.Join(token.Encodings(), ", "))
	cmd.Flags().BoolVar(&verify, "verify", false, "send the text to the provider and let it count")
	return cmd
}

// counting holds the counter and the options of one run of the command.
type counting struct {
	session         *Session
	choice          token.Choice
	provider, model string // both are "" if the user named an encoding
	means           token.Meaning
	report          *token.Report
	verifier        *token.Verifier // nil unless --verify is given
}

// counting chooses the counter: that of the encoding that the user named, otherwise that of the
// model. If verify is set, a provider is also asked for its count.
func (s *Session) counting(encoding string, verify bool) (*counting, error) {
	c := &counting{session: s}
	if encoding != "" {
		choice, ok := token.ByEncoding(encoding)
		if !ok {
			return nil, usage("--encoding %q is not known; the encodings are %s", encoding, strings.Join(token.Encodings(), ", "))
		}
		if verify {
			return nil, usage("--verify asks the provider of a model: use --model instead of --encoding")
		}
		c.choice = choice
	} else {
		c.means = s.Request.Means()
		c.model = c.means.Model
		c.choice, c.provider = c.means.Choice, cmp.Or(c.means.Provider, c.means.Vendor)
	}
	if verify {
		if c.model == "" {
			return nil, usage("--verify asks the provider of a model: name one with --model")
		}
		c.verifier = &token.Verifier{Env: s.World.LookupEnv, Store: token.NewStore(config.StateDir(s.World)), Now: s.World.Now}
	}
	c.report = token.NewReport(c.choice)
	return c, nil
}

// files counts the tokens of each file that args name, or those of the prompt if args is empty.
func (c *counting) files(ctx context.Context, env Env, args []string) error {
	if len(args) == 0 {
		s := c.session
		if err := s.template(env, nil); err != nil {
			return err
		}
		r, err := s.render(ctx, env, env.engine(s.World), s.Request)
		if err != nil {
			return err
		}
		s.sayBasis(env, r)
		if !s.json {
			s.sayAlone(env, r)
		}
		if s.json && r.Whole.StandIns.There() {
			c.report.Note = strings.TrimPrefix(c.report.Note+"; "+report.ProvenanceText(r), "; ")
		}
		return c.count(ctx, "(prompt)", report.SystemText(r))
	}
	for _, name := range args {
		text, err := c.read(env, name)
		if err != nil {
			return err
		}
		if err := c.count(ctx, name, text); err != nil {
			return err
		}
	}
	return nil
}

func (c *counting) read(env Env, name string) (string, error) {
	if name == "-" {
		return env.stdin()
	}
	file := absolute(env.Dir, name)
	text, err := c.session.World.ReadFile(file)
	if err != nil {
		return "", failed(fmt.Errorf("%s: %s", name, c.session.fileReason(file, err)))
	}
	return text, nil
}

func (c *counting) count(ctx context.Context, name, text string) error {
	c.report.Add(name, text, c.choice, c.means)
	if c.verifier == nil {
		return nil
	}
	verified, err := c.verifier.System(ctx, c.provider, c.model, text)
	if err != nil {
		return failed(fmt.Errorf("%s: %w", name, err))
	}
	c.report.Verify(verified)
	return nil
}

// tokensText writes the counts as a table that says how exact each count is.
func tokensText(w io.Writer, r *token.Report) error {
	var b strings.Builder
	t := columns(&b)
	fmt.Fprintln(t, "TOKENS\tWORTH\tWINDOW\tCOST\tFILE")
	for _, f := range r.Files {
		window, cost := "-", "-"
		if f.ContextWindow != nil && *f.ContextWindow > 0 {
			window = fmt.Sprintf("%s of %d%s", share(f.Count, *f.ContextWindow), *f.ContextWindow, f.RowNote)
		}
		if f.AssumedWindow > 0 {
			window = fmt.Sprintf("%s of ~%d", share(f.Count, f.AssumedWindow), f.AssumedWindow)
		}
		switch {
		case f.CostUSD != nil:
			cost = textutil.Dollars(*f.CostUSD) + f.RowNote
		case f.AssumedCostUSD > 0:
			cost = textutil.AssumedDollars(f.AssumedCostUSD)
		case f.Model != "":
			cost = "not known"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", approximate(f), tokensWorth(f), window, cost, report.Safe(f.Path))
	}
	if len(r.Files) > 1 {
		fmt.Fprintf(t, "%d\ttotal\n", r.Total)
	}
	_ = t.Flush() // writing to a strings.Builder cannot fail
	if r.Note != "" {
		fmt.Fprintf(&b, "%s\n", r.Note)
	}
	for _, f := range r.Files {
		if f.AssumedFrom != "" {
			fmt.Fprintf(&b, "~ marks the window and price of %s, the most similar model that galley knows\n", f.AssumedFrom)
			break
		}
	}
	for _, f := range r.Files {
		if f.CostUSD != nil || f.AssumedCostUSD > 0 {
			fmt.Fprintf(&b, "prices as of %s\n", r.PriceDate)
			break
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func share(n, of int) string {
	p := 100 * float64(n) / float64(of)
	if p > 0 && p < 0.1 {
		return "<0.1%"
	}
	return fmt.Sprintf("%.1f%%", p)
}

func approximate(f token.FileReport) string {
	switch f.Basis {
	case token.Exact:
		return fmt.Sprint(f.Count)
	case token.Assumed:
		return fmt.Sprintf("~%d", f.Count)
	default:
		return fmt.Sprintf("≈%d", f.Count)
	}
}

// tokensWorth says what a count is based on.
func tokensWorth(f token.FileReport) string {
	text := string(f.Basis) + ", " + f.Method
	if f.Basis == token.Estimate {
		text = fmt.Sprintf("%s, %d to %d", text, f.Low, f.High)
	}
	if v := f.Verified; v != nil {
		text += fmt.Sprintf("; verified: %d on %s", v.Count, v.Date.Format("2006-01-02"))
	}
	return text
}
