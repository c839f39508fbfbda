package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/report"
)

func newDiff(env Env, f *flags) *cobra.Command {
	var against string
	cmd := &cobra.Command{
		Use:   "diff [FILE] --against PROFILE|FILE|REV",
		Short: "Compare the prompt with another agent's, a saved one, or one of a git revision",
		Long: `Compare the prompt with one of another profile, with one of a git revision (HEAD~1, a branch, a
commit), or with one saved by galley render, with or without --json. diff also shows where the
two begin to differ: a prompt cache keeps only what comes before.

Without FILE, a revision means all files of the repository: the prompt is made from the rule
files and the template as they were in that revision. With FILE it means this template alone,
with today's rule files.

galley looks for a profile of the name first, then for a file, then for a revision.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if against == "" {
				return usage("diff: name what to compare with: --against PROFILE, FILE or REV")
			}
			s, err := f.prompted(cmd.Context(), env, args)
			if err != nil {
				return err
			}
			d, r, err := s.compare(cmd.Context(), env, against, len(args) > 0)
			if err != nil {
				return err
			}
			if !s.json {
				s.say(env, r.Problems)
			}
			return s.printDiff(env, d)
		},
	}
	cmd.Flags().StringVar(&against, "against", "", "compare with a profile, a saved render or a git revision")
	return cmd
}

// compare builds both sides of a comparison: first the prompt to which the value against refers,
// then the current prompt. named reports whether the user named the template: then a revision
// means the template alone.
func (s *Session) compare(ctx context.Context, env Env, against string, named bool) (report.Diff, *engine.Result, error) {
	bench := env.engine(s.World)
	now, err := s.render(ctx, env, bench, s.Request)
	if err != nil {
		return report.Diff{}, nil, err
	}
	var notes []string
	if note := report.DayNote(s.World); note != "" {
		notes = append(notes, note)
	}
	build := func(request engine.Request, a, b string) (report.Diff, *engine.Result, error) {
		was, err := s.render(ctx, env, bench, request)
		if err != nil {
			return report.Diff{}, nil, err
		}
		for _, side := range []struct {
			name string
			r    *engine.Result
		}{{a, was}, {b, now}} {
			if ours := report.StandInText(side.r); ours != "" {
				notes = append(notes, side.name+": "+ours)
			}
		}
		if report.TwoAgents(was, now) {
			return report.AgentsDiffOf(report.SideOf(a, was), report.SideOf(b, now), s.Request.Cwd, notes...), now, nil
		}
		return report.DiffOf(report.SideOf(a, was), report.SideOf(b, now), notes...), now, nil
	}
	other := s.Request
	if agent, unknown := env.Agents.Profile(against); len(unknown) == 0 {
		other.Profile = against
		return build(other, profile.FullName(agent), now.Profile)
	}
	text, err := s.World.ReadFile(absolute(env.Dir, against))
	switch {
	case err == nil:
		side, all := report.SavedSide(against, text)
		if all {
			return report.DiffOf(side, report.SideOf(now.Profile, now), notes...), now, nil
		}
		return report.DiffOf(side, report.SystemSide(now.Profile, now), notes...), now, nil
	case !errors.Is(err, fs.ErrNotExist):
		return report.Diff{}, nil, failed(fmt.Errorf("--against %s: %s", against, s.fileReason(absolute(env.Dir, against), err)))
	}
	if !named {
		past, err := facts.PastOf(ctx, s.World, s.Request.Cwd, against)
		if err != nil {
			return report.Diff{}, nil, failed(fmt.Errorf("--against %s: no profile or file has this name; %w", against, err))
		}
		if s.File != "" {
			if text, err := past.World.ReadFile(s.File); err == nil {
				other.Template.Text = strings.TrimPrefix(text, byteOrderMark)
			} else {
				notes = append(notes, "git has no template in "+against+": both sides use the current one")
			}
		}
		was, err := s.render(ctx, env, env.engine(past.World), other)
		if err != nil {
			return report.Diff{}, nil, err
		}
		if past.Base {
			notes = append(notes, "compared with the commit where this branch left "+against)
		}
		return report.DiffOf(report.SideOf(now.Profile+" at "+against, was), report.SideOf(now.Profile, now), notes...), now, nil
	}
	other.Template.Text, err = facts.Revision(ctx, s.World, s.File, against)
	if err != nil {
		return report.Diff{}, nil, failed(fmt.Errorf("--against %s: no profile or file has this name; %w", against, err))
	}
	other.Template.Text = strings.TrimPrefix(other.Template.Text, byteOrderMark)
	name := cmp.Or(path.Base(s.File), "template")
	return build(other, name+" at "+against, name)
}

// printDiff prints a comparison. With --strict a difference counts as a problem.
func (s *Session) printDiff(env Env, d report.Diff) error {
	var err error
	if s.json {
		err = env.encode(d)
	} else {
		err = report.DiffText(env.Stdout, d)
	}
	if err != nil {
		return failed(err)
	}
	if s.strict && !d.Same {
		return problemsFound
	}
	return nil
}
