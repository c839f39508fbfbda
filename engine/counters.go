package engine

import (
	"sync"

	"galley/engine/budget"
	"galley/engine/token"
)

// WithVocabularies makes a workbench count tokens with the models' vocabularies. Each is decoded
// once, on first use, which takes some tens of milliseconds.
func WithVocabularies() Option {
	return countWith(func(provider, model string) token.Counter {
		return token.Means(provider, model).Counter
	}, follow)
}

func follow(c token.Counter) budget.Document { return token.NewDocument(c) }

// Vocabularies are token counters that never wait: they estimate while a vocabulary is decoded in
// the background.
type Vocabularies struct {
	mu      sync.Mutex
	loading map[*token.Tokenizer]bool
	loaded  chan struct{}
}

// NewVocabularies returns counters that have not decoded any vocabulary yet.
func NewVocabularies() *Vocabularies {
	return &Vocabularies{loading: map[*token.Tokenizer]bool{}, loaded: make(chan struct{}, 1)}
}

// Option makes a workbench count with these counters.
func (v *Vocabularies) Option() Option { return countWith(v.counter, follow) }

// Loaded returns a channel that receives a value when a vocabulary is ready and some texts were
// only estimated without it. The caller then counts those texts again.
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
			default: // a signal is already pending
			}
		}()
	}
	return token.Estimator{}
}
