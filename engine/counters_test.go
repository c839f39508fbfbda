package engine

import (
	"context"
	"testing"

	"galley/engine/facts"
	"galley/engine/token"
)

// A key never waits for a vocabulary: the first result is an estimate. Once the vocabulary is
// loaded, the numbers equal those of a workbench that waited for it.
func TestEstimateUntilTheVocabularyIsLoaded(t *testing.T) {
	request := Request{Template: Template{Text: "Count these words, please."}, Cwd: "/p", Model: "gpt-5", Provider: "openai"}
	vocabularies := NewVocabularies()
	bench := New(facts.NewMemory(), vocabularies.Option())
	var last *Result
	for last == nil {
		r, err := bench.Render(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		estimated := false
		for _, g := range r.Budgets {
			if g.Count.Method == (token.Estimator{}).Method() {
				estimated = true
			}
		}
		if !estimated {
			last = r
		} else {
			<-vocabularies.Loaded()
		}
	}
	patient, err := New(facts.NewMemory(), WithVocabularies()).Render(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range last.Budgets {
		if g.Count != patient.Budgets[i].Count {
			t.Errorf("%s: %+v, after waiting %+v", g.Provider, g.Count, patient.Budgets[i].Count)
		}
	}
}
