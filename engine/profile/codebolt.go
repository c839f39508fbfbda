package profile

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"galley/engine/diag"
	"galley/engine/profile/codebolt"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// codeboltAgent follows a Codebolt agent whose modifiers the scenario lists; without
// a list they are the seed's, in the seed's order, in which the core prompt takes
// the place of the editor's state. See package codebolt.
//
// The template is the customSystemPrompt of the core modifier. As the base prompt it
// is sent only where nobody made a system message, so the list of the seed then goes
// without the core modifier. The prompt is that of the editor's last turn, and ends
// where the user's own message would stand.
type codeboltAgent struct{}

func (codeboltAgent) Name() string         { return "codebolt" }
func (codeboltAgent) Version() string      { return codebolt.Version }
func (codeboltAgent) TemplateAs() []string { return []string{"custom", "base", "none"} }

// Separator is a blank line.
func (codeboltAgent) Separator() source.Text { return source.Literal("\n\n") }

// Assemble implements [Profile].
func (c codeboltAgent) Assemble(ctx context.Context, in Input) (prompt.Prompt, []diag.Problem) {
	s := in.Scenario
	as, problems := in.templateAs(c)
	host, trouble := c.host(in)
	problems = append(problems, trouble...)
	d := codebolt.Defaults{Workspace: s.Directories}
	if len(s.Directories) > 0 {
		d.Workspace = append([]string{in.Cwd}, s.Directories...)
	}
	if s.AllowedTools != nil {
		d.Allowed = *s.AllowedTools
	}
	if s.Memory.Whole.Given {
		d.Memory = given("memory", s.Memory.Whole)
	}
	d.User, d.Project = remembered(s.Memory.User.Given, s.Memory.User.Text), remembered(s.Memory.Project.Given, s.Memory.Project.Text)
	var base *source.Text
	if s.CustomPrompt.Given {
		d.Custom = given("custom_prompt", s.CustomPrompt)
	}
	if s.BasePrompt.Given {
		text := given("base_prompt", s.BasePrompt)
		base = &text
	}
	instead := func(key string, there bool) {
		if there {
			problems = append(problems, in.problem(diag.NotSent, "the template stands in the place of "+key, "set template_as, or take "+key+" out"))
		}
	}
	switch as {
	case "custom":
		instead("custom_prompt", s.CustomPrompt.Given)
		d.Custom = in.Template
		if in.Template.Len() == 0 {
			problems = append(problems, in.problem(diag.NotSent, "the template is empty: Codebolt takes that for none and sends its own text", ""))
		}
	case "base":
		instead("base_prompt", s.BasePrompt.Given)
		base = &in.Template
	}
	m, trouble := c.modifiers(in, host, d, as)
	problems = append(problems, trouble...)
	out, trouble := c.turns(ctx, in, &codebolt.Pipeline{Host: host, Base: base, Modifiers: m.steps})
	problems = append(problems, trouble...)
	if m.compactor != nil {
		problems = append(problems, c.compact(in, m.compactor, &out)...)
	}
	return out, problems
}

// host is what the scenario and the world say of the platform.
func (codeboltAgent) host(in Input) (*codebolt.Host, []diag.Problem) {
	s := in.Scenario
	h := &codebolt.Host{
		World: in.World, Prose: codebolt.From(in.Pack), Project: in.Cwd, Dir: in.Cwd,
		Platform: cmp.Or(s.Platform, in.World.Platform()), Locale: cmp.Or(s.Locale, in.World.Locale()), Zone: in.World.Zone(),
		History: history(in),
	}
	var problems []diag.Problem
	if s.TimeZone != "" {
		if zone, err := time.LoadLocation(s.TimeZone); err == nil {
			h.Zone = zone
		} else {
			problems = append(problems, in.problem(diag.BadValue, "there is no time zone "+s.TimeZone, `a zone is named as in "Europe/Berlin"`))
		}
	}
	if s.Todos.On != nil && !*s.Todos.On {
		h.Todos = -1
	}
	for _, todo := range s.Todos.Items {
		if !slices.Contains([]string{"done", "completed", "cancelled"}, todo.Status) {
			h.Todos++
		}
	}
	for i := range h.History {
		for j, call := range h.History[i].Calls {
			// The platform hands arguments on as text: a JSON string is that text.
			if v, _, err := tool.ParseJSON(call.Arguments); err == nil && v.Kind == tool.String {
				h.History[i].Calls[j].Arguments = v.Text
			}
		}
	}
	allowed := in
	allowed.Scenario.AllowedTools = nil // a modifier's business here
	tools, trouble := allowed.tools(nil, nil)
	h.Tools = tools
	return h, append(problems, trouble...)
}

// remembered is a text of the scenario's as the platform's store of JSON holds it.
func remembered(there bool, text string) tool.Value {
	if !there {
		return tool.Value{}
	}
	if v, _, err := tool.ParseJSON(text); err == nil {
		return v
	}
	return tool.Text(text)
}

// codeboltSteps are the modifiers of a scenario.
type codeboltSteps struct {
	steps     []codebolt.Modifier
	compactor *codebolt.Compactor
}

