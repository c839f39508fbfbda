package agent_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/diag"
	"galley/engine/discovery"
)

func TestWhatIsSaidOfFilesThatAreTooLarge(t *testing.T) {
	t.Parallel()
	const large = "a file of thirty bytes or more."
	told := func(trace *discovery.Trace) (messages, hints string) {
		for _, p := range discovery.Unread(trace) {
			messages, hints = messages+p.Message+"\n", hints+p.Hint+"\n"
		}
		return messages, hints
	}
	w := agenttest.Repository().File("/p/AGENTS.md", large).File("/p/CLAUDE.md", "short").SetFileCap(16)
	pi := agenttest.Discover(t, w, "pi", "/p", discovery.Options{})
	if got := agenttest.ReasonOf(pi, "/p/CLAUDE.md"); got != "not loaded shadowed-by-kind" || discovery.UnreadBytes(pi) != len(large) {
		t.Errorf("pi reads the first file: CLAUDE.md is %q, %d bytes unread", got, discovery.UnreadBytes(pi))
	}
	if messages, hints := told(pi); !strings.Contains(messages, "too large for galley to read") || strings.Contains(hints, "permissions") {
		t.Errorf("pi: %s%s", messages, hints)
	}
	w.File("/p/CLAUDE.md", strings.Repeat("a", 4<<20+1)).SetFileCap(8 << 20)
	claude := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{})
	if got := agenttest.ReasonOf(claude, "/p/CLAUDE.md"); got != "not loaded over-limit" {
		t.Errorf("Claude Code skips it: %q", got)
	}
	if messages, hints := told(claude); messages != "" {
		t.Errorf("nothing is missing of what Claude Code sends: %s%s", messages, hints)
	}
	over := slices.DeleteFunc(discovery.Doctor(t.Context(), w, []*discovery.Trace{claude}), func(p diag.Problem) bool { return p.Code != diag.OverCap })
	if len(over) != 1 || !strings.Contains(over[0].Message, "Claude Code skips files over 4 MiB") {
		t.Errorf("doctor says %+v", over)
	}
}
