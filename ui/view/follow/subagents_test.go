package follow

import (
	"strings"
	"testing"
	"time"

	"galley/engine/capture"
	"galley/engine/report"
)

func TestCapturedPromptOfASubAgentComesFirst(t *testing.T) {
	d := report.Delegate{Agent: "claude-code@2.1.332", Name: "helper", Capturable: true}
	if rows := delegateSent(d, capture.Capture{}); len(rows) != 2 || !strings.Contains(rows[1].note, "capture claude-code --subagent helper") || rows[1].enter != nil {
		t.Errorf("not captured: %+v", rows)
	}
	rows := delegateSent(d, capture.Capture{ID: "b", Main: "a", Created: time.Unix(0, 0)})
	if len(rows) != 4 || rows[1].enter == nil || !strings.Contains(rows[2].told, "with a") || !strings.Contains(rows[3].told, "from a") {
		t.Errorf("captured: %+v", rows)
	}
	d.Capturable = false
	if rows := delegateSent(d, capture.Capture{}); rows != nil {
		t.Errorf("a sub-agent that cannot be captured: %+v", rows)
	}
}
