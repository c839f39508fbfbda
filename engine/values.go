package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/variable"
)

// values holds the values of one template's keys.
type values struct {
	keys      []string
	list      []variable.Value
	index     map[string]int
	questions []facts.Question
}

// Lookup implements [template.Lookuper].
func (v *values) Lookup(key string) variable.Value {
	if i, ok := v.index[key]; ok {
		return v.list[i]
	}
	return (*variable.Values)(nil).Lookup(key)
}

// Listed returns the values of a template's keys in order, or nil if other keys were resolved.
func (v *values) Listed(keys []string) []variable.Value {
	if len(keys) == 0 || len(keys) != len(v.keys) || &keys[0] != &v.keys[0] {
		return nil
	}
	return v.list
}

// knowledge holds what the world has answered since the last Refresh. Each question, including the
// time, gets one answer, so all values belong to one moment.
type knowledge struct {
	world  *facts.Recording
	agents *facts.Recording // the world as the agents see it
	// unsaved are the texts that replace files' content in this knowledge; most is
	// the largest size of a file.
	unsaved []facts.Unsaved
	most    int64
	*memory
	overlaid *overlaid // caches of answers with unsaved texts
}

// memory caches results within one state of the world.
type memory struct {
	mu     sync.Mutex
	known  map[variable.Context]map[string]*answer // known has the answers by session, then by key
	many   int                                     // the number of answers
	room   int                                     // the limit of answers
	traces map[string]*discoveryResult
	// renewed maps the id of a capture to the values that have changed since the capture.
	renewed map[string]map[string]string
}

func newMemory() *memory {
	return &memory{known: map[variable.Context]map[string]*answer{}, traces: map[string]*discoveryResult{}, renewed: map[string]map[string]string{}}
}

type answer struct {
	value     variable.Value
	questions []facts.Question
	spent     facts.Amounts
	rests     []facts.Unsaved // the unsaved texts from which the answer was made
}

func newKnowledge(w, agents facts.World) *knowledge {
	k := &knowledge{world: facts.NewRecording(w), memory: newMemory(), overlaid: &overlaid{}}
	k.agents = k.world
	if agents != nil {
		k.agents = facts.NewRecording(agents)
	}
	return k
}

// questions returns all questions to the world that a budget did not refuse.
func (k *knowledge) questions() []facts.Question {
	return merged(k.world.Questions(), k.agents.Questions())
}

// mostKnown is the most answers that are cached, including those for keys that were typed and
// removed again. A template with many keys raises the limit to twice its number.
const mostKnown = 4096

// find returns the cached answers of the keys, nil for those without one.
func (k *knowledge) find(session variable.Context, keys []string) []*answer {
	answers := make([]*answer, len(keys))
	k.mu.Lock()
	defer k.mu.Unlock()
	k.room = max(k.room, mostKnown, 2*len(keys))
	known := k.known[session]
	for i, key := range keys {
		if found := known[key]; found != nil && k.isCurrent(found.rests) {
			answers[i] = found
		}
	}
	return answers
}

func (k *knowledge) keep(session variable.Context, key string, found *answer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.many >= k.room {
		clear(k.known)
		k.many = 0
	}
	known := k.known[session]
	if known == nil {
		known = map[string]*answer{}
		k.known[session] = known
	}
	if known[key] == nil {
		k.many++
	}
	known[key] = found
}

// parallel is how many keys are resolved at once, so that waiting for git and a slow
// disk overlaps.
const parallel = 8

