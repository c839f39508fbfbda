package follow

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/facts"
	"galley/ui/keymap"
)

// ending is a context that ends after its error has been asked for a number of times.
type ending struct {
	context.Context
	left *atomic.Int64
}

func (e ending) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// endsAfter returns a context that ends after its error has been asked for n times. The function
// over returns how often it was asked for after that.
func endsAfter(n int64) (ctx ending, over func() int64) {
	ctx = ending{context.Background(), &atomic.Int64{}}
	ctx.left.Store(n)
	return ctx, func() int64 { return -ctx.left.Load() }
}

// few returns a short list of agents, so that a test that runs all of them is quick.
func few() *agent.Registry {
	var all []agent.Agent
	for _, a := range agent.Known().All() {
		if a.Name == "claude-code" || a.Name == "codex" {
			all = append(all, a)
		}
	}
	return agent.New(all...)
}

// Whenever the work for a page is cancelled, it ends with that error, and no half of a page is shown.
func TestCancelledWorkMakesNoPage(t *testing.T) {
	project := past(project()).File("/p/.claude/agents/a.md", "---\nname: helper\ndescription: helps\n---\nYou help.\n")
	for _, step := range []keymap.Action{keymap.Walk, keymap.Subagents, keymap.Survive, keymap.Transfer} {
		b := open(t, project)
		b.o.Agents = few()
		b.sends(Rule{Path: "/p/CLAUDE.md"}, step)
		b.paths = []string{"/p/src/x.ts"}
		b.cancelsEverywhere(string(step), func() subject { return b.level().subject })
		b.to = []string{"codex"}
		b.cancelsEverywhere("a plan", planSubject)
	}
	b, store := branched(t)
	keep(t, store)
	b.sends(keymap.Branch).cancelsEverywhere("a branch", func() subject { return b.level().subject })
}

// cancelsEverywhere makes a page again and again, and cancels the work a little later each time.
func (b *bench) cancelsEverywhere(name string, of func() subject) {
	b.t.Helper()
	make := func(ctx context.Context) page { return of().make(b.View)(ctx) }
	ctx, asked := endsAfter(1 << 40)
	if p := make(ctx); p.err != nil {
		b.t.Fatalf("%s: %v", name, p.err)
	}
	const moments = 8
	all := 1<<40 + asked()
	if all == 0 {
		b.t.Fatalf("%s: the work never looks whether it is cancelled", name)
	}
	for i := range int64(moments) {
		ctx, over := endsAfter(all * i / moments)
		p := make(ctx)
		if !errors.Is(p.err, context.Canceled) || p.head != nil || p.rows != nil || over() < 1 {
			b.t.Errorf("%s, cancelled at the question %d of %d: %v, %q, %d rows", name, all*i/moments, all, p.err, p.head, len(p.rows))
		}
	}
}

// Leaving a level cancels its work.
func TestLeavingALevelCancelsItsWork(t *testing.T) {
	for name, leave := range map[string]tea.Msg{"back": keymap.Back, "its step again": keymap.Survive} {
		b := open(t, project()).sends(keymap.Survive)
		var works []context.Context
		waits := subject{title: "waits", make: func(*View) func(context.Context) page {
			return func(ctx context.Context) page {
				works = append(works, ctx)
				return page{head: []string{"came"}}
			}
		}}
		b.into(waits)
		cmd := b.make()
		b.Update(leave)
		b.run(cmd)
		if len(works) != 1 || works[0].Err() == nil {
			t.Errorf("%s: %d works, and the first goes on", name, len(works))
		}
		b.sees("What claude-code")
	}
}

// Without a home, no captures are stored, and a folder of the working directory is not read
// instead.
func TestWithoutAHomeThereAreNoCaptures(t *testing.T) {
	b := logged(t, nil)
	store := b.asking("").store()
	main := keep(t, store)[0]
	keep(t, store, func(c *capture.Capture) { c.Subagent, c.Main = "helper", main })
	if got := b.asking("").captures(); len(got) != 2 {
		t.Fatalf("%d captures", len(got))
	}
	if got := b.asking("").delegatesCaptured("claude-code"); len(got) != 1 {
		t.Fatalf("%d sub-agents", len(got))
	}
	t.Chdir(strings.TrimSuffix(store.Dir, "/captures"))
	q := b.asking("")
	q.o.World = facts.NewMemory().Dir("/p/.git")
	if got := q.captures(); got != nil {
		t.Errorf("without a home: %+v", got)
	}
	if got := q.delegatesCaptured("claude-code"); len(got) > 0 {
		t.Errorf("sub-agents without a home: %+v", got)
	}
}
