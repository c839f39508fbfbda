package claudecode

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/source"
)

// Values of [discovery.Part.Where].
const (
	firstMessage  = "message 0, block 0"
	systemMessage = "message 1"
)

// ownWords returns a stand-in for a text that Claude Code itself contains. slot is the name of that
// text.
func ownWords(slot string) source.Text {
	text := "{{text:" + slot + "}}"
	return source.Of(text, source.Origin{Kind: source.StandIn, Source: "claude-code/" + slot, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
}

func plain(s string) source.Text { return source.Of(s, discovery.NoOrigin) }

// rulesPart adds the loaded rule files to the request, as one block before all other parts.
func (r *claudeRun) rulesPart() {
	if r.Trace.Text.Len() == 0 {
		return
	}
	text := concat(plain("<system-reminder>\n"), ownWords("rules-intro"), plain("\n\n"), r.Trace.Text, plain("\n</system-reminder>"))
	r.Trace.Parts = append([]discovery.Part{{Name: "rules", Role: "user", Where: firstMessage, Text: text, Item: true}}, r.Trace.Parts...)
}

// parts adds the texts of the request other than the rule files.
func (r *claudeRun) parts(ctx context.Context) {
	add := func(name, role, where string, text source.Text) {
		r.Trace.AddPart(discovery.Part{Name: name, Role: role, Where: where, Text: text})
	}
	if r.session.bare {
		return
	}
	add("hooks", "system", systemMessage, r.hooks())
	style, reminder := r.outputStyle(ctx)
	add("output-style", "system", systemMessage, style)
	add("language", "system", systemMessage, r.language())
	r.choices(reminder.Len() > 0)
	tools, instructions := r.servers()
	add("servers", "system", systemMessage, tools)
	agents, ownOnly := r.subagents(ctx)
	r.Trace.AddPart(discovery.Part{Name: "agents", Role: "system", Where: systemMessage, Text: agents, OwnOnly: ownOnly})
	add("server-instructions", "system", systemMessage, instructions)
	r.Trace.AddPart(discovery.Part{Name: "skills", Role: "system", Where: systemMessage, Text: r.skills(ctx), Separate: true})
	r.plugins()
	add("output-style-reminder", "system", systemMessage, reminder)
	if r.session.noSkills || r.set.denied.use("Skill", "") != "" {
		r.Trace.Defined.NoTools = append(r.Trace.Defined.NoTools, "Skill")
	}
}

// hooks returns the texts that hooks add when a session starts. galley runs no hook; it knows a
// hook's output only if the session's options contain the output.
func (r *claudeRun) hooks() source.Text {
	var texts []source.Text
	once := map[string]bool{}
	layers := slices.Clone(r.set.layers)
	slices.SortStableFunc(layers, func(a, b layer) int { return cmp.Compare(managedFirst(a), managedFirst(b)) })
	for _, l := range layers {
		events, _ := l.values["hooks"].(map[string]any)
		for _, event := range discovery.SortedKeys(events) {
			groups, _ := events[event].([]any)
			for _, g := range groups {
				group, _ := g.(map[string]any)
				list, _ := group["hooks"].([]any)
				for _, h := range list {
					hook, _ := h.(map[string]any)
					command, _ := hook["command"].(string)
					if text, ok := r.hook(l, event, group, command); ok && !once[command] {
						once[command] = true
						texts = append(texts, text)
					}
				}
			}
		}
	}
	if texts == nil {
		return source.Text{}
	}
	return concat(source.Join(plain("\n"), texts...), plain("\n"))
}

// managedFirst is 0 for managed settings and 1 for others. The output of managed hooks comes first.
// Hooks run at the same time, so the order of the others is that in which they end; galley keeps the
// order of their files.
func managedFirst(l layer) int {
	if l.tier == "managed" {
		return 0
	}
	return 1
}

func (r *claudeRun) hook(l layer, event string, group map[string]any, command string) (source.Text, bool) {
	if command == "" {
		return source.Text{}, false
	}
	c := r.Thing(discovery.Hook, event, l.name, l.tier)
	if off := r.set.hooksOff; off != "" && (r.set.noHooks || l.tier != "managed") {
		r.Add(c.No(discovery.Disabled, off))
		return source.Text{}, false
	}
	matcher, _ := group["matcher"].(string)
	if event != "SessionStart" || matcher != "" && matcher != "*" && !slices.Contains(strings.Split(matcher, "|"), "startup") {
		r.Add(c.Later("at its event it runs " + command))
		return source.Text{}, false
	}
	line := plain("SessionStart:startup hook success: ")
	if output, known := r.Options.Printed[command]; known {
		line = concat(line, source.Of(strings.TrimSpace(output), discovery.NoOrigin))
	} else {
		line = concat(line, ownWords("hook "+command))
	}
	r.Add(c.List(line, "it runs "+command))
	return line, true
}

// concat joins texts.
func concat(texts ...source.Text) source.Text { return source.Text{}.Append(texts...) }
