package pilotdeck_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/agent/pilotdeck"
	"galley/engine/conformance"
	"galley/engine/prompt"
	"galley/engine/source"
)

// deckInput is the input of a PilotDeck case.
type deckInput struct {
	Cwd, Provider, Model, PermissionMode string
	AdditionalWorkingDirectories         []string
	Now                                  time.Time
	MCP                                  []struct {
		ServerName   string
		Instructions *string
	}
	Commands, Skills                       []deckEntry
	CustomSystemPrompt, AppendSystemPrompt *string
}

type deckEntry struct{ Name, Description, ArgumentHint, Namespace string }

// Values of the machine that the cases do not give.
const deckPlatform, deckNode = "linux", "v22.1.0"

func TestConformancePilotdeck(t *testing.T) {
	conformance.Run(t, "pilotdeck", func(t *testing.T, c conformance.Case) {
		raw, err := json.Marshal(c.Input)
		if err != nil {
			t.Fatal(err)
		}
		var in deckInput
		conformance.Decode(t, raw, &in)
		conformance.Fields{"partKinds": conformance.Checked, "joinedWith": conformance.Checked, "core": conformance.Checked}.Allow(t, c.Expect)
		parts, _, _ := in.deck().Parts()

		var kinds []string
		for _, b := range parts {
			kinds = append(kinds, b.ID)
		}
		var wantKinds []string
		if conformance.Member(t, c.Expect, "partKinds", &wantKinds) && !slices.Equal(kinds, wantKinds) {
			t.Errorf("parts %q, want %q", kinds, wantKinds)
		}
		var between string
		if conformance.Member(t, c.Expect, "joinedWith", &between) {
			for _, b := range parts[1:] {
				if b.Before.String() != between {
					t.Errorf("before %s comes %q, want %q", b.ID, b.Before, between)
				}
			}
		}
		var core [][]deckEvent
		if !conformance.Member(t, c.Expect, "core", &core) {
			return
		}
		if len(parts) != len(core) {
			t.Fatalf("%d parts, want %d", len(parts), len(core))
		}
		for i, b := range parts {
			for j := range core[i] {
				core[i][j].substitute()
			}
			if got := deckEvents(b, in.PermissionMode == "plan"); !equalEvents(got, core[i]) {
				t.Errorf("%s\n got %s\nwant %s", b.ID, show(got), show(core[i]))
			}
		}
	})
}

func (in deckInput) deck() pilotdeck.PilotDeck {
	d := pilotdeck.PilotDeck{
		Cwd: in.Cwd, Provider: in.Provider, Model: in.Model, PermissionMode: in.PermissionMode,
		Directories: in.AdditionalWorkingDirectories, Now: in.Now, Platform: deckPlatform, Node: deckNode,
	}
	for _, m := range in.MCP {
		if m.Instructions != nil {
			d.MCP = append(d.MCP, pilotdeck.PilotServer{Name: m.ServerName, Instructions: source.Literal(*m.Instructions)})
		}
	}
	for _, c := range in.Commands {
		d.Commands = append(d.Commands, pilotdeck.PilotEntry{Name: c.Name, Hint: c.ArgumentHint, Description: c.Description})
	}
	for _, s := range in.Skills {
		d.Skills = append(d.Skills, pilotdeck.PilotEntry{Name: s.Name, Description: s.Description})
	}
	if in.CustomSystemPrompt != nil {
		text := source.Literal(*in.CustomSystemPrompt)
		d.Custom = &text
	}
	if in.AppendSystemPrompt != nil {
		d.Append = source.Literal(*in.AppendSystemPrompt)
	}
	return d
}

// deckEvent is the meaning of one structural line of a part.
type deckEvent struct {
	Open       *string           `json:"open,omitempty"`
	Attrs      map[string]string `json:"attrs,omitempty"`
	Close      *string           `json:"close,omitempty"`
	Body       *string           `json:"body,omitempty"`
	Item       *string           `json:"item,omitempty"`
	Key        *string           `json:"key,omitempty"`
	Value      *string           `json:"value,omitempty"`
	Permission *string           `json:"permission,omitempty"`
	Verbatim   *string           `json:"verbatim,omitempty"`
}

func (e *deckEvent) substitute() {
	if e.Value != nil {
		v := strings.NewReplacer("{{PLATFORM}}", deckPlatform, "{{NODE}}", deckNode).Replace(*e.Value)
		e.Value = &v
	}
}

func show(events []deckEvent) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(events); err != nil {
		return err.Error()
	}
	return b.String()
}

func equalEvents(a, b []deckEvent) bool { return show(a) == show(b) }

var (
	closeLine = regexp.MustCompile(`^</([a-z-]+)>$`)
	openLine  = regexp.MustCompile(`^<([a-z-]+)((?: [a-z]+="[^"]*")*)>$`)
	attrPair  = regexp.MustCompile(` ([a-z]+)="([^"]*)"`)
	keyLine   = regexp.MustCompile(`^([a-z_]+): ?(.*)$`)
)

// deckEvents reads the lines of a part. It tests each line in the order that the format prescribes.
func deckEvents(b prompt.Block, plan bool) []deckEvent {
	text := b.Text.String()
	if b.ID == "custom" || b.ID == "append" {
		return []deckEvent{{Verbatim: &text}}
	}
	var all []deckEvent
	var open []string
	inside := func(tag string) bool { return len(open) > 0 && open[len(open)-1] == tag }
	for _, line := range strings.Split(text, "\n") {
		if m := closeLine.FindStringSubmatch(line); m != nil {
			if i := slices.Index(open, m[1]); i >= 0 {
				open = open[:i]
			}
			all = append(all, deckEvent{Close: &m[1]})
			continue
		}
		if m := openLine.FindStringSubmatch(line); m != nil {
			e := deckEvent{Open: &m[1]}
			for _, pair := range attrPair.FindAllStringSubmatch(m[2], -1) {
				if e.Attrs == nil {
					e.Attrs = map[string]string{}
				}
				e.Attrs[pair[1]] = pair[2]
			}
			open = append(open, m[1])
			all = append(all, e)
			continue
		}
		if inside("server") {
			if line != "" {
				all = append(all, deckEvent{Body: &line})
			}
			continue
		}
		if item, ok := strings.CutPrefix(line, "- "); ok {
			if !plan || strings.HasPrefix(item, "/") {
				all = append(all, deckEvent{Item: &item})
			}
			continue
		}
		if m := keyLine.FindStringSubmatch(line); m != nil && (inside("user-context") || inside("environment")) {
			all = append(all, deckEvent{Key: &m[1], Value: &m[2]})
			continue
		}
		if mode, ok := strings.CutPrefix(line, "Permission mode: "); ok {
			word, _, _ := strings.Cut(mode, " ")
			all = append(all, deckEvent{Permission: &word})
		}
	}
	return all
}
