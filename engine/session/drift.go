package session

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"galley/engine/source"
)

// Drift is the difference between a kept prompt and the prompt that would be built now.
type Drift struct {
	Same bool // every message is the same, byte for byte
	// First is the place in the kept text at which the texts begin to differ; zero if Same. If one
	// text is a prefix of the other, First is the end of the shorter text.
	First source.Position
	// Diff is a unified diff from the kept text to the new one; "" if Same. If the system prompts
	// are the same but another message differs, Diff and First refer to the text of all messages,
	// in which a line before each message names its role.
	Diff string
	// Changed names what else differs, in this order: template, facts, cwd, host, workspace,
	// profile, provider, model. A prompt that was kept without a provider was made for the one
	// that its model implies, so only another model counts as a change.
	Changed []string
}

// Titles returns the names of Changed as people read them.
func Titles(changed []string) []string {
	titles := make([]string, len(changed))
	for i, name := range changed {
		switch name {
		case "facts":
			titles[i] = "files or values that the prompt reads"
		case "cwd":
			titles[i] = "the directory"
		case "host":
			titles[i] = "the computer"
		default:
			titles[i] = "the " + name
		}
	}
	return titles
}

// Compare compares a kept prompt with a new one.
func Compare(kept *Kept, at Location, now Draft) Drift {
	d := Drift{Changed: []string{}}
	for _, c := range []struct {
		name string
		a, b string
	}{
		{"template", kept.Template, now.Template}, {"facts", kept.Facts, now.Facts},
		{"cwd", kept.Cwd, at.Cwd}, {"host", kept.Host, at.Host}, {"workspace", kept.Workspace, now.Workspace},
		{"profile", kept.Profile, now.Profile}, {"provider", kept.Provider, now.Provider}, {"model", kept.Model, now.Model},
	} {
		if c.name == "provider" && c.a == "" && kept.Model == now.Model {
			continue
		}
		if c.a != c.b {
			d.Changed = append(d.Changed, c.name)
		}
	}
	a, b := kept.Text, now.Text
	if a == b {
		a, b = transcript(kept.Messages), transcript(now.Messages)
	}
	if a == b {
		d.Same = true
		return d
	}
	d.First = source.NewLines(a).Position(source.CommonPrefix(a, b))
	d.Diff = udiff.Unified("kept", "now", a, b)
	return d
}

func transcript(messages []Message) string {
	var b strings.Builder
	for _, m := range messages {
		b.WriteString("--- " + m.Role + " ---\n" + m.Text + "\n")
	}
	return b.String()
}
