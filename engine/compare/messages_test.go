package compare

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/secret"
	"galley/engine/source"
)

func message(role prompt.Role, id, text string) prompt.Message {
	return prompt.Message{Role: role, Blocks: []prompt.Block{block(id, text, "")}}
}

// The comparison names the first byte at which a message differs. All messages before that one
// stay cached.
func TestTheFirstMessageThatDiffersIsNamed(t *testing.T) {
	base := []prompt.Message{message(prompt.System, "id", "help"), message(prompt.User, "ask", "one\ntwo")}
	for _, c := range []struct {
		name  string
		other []prompt.Message
		want  string
	}{
		{"the same", base, "none"},
		{"the second message", []prompt.Message{base[0], message(prompt.User, "ask", "one\ntWo")}, "message 1 user ask byte 5 at 2:2, 9 kept"},
		{"another role", []prompt.Message{base[0], message(prompt.Assistant, "ask", "one\ntwo")}, "message 1 assistant ask byte 0 at 1:1, 4 kept"},
		{"one message less", base[:1], "message 1 user ask byte 0 at 1:1, 4 kept"},
		{"one message more", append(base[:2:2], message(prompt.Assistant, "answer", "yes")), "message 2 assistant answer byte 0 at 1:1, 11 kept"},
		{"a text that ends sooner", []prompt.Message{base[0], message(prompt.User, "ask", "one")}, "message 1 user ask byte 3 at 1:4, 7 kept"},
	} {
		got := "none"
		if p := Prompts(side("a", base...), side("b", c.other...)).First; p != nil {
			got = fmt.Sprintf("message %d %s %s byte %d at %d:%d, %d kept", p.Message, p.Role, p.Block, p.Offset, p.Line, p.Column, p.Kept)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// If a prompt has several messages, the unified diff puts a line with the role before each and ends
// its last line.
func TestDiffNamesRolesOfSeveralMessages(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []prompt.Message
		want string
	}{
		{"one message", []prompt.Message{message(prompt.System, "x", "a\n")}, []prompt.Message{message(prompt.System, "x", "b\n")}, "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n"},
		{"two in one of them", []prompt.Message{message(prompt.System, "x", "a")}, []prompt.Message{message(prompt.System, "x", "a"), message(prompt.User, "y", "b\n")},
			"--- a\n+++ b\n@@ -1,2 +1,5 @@\n --- system ---\n a\n+\n+--- user ---\n+b\n"},
		{"two in the other", []prompt.Message{message(prompt.System, "x", "a"), message(prompt.User, "y", "b\n")}, []prompt.Message{message(prompt.System, "x", "a")},
			"--- a\n+++ b\n@@ -1,5 +1,2 @@\n --- system ---\n a\n-\n---- user ---\n-b\n"},
	} {
		if got := Prompts(side("a", c.a...), side("b", c.b...)).Unified; got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestPromptSizeIncludesAllMessages(t *testing.T) {
	d := Prompts(side("a", message(prompt.System, "x", "four"), message(prompt.User, "y", "three")), side("b"))
	if d.Bytes != [2]int{9, 0} {
		t.Errorf("%d bytes, want 9 and 0", d.Bytes)
	}
}

func TestEachBlockHasBothTexts(t *testing.T) {
	a := side("a", system(block("same", "s", prompt.Static), block("other", "old", prompt.Session), block("gone", "g", prompt.Turn)))
	b := side("b", system(block("new", "nn", prompt.Turn), block("same", "s", prompt.Static), block("other", "newer", prompt.Static)))
	var got []string
	for _, d := range Prompts(a, b).Blocks {
		got = append(got, fmt.Sprintf("%s %s %q %d %q", d.ID, d.Change, d.Texts, d.Bytes, d.Lifetime))
	}
	want := `new added ["" "nn"] [0 2] ["" "turn"]
same same ["s" "s"] [1 1] ["static" "static"]
other changed ["old" "newer"] [3 5] ["session" "static"]
gone removed ["g" ""] [1 0] ["turn" ""]`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("%s\nwant\n%s", s, want)
	}
}

// Blocks with the same name are matched by their order.
func TestBlocksAndToolsWithTheSameNameMatchByOrder(t *testing.T) {
	tool := func(name, text string) prompt.Tool {
		return prompt.Tool{Name: name, Declaration: source.Literal(text)}
	}
	a := side("a", system(block("x", "1", ""), block("x", "2", ""), block("x", "3", "")))
	b := side("b", system(block("x", "1", ""), block("x", "two", "")))
	a.Tools = []prompt.Tool{tool("T", "1"), tool("T", "2"), tool("U", "u"), tool("T", "3"), tool("W", "w")}
	b.Tools = []prompt.Tool{tool("V", "v"), tool("T", "1"), tool("T", "two"), tool("W", "w")}
	d := Prompts(a, b)
	var blocks, tools []string
	for _, one := range d.Blocks {
		blocks = append(blocks, fmt.Sprint(one.Change, one.Texts))
	}
	for _, one := range d.Tools {
		tools = append(tools, fmt.Sprint(one.Name, one.Change, one.Texts))
	}
	if got, want := strings.Join(blocks, " "), "same[1 1] changed[2 two] removed[3 ]"; got != want {
		t.Errorf("blocks: %s, want %s", got, want)
	}
	if got, want := strings.Join(tools, " "), "Vadded[ v] Tsame[1 1] Tchanged[2 two] Wsame[w w] Tremoved[3 ] Uremoved[u ]"; got != want {
		t.Errorf("tools: %s, want %s", got, want)
	}
}

// A cache holds the declarations of tools before all messages. It is lost if the order, a name or
// a text of the tools changes.
func TestToolsAreTheSameInNameTextAndOrder(t *testing.T) {
	tool := func(name, text string) prompt.Tool {
		return prompt.Tool{Name: name, Declaration: source.Literal(text)}
	}
	base := []prompt.Tool{tool("A", "1"), tool("B", "2")}
	for name, c := range map[string]struct {
		tools   []prompt.Tool
		changed bool
	}{
		"the same":     {[]prompt.Tool{tool("A", "1"), tool("B", "2")}, false},
		"one less":     {base[:1], true},
		"another text": {[]prompt.Tool{tool("A", "1"), tool("B", "3")}, true},
		"another name": {[]prompt.Tool{tool("A", "1"), tool("C", "2")}, true},
		"the order":    {[]prompt.Tool{base[1], base[0]}, true},
	} {
		a, b := side("a"), side("b")
		a.Tools, b.Tools = base, c.tools
		if d := Prompts(a, b); d.ToolsChanged != c.changed || d.Same == c.changed {
			t.Errorf("%s: changed %v, same %v", name, d.ToolsChanged, d.Same)
		}
	}
}

func TestADifferenceAtTheStartOfABlockIsOfThatBlock(t *testing.T) {
	a, b := side("a", system(block("one", "1", ""), block("two", "2", ""))), side("b", system(block("one", "1", ""), block("two", "x", "")))
	if p := Prompts(a, b).First; p.Block != "two" || p.Line != 1 || p.Column != 2 {
		t.Errorf("%+v", p)
	}
}

// A secret of one prompt may also be in the other prompt. It is masked in both.
func TestTheSecretsOfEitherSideAreMaskedInBoth(t *testing.T) {
	const one, two = "first-secret-value", "other-secret-value"
	side := func(name, own string) Side {
		s := side(name, message(prompt.System, "x", one+" and "+two))
		s.Secrets = new(secret.Values)
		s.Secrets.AddFile(own, "a file")
		return s
	}
	a, b, secrets := Covered(side("a", one), side("b", two))
	for _, text := range []string{a.Transcript(false), b.Transcript(false), secrets.Mask(one + " and " + two)} {
		if strings.Contains(text, one) || strings.Contains(text, two) || !strings.Contains(text, " and ") {
			t.Errorf("%q is shown", text)
		}
	}
}

func TestASavedTextIsAMessageOfOneBlock(t *testing.T) {
	if m := SavedMessage(prompt.User, "text"); m.Role != prompt.User || len(m.Blocks) != 1 || m.Text().String() != "text" {
		t.Errorf("%+v", m)
	}
}
