package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"galley/engine/agent"
	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/secret"
	"galley/engine/source"
	"galley/engine/template"
	"galley/engine/token"
	"galley/engine/variable"
	"galley/engine/wire"
)

// Workbench turns requests into results and caches intermediate results. It is safe for concurrent
// use. The same request in the same world gives the same result, whatever was requested before.
type Workbench struct {
	world  facts.World
	agents facts.World // agents is the part of the world that agents see; nil means all of it
	known  *agent.Registry
	meter  *budget.Meter
	most   facts.Amounts // most is what one render may use at most
	named  bool          // resolve only the variables that the template names
	plain  bool          // plain leaves sizes out

	kept   profile.Kept // kept is what the profiles computed last
	mu     sync.Mutex
	facts  *knowledge
	parsed []*parsing  // the most recently used first
	drawn  []*rendered // the most recently used first
	scans  []scanned   // the most recently used first
}

// Option changes how a workbench works.
type Option func(*Workbench)

// countWith makes a workbench count tokens with these counters, and update the sizes of documents
// as their messages change; see [budget.NewMeter]. Without this option all token counts are
// estimates.
func countWith(c budget.Counters, follow func(token.Counter) budget.Document) Option {
	return func(w *Workbench) { w.meter = budget.NewMeter(c, follow) }
}

// NamedOnly leaves variables that a template does not name out of the results and
// does not ask for them.
func NamedOnly() Option { return func(w *Workbench) { w.named = true } }

// Unmeasured leaves sizes out of the results: Blocks, Budgets, Length and Tokens stay empty.
func Unmeasured() Option { return func(w *Workbench) { w.plain = true } }

// AgentsSee makes agents' discovery and assembly use another world than the variables.
func AgentsSee(agents facts.World) Option { return func(w *Workbench) { w.agents = agents } }

// WithAgents makes a workbench know a registry's agents instead of those that galley
// follows.
func WithAgents(r *agent.Registry) Option { return func(w *Workbench) { w.known = r } }

// Agents returns the agents that the workbench knows.
func (w *Workbench) Agents() *agent.Registry { return w.known }

// New returns a workbench on a world.
func New(w facts.World, options ...Option) *Workbench {
	bench := &Workbench{world: w, most: facts.DefaultLimits, meter: budget.NewMeter(budget.Estimates, nil)}
	for _, o := range options {
		o(bench)
	}
	bench.facts = newKnowledge(w, bench.agents)
	return bench
}

// Refresh discards the world's answers, so that the next Render asks again. The caller calls it
// when a watcher reports a change, and when the user asks for a reload.
func (w *Workbench) Refresh() {
	fresh := newKnowledge(w.world, w.agents)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.facts = fresh
}

func (w *Workbench) knowledge() *knowledge {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.facts
}

// Render makes the prompt. It returns the error of ctx if ctx ends: Render checks ctx between the
// steps, and ctx also stops git and fetches. It returns an [*OverBudgetError] if the request needs
// more than one render may use.
func (w *Workbench) Render(ctx context.Context, r Request) (*Result, error) {
	k := w.knowledge().under(r.Unsaved, r.Config.FileCap)
	res, err := w.renderFrom(ctx, k, r)
	if over, ok := errors.AsType[*OverBudgetError](err); ok {
		over.Questions = k.questions()
	}
	return res, err
}

