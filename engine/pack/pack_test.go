package pack

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"galley/engine/facts"
	"galley/engine/source"
)

// fixed is a source that gives the same text for every entry of a family.
type fixed map[string]string

func (f fixed) Entry(family, name string) (Entry, bool) {
	text, ok := f[family+"/"+name]
	return Entry{text, source.Pack, family + "/" + name}, ok
}

// ours are stand-ins for two agents.
var ours = &StandIns{fstest.MapFS{
	"pilotdeck/identity.txt":     {Data: []byte("Who it is.\n")},
	"pilotdeck/mode-plan.txt":    {Data: []byte("In plan mode.\n")},
	"pilotdeck/skills-intro.txt": {Data: []byte("Its skills:\n")},
	"yume/conversation.txt":      {Data: []byte("How it talks.\n")},
	"yume/function-calling.txt":  {Data: []byte("How it calls.\n")},
	"yume/identity.txt":          {Data: []byte("Who it is.\n")},
}}

func TestAStandInSaysThatItIsOne(t *testing.T) {
	text := (*Pack)(nil).Before(ours).Text("pilotdeck", "skills-intro")
	if len(text.Pieces()) != 1 {
		t.Fatalf("got %+v", text.Pieces())
	}
	o := text.Pieces()[0].Origin
	if o.Kind != source.StandIn || o.Source != "pilotdeck/skills-intro" || o.Span.Len() != text.Len() || o.Tag != source.NoSpan {
		t.Errorf("got %+v", o)
	}
	if strings.HasSuffix(text.String(), "\n") {
		t.Errorf("a sentence ends without a line end: %q", text)
	}
}

func TestUsersPackReplacesEntries(t *testing.T) {
	w := facts.NewMemory().
		File("/packs/pilotdeck/identity.txt", "I am it.\r\n").
		File("/packs/pilotdeck/prompt/whole.txt", "kept\n\n").
		File("/house/yume/identity.txt", "of the family's directory").
		File("/house/conversation.txt", "beside it\n")
	p := New(w, "/packs", map[string]string{"yume": "/house"}).Before(ours)
	for _, c := range []struct {
		family, name, text, path string
		kind                     source.Kind
	}{
		{"pilotdeck", "identity", "I am it.", "/packs/pilotdeck/identity.txt", source.Pack},
		{"pilotdeck", "identity.txt", "I am it.", "/packs/pilotdeck/identity.txt", source.Pack},
		{"pilotdeck", "prompt/whole.txt", "kept\n\n", "/packs/pilotdeck/prompt/whole.txt", source.Pack},
		{"yume", "identity", "of the family's directory", "/house/yume/identity.txt", source.Pack},
		{"yume", "conversation", "beside it", "/house/conversation.txt", source.Pack},
		{"yume", "function-calling", "", "yume/function-calling", source.StandIn},
		{"yume@1", "conversation", "beside it", "/house/conversation.txt", source.Pack},
	} {
		e, ok := p.Find(c.family, c.name)
		if !ok || c.text != "" && e.Text != c.text || e.Path != c.path || e.Kind != c.kind {
			t.Errorf("%s %s: %+v, %v", c.family, c.name, e, ok)
		}
	}
	for _, name := range []string{"nothing", "../yume/identity", "/etc/passwd", "", "."} {
		if e, ok := p.Find("pilotdeck", name); ok {
			t.Errorf("%q: %+v", name, e)
		}
	}
}

func TestVersionOverridesItsFamily(t *testing.T) {
	p := Of(fixed{"cook/a": "plain", "cook@2/a": "second", "cook/b": "plain b"})
	for asked, want := range map[[2]string]string{{"cook", "a"}: "plain", {"cook@2", "a"}: "second", {"cook@3", "a"}: "plain", {"cook@2", "b"}: "plain b"} {
		if got := p.Text(asked[0], asked[1]).String(); got != want {
			t.Errorf("%v: %q", asked, got)
		}
	}
}

func TestValuesKeepTheirOrigins(t *testing.T) {
	v := func(s string) source.Text { return Value("v", s) }
	for _, c := range []struct {
		text   string
		values []source.Text
		want   string
		pieces int
	}{
		{"no values", []source.Text{v("x")}, "no values", 1},
		{"{1}", []source.Text{v("x")}, "x", 1},
		{"a {1} b {2} c {1}", []source.Text{v("x"), v("y")}, "a x b y c x", 6},
		{"{1}{2}", []source.Text{v("{2}"), v("y")}, "{2}y", 2}, // an inserted text is not searched for places of values
		{"{3} {0} {} {x} { 1} {1", []source.Text{v("x")}, "{3} {0} {} {x} { 1} {1", 1},
		{"{{1}}", []source.Text{v("x")}, "{x}", 3},
		{"é{1}", []source.Text{v("")}, "é", 1},
		{"{99999999999999999999}", []source.Text{v("x")}, "{99999999999999999999}", 1},
	} {
		got := Of(fixed{"f/e": c.text}).Text("f", "e", c.values...)
		if got.String() != c.want || len(got.Pieces()) != c.pieces {
			t.Errorf("%q: %q in %d pieces", c.text, got, len(got.Pieces()))
		}
		for _, p := range got.Pieces() {
			if o := p.Origin; o.Kind == source.Pack && c.text[o.Span.Start:o.Span.End] != p.Text {
				t.Errorf("%q: the piece %q has the span of %q", c.text, p.Text, c.text[o.Span.Start:o.Span.End])
			}
		}
	}
}

