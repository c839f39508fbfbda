//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/textutil"
	"galley/engine/wire"
	"galley/ui/launch"
)

// tree makes tree number n, runs the agent in it and compares the results. If they differ, it runs
// the agent a second time and uses that result, because a busy machine or a random order may have
// been the cause. It removes the tree unless the results differ or keep is set.
func (d *differential) tree(ctx context.Context, n int, keep bool) row {
	dir := filepath.Join(d.dir, fmt.Sprintf("%s-%d-%d", d.agent.Name, d.seed, n))
	r := row{Agent: d.agent.Name, Seed: d.seed, Tree: n, Things: d.things}
	began := time.Now()
	for range 2 {
		t, err := plant(dir, d.agent, d.seed, n, d.things)
		if err != nil {
			r.Outcome, r.Differences = unusable, []string{err.Error()}
			return r
		}
		d.compare(ctx, t, &r, keep)
		if r.Outcome == same || r.Outcome == refused || r.Outcome == unknown || ctx.Err() != nil {
			break
		}
	}
	r.Seconds = since(began)
	if !keep && (r.Outcome != differs || ctx.Err() != nil) {
		_ = os.RemoveAll(dir) // the next run overwrites what could not be removed
	}
	return r
}

// environment makes galley and the agent use the tree's home.
func (d *differential) environment(t *tree) {
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		_ = os.Unsetenv(name) // this cannot fail for a valid name
	}
	_ = os.MkdirAll(filepath.Join(t.home, ".cache"), 0o700)                                // programs create the directory if this fails
	_ = os.Symlink(filepath.Join(d.dir, "cache"), filepath.Join(t.home, ".cache/copilot")) // GitHub Copilot CLI unpacks itself there; with the link it does so once for all trees
	for name, value := range map[string]string{"HOME": t.home, "PATH": d.path, "GIT_CONFIG_NOSYSTEM": "1"} {
		_ = os.Setenv(name, value) // this cannot fail for valid names
	}
}

// compare runs the agent in a tree and records the differences in r. If keep is set, it writes what
// the agent sent and what galley expects beside the tree.
func (d *differential) compare(ctx context.Context, t *tree, r *row, keep bool) {
	d.environment(t)
	r.Differences, r.Notes = nil, nil
	o := launch.Options{
		Agent: d.agent.Name, Agents: agent.Known(), Starter: *d.agent.Start, World: facts.NewLive(), Environ: os.Environ(), Home: t.home, Cwd: t.cwd, Project: t.root,
		State: filepath.Join(d.dir, "state"), Mode: d.mode, Model: d.model, Timeout: cmp.Or(d.wait, 2*launch.Timeout(*d.agent.Start)),
	}
	asked, err := launch.Ask(o, capture.Consents{})
	if err != nil {
		r.Outcome, r.Differences = unusable, []string{err.Error()}
		return
	}
	r.Version = asked.Found.Version
	before := launch.Discover(ctx, o, r.Version)
	r.Followed, r.Loaded = before.Version, len(before.Loaded)
	fresh, err := launch.Make(ctx, o)
	t.judge(ctx, o, r, before, fresh, err, keep)
}

// judge records in r the differences between what galley knew before and what the agent sent.
// If the agent sent nothing, it records how the reason differs from what galley knew.
func (t *tree) judge(ctx context.Context, o launch.Options, r *row, before *discovery.Trace, fresh *capture.Capture, err error, keep bool) {
	for _, note := range before.Notes {
		r.Notes = append(r.Notes, t.short(note))
	}
	var silent *launch.NoRequest
	switch {
	case err != nil && before.Failure != nil:
		r.Outcome = refused
		return
	case errors.As(err, &silent) && silent.Late:
		r.Outcome, r.Differences = unusable, []string{t.short(silent.Error())}
		return
	case errors.As(err, &silent):
		r.Outcome, r.Differences = differs, []string{"galley says that it starts, but it sent nothing: " + t.short(silent.Error())}
		return
	case err != nil:
		r.Outcome, r.Differences = unusable, []string{err.Error()}
		return
	case before.Failure != nil:
		r.Outcome, r.Differences = differs, []string{"galley says that it does not start, but it sent a request: " + t.short(before.Failure.Message)}
		return
	}
	for _, note := range fresh.Notes {
		r.Notes = append(r.Notes, t.short(note))
	}
	request, err := fresh.Request()
	if err != nil {
		r.Outcome, r.Differences = unusable, []string{err.Error()}
		return
	}
	if keep {
		t.keep("sent.json", string(fresh.Substituted()))
		for i, e := range capture.Expect(before) {
			t.keep(fmt.Sprintf("expected-%d.txt", i), e.Text.String())
		}
	}
	for _, one := range fresh.Attribution.Differences {
		r.Differences = append(r.Differences, fmt.Sprintf("%s: %s, %d bytes", one.Kind, t.short(one.Name), one.Bytes))
	}
	want := expected(before)
	got, unnamed := t.named(sent(request), want, before)
	r.Differences = append(r.Differences, unnamed...)
	r.Differences = append(r.Differences, t.marks(got, want, o.Starter.Unordered)...)
	r.Differences = append(r.Differences, t.explained(ctx, o, r.Version, sent(request))...)
	r.Outcome = t.outcome(r.Differences, before)
}

