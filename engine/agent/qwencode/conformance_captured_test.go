package qwencode_test

import (
	"strings"
	"testing"

	"galley/engine/conformance"
)

func TestConformanceQwen024(t *testing.T) {
	conformance.Each(t, "qwen-0.24", func(t *testing.T, c conformance.CapturedCase) {
		_, trace := conformance.JudgeCaptured(t, conformance.CapturedAgent{Name: "qwen-code@0.24.4"}, c)
		if c.Expect.Display == nil {
			t.Fatal("the case has no display paths")
		}
		var shown []string
		for _, full := range trace.Loaded {
			head, _, _ := strings.Cut(trace.Find(full)[0].Text.String(), " ---\n")
			_, name, _ := strings.Cut(head, " from: ")
			shown = append(shown, name)
		}
		conformance.EqualLists(t, "display paths", shown, *c.Expect.Display)
		if c.Expect.Joined != nil && trace.Text.String() != conformance.CapturedMarks(*c.Expect.Joined) {
			t.Errorf("text\n got %q\nwant %q", trace.Text.String(), *c.Expect.Joined)
		}
	})
}
