package engine

import (
	"sync"

	"galley/engine/budget"
	"galley/engine/token"
)

// WithVocabularies counts tokens with the models' vocabularies, which are decoded on
// first use: once, in some tens of milliseconds.
func WithVocabularies() Option {
	return countWith(func(provider, model string) token.Counter {
		return token.Means(provider, model).Counter
	}, follow)
}

func follow(c token.Counter) budget.Document { return token.NewDocument(c) }

// Vocabularies are counters that never wait: while a vocabulary is decoded in the
// background, they estimate.
type Vocabularies struct {
	mu      sync.Mutex
	loading map[*token.Tokenizer]bool
	loaded  chan struct{}
}

// NewVocabularies returns counters without decoded vocabularies.
func NewVocabularies() *Vocabularies {
	return &Vocabularies{loading: map[*token.Tokenizer]bool{}, loaded: make(chan struct{}, 1)}
}

// Option makes a workbench count with them.
func (v *Vocabularies) Option() Option { return countWith(v.counter, follow) }

// Loaded receives when a vocabulary is ready for which there were estimates: count
// those texts again.
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
			default: // a signal is pending already
			}
		}()
	}
	return token.Estimator{}
}
