package opencode_test

import (
	"context"
	"testing"

	"galley/engine/agent/opencode"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// A response becomes a rule only if its status is a success, whatever its body holds.
func TestOnlyASuccessfulAnswerIsLoaded(t *testing.T) {
	const url = "https://example.org/rules.md"
	for _, c := range []struct {
		status int
		body   string
		loaded bool
		reason discovery.Reason
	}{
		{200, "be brief", true, ""},
		{204, "", false, discovery.Empty},
		{404, "not here", false, discovery.FetchFailed},
		{500, "oops", false, discovery.FetchFailed},
		{304, "old", false, discovery.FetchFailed},
	} {
		w := facts.NewMemory().Env("HOME", "/home/u").Dir("/p/.git").
			File("/p/opencode.json", `{"instructions": ["`+url+`"]}`).
			URL(url, facts.Response{Status: c.status, Body: c.body, FinalURL: url})
		trace, err := opencode.Discover(context.Background(), w, discovery.Options{Cwd: "/p", Fetch: true})
		if err != nil {
			t.Fatal(err)
		}
		found := trace.Find(url)
		if len(found) != 1 {
			t.Fatalf("%d: %d candidates", c.status, len(found))
		}
		if got := found[0]; (got.Verdict == discovery.Loaded) != c.loaded || got.Reason != c.reason {
			t.Errorf("%d: %s, %q", c.status, got.Verdict, got.Reason)
		}
	}
}

func TestDocumentThatGalleyRefusesToFetchIsReported(t *testing.T) {
	const url = "http://example.org/rules.md"
	for _, err := range []error{facts.ErrRefused, facts.ErrTooLarge} {
		w := facts.NewMemory().Env("HOME", "/home/u").Dir("/p/.git").File("/p/opencode.json", `{"instructions": ["`+url+`"]}`).URLThrow(url, err)
		trace, failed := opencode.Discover(context.Background(), w, discovery.Options{Cwd: "/p", Fetch: true})
		if failed != nil {
			t.Fatal(failed)
		}
		if found := trace.Find(url); len(found) != 1 || found[0].Verdict != discovery.Unknown || found[0].Reason != discovery.FetchRefused {
			t.Errorf("%v: %+v", err, found)
		}
		if missing := discovery.Unread(trace); len(missing) != 1 || missing[0].File != url {
			t.Errorf("%v: %v", err, missing)
		}
	}
}
