package discovery

import "testing"

func TestHowARuleIsKnownNamesTheVersion(t *testing.T) {
	trace := &Trace{Version: "1.2"}
	for evidence, want := range map[Evidence]string{Executed: "measured on 1.2", ReadSource: "read in the source code of 1.2", Documented: "documented", SecondHand: "second-hand", NoEvidence: "not known"} {
		if got := trace.EvidenceText(&Candidate{Evidence: evidence}); got != want {
			t.Errorf("%s: %q, want %q", evidence, got, want)
		}
	}
}
