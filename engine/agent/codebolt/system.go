package codebolt

import (
	"context"
	"slices"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// core puts its text into a system message at the start of the prompt. If the prompt already has a
// system message, core replaces the first one instead.
type core struct {
	host *Host
	// custom replaces the agent's own text unless it is empty.
	custom source.Text
	memory source.Text
}

func (c core) Modify(_ context.Context, t *Turn) error {
	text := block(coreBlock, "System prompt", c.custom)
	text.Lifetime = prompt.Static
	memory := trim(c.memory)
	if c.custom.Len() == 0 {
		text.Text = c.host.Prose("CORE_DEFAULT")
	} else if memory.Len() > 0 {
		t.warn("the memory of "+coreName+" is not sent: it belongs to the agent's own text, which is replaced", "give it to "+memoryName)
	}
	m := message(prompt.System, text)
	if c.custom.Len() == 0 && memory.Len() > 0 {
		b := block(coreMemoryBlock, "Memory", memory)
		b.Before = source.Of("\n\n---\n\n", structure)
		m.Blocks = append(m.Blocks, b)
	}
	at := t.system()
	if at < 0 {
		t.Messages = slices.Insert(t.Messages, 0, m)
		return nil
	}
	old := t.Messages[at].Blocks
	t.lost(coreName, "replaces the system message that is there", "put "+coreName+" before "+makers(old), old)
	t.Messages[at] = m
	return nil
}

// memory is yume@2025's GeminiMemoryModifier: what the platform remembers about the
// user and the project, as JSON in a system message at the end.
type memory struct{ user, project tool.Value }

func (m memory) Modify(_ context.Context, t *Turn) error {
	text := source.Of("\n---\n\n", structure)
	for _, part := range []struct {
		heading, key string
		v            tool.Value
	}{{"# User Preferences\n", "memory:user", m.user}, {"# Project Context\n", "memory:project", m.project}} {
		if truthy(part.v) {
			text = text.Append(source.Of(part.heading, structure), value(part.key, parsed(part.v).Indented()), source.Of("\n\n", structure))
		}
	}
	if truthy(m.user) || truthy(m.project) {
		t.add(message(prompt.System, block(memoryBlock, "Memory", text)))
	}
	return nil
}

// plan is yume@2025's PlanModeModifier: a system message at the end that says how to
// plan.
type plan struct{ host *Host }

func (p plan) Modify(_ context.Context, t *Turn) error {
	t.add(message(prompt.System, block(planBlock, "Plan mode", p.host.Prose("PLAN_MODE_TEXT"))))
	return nil
}
