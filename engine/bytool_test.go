package engine

import (
	"reflect"
	"testing"

	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/source"
)

func TestFilesThatCameByAToolStandAfterItsCall(t *testing.T) {
	t.Parallel()
	message := func(role prompt.Role, path, text string) prompt.Message {
		var b source.Builder
		b.Add(text, source.Origin{Kind: source.File, Source: path})
		return prompt.Message{Role: role, Blocks: []prompt.Block{{Text: b.Text()}}}
	}
	r := &Result{
		Trace: &discovery.Trace{Candidates: []discovery.Candidate{{Path: "/p/A.md", Verdict: discovery.Loaded}, {Path: "/p/sub/A.md", Verdict: discovery.Later}}},
		Prompt: prompt.Prompt{Messages: []prompt.Message{
			message(prompt.User, "/p/A.md", "one"), message(prompt.User, "/p/early.md", "before"), message(prompt.ToolResult, "/p/A.md", "one again"),
			message(prompt.User, "/p/sub/A.md", "four"), message(prompt.User, "/p/sub/A.md", "five!"),
		}},
	}
	if got, want := r.ByTool(), []ToolFile{{"/p/sub/A.md", 9}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