// resolve returns the values of the keys. It charges spend for everything that was read for them,
// even if it was read earlier. Errors are those of [Workbench.Render].
func (k *knowledge) resolve(ctx context.Context, spend *facts.Budget, r Request, keys []string) (*values, error) {
	session := r.session(k.world)
	put := make(map[string]bool, len(r.Overrides))
	for _, o := range r.Overrides {
		put[o.Key] = true
	}
	answers := k.find(session, keys)
	var unknown []int
	for i, key := range keys {
		switch {
		case put[key]:
			answers[i] = nil
		case answers[i] == nil:
			unknown = append(unknown, i)
		default:
			_ = spend.Charge(key, answers[i].spent)
		}
	}
	var wait sync.WaitGroup
	slots := make(chan struct{}, parallel)
	for n, i := range unknown {
		key := keys[i]
		if n == len(unknown)-1 { // the last one runs in this goroutine
			answers[i] = k.ask(ctx, spend, session, key)
			break
		}
		slots <- struct{}{}
		wait.Go(func() {
			answers[i] = k.ask(ctx, spend, session, key)
			<-slots
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := overBudget(spend, nil); err != nil {
		return nil, err
	}
	return collect(ctx, k, session, keys, answers, r.Overrides), nil
}

// ask resolves one key and records the questions to the world. It does not cache an answer that may
// have been cut short.
func (k *knowledge) ask(ctx context.Context, spend *facts.Budget, session variable.Context, key string) *answer {
	whole := spend
	spend = whole.Child()
	see := k.view(spend, k.world)
	v := variable.Resolve(ctx, see.world, session, []string{key}, nil)
	found := &answer{v.Lookup(key), see.questions(), spend.Spent(), see.rests()}
	if over := spend.Over(); over != nil {
		whole.Stop(over)
	} else if ctx.Err() == nil {
		k.keep(session, key, found)
	}
	return found
}

// collect returns the values of the keys, in the order of the keys. answers has the answer for
// each key; it is nil for a key that an override sets.
func collect(ctx context.Context, k *knowledge, session variable.Context, keys []string, answers []*answer, overrides []variable.Override) *values {
	out := &values{keys: keys, list: make([]variable.Value, len(keys)), index: make(map[string]int, len(keys))}
	for i, key := range keys {
		out.index[key] = i
		if answers[i] == nil {
			out.list[i] = variable.Resolve(ctx, k.world, session, []string{key}, overrides).Lookup(key)
			continue
		}
		out.list[i] = answers[i].value
		out.questions = append(out.questions, answers[i].questions...)
	}
	out.questions = union(out.questions)
	return out
}

// union merges questions, sorted and without repetition.
func union(lists ...[]facts.Question) []facts.Question {
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b facts.Question) int {
		return cmp.Or(cmp.Compare(a.Op, b.Op), cmp.Compare(a.Arg, b.Arg))
	})
	return slices.CompactFunc(all, func(a, b facts.Question) bool { return a.Op == b.Op && a.Arg == b.Arg })
}

// merged returns the union of two sorted lists without sorting them again, because those of
// discoveries are long.
func merged(a, b []facts.Question) []facts.Question {
	if len(a) == 0 {
		return b
	}
	all := make([]facts.Question, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := cmp.Or(cmp.Compare(a[0].Op, b[0].Op), cmp.Compare(a[0].Arg, b[0].Arg)); {
		case c < 0:
			all, a = append(all, a[0]), a[1:]
		case c > 0:
			all, b = append(all, b[0]), b[1:]
		default:
			b = b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// unused returns the variables of the catalogue that the template does not name.
func (k *knowledge) unused(ctx context.Context, spend *facts.Budget, r Request, used *values) ([]ValueUse, error) {
	var keys []string
	for _, row := range variable.Catalogue() {
		if _, named := used.index[row.Key()]; !named && !row.Dynamic {
			keys = append(keys, row.Key())
		}
	}
	unasked := func(key string) bool {
		return costly(key) && !r.AllValues && !slices.ContainsFunc(r.Overrides, func(o variable.Override) bool { return o.Key == key })
	}
	found, err := k.resolve(ctx, spend, r, slices.DeleteFunc(slices.Clone(keys), unasked))
	if err != nil {
		return nil, err
	}
	list := make([]ValueUse, len(keys))
	for i, key := range keys {
		// Lookup returns a missing value with the reason for a key that was not
		// resolved.
		list[i].Value = found.Lookup(key)
	}
	return list, nil
}

// AskUnused resolves the variables that a request's template does not name and whose values need a
// process, so that a later Render with AllValues need not wait. It may take as long as git does,
// and reports whether the values are now known.
func (w *Workbench) AskUnused(ctx context.Context, r Request) bool {
	k := w.knowledge()
	r = r.settle()
	r.AllValues = true
	vals, err := k.resolve(ctx, facts.NewBudget(w.most), r, w.parse(r.Template.Text).tree.Keys())
	if err != nil {
		return false
	}
	_, err = k.unused(ctx, facts.NewBudget(w.most), r, vals)
	return err == nil
}

// otherDay reports where a template names the UTC day if the user's local day is another.
func (p *parsing) otherDay(v *values) (all []diag.Problem) {
	value := v.Lookup(variable.DateKey)
	if value.Overridden || !value.Exists() || value.Detail == "" {
		return nil
	}
	lines := source.NewLines(p.tree.Text)
	for _, use := range p.uses[value.Key] {
		problem := diag.New(diag.AssumedFact, use, value.Key+" is "+value.Text+", "+value.Detail, "the day of UTC is the same wherever the prompt is made")
		problem.Start, problem.End = lines.Position(use.Start), lines.Position(use.End)
		all = append(all, problem)
	}
	return all
}

// costly reports whether a process must run to find a key's value.
func costly(key string) bool {
	typ, _, _ := variable.Split(key)
	return typ == "git"
}
