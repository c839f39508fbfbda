//go:build unix

package launch

import (
	"context"
	"strings"
	"testing"

	"galley/engine/capture/start"
)

func TestASubAgentIsCapturedBesideTheMainOne(t *testing.T) {
	t.Parallel()
	tr := try(t, "delegates")
	tr.Subagent = "helper"
	tr.Starter.Task = &start.Task{Tool: "spawn", Name: "who", Prompt: "what", Also: map[string]string{"why": "to see it"}}
	main, sub, err := MakeDelegate(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(main.Body), "You are a fake.") || main.Subagent != "" {
		t.Errorf("the main request: %q of %q", main.Body, main.Subagent)
	}
	if !strings.Contains(string(sub.Body), "You are its helper.") || sub.Subagent != "helper" || sub.Agent != main.Agent || sub.Cwd != main.Cwd || sub.Attribution == nil {
		t.Errorf("the sub-agent's: %q of %q", sub.Body, sub.Subagent)
	}
}

func TestUnstartedSubAgentIsReported(t *testing.T) {
	t.Parallel()
	tr := try(t, "delegates refuses")
	tr.Subagent = "nobody"
	if main, sub, err := MakeDelegate(context.Background(), tr.Options); main != nil || sub != nil || err == nil || !strings.Contains(err.Error(), "does not know by which tool") {
		t.Errorf("without a task: %v, %v, %v", main, sub, err)
	}
	tr.Starter.Task = &start.Task{Tool: "spawn", Name: "who", Prompt: "what"}
	if _, err := Capture(context.Background(), tr.Options); err == nil || !strings.Contains(err.Error(), `started no sub-agent "nobody": it answered its model no helper of this name`) {
		t.Errorf("a sub-agent that the agent does not know: %v", err)
	}
}
