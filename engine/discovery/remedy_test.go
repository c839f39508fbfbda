package discovery

import "testing"

func TestEveryReasonThatAUserCanChangeHasARemedy(t *testing.T) {
	without := map[Reason]bool{AlreadyLoaded: true, NotFetched: true, FetchFailed: true, NotKnown: true, WalkCut: true, NotLookedFor: true, PeopleOnly: true}
	for _, r := range Reasons {
		if (r.Reason.Remedy() == "") != without[r.Reason] {
			t.Errorf("%s: the remedy is %q", r.Reason, r.Reason.Remedy())
		}
	}
	for r := range remedies {
		if r.Text() == string(r) {
			t.Errorf("%s has a remedy, but the reason does not exist", r)
		}
	}
}
