package follow

import (
	"context"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/ui/view"
)

// asking has the data that background work needs to run agents' discoveries. It is copied from
// the workbench at a key press.
type asking struct {
	o       Options
	request engine.Request
	world   facts.World // the world with the unsaved texts
	agents  []discovery.SurveyAgent
}

// asking returns the data for the discovery of one agent, or of all agents if the name is "".
func (v *View) asking(name string) asking {
	q := asking{o: v.o, request: v.o.Request(), agents: v.agents().SurveyAgents()}
	q.world = q.request.Overlaid(v.o.World)
	if name != "" {
		q.agents = []discovery.SurveyAgent{v.o.Agents.Ask(name, "")}
	}
	return q
}

// survey runs the discoveries of the agents in a world. It may block.
func (q asking) survey(ctx context.Context, w facts.World, o discovery.Options) ([]*discovery.Trace, error) {
	traces, _, err := discovery.Survey(ctx, w, q.agents, o)
	return traces, err
}

// counter returns a counter that counts the tokens of each agent with the tokenizer of the
// agent's model.
func (q asking) counter() report.Counter { return report.AgentCounter(q.o.Agents, q.request.Means()) }

// surveySubject returns a step that shows what the discovery of the chosen agent finds here.
// show makes the page in the background.
func surveySubject(title string, hint view.Hint, show func(q asking, traces []*discovery.Trace) page) subject {
	return subject{title: title, ofAgent: true, hints: []view.Hint{hint}, make: func(v *View) func(context.Context) page {
		q := v.asking(v.chosen())
		return func(ctx context.Context) page {
			traces, err := q.survey(ctx, q.world, q.request.Discovery())
			if err != nil {
				return page{err: err}
			}
			return show(q, traces)
		}
	}}
}
