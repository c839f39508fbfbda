package gemini

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/prompt"
	"galley/engine/source"
)

// everything returns options that include every section.
func everything(v Version) Options {
	sandbox := "docker"
	return Options{
		Version: v, Cwd: "/r", Home: "/h", Mode: PlanMode, Topic: "t", Tracker: true, ApprovedPlan: "/r/p.md", Sandbox: &sandbox,
		Skills: []Entry{{Name: "s", Description: "d", Location: "/l"}}, Agents: []Entry{{Name: "a", Description: "d"}},
		Memory: Memory{Global: source.Literal("g"), Private: source.Literal("p"), Whole: source.Literal("w")},
	}
}

var layouts = map[Version][]sections{V061: {modern, legacy}, V028: {v028, {v028Planning}}}

func TestEveryLayoutContainsAllSections(t *testing.T) {
	for version, lists := range layouts {
		f := everything(version).filling(From(nil, version), DefaultModel, nil, true, "", "/tmp", source.Literal("/tmp/plans"))
		for _, s := range slices.Concat(lists...) {
			if _, known := f.on[s.when]; s.when != "" && !known {
				t.Errorf("%s %s: unknown flag %q", version, s.ID, s.when)
			}
			for _, l := range s.layout() {
				checkLine(t, string(version)+" "+s.ID, version, f, l)
			}
		}
	}
}

func checkLine(t *testing.T, where string, version Version, f filling, l line) {
	t.Helper()
	for _, c := range l.when {
		if _, known := f.on[c.flag]; !known {
			t.Errorf("%s: unknown flag in %+v", where, l)
		}
	}
	for _, name := range append(slices.Clone(l.values), l.made) {
		if _, known := f.texts[name]; name != "" && !known {
			t.Errorf("%s: unknown value in %+v", where, l)
		}
	}
	if l.entry == "" {
		return
	}
	e, ok := (*pack.Pack)(nil).Before(StandIns).Find(version.Family(), l.entry)
	if !ok {
		t.Errorf("%s: the pack has no entry %s", where, l.entry)
	}
	for n := range l.values {
		if !strings.Contains(e.Text, "{"+string(rune('1'+n))+"}") {
			t.Errorf("%s: the stand-in for %s omits its value %d", where, l.entry, n+1)
		}
	}
}

// Each form of a line of a layout, and the section that the lines make.
func TestLinesOfALayout(t *testing.T) {
	t.Parallel()
	l := parseLayout("\n# Title\n?a ?!b {one $v $w}\n?b {one}\n{=text}\n{=none}\n{open\n?!a off\n\n\n\nend\n\n")
	want := []line{
		{literal: "# Title"},
		{when: []condition{{"a", false}, {"b", true}}, entry: "one", values: []string{"v", "w"}},
		{when: []condition{{"b", false}}, entry: "one"},
		{made: "text"}, {made: "none"}, {literal: "{open"},
		{when: []condition{{"a", true}}, literal: "off"},
		{}, {}, {}, {literal: "end"},
	}
	if got := l(); !reflect.DeepEqual(got, want) {
		t.Errorf("lines\n got %+v\nwant %+v", got, want)
	}
	f := filling{prose: marked, on: map[string]bool{"a": true}, texts: map[string]source.Text{"v": source.Literal("V"), "w": source.Literal("W"), "text": source.Literal("x")}}
	if got, want := f.fill(l).String(), "# Title\n{{one V W}}\nx\n{open\n\nend"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	empty := func(string, ...source.Text) source.Text { return source.Text{} }
	if got := (filling{prose: empty}).fill(parseLayout("a\n{one}\nb")).String(); got != "a\nb" {
		t.Errorf("a line without prose: %q", got)
	}
}

// Stand-in prose must not contain lines that look like headings or tags, because readers find
// sections by them.
func TestNoStandInHoldsAHeadingOrATagOnItsOwnLine(t *testing.T) {
	for _, r := range (*pack.Pack)(nil).Before(StandIns).List() {
		if !strings.HasPrefix(r.Family, "gemini-cli") {
			continue
		}
		for line := range strings.SplitSeq(r.Text, "\n") {
			if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "<") || line == "---" || line == "" {
				t.Errorf("%s/%s: %q", r.Family, r.Name, line)
			}
		}
	}
}

