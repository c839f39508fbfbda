package pilotdeck

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/pack"
	"galley/engine/profile/profiletest"
	"galley/engine/source"
)

const pilotScenario = `
provider = "prov"
model = "org/m"
node = "v22.1.0"
platform = "linux"
mcp = [{name = "zeta", instructions = "Z"}, {name = "a_b", instructions = " "}, {name = "Alpha", instructions = "A"}]
commands = [{name = "go"}]
skills = [{name = "cook"}]
`

func TestPilotDeckSendsItsPartsInOrder(t *testing.T) {
	p, problems := pilotdeck{}.Assemble(context.Background(), profiletest.With(t, pilotScenario+"append_prompt = ' end '"))
	if got := profiletest.IDs(p.Messages[0].Blocks); got != "default user-context environment commands skills append" || len(problems) > 0 || len(p.Removed) > 0 {
		t.Errorf("%s, %v", got, problems)
	}
	text := p.SystemText(source.Text{}).String()
	for _, want := range []string{
		"\n\nPermission mode: default — ", "<mcp-instructions>\n<server name=\"Alpha\">\nA\n</server>\n<server name=\"zeta\">\nZ\n</server>\n</mcp-instructions>\n\n<user-context>\ncwd: /p\n",
		"\nmodel: prov/org/m\npermission_mode: default\nplatform: linux\nnode: v22.1.0\n</user-context>\n\n<environment>\nnow: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if !strings.HasSuffix(text, "</available-skills>\n\nend") {
		t.Errorf("it ends with %q", text[len(text)-40:])
	}
}

func TestCustomPromptRemovesFurtherParts(t *testing.T) {
	for template, want := range map[string]string{"MINE ": "custom user-context", " \ufeff\n": "user-context", "": "user-context"} {
		in := profiletest.With(t, pilotScenario)
		in.BuiltIn, in.Template = false, source.Literal(template)
		p, _ := pilotdeck{}.Assemble(context.Background(), in)
		if got := profiletest.IDs(p.Messages[0].Blocks); got != want || profiletest.IDs(p.Removed) != "default environment commands skills" {
			t.Errorf("%q: %s; removed %s", template, got, profiletest.IDs(p.Removed))
		}
		if p.Removed[0].Text.Len() == 0 {
			t.Error("the removed parts are not shown")
		}
	}
}

func TestScenarioTextsFillWhatTheTemplateLeaves(t *testing.T) {
	texts := "custom_prompt = 'CUSTOM'\nappend_prompt = 'APPEND'\n"
	for as, want := range map[string]string{
		"custom": "MINE|APPEND not-sent", "append": "CUSTOM|MINE not-sent", "none": "CUSTOM|APPEND",
	} {
		in := profiletest.With(t, pilotScenario+texts+"template_as = '"+as+"'")
		in.BuiltIn, in.Template = false, source.Literal("MINE")
		p, problems := pilotdeck{}.Assemble(context.Background(), in)
		blocks := p.Messages[0].Blocks
		got := strings.TrimSpace(blocks[0].Text.String() + "|" + blocks[len(blocks)-1].Text.String() + " " + profiletest.Codes(problems))
		if got != want {
			t.Errorf("as %s: %s", as, got)
		}
	}
}

func TestTextThatClosesItsTagIsReported(t *testing.T) {
	for text, want := range map[string]int{
		"fine </b>": 0, "a\\n</server>\\nb": 1, "a </ server >": 1, "x</mcp-instructions>y</server>": 2, "</serverless>": 0,
	} {
		_, problems := pilotdeck{}.Assemble(context.Background(), profiletest.With(t, `node = "v1"`+"\nmcp = [{name = \"evil\", instructions = \""+text+"\"}]"))
		if len(problems) != want {
			t.Errorf("%q: %v", text, problems)
		}
		for _, p := range problems {
			if p.Code != diag.ClosingTag || !strings.Contains(p.Message, "evil") || p.File != "s.toml" {
				t.Errorf("%+v", p)
			}
		}
	}
}

func TestServersHaveAFixedOrder(t *testing.T) {
	order := []string{"_", "-x", "1", "a", "A", "á", "Ä", "b", "B", "srv1", "srv10", "srv2", "z", "ω", "日"}
	for shift := range order {
		var mcp []PilotServer
		for i := range order {
			name := order[(i*7+shift)%len(order)]
			mcp = append(mcp, PilotServer{name, source.Literal("t")})
		}
		text, _ := PilotDeck{MCP: mcp}.servers()
		at := 0
		for _, name := range order {
			i := strings.Index(text.String(), `"`+name+`"`)
			if i < at {
				t.Fatalf("%s is out of order in %s", name, text)
			}
			at = i
		}
	}
}

func TestUnknownFactsOfTheMachineAreReported(t *testing.T) {
	p, problems := pilotdeck{}.Assemble(context.Background(), profiletest.With(t, ""))
	if profiletest.Codes(problems) != "assumed-fact" || !strings.Contains(p.SystemText(source.Text{}).String(), "\nnode: unknown\n") {
		t.Errorf("%v", problems)
	}
}

func TestUnknownPermissionModeIsSentUnchanged(t *testing.T) {
	p, problems := pilotdeck{}.Assemble(context.Background(), profiletest.With(t, pilotScenario+"permission_mode = 'as you like — really'"))
	if text := p.SystemText(source.Text{}).String(); !strings.Contains(text, "\nPermission mode: as you like — really\n\n") || profiletest.Codes(problems) != string(diag.UnknownWord) {
		t.Errorf("got %s, %v", text, problems)
	}
}

func TestDirectoriesFollowTheirIntroduction(t *testing.T) {
	deck := PilotDeck{Pack: new(pack.Pack).Before(StandIns)}
	intro := deck.Pack.Text("pilotdeck", "directories-intro").String()
	if text, _ := deck.standard(); intro == "" || strings.Contains(text.Text.String(), intro) {
		t.Errorf("without directories %q introduces them by %q", text.Text, intro)
	}
	deck.Directories = []string{"/a", "/b"}
	if text, _ := deck.standard(); !strings.HasSuffix(text.Text.String(), "\n\n"+intro+"\n- /a\n- /b") {
		t.Errorf("%q does not end with the directories", text.Text)
	}
}

func TestPilotDeckReadsTheseKeys(t *testing.T) {
	keys, _ := pilotdeck{}.Reads(profiletest.With(t, pilotScenario))
	for _, key := range []string{"node", "mcp", "directories", "append_prompt"} {
		if !slices.Contains(keys, key) {
			t.Errorf("%s is not among %q", key, keys)
		}
	}
}