// outcome returns the outcome of a tree with these differences. It is the constant same if the
// list is empty. It is unknown if galley says of every differing file that it does not know what
// the agent does with the file. Otherwise it is differs.
func (t *tree) outcome(differences []string, trace *discovery.Trace) string {
	open := func(difference string) bool {
		return slices.ContainsFunc(trace.Candidates, func(c discovery.Candidate) bool {
			return c.Verdict == discovery.Unknown && strings.HasSuffix(difference, " "+t.short(c.Path))
		})
	}
	switch {
	case len(differences) == 0:
		return same
	case slices.ContainsFunc(differences, func(d string) bool { return !open(d) }):
		return differs
	}
	return unknown
}

// mark matches the marks in files. Each file contains its own mark once or twice, by which its text
// is recognized.
var mark = textutil.LazyRegexp(`Mark (K\d{3}[a-z])\b`)

// marksIn returns the marks in texts, in their order.
func marksIn(texts ...string) (all []string) {
	for _, text := range texts {
		for _, m := range mark().FindAllStringSubmatch(text, -1) {
			all = append(all, m[1])
		}
	}
	return all
}

// sent returns the marks in a request: those in its messages, in order, then those in the
// descriptions of its tools.
func sent(r *wire.Request) (all []string) {
	var texts []string
	for i := range r.Count() {
		_, text := r.At(i)
		texts = append(texts, text)
	}
	return marksIn(texts...)
}

// expected returns the marks that galley expects in the request, in order.
func expected(t *discovery.Trace) []string {
	var texts []string
	for _, e := range capture.Expect(t) {
		if e.Tool == "" {
			texts = append(texts, e.Text.String())
		}
	}
	for _, e := range capture.Expect(t) {
		if e.Tool != "" {
			texts = append(texts, e.Text.String())
		}
	}
	return marksIn(texts...)
}

// marks compares the marks in a request with those that galley expects. If unordered is set, their
// order does not matter.
func (t *tree) marks(got, want []string, unordered bool) (differences []string) {
	if slices.Equal(got, want) {
		return nil
	}
	tell := func(have, other []string, what string) {
		count := map[string]int{}
		for _, m := range other {
			count[m]++
		}
		for _, m := range have {
			if count[m]--; count[m] < 0 {
				differences = append(differences, what+": "+m+" of "+t.places[m])
			}
		}
	}
	tell(got, want, "sent and not expected")
	tell(want, got, "expected and not sent")
	if len(differences) == 0 && !unordered {
		differences = append(differences, "in another order: sent "+strings.Join(got, " ")+", expected "+strings.Join(want, " "))
	}
	return differences
}

// explained checks what `galley explain` says about each file whose mark was sent: it must not say
// that the agent does not read the file.
func (t *tree) explained(ctx context.Context, o launch.Options, version string, got []string) (differences []string) {
	asked := o.Starter.Asked(o.Cwd, o.Mode, o.Args)
	done := map[string]bool{}
	for _, m := range got {
		name := t.places[m]
		if done[name] || strings.Contains(name, ", or its copy ") {
			continue
		}
		done[name] = true
		answers, err := discovery.Explain(ctx, o.World, []discovery.SurveyAgent{o.Agents.Ask(o.Agent, version)}, asked, filepath.Join(t.base, name))
		if err != nil {
			return append(differences, err.Error())
		}
		wrong := func(a discovery.Explanation) bool {
			return a.Verdict == discovery.NotLoaded || a.Verdict == discovery.Unknown
		}
		if !slices.ContainsFunc(answers, func(a discovery.Explanation) bool { return !wrong(a) }) {
			differences = append(differences, "sent and explained as not loaded: "+name)
		}
	}
	return differences
}

func (t *tree) keep(name, text string) {
	if err := os.WriteFile(filepath.Join(t.base, name), []byte(text), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, "differential:", err)
	}
}

// short returns s with paths relative to the tree.
func (t *tree) short(s string) string { return strings.ReplaceAll(s, t.base+"/", "") }
