package opencode_test

import (
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galley/engine/conformance"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// judgeOpencodeMore compares the results of discovery other than the list of loaded files.
func judgeOpencodeMore(t *testing.T, w facts.World, expect map[string]json.RawMessage, trace *discovery.Trace, o discovery.Options) {
	t.Helper()
	var want []string
	if conformance.Member(t, expect, "plugins", &want) && !slices.Equal(trace.Defined.Plugins, want) {
		t.Errorf("plugins %q, want %q", trace.Defined.Plugins, want)
	}
	if conformance.Member(t, expect, "on_demand", &want) {
		var got []string
		for _, one := range trace.Touched {
			got = append(got, one.New...)
		}
		conformance.EqualLists(t, "on demand", got, marked(want))
	}
	if conformance.Member(t, expect, "explained", &want) {
		for _, file := range marked(want) {
			conformance.JudgeRead(t, w, "opencode@"+trace.Version, file, o)
		}
	}
	if conformance.Member(t, expect, "not_fetched", &want) {
		for _, url := range marked(want) {
			if found := trace.Find(url); len(found) != 1 || found[0].Reason != discovery.FetchRefused {
				t.Errorf("%s: %+v", url, found)
			}
		}
	}
}

func marked(list []string) (all []string) {
	for _, s := range list {
		all = append(all, opencodeMarks(s))
	}
	return all
}

var opencodeHeader = regexp.MustCompile(`(?s)^---\n.*?\n---\n`)

// judgeOpencodeReading checks that explain reports as read every file whose text is in the request
// that the real program sent.
func judgeOpencodeReading(t *testing.T, c opencodeCase, w facts.World, version, sent string) {
	t.Helper()
	o := discovery.Options{Version: version, Cwd: opencodeCwd(c), Fetch: true}
	for root, tree := range map[string]conformance.Tree{opencodeRoot: c.Tree, opencodeHome: c.Home} {
		for _, name := range slices.Sorted(maps.Keys(tree)) {
			text, ok := tree.Text(name)
			body := strings.TrimSpace(opencodeHeader.ReplaceAllString(text, ""))
			if ok && len(body) > 1 && strings.Contains("\n"+sent+"\n", "\n"+body+"\n") && !strings.Contains(name, ".git/") {
				conformance.JudgeRead(t, w, "opencode@"+version, path.Join(root, name), o)
			}
		}
	}
}