// renderFrom makes the prompt from the given knowledge.
func (w *Workbench) renderFrom(ctx context.Context, k *knowledge, r Request) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r = r.settle()
	r.tools = w.known.ToolNames(cmp.Or(r.Profile, profile.Default))
	spend := facts.NewBudget(w.most)
	if err := overBudget(spend, r.Problems); err != nil {
		return nil, err
	}
	p := w.parse(r.Template.Text)
	vals, err := k.resolve(ctx, spend, r, p.tree.Keys())
	if err != nil {
		return nil, err
	}
	var others []ValueUse
	if !w.named {
		if others, err = k.unused(ctx, spend, r, vals); err != nil {
			return nil, err
		}
	}
	drawn, err := w.render(ctx, r, p, vals)
	if err != nil {
		return nil, err
	}
	agent, unknown := w.known.Profile(r.Profile)
	var seen *capturedProfile
	if r.Capture != nil {
		seen = captured(w.known, r.Capture, w.world.Now(), k)
		seen.asCaptured = r.AsCaptured
		agent, unknown = seen, nil
	}
	see, rules := k.view(spend, k.agents), &discoverer{known: k, spend: spend, told: map[string]bool{}, secrets: new(secret.Values)}
	in := profile.Input{
		Template: drawn.text, TemplateText: r.Template.Text, BuiltIn: r.Template.BuiltIn,
		Cwd: r.Cwd, World: see.world, Scenario: r.Scenario, Pack: pack.New(PackWorld(see.world, r), r.Pack, r.Config.Packs),
		Discover: rules.discover, Kept: &w.kept, Fetch: r.Config.Fetch,
	}
	in.Scenario.Provider, in.Scenario.Model, in.ProviderAssumed = r.Provider, r.Model, r.means.Assumed
	var lessons learnedWords
	if seen == nil {
		lessons = learnedFrom(r, w.known, agent)
		lessons.usual(&in)
	}
	made, trouble := agent.Assemble(ctx, in)
	made = withTools(made, in, agent, r.Scenario.Tools.Given || r.Scenario.AllowedTools != nil)
	made, ground := lessons.fill(ctx, k, r, in, made)
	asked := w.known.Ask(agent.Name(), agent.Version())
	if seen != nil {
		asked = seen.asked
	}
	use := rules.fileUse(ctx, asked, r.Discovery(), r.File)
	ofFile := rules.problemsOf(see.world, asked.Agent, r.File)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, m := range made.Messages {
		_ = spend.Output("the prompt", m.Text().Len())
	}
	if seen == nil {
		trouble = append(trouble, unread(w.known, agent, in)...)
	}
	if err := overBudget(spend, trouble); err != nil {
		return nil, err
	}
	provider, model, means := r.Provider, r.Model, r.means
	if model == "" && made.Model != "" {
		provider, model, means = made.Provider, made.Model, token.Means(made.Provider, made.Model)
	}
	measure := budget.Options{Provider: provider, Model: model, Overrides: r.Config.Budgets}
	unreadBytes := rules.unreadBytes(agent.Name())
	fitted := w.fit(ctx, r, agent, in, made, measure, unreadBytes)
	if fitted != nil {
		made, trouble = fitted.Prompt, append(trouble, fitted.Problems...)
	}
	var sizes budget.Measurement
	if !w.plain {
		sizes = w.meter.Measure(made, measure)
	}
	all := whole(sizes, made, agent, r.Scenario.Tools.Given)
	all.Unread = sizes.Unread(unreadBytes)
	var compactions []profile.Compaction
	if c, ok := agent.(profile.Compactor); ok && r.Compaction {
		compactions = c.Compactions(ctx, in, made, all.All().Tokens.Tokens)
	}
	var messages []source.Text
	for _, m := range made.Messages {
		messages = append(messages, m.Read())
	}
	made.Notes = secret.Copy(rules.secrets, made.Notes)
	var own wire.Form
	var always bool
	if s, ok := agent.(profile.WireFormer); ok {
		own, always = s.WireForm()
	}
	_, fits := agent.(profile.Fitter)
	res := &Result{
		Limited:  fits || agent.Name() == profile.Default,
		WireForm: own, OnlyForm: always, File: use, Trace: rules.traceOf(asked.Agent), looks: asked.Looks,
		Secrets:  rules.secrets,
		Revision: r.Revision,
		Profile:  profile.FullName(agent), Provider: provider, Model: model, Means: means,
		Tree: p.tree, Values: append(p.used(vals), others...),
		Prompt: made, Fit: fitted, Compactions: compactions, Provenance: ground,
		Text:   source.Join(source.Literal("\n\n"), messages...),
		System: made.SystemText(agent.Separator()),
		Blocks: sizes.Blocks, Budgets: all.Gauges(sizes), Whole: all,
		Problems:  secret.Copy(rules.secrets, inOrder(r.Problems, unknown, r.means.Problems(), templateProblems(r, drawn, made), waste(made, p.tree), trouble, rules.problems, ofFile)),
		Questions: merged(merged(vals.questions, see.questions()), rules.questions),
		Length:    sizes.Total.Length,
		Tokens:    sizes.Total,
		Tools:     sizes.Tools,
	}
	if seen != nil {
		res.Provenance, res.Sent = seen.ground, seen.sent
	}
	if res.Empty() && len(made.Command) == 0 && res.Refusal() == nil {
		res.Prompt.Notes = slices.Concat(made.Notes, []string{"the prompt is empty: no text is sent"})
	}
	return res, nil
}

