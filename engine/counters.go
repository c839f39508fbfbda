package engine

import (
	"sync"

	"galley/engine/budget"
	"galley/engine/token"
)

// WithVocabularies has tokens counted by the vocabularies of the models, which
// are decoded when they are first needed: some tens of milliseconds, once.
func WithVocabularies() Option {
	return countWith(func(provider, model string) token.Counter {
		return token.Means(provider, model).Counter
	}, follow)
}

func follow(c token.Counter) budget.Document { return token.NewDocument(c) }

// Vocabularies are counters that never wait: while a vocabulary is being decoded
// in the background an estimate stands in for it.
type Vocabularies struct {
	mu      sync.Mutex
	loading map[*token.Tokenizer]bool
	loaded  chan struct{}
}

// NewVocabularies returns counters of which none is decoded yet.
func NewVocabularies() *Vocabularies {
	return &Vocabularies{loading: map[*token.Tokenizer]bool{}, loaded: make(chan struct{}, 1)}
}

// Option has a workbench count with them.
func (v *Vocabularies) Option() Option { return countWith(v.counter, follow) }

// Loaded tells that a vocabulary is there which an estimate stood in for: what was
// counted since can be counted again.
func (v *Vocabularies) Loaded() <-chan struct{} { return v.loaded }

func (v *Vocabularies) counter(provider, model string) token.Counter {
	c := token.Means(provider, model).Counter
	if c.Ready() {
		return c
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.loading[c] {
		v.loading[c] = true
		go func() {
			c.Load()
			select {
			case v.loaded <- struct{}{}:
			default: // it has been told already, and nobody has listened yet
			}
		}()
	}
	return token.Estimator{}
}