func TestEveryPackEntryIsUsed(t *testing.T) {
	asked := map[string]bool{}
	for _, list := range layouts {
		for _, s := range slices.Concat(list...) {
			for _, l := range s.layout() {
				asked[l.entry] = true
			}
		}
	}
	for _, l := range compressionLayout() {
		asked[l.entry] = true
	}
	for _, part := range Snapshot {
		asked["compression/"+part] = true
	}
	for _, name := range []string{"setup-intro", "setup-reminder", "setup-close", "tree-intro", "tree-truncated", "memory-intro", "mcp-intro", "no-tools",
		"planning/tool", "skill/installed", "compression/begin", "compression/again"} {
		asked[name] = true
	}
	for _, name := range BuiltInAgents {
		asked["agent/"+name] = true
	}
	for _, name := range builtInSkills {
		asked["skill/"+name] = true
	}
	for _, registry := range [][]builtIn{registry061, registry028} {
		for _, b := range registry {
			asked["tool/"+b.name] = true
		}
	}
	for _, name := range (*pack.Pack)(nil).Before(StandIns).Names("gemini-cli@0.28") {
		if !asked[name] {
			t.Errorf("the entry %s is never used", name)
		}
	}
}

func TestEveryByteHasItsOrigin(t *testing.T) {
	for _, o := range []Options{everything(V061), everything(V028)} {
		w := facts.NewMemory().File("/r/.git/HEAD", "x")
		o.Model = "gemini-2.5-pro"
		setup := Setup(t.Context(), w, o, From(nil, o.Version))
		for _, text := range []source.Text{sent(System(w, o, From(nil, o.Version))), setup.Text(), Compression(o, From(nil, o.Version)).Text} {
			kinds := map[source.Kind]bool{}
			for _, p := range text.Pieces() {
				kinds[p.Origin.Kind] = true
				// Text with the origin Structure is markup that this package writes; it never
				// contains a sentence.
				if p.Origin.Kind == source.Structure && strings.Contains(p.Text, ". ") && !strings.Contains(p.Text, "items (files") && !strings.Contains(p.Text, "### ") {
					t.Errorf("prose in code: %q", p.Text)
				}
			}
			if !kinds[source.StandIn] || !kinds[source.Structure] {
				t.Errorf("kinds %v", kinds)
			}
		}
	}
}

// The agent joins all parts, trims the result and collapses blank lines in it. galley makes blocks
// one by one, and their joined text must be the same.
func FuzzBlocksMakeTheAgentsText(f *testing.F) {
	f.Add("a", "m")
	f.Add("\n\n\nx  \n\n\n\ny\n", "\n\n\n")
	f.Add("  ", "m\n\n\n\nn")
	f.Add("", "\ufeff")
	f.Fuzz(func(t *testing.T, words, memory string) {
		prose := func(entry string, values ...source.Text) source.Text {
			if entry == "hook-context" || entry == "legacy/preamble" {
				return source.Literal(words)
			}
			return marked(entry, values...)
		}
		o := Options{Version: V028, Cwd: "/r", Topic: "t", Memory: Memory{Whole: source.Literal(memory)}}
		got := sent(System(facts.NewMemory(), o, prose)).String()

		fill := o.filling(prose, DefaultModel, nil, false, "", "", source.Text{})
		var parts []string
		for _, s := range v028 {
			if s.when == "" || fill.on[s.when] {
				parts = append(parts, raw(fill, s.layout))
			}
		}
		want := strings.TrimFunc(strings.Join(parts, "\n\n"), source.IsJSSpace)
		if m := strings.TrimFunc(memory, source.IsJSSpace); m != "" {
			want += "\n\n---\n\n" + m
		}
		if want = collapse(strings.TrimFunc(want, source.IsJSSpace)); got != want {
			t.Errorf("\n got %q\nwant %q", got, want)
		}
	})
}

func raw(f filling, l layout) string {
	var lines []string
	for _, line := range l() {
		if text, there := f.line(line); there {
			lines = append(lines, text.String())
		}
	}
	return strings.Join(lines, "\n")
}

func collapse(s string) string {
	for strings.Contains(s, "\n\n\n") {
		s = strings.ReplaceAll(s, "\n\n\n", "\n\n")
	}
	return s
}

func ids(blocks []prompt.Block) (all []string) {
	for _, b := range blocks {
		all = append(all, b.ID)
	}
	return all
}