func (codeboltAgent) modifiers(in Input, h *codebolt.Host, d codebolt.Defaults, as string) (m codeboltSteps, problems []diag.Problem) {
	s := in.Scenario
	planning, template := s.PermissionMode == "plan", as == "custom"
	if !slices.Contains([]string{"", "default", "plan"}, s.PermissionMode) {
		problems = append(problems, in.unknown("permission_mode", s.PermissionMode, []string{"default", "plan"},
			"Codebolt knows no permission mode "+s.PermissionMode+"; it changes nothing"))
	}
	type step struct {
		name    string
		options tool.Value
	}
	var steps []step
	for _, one := range s.Modifiers {
		o, _, err := tool.ParseJSON(cmp.Or(string(one.Options), "{}"))
		if err != nil || o.Kind != tool.Object {
			problems = append(problems, in.problem(diag.BadValue, "the options of "+one.Name+" are no table: they are left out", ""))
			o = tool.Table()
		}
		steps = append(steps, step{one.Name, o})
	}
	if len(steps) == 0 {
		for _, name := range codebolt.Names() {
			if (planning || !codebolt.IsPlan(name)) && (as != "base" || !codebolt.IsCore(name)) {
				steps = append(steps, step{name, tool.Table()})
			}
		}
	}
	named := func(is func(string) bool) bool {
		return slices.ContainsFunc(steps, func(s step) bool { return is(s.name) })
	}
	if planning && !named(codebolt.IsPlan) {
		problems = append(problems, in.problem(diag.NotSent, "the mode plan changes nothing: no modifier speaks of it", "add PlanModeModifier to modifiers"))
	}
	if template && !named(codebolt.IsCore) {
		problems = append(problems, in.problem(diag.NotSent, "the template is not sent: no modifier adds it", "add CoreSystemPromptModifier to modifiers"))
	}
	for _, one := range steps {
		if codebolt.IsCompactor(one.name) {
			c, trouble := codebolt.BuildCompactor(one.options)
			m.compactor = c
			problems = append(problems, filed(in, trouble)...)
			continue
		}
		if template && codebolt.IsCore(one.name) && one.options.Has("customSystemPrompt") {
			problems = append(problems, in.problem(diag.NotSent, "the template stands in the place of customSystemPrompt", "set template_as, or take customSystemPrompt out"))
		}
		if codebolt.IsPlan(one.name) && s.PermissionMode != "" && !one.options.Has("isPlanMode") {
			one.options = one.options.With("isPlanMode", tool.Flag(planning))
		}
		made, trouble := codebolt.Build(h, one.name, one.options, d)
		if made != nil {
			m.steps = append(m.steps, made)
		}
		problems = append(problems, filed(in, trouble)...)
	}
	return m, problems
}

// filed puts problems into the scenario, which they come from.
func filed(in Input, problems []diag.Problem) []diag.Problem {
	for i := range problems {
		problems[i].File = in.Scenario.File
	}
	return problems
}

// turns runs the pipeline once for each state of the editor, and gives the last
// prompt: only the editor's modifier remembers the others.
func (codeboltAgent) turns(ctx context.Context, in Input, p *codebolt.Pipeline) (prompt.Prompt, []diag.Problem) {
	states := in.Scenario.IDE.Turns
	if first := in.Scenario.IDE.IDEState; len(states) == 0 || first.ActiveFile != "" || len(first.OpenFiles) > 0 {
		states = slices.Insert(slices.Clone(states), 0, first)
	}
	var r codebolt.Request
	for _, name := range in.Scenario.Mentions {
		if folder, ok := strings.CutSuffix(name, "/"); ok {
			r.Folders = append(r.Folders, folder)
		} else {
			r.Files = append(r.Files, name)
		}
	}
	var out prompt.Prompt
	var problems []diag.Problem
	for _, state := range states {
		one := r
		one.ActiveFile, one.OpenedFiles, one.Selection = state.ActiveFile, state.OpenFiles, state.Selection
		one.Line, one.Character = state.Cursor.Line, state.Cursor.Character
		out, problems = p.Process(ctx, one)
	}
	return out, filed(in, problems)
}

// compact does what would be done after the next call of a tool.
func (codeboltAgent) compact(in Input, c *codebolt.Compactor, p *prompt.Prompt) []diag.Problem {
	messages, r := c.Compact(p.Messages, codebolt.Answer{Model: in.Scenario.Model})
	p.Messages = messages
	counted := fmt.Sprintf("the conversation has %d tokens by Codebolt's estimate", r.Before)
	switch {
	case r.Status == codebolt.NoOp:
		return nil
	case r.Status == codebolt.FailedInflated:
		return []diag.Problem{in.problem(diag.OverLimit, counted+", too many, and compaction makes it no shorter", "fewer than seven messages, or one long one, cannot be compacted")}
	case r.Dropped == 0:
		return []diag.Problem{in.problem(diag.OverLimit, fmt.Sprintf("%s: the output of tools is cut, which leaves %d", counted, r.After), "")}
	}
	hint := ""
	if r.Strategy == codebolt.Smart {
		hint = "the strategy smart summarises nothing: what it drops is gone"
	}
	return []diag.Problem{in.problem(diag.OverLimit, fmt.Sprintf("%s: %d messages are dropped, which leaves %d tokens", counted, r.Dropped, r.After), hint)}
}