func TestListShowsTheSourceOfEachEntry(t *testing.T) {
	p := New(facts.NewMemory().File("/p/yume/identity.txt", "mine"), "/p", nil).Before(ours)
	seen := map[string]source.Kind{}
	var order []string
	for _, r := range p.List() {
		seen[r.Family+"/"+r.Name] = r.Kind
		order = append(order, r.Family+"/"+r.Name)
	}
	if seen["yume/identity"] != source.Pack || seen["pilotdeck/identity"] != source.StandIn || !slices.IsSorted(order) {
		t.Errorf("got %v", order)
	}
	if !slices.IsSorted(p.Families()) || !slices.Contains(p.Families(), "yume") || !slices.Contains(p.Names("yume@9"), "identity") {
		t.Errorf("families %v", p.Families())
	}
}

func TestUnusedPackFilesAreReported(t *testing.T) {
	w := facts.NewMemory().
		File("/p/yume/identiy.txt", "x").File("/p/yume/notes.md", "x").File("/p/ymue/identity.txt", "x").File("/p/README.txt", "x").
		File("/p/.git/HEAD", "x").File("/p/node_modules/a/x.txt", "x").File("/p/yume/.git/x.txt", "x").File("/q/identity.txt", "x")
	var got []string
	for _, p := range New(w, "/p", map[string]string{"pilotdeck": "/q", "yume": "/gone"}).Before(ours).Check() {
		got = append(got, p.File+": "+string(p.Code)+" "+p.Message+"; "+p.Hint)
	}
	want := []string{
		"/gone: bad-file the pack's directory /gone does not exist; the stand-ins are used in its place",
		"/p/ymue: unknown-word no profile has a pack called ymue; did you mean yume?",
		"/p/yume/identiy.txt: unknown-word the pack yume has no entry identiy; did you mean identity?",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
	if problems := (*Pack)(nil).Before(ours).Check(); problems != nil {
		t.Errorf("only the stand-ins: %v", problems)
	}
}

func TestImportCopiesFilesNamedAsEntries(t *testing.T) {
	to := t.TempDir()
	w := facts.NewMemory().File("/agent/src/identity.txt", "theirs\n").File("/agent/mode-plan.txt", "plan").File("/agent/other.txt", "x")
	got, err := Import{Pack: (*Pack)(nil).Before(ours), Family: "pilotdeck", From: "/agent", To: to}.Run(w)
	if err != nil || len(got) != 2 || got[0].Name != "identity" || got[0].State != "new" || got[0].From != "/agent/src/identity.txt" || got[1].Name != "mode-plan" {
		t.Fatalf("got %+v, %v", got, err)
	}
	for name, want := range map[string]string{"identity": "theirs\n", "mode-plan": "plan"} {
		if text, err := os.ReadFile(filepath.Join(to, "pilotdeck", name+".txt")); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	live := New(facts.NewLive(), filepath.ToSlash(to), nil)
	if text := live.Text("pilotdeck", "identity"); text.String() != "theirs" || text.Pieces()[0].Origin.Kind != source.Pack {
		t.Errorf("after the import: %q", text)
	}
}

func TestImportDoesNotOverwrite(t *testing.T) {
	to := t.TempDir()
	run := func(text string, replace bool) (string, error) {
		w := facts.NewMemory().File("/f.txt", text)
		got, err := Import{Pack: (*Pack)(nil).Before(ours), Family: "yume", Name: "identity.txt", From: "/f.txt", To: to, Replace: replace}.Run(w)
		if len(got) != 1 {
			return "", err
		}
		return got[0].State, err
	}
	for _, step := range []struct {
		text    string
		replace bool
		state   string
		fails   bool
	}{{"a", false, "new", false}, {"a", false, "same", false}, {"b", false, "", true}, {"b", true, "replaced", false}} {
		state, err := run(step.text, step.replace)
		if state != step.state || (err != nil) != step.fails {
			t.Errorf("%+v: %q, %v", step, state, err)
		}
	}
	left, err := filepath.Glob(filepath.Join(to, "yume", "*"))
	if hidden, _ := filepath.Glob(filepath.Join(to, "yume", ".*")); err != nil || len(left) != 1 || len(hidden) > 0 {
		t.Errorf("files: %v %v", left, hidden)
	}
	for _, bad := range []Import{{Family: "nobody"}, {Family: "yume", Name: "nothing"}, {Family: "yume", From: "/empty"}, {Family: "yume", Name: "identity", From: "/gone"}} {
		bad.Pack, bad.To = (*Pack)(nil).Before(ours), to
		if _, err := bad.Run(facts.NewMemory().Dir("/empty")); err == nil {
			t.Errorf("%+v went well", bad)
		}
	}
}

func TestImportFindsEntriesInACheckout(t *testing.T) {
	w := facts.NewMemory().
		File("/src/packages/agent/src/session/prompt/one.txt", "deep").File("/src/other/one.txt", "not an entry's path, but near").
		File("/src/packages/node_modules/x/prompt/two.txt", "of another program").File("/src/.cache/prompt/two.txt", "hidden")
	found := Import{From: "/src"}.search(w, []string{"prompt/one", "prompt/two"})
	if len(found) != 1 || found["prompt/one"] != "/src/packages/agent/src/session/prompt/one.txt" {
		t.Errorf("%q", found)
	}
	// The depth of the search is limited.
	deep := facts.NewMemory().File("/src"+strings.Repeat("/d", 4*searchDepth)+"/prompt/one.txt", "too deep")
	if found := (Import{From: "/src"}).search(deep, []string{"prompt/one"}); len(found) != 0 {
		t.Errorf("%q", found)
	}
}
