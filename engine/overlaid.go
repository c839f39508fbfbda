package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// overlaid caches answers that were computed with unsaved texts, by the set of the edited files.
// While the set stays the same, an answer remains valid until one of the texts that it was made
// from changes. So a key press in one file repeats only what reads that file.
type overlaid struct {
	mu   sync.Mutex
	kept []*overlaidMemory // the most recently used first
}

type overlaidMemory struct {
	files string
	*memory
}

// under returns the knowledge in which these unsaved texts replace the files' content. It shares
// the answers of the world with k, so no file is read twice. most is the largest size of a file in
// bytes.
func (k *knowledge) under(texts []facts.Unsaved, most int64) *knowledge {
	if len(texts) == 0 {
		return k
	}
	texts = slices.Clone(texts)
	slices.SortFunc(texts, func(a, b facts.Unsaved) int { return strings.Compare(a.Path, b.Path) })
	child := *k
	child.unsaved, child.most = texts, cmp.Or(most, facts.DefaultFileCap)
	var names strings.Builder
	for _, t := range texts {
		names.WriteString(t.Path)
		names.WriteByte(0)
	}
	child.memory = k.overlaid.memoryOf(names.String())
	return &child
}

func (o *overlaid) memoryOf(files string) *memory {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, m := range o.kept {
		if m.files == files {
			toFront(o.kept, i)
			return m.memory
		}
	}
	m := &overlaidMemory{files, newMemory()}
	o.kept = remember(o.kept, m)
	return m.memory
}

// isCurrent reports whether the unsaved texts that an answer depends on are still the same.
func (k *knowledge) isCurrent(rests []facts.Unsaved) bool {
	for _, r := range rests {
		if !slices.Contains(k.unsaved, r) {
			return false
		}
	}
	return true
}

// worldView is the world as one piece of work sees it. It records the questions of that work and
// charges the reads to a budget.
type worldView struct {
	world   *facts.Recording
	below   *facts.Recording // records the questions to the world without the unsaved texts
	overlay *facts.Overlay   // nil without unsaved texts
}

// view returns a worldView of w, which must be one of k's worlds.
func (k *knowledge) view(spend *facts.Budget, w *facts.Recording) worldView {
	if len(k.unsaved) == 0 {
		notes := facts.NewRecording(spend.World(w))
		return worldView{notes, notes, nil}
	}
	below := facts.NewRecording(w)
	overlay := facts.NewOverlay(below, k.most, k.unsaved)
	return worldView{facts.NewRecording(spend.World(overlay)), below, overlay}
}

// questions returns the questions to the world that the work depends on, without the unsaved texts,
// for a watcher.
func (s worldView) questions() []facts.Question { return s.below.Questions() }

// rests returns the unsaved texts on which the work depends.
func (s worldView) rests() []facts.Unsaved {
	if s.overlay == nil {
		return nil
	}
	return s.overlay.Used()
}

// Overlaid returns a world with the request's unsaved texts in place of the files'
// content.
func (r Request) Overlaid(w facts.World) facts.World {
	if len(r.Unsaved) == 0 {
		return w
	}
	return facts.NewOverlay(w, cmp.Or(r.Config.FileCap, facts.DefaultFileCap), r.Unsaved)
}

// Checkup returns the problems in agents' rule files that `galley doctor` reports. It examines the
// files as if the agents trusted the folder.
func Checkup(ctx context.Context, w facts.World, agents []discovery.SurveyAgent, r Request) ([]diag.Problem, error) {
	w = r.Overlaid(w)
	o := r.Discovery()
	if yes := true; o.Trusted == nil {
		o.Trusted = &yes
	}
	traces, _, err := discovery.Survey(ctx, w, agents, o)
	if err != nil {
		return nil, err
	}
	return discovery.Doctor(ctx, w, traces), nil
}

// Survey runs the discoveries of agents for a request, including its unsaved texts. It also returns
// the questions to the world, for a watcher. Errors are those of [discovery.Survey].
func Survey(ctx context.Context, w facts.World, agents []discovery.SurveyAgent, r Request) ([]*discovery.Trace, []facts.Question, error) {
	below := facts.NewRecording(w)
	traces, _, err := discovery.Survey(ctx, r.Overlaid(below), agents, r.Discovery())
	return traces, below.Questions(), err
}
