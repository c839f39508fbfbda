package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// overlaid keeps what was found out with unsaved texts, by the files that they stand
// for. While their texts change and no file joins or leaves them, an answer that was
// made of none of the changed texts still holds: a key press in one file repeats only
// what reads that file.
type overlaid struct {
	mu   sync.Mutex
	kept []*overlaidMemory // the latest first
}

type overlaidMemory struct {
	files string
	*memory
}

// under returns the knowledge with these texts in the place of what the files hold.
// What is asked of the world below is shared with k: no file is read twice.
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
	child.memory = k.overlaid.of(names.String())
	return &child
}

func (o *overlaid) of(files string) *memory {
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

// holds reports whether the texts that an answer was made of are still those of the
// files.
func (k *knowledge) holds(rests []facts.Unsaved) bool {
	for _, r := range rests {
		if !slices.Contains(k.unsaved, r) {
			return false
		}
	}
	return true
}

// sight is how one piece of work sees the world: its questions are noted, and what
// it reads is charged to a budget.
type sight struct {
	world   *facts.Recording
	below   *facts.Recording // notes what is asked of the world without the unsaved texts
	overlay *facts.Overlay   // nil without unsaved texts
}

// see returns a sight of a world, which is one of k's own.
func (k *knowledge) see(spend *facts.Budget, w *facts.Recording) sight {
	if len(k.unsaved) == 0 {
		notes := facts.NewRecording(spend.World(w))
		return sight{notes, notes, nil}
	}
	below := facts.NewRecording(w)
	overlay := facts.NewOverlay(below, k.most, k.unsaved)
	return sight{facts.NewRecording(spend.World(overlay)), below, overlay}
}

// questions returns what the work depends on outside of the unsaved texts, for a
// watcher.
func (s sight) questions() []facts.Question { return s.below.Questions() }

// rests returns the unsaved texts that the work depends on.
func (s sight) rests() []facts.Unsaved {
	if s.overlay == nil {
		return nil
	}
	return s.overlay.Used()
}

// Overlaid returns a world with the request's unsaved texts in the place of what the
// files hold.
func (r Request) Overlaid(w facts.World) facts.World {
	if len(r.Unsaved) == 0 {
		return w
	}
	return facts.NewOverlay(w, cmp.Or(r.Config.FileCap, facts.DefaultFileCap), r.Unsaved)
}

// Survey asks agents what they would load for a request, with its unsaved texts. The
// questions are those that the world was asked, for a watcher; the error is that of
// [discovery.Survey].
func Survey(ctx context.Context, w facts.World, agents []discovery.Asked, r Request) ([]*discovery.Trace, []facts.Question, error) {
	below := facts.NewRecording(w)
	traces, _, err := discovery.Survey(ctx, r.Overlaid(below), agents, r.Discovery())
	return traces, below.Questions(), err
}
