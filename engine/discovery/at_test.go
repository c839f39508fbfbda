package discovery_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// failing is a world in which Stat fails for some files, although they are listed.
type failing struct {
	facts.World
	files map[string]error
}

func (w failing) Stat(name string) (facts.Info, error) {
	if err := w.files[name]; err != nil {
		return facts.Info{}, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return w.World.Stat(name)
}

// in runs rules as the discovery of an agent in a repository at /p.
func in(t *testing.T, w facts.World, rules func(context.Context, *discovery.Finder)) {
	t.Helper()
	versions := []discovery.Version{{Name: "1", Evidence: discovery.Executed}}
	find := discovery.By("cook", versions, discovery.Executed, func(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
		rules(ctx, f)
		return f.Done("\n")
	})
	if _, err := find(context.Background(), w, discovery.Options{Cwd: "/p"}); err != nil {
		t.Fatal(err)
	}
}

func TestFaultsOfPathsAreReported(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/a.md", "12345").Dir("/p/dir").Link("/p/lost.md", "nowhere").Link("/p/to.md", "a.md").File("/out.md", "o").Link("/p/out.md", "/out.md").
		File("/p/io.md", "x").Special("/p/pipe", fs.ModeNamedPipe)
	world := failing{w, map[string]error{"/p/io.md": errors.New("input/output error")}}
	in(t, world, func(_ context.Context, f *discovery.Finder) {
		for _, c := range []struct {
			name, detail, real, remark string
			reason                     discovery.Reason
			bytes                      int64
		}{
			{name: "/p/a.md", real: "/p/a.md", bytes: 5},
			{name: "/p/none.md", reason: discovery.Missing},
			{name: "/p/lost.md", reason: discovery.DanglingLink, detail: "it leads to nowhere"},
			{name: "/p/io.md", reason: discovery.Unreadable, detail: "input/output error"},
			{name: "/p/dir", reason: discovery.NotRegular, detail: "it is a directory", real: "/p/dir"},
			{name: "/p/pipe", reason: discovery.NotRegular, real: "/p/pipe"},
			{name: "/p/to.md", real: "/p/a.md", bytes: 5},
			{name: "/p/out.md", real: "/out.md", bytes: 1, remark: "it leads to /out.md"},
			{name: "/out.md", real: "/out.md", bytes: 1},
		} {
			got := f.At(c.name, "tier")
			remark := ""
			for _, r := range got.Remarks {
				remark += r.Detail
			}
			if got.Reason != c.reason || got.Detail != c.detail || got.RealPath != c.real || got.Bytes != c.bytes || remark != c.remark || got.Verdict != discovery.NotLoaded || got.Tier != "tier" {
				t.Errorf("%s: %q %q, target %q, %d bytes, %q", c.name, got.Reason, got.Detail, got.RealPath, got.Bytes, remark)
			}
		}
	})
}

func TestWhyAFileCannotBeRead(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/a.md", "1234").File("/p/large.md", "12345").Dir("/p/dir").File("/p/shut.md", "x").Mode("/p/shut.md", 0).SetFileCap(4)
	in(t, w, func(_ context.Context, f *discovery.Finder) {
		for name, want := range map[string]discovery.Reason{"/p/a.md": "", "/p/large.md": discovery.TooLarge, "/p/dir": discovery.NotRegular, "/p/shut.md": discovery.Unreadable} {
			data, reason, detail := f.Bytes(f.At(name, ""))
			if reason != want || (data != "") != (want == "") || (detail != "") != (want != "") {
				t.Errorf("%s: %q, %q, %q", name, data, reason, detail)
			}
		}
	})
}

func TestFetchedDocumentOrReason(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").URL("https://a/200", facts.Response{Status: 200, Body: "body"}).URL("https://a/299", facts.Response{Status: 299, Body: "body"}).
		URL("https://a/199", facts.Response{Status: 199, Body: "x"}).URL("https://a/300", facts.Response{Status: 300, Body: "x"}).URL("https://a/empty", facts.Response{Status: 200}).
		URLThrow("https://a/large", facts.ErrTooLarge).URLThrow("https://a/refused", facts.ErrRefused).URLThrow("https://a/broken", errors.New("no route"))
	in(t, w, func(ctx context.Context, f *discovery.Finder) {
		for url, want := range map[string]struct {
			reason  discovery.Reason
			verdict discovery.Verdict
		}{
			"200": {"", ""}, "299": {"", ""}, "199": {discovery.FetchFailed, discovery.NotLoaded}, "300": {discovery.FetchFailed, discovery.NotLoaded}, "empty": {discovery.Empty, discovery.NotLoaded},
			"large": {discovery.FetchRefused, discovery.Unknown}, "refused": {discovery.FetchRefused, discovery.Unknown}, "broken": {discovery.FetchFailed, discovery.NotLoaded},
		} {
			c := &discovery.Candidate{Path: "https://a/" + url}
			body, ok := f.Fetched(ctx, c, c.Path, true)
			if ok != (want.reason == "") || (body == "body") != ok || !ok && (c.Reason != want.reason || c.Verdict != want.verdict) {
				t.Errorf("%s: %q, %v, %q %q", url, body, ok, c.Verdict, c.Reason)
			}
		}
		c := &discovery.Candidate{}
		if _, ok := f.Fetched(ctx, c, "https://a/200", false); ok || c.Reason != discovery.WouldFetch || c.Verdict != discovery.Unknown {
			t.Errorf("an unwanted file: %v, %q", ok, c.Reason)
		}
	})
}