// templateProblems returns the problems of the template. It leaves out the gaps in the built-in
// template's blocks, because nobody wrote that template for this project. If the prompt does not
// use the built-in template, it returns nothing.
func templateProblems(r Request, drawn *rendered, made prompt.Prompt) []diag.Problem {
	if !r.Template.BuiltIn {
		return drawn.problems
	}
	if !holdsTemplate(made) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(drawn.problems), func(p diag.Problem) bool { return p.Code == diag.BlankRun })
}

func holdsTemplate(p prompt.Prompt) bool {
	for _, m := range p.Messages {
		for _, b := range m.Blocks {
			if slices.ContainsFunc(b.Text.Pieces(), func(piece source.Piece) bool { return piece.Origin.Kind == source.Template }) {
				return true
			}
		}
	}
	return false
}

func inOrder(lists ...[]diag.Problem) []diag.Problem {
	all := slices.Concat(lists...)
	diag.Sort(all)
	return all
}

// parsing is a parsed template and where it names each key.
type parsing struct {
	tree *template.Tree
	uses map[string][]source.Span
}

// kept is the number of trees and of renderings that are cached: enough for two views of one
// template, and for an undo.
const kept = 4

func (w *Workbench) parse(text string) *parsing {
	w.mu.Lock()
	for i, p := range w.parsed {
		if p.tree.Text == text {
			toFront(w.parsed, i)
			w.mu.Unlock()
			return p
		}
	}
	w.mu.Unlock()
	p := &parsing{tree: template.Parse(text), uses: map[string][]source.Span{}}
	for _, u := range p.tree.Uses() {
		p.uses[u.Key] = append(p.uses[u.Key], u.Span)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parsed = remember(w.parsed, p)
	return p
}

func (p *parsing) used(v *values) []ValueUse {
	all := make([]ValueUse, len(v.list))
	for i, value := range v.list {
		all[i] = ValueUse{value, p.uses[value.Key]}
	}
	return all
}

// rendered is the result of rendering a tree with values.
type rendered struct {
	tree     *template.Tree
	values   []variable.Value
	options  template.Options
	text     source.Text
	problems []diag.Problem
}

func (w *Workbench) render(ctx context.Context, r Request, p *parsing, v *values) (*rendered, error) {
	o := template.Options{Path: r.Template.Path, KeepUnknown: r.Config.Unknown == "keep", Most: int(w.most.Output)}
	w.mu.Lock()
	for i, d := range w.drawn {
		if d.tree == p.tree && d.options == o && slices.Equal(d.values, v.list) {
			toFront(w.drawn, i)
			w.mu.Unlock()
			return d, nil
		}
	}
	w.mu.Unlock()
	d := &rendered{tree: p.tree, values: v.list, options: o, text: template.Render(p.tree, v, o)}
	whole := facts.NewBudget(w.most)
	_ = whole.Output(r.Template.Path, d.text.Len())
	if err := overBudget(whole, nil); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.problems = append(template.Check(p.tree, v, d.text), w.hiddenProblems(p.tree, v.list)...)
	d.problems = append(d.problems, p.otherDay(v)...)
	diag.Sort(d.problems)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drawn = remember(w.drawn, d)
	return d, nil
}

// remember puts the element one at the front of a list. It drops the last element if the list is
// then too long.
func remember[T any](list []T, one T) []T {
	list = slices.Insert(list, 0, one)
	return list[:min(len(list), kept)]
}

func toFront[T any](list []T, i int) {
	one := list[i]
	copy(list[1:i+1], list[:i])
	list[0] = one
}
