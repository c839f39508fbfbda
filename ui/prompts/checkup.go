package prompts

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/profile"
)

// checkup is the state of the search for problems in the rule files, which `galley doctor` reports
// too. The search covers the agent whose prompt is shown, or all agents if the prompt belongs to
// none of them.
type checkup struct {
	whose  string // the agent that was checked or is being checked
	old    bool   // a file may have changed since
	asked  uint64 // the number of searches; the results of earlier ones are discarded
	cancel context.CancelFunc
	busy   bool
	found  []diag.Problem
	// unread has the files that the search reports as not read. misnamed has the files
	// whose names are almost a name for which agents look, without those that may be meant so.
	unread, misnamed []string
	all              []diag.Problem // the problems found and those of the result, sorted
}

// Checkup has the methods about the search for problems in the rule files, and about the
// problems found.
type Checkup struct{ *Prompts }

// Checkup returns the search.
func (p *Prompts) Checkup() Checkup { return Checkup{p} }

// checkedMsg is the result of a search.
type checkedMsg struct {
	found []diag.Problem
	err   error
	asked uint64
}

// checkPause is how long a search waits after a change of a file, so that several quick changes
// cause only one search.
const checkPause = 700 * time.Millisecond

// check starts a search, unless one was made for the same agent since the last change.
func (p Checkup) check() tea.Cmd {
	c := &p.Prompts.checkup
	whose, _, _ := strings.Cut(p.result.Profile, "@")
	if !p.o.Checkup || c.whose == whose && !c.old {
		return nil
	}
	if c.cancel != nil {
		c.cancel()
	}
	pause := time.Duration(0)
	if c.whose == whose {
		pause = checkPause
	} else {
		c.found = nil // the problems found belong to another agent
		p.collect()
	}
	var ctx context.Context
	ctx, c.cancel = context.WithCancel(context.Background())
	c.asked++
	c.whose, c.old, c.busy = whose, false, true
	request, world, asked := p.Now(), p.o.World, c.asked
	agents := p.checked(whose)
	return func() tea.Msg {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
		found, err := engine.Checkup(ctx, world, agents, request)
		return checkedMsg{found, err, asked}
	}
}

// checked returns the agents to check: the named one, or all agents if whose is "".
func (p Checkup) checked(whose string) []discovery.SurveyAgent {
	all := p.o.Engine.Agents().SurveyAgents()
	if whose == profile.Default {
		return all
	}
	return slices.DeleteFunc(all, func(a discovery.SurveyAgent) bool { return a.Agent != whose })
}

func (p Checkup) took(msg checkedMsg) {
	c := &p.Prompts.checkup
	if msg.asked != c.asked {
		return
	}
	c.busy = false
	if msg.err == nil {
		c.found = msg.found
	}
	p.collect()
}

// collect merges the problems of the result and of the rule files into one list. Problems of
// the file in the editor pane are taken from the result, because a result is made after each
// key.
func (p Checkup) collect() {
	c := &p.Prompts.checkup
	c.all, c.unread, c.misnamed = slices.Clone(p.result.Problems), filesOf(c.found, diag.UnreadFile, diag.Info), filesOf(c.found, diag.NearMiss, diag.Warning)
	type place struct {
		code diag.Code
		file string
		line int
	}
	placeOf := func(one diag.Problem) place { return place{one.Code, one.File, one.Start.Line} }
	met := make(map[place]bool, len(c.all))
	for _, one := range c.all {
		met[placeOf(one)] = true
	}
	for _, found := range c.found {
		ofName := found.Code == diag.NearMiss || found.Code == diag.UnreadFile // problems of a file's name, which editing its text cannot mend
		if (ofName || !slices.Contains(p.rendering.request.File, found.File)) && !met[placeOf(found)] {
			c.all = append(c.all, found)
		}
	}
	if len(c.all) > len(p.result.Problems) { // sort only if problems were added, because those of the result are sorted
		diag.Sort(c.all)
	}
}

// Checking reports whether a search for problems is running.
func (p Checkup) Checking() bool { return p.Prompts.checkup.busy }

// Unread returns the rule files that the agent does not read.
func (p Checkup) Unread() []string { return p.Prompts.checkup.unread }

// Misnamed returns the files whose names are almost names of rule files.
func (p Checkup) Misnamed() []string { return p.Prompts.checkup.misnamed }

// MisnamedFor returns the files of Misnamed if the last search was for the given agent,
// otherwise nil.
func (p Checkup) MisnamedFor(agent string) []string {
	if agent != p.Prompts.checkup.whose {
		return nil
	}
	return p.Misnamed()
}

// filesOf returns the files of the problems with a code that are at least as severe as least.
func filesOf(found []diag.Problem, code diag.Code, least diag.Severity) (files []string) {
	met := map[string]bool{"": true}
	for _, one := range found {
		if one.Code == code && one.Severity >= least && !met[one.File] {
			met[one.File] = true
			files = append(files, one.File)
		}
	}
	return files
}
