package match

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/wire"
)

// request returns an Anthropic request with system texts and one user message.
func request(t testing.TB, system []string, user ...string) *wire.Request {
	t.Helper()
	list := func(texts []string) string {
		var parts []string
		for _, s := range texts {
			quoted, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, `{"type":"text","text":`+string(quoted)+"}")
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	r, err := wire.Decode(wire.Anthropic, []byte(`{"system":`+list(system)+`,"messages":[{"role":"user","content":`+list(user)+`}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func file(path, text string) source.Text {
	return source.Of(text, source.Origin{Kind: source.File, Source: path, Span: source.Span{End: len(text)}, Line: 1, Tag: source.NoSpan})
}

func gap(name string) source.Text {
	return source.Of("…", source.Origin{Kind: source.StandIn, Source: name, Tag: source.NoSpan})
}

func framed(path, text string) source.Text {
	return source.Literal("Contents of "+path+":\n\n").Append(file(path, text), source.Literal("\n\n"))
}

// told prints the spans as "source:text", then the differences.
func told(r *wire.Request, m Map) string {
	var out []string
	for _, s := range m.Spans {
		p := r.Places[s.Place]
		text := r.Prompt.Messages[p.Message].Blocks[p.Block].Text.String()
		name := s.Origin.Source
		if s.Origin.Kind == source.Structure {
			name = "-"
		}
		out = append(out, fmt.Sprintf("%s:%q", name, text[s.Start:s.End]))
	}
	for _, d := range m.Differences {
		out = append(out, fmt.Sprintf("%s %s %d", d.Kind, d.Name, d.Bytes))
	}
	return strings.Join(out, "\n")
}

func TestFilesAreFoundInTheirFrames(t *testing.T) {
	r := request(t, []string{"You help."}, "<reminder>\nKnow this:\n\nContents of /p/A.md:\n\nok\n\nContents of /p/B.md:\n\nok\n\n</reminder>")
	rules := source.Literal("<reminder>\n").Append(gap("rules-intro"), source.Literal("\n\n"), framed("/p/A.md", "ok"), framed("/p/B.md", "ok"), source.Literal("</reminder>"))
	m := Match(Input{Request: r, Expected: []Expected{{Name: "rules", Text: rules}}, Files: []File{{"/p/A.md", "ok\n", true}, {"/p/B.md", "ok\n", true}}})
	want := strings.Join([]string{
		`-:"<reminder>\n"`, `rules-intro:"Know this:"`, `-:"\n\n"`,
		`-:"Contents of /p/A.md:\n\n"`, `/p/A.md:"ok"`, `-:"\n\n"`, `-:"Contents of /p/B.md:\n\n"`, `/p/B.md:"ok"`, `-:"\n\n"`, `-:"</reminder>"`,
	}, "\n")
	if got := told(r, m); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if m.Gaps["rules-intro"] != "Know this:" {
		t.Errorf("gaps %v", m.Gaps)
	}
}

func TestQuotedFileIsNotMatchedAsTheFile(t *testing.T) {
	// B quotes A and comes before it.
	r := request(t, nil, "Contents of /p/B.md:\n\nsay: always use tabs here\n\nContents of /p/A.md:\n\nalways use tabs here\n\n")
	m := Match(Input{Request: r, Expected: []Expected{{Name: "B", Text: framed("/p/B.md", "say: always use tabs here")}, {Name: "A", Text: framed("/p/A.md", "always use tabs here")}}})
	if got := told(r, m); !strings.Contains(got, `/p/A.md:"always use tabs here"`) || strings.Count(got, "/p/A.md:\"always") != 1 || !strings.Contains(got, `/p/B.md:"say: always`) {
		t.Error(got)
	}
}

func TestMissingExpectedTextIsReported(t *testing.T) {
	r := request(t, []string{"You help."}, "hello")
	m := Match(Input{Request: r, Expected: []Expected{{Name: "/p/A.md", Text: framed("/p/A.md", "rules")}}, Files: []File{{"/p/A.md", "rules", true}}})
	if got := told(r, m); got != "missing /p/A.md 29" {
		t.Error(got)
	}
}

func TestAFileThatDiscoveryDoesNotExpectIsNotCalledProse(t *testing.T) {
	text := "Never push to main without a green build.\nAsk before you delete files.\n"
	r := request(t, []string{"You help.\n" + text + "End."}, "hello")
	m := Match(Input{Request: r, Files: []File{{"/p/X.md", text, false}}})
	if got := told(r, m); !strings.HasPrefix(got, `/p/X.md:"Never push`) || !strings.HasSuffix(got, fmt.Sprintf("unexpected /p/X.md %d", len(text)-1)) {
		t.Error(got)
	}
}

func TestLinesOfAFileThatTheAgentCutAreFound(t *testing.T) {
	text := "# Rules for this project\n<!-- hidden -->\nAlways write tests first.\n\nNever skip the linter.\n"
	r := request(t, nil, "Contents:\n# Rules for this project\nAlways write tests first.\n[cut]")
	m := Match(Input{Request: r, Files: []File{{"/p/A.md", text, true}}})
	want := "/p/A.md:\"# Rules for this project\"\n/p/A.md:\"Always write tests first.\"\nchanged /p/A.md 49"
	if got := told(r, m); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, s := range m.Spans {
		if got := text[s.Origin.Span.Start:s.Origin.Span.End]; got != strings.Split(want, "\"")[1] && got != "Always write tests first." {
			t.Errorf("the span points at %q", got)
		}
	}
}

func TestAShortFileNeedsItsNameBefore(t *testing.T) {
	for text, want := range map[string]string{
		"it is ok to go":            "missing /p/AGENTS.md 3",
		"Rules of AGENTS.md:\n\nok": "/p/AGENTS.md:\"ok\"\nchanged /p/AGENTS.md 2",
		"AGENTS.md: <r> ok </r>":    "/p/AGENTS.md:\"ok\"\nchanged /p/AGENTS.md 2",
		// In these texts, the agent's own sentences mention the file.
		"AGENTS.md has rules; look: it is ok": "missing /p/AGENTS.md 3",
		"AGENTS.md has rules:\nok then.":      "missing /p/AGENTS.md 3",
	} {
		r := request(t, nil, text)
		if got := told(r, Match(Input{Request: r, Files: []File{{"/p/AGENTS.md", "ok\n", true}}})); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func TestEmptyFileMakesNoDifference(t *testing.T) {
	r := request(t, nil, "hello")
	if got := told(r, Match(Input{Request: r, Files: []File{{"/p/A.md", " \n", true}, {"/p/B.md", "\ufeff", true}}})); got != "" {
		t.Error(got)
	}
}

func TestValuesAreMarkedAsWholeWords(t *testing.T) {
	r := request(t, []string{"cwd: /home/u/p\nhome: /home/u\nother /home/u2 and main, mainly"}, "x")
	m := Match(Input{Request: r, Values: []Value{{"system:home", "/home/u"}, {"system:cwd", "/home/u/p"}, {"git:branch", "main"}, {"short", "cwd"}}})
	want := "system:cwd:\"/home/u/p\"\nsystem:home:\"/home/u\"\ngit:branch:\"main\""
	if got := told(r, m); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestBlocksHaveOneOriginAndKeepEveryByte(t *testing.T) {
	system := "You help.\n\n# Tone\nBe kind in /home/u/p.\n```\n# not a heading\n```\n<env>\nx\n</env>\n"
	user := "Contents of /p/A.md:\n\nrules\n\nContents of /p/B.md:\n\nmore\n\n"
	r := request(t, []string{system}, user, "go")
	expected := []Expected{{Name: "rules", Text: framed("/p/A.md", "rules").Append(framed("/p/B.md", "more"))}}
	m := Match(Input{Request: r, Expected: expected, Values: []Value{{"system:cwd", "/home/u/p"}}})
	p := Prompt(r, m, expected)
	var ids, says []string
	for i, message := range p.Messages {
		if got, want := message.Text().String(), r.Prompt.Messages[i].Text().String(); got != want {
			t.Errorf("message %d is %q, want %q", i, got, want)
		}
		for _, b := range message.Blocks {
			ids = append(ids, b.ID)
			says = append(says, fmt.Sprintf("%s:%s", b.From, b.Element))
		}
	}
	if got := strings.Join(ids, " "); got != "text text/tone text/env file//p/A.md file//p/B.md text-2" {
		t.Error(got)
	}
	if got := strings.Join(says, " "); got != ":identity :identity :identity /p/A.md:memory /p/B.md:memory :" {
		t.Error(got)
	}
	if got := fmt.Sprint(p.Messages[1].Parts); got != "[2 1]" {
		t.Errorf("parts %s", got)
	}
}

// Blank lines between an expected text and a heading belong to the heading.
func TestBlankLinesBeforeAHeadingBelongToIt(t *testing.T) {
	r := request(t, []string{"Contents of /p/A.md:\n\nrules\n\n\n\n# Tone\nBe kind.\n"}, "go")
	expected := []Expected{{Name: "rules", Text: framed("/p/A.md", "rules")}}
	p := Prompt(r, Match(Input{Request: r, Expected: expected}), expected)
	var titles []string
	for _, b := range p.Messages[0].Blocks {
		titles = append(titles, b.Title)
	}
	if got := strings.Join(titles, "/"); got != "A.md/Tone" || p.Messages[0].Text().String() != r.Prompt.Messages[0].Text().String() {
		t.Errorf("%q of %q", got, p.Messages[0].Text())
	}
}

// A text that occurs very often is tried at a limited number of places, however long the request
// is.
func TestARepeatedTextIsSearchedWithinABound(t *testing.T) {
	for _, n := range []int{1 << 12, 1 << 14} {
		r := request(t, nil, strings.Repeat("a ", n))
		never := source.Literal("a ").Append(gap("g"), source.Literal("b"))
		m := Match(Input{Request: r, Expected: []Expected{{Name: "x", Text: never}}, Values: []Value{{"v", "a a a"}}})
		if len(m.Spans) > maxTries || len(m.Differences) != 1 {
			t.Errorf("%d: %d spans, %d differences", n, len(m.Spans), len(m.Differences))
		}
	}
}

func BenchmarkMatchMegabyte(b *testing.B) {
	var text strings.Builder
	var files []File
	for i := range 200 {
		body := strings.Repeat(fmt.Sprintf("Line of file %d says what to do about it.\n", i), 100)
		files = append(files, File{fmt.Sprintf("/p/%d/AGENTS.md", i), body, i%2 == 0})
		if i%2 == 0 {
			text.WriteString("Contents\n" + body + "\n")
		}
	}
	text.WriteString(strings.Repeat("Prose of the agent that nobody knows anything about.\n", 10000))
	r, err := wire.Decode(wire.Anthropic, []byte(fmt.Sprintf(`{"messages":[{"role":"user","content":%q}]}`, text.String())))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		Match(Input{Request: r, Files: files, Values: []Value{{"system:cwd", "/home/user/project"}}})
	}
}

// The title of a text without a heading is its first words, without an API key in them.
func TestTitleOfATextWithoutHeading(t *testing.T) {
	key := "sk-" + "ant-" + strings.Repeat("a1B2c3D4", 5)
	r := request(t, []string{"Made for tests.", "\n\nA line that is longer than the title which is made of it. More.\n", "  ", "key " + key, "# Heading\nText"}, "hi")
	var titles []string
	for _, b := range Prompt(r, Map{}, nil).Messages[0].Blocks {
		titles = append(titles, b.Title)
	}
	want := []string{"“Made for tests.”", "“A line that is longer than the…”", "blank", "“key [key]”", "Heading"}
	if strings.Join(titles, "/") != strings.Join(want, "/") {
		t.Errorf("%q, want %q", titles, want)
	}
}
