package codebolt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/textutil"
	"galley/engine/tool"
)

// codeboltAgent follows a Codebolt agent whose modifiers the scenario lists. Without a list it uses
// the modifiers that yume@2025 lists, in the same order. In that order the core prompt replaces the
// editor's state; see the package comment.
//
// The template is the core modifier's customSystemPrompt. With template_as gemini-builder, the
// prompt of that profile is the customSystemPrompt instead, and the template is not sent. If the
// template is the base prompt, it is sent only if no modifier makes a system message, so the
// default list then lacks the core modifier. The prompt has the last of the editor's states that
// the scenario lists, and ends before the user's own message.
type codeboltAgent struct{}

func (codeboltAgent) Name() string         { return "codebolt" }
func (codeboltAgent) Version() string      { return Version }
func (codeboltAgent) TemplateAs() []string { return []string{"custom", "base", builderName, "none"} }

// Makes implements [profile.Maker].
func (codeboltAgent) Makes() []string { return []string{builderName} }

// Separator returns a blank line, which joins system texts when they are shown as one.
func (codeboltAgent) Separator() source.Text { return source.Literal("\n\n") }

// Assemble implements [profile.Profile].
func (c codeboltAgent) Assemble(ctx context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	out, m, problems := c.conversation(ctx, in)
	if m.compressor != nil {
		problems = append(problems, c.compress(in, m.compressor, &out)...)
	}
	if m.compactor != nil {
		problems = append(problems, c.compact(in, m.compactor, &out)...)
	}
	return out, problems
}

// conversation returns the prompt before any compression or compaction.
func (c codeboltAgent) conversation(ctx context.Context, in profile.Input) (prompt.Prompt, codeboltSteps, []diag.Problem) {
	s := in.Scenario
	as, problems := in.TemplateAs(c)
	host, trouble := c.host(in)
	problems = append(problems, trouble...)
	d := Defaults{Workspace: s.Directories}
	if len(s.Directories) > 0 {
		d.Workspace = append([]string{in.Cwd}, s.Directories...)
	}
	if s.AllowedTools != nil {
		d.Allowed = *s.AllowedTools
	}
	if s.Memory.Whole.Given {
		d.Memory = profile.Given("memory", s.Memory.Whole)
	}
	d.User, d.Project = remembered(s.Memory.User.Given, s.Memory.User.Text), remembered(s.Memory.Project.Given, s.Memory.Project.Text)
	var base *source.Text
	var notes []string
	if s.CustomPrompt.Given {
		d.Custom = profile.Given("custom_prompt", s.CustomPrompt)
	}
	if s.BasePrompt.Given {
		text := profile.Given("base_prompt", s.BasePrompt)
		base = &text
	}
	instead := func(key string, there bool) { problems = append(problems, in.Instead(key, there)...) }
	switch as {
	case "custom":
		instead("custom_prompt", s.CustomPrompt.Given)
		d.Custom = in.Template
		if in.Template.Len() == 0 {
			problems = append(problems, in.Problem(diag.NotSent, "the template is empty: Codebolt treats that as no template and sends its own text", ""))
		}
	case "base":
		instead("base_prompt", s.BasePrompt.Given)
		base = &in.Template
	case builderName:
		if s.CustomPrompt.Given {
			problems = append(problems, in.Problem(diag.NotSent, "the prompt of "+builderName+" replaces custom_prompt", "set template_as, or remove custom_prompt"))
		}
		blocks, told, trouble := built(in)
		d.Custom, notes = prompt.Message{Blocks: blocks}.Text(), told
		problems = append(problems, trouble...)
	}
	m, trouble := c.modifiers(in, host, d, as)
	problems = append(problems, trouble...)
	out, trouble := c.turns(ctx, in, &Pipeline{Host: host, Base: base, Modifiers: m.steps})
	problems = append(problems, trouble...)
	out.Notes = append(out.Notes, notes...)
	return out, m, problems
}

// host returns the facts that Codebolt passes to the modifiers. It takes them from the scenario
// and the world.
func (codeboltAgent) host(in profile.Input) (*Host, []diag.Problem) {
	s := in.Scenario
	h := &Host{
		World: in.World, Prose: From(in.Pack), Project: in.Cwd, Dir: in.Cwd,
		Platform: cmp.Or(s.Platform, in.World.Platform()), Locale: cmp.Or(s.Locale, in.World.Locale()), Zone: in.World.Zone(),
		History: profile.Conversation(in),
	}
	var problems []diag.Problem
	if s.TimeZone != "" {
		if zone, err := time.LoadLocation(s.TimeZone); err == nil {
			h.Zone = zone
		} else {
			problems = append(problems, in.Problem(diag.BadValue, "unknown time zone "+s.TimeZone, `write a zone as "Europe/Berlin"`))
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
			// The platform passes arguments as text. If a scenario gives them as a JSON string, the
			// content of the string is this text.
			if v, _, err := tool.ParseJSON(call.Arguments); err == nil && v.Kind == tool.String {
				h.History[i].Calls[j].Arguments = v.Text
			}
		}
	}
	allowed := in
	allowed.Scenario.AllowedTools = nil // a modifier filters the tools later
	tools, trouble := allowed.Tools(nil, nil)
	h.Tools = tools
	return h, append(problems, trouble...)
}

// remembered returns a text of the scenario as Codebolt would have stored it: as the JSON value
// that the text spells or, if it is not JSON, as a string. Without a text (there is false) it
// returns the absent value.
func remembered(there bool, text string) tool.Value {
	if !there {
		return tool.Value{}
	}
	if v, _, err := tool.ParseJSON(text); err == nil {
		return v
	}
	return tool.Text(text)
}

// codeboltSteps are the modifiers that a scenario lists.
type codeboltSteps struct {
	steps      []Modifier
	compressor *Compressor // runs before a call of the model
	compactor  *Compactor  // runs after the calls of tools
}

func (codeboltAgent) modifiers(in profile.Input, h *Host, d Defaults, as string) (m codeboltSteps, problems []diag.Problem) {
	s := in.Scenario
	planning, template := s.PermissionMode == "plan", as == "custom" || as == builderName
	if !slices.Contains([]string{"", "default", "plan"}, s.PermissionMode) {
		problems = append(problems, in.Unknown("permission_mode", s.PermissionMode, []string{"default", "plan"},
			"Codebolt does not know the permission mode "+s.PermissionMode+"; it has no effect"))
	}
	type step struct {
		name    string
		options tool.Value
	}
	var steps []step
	for _, one := range s.Modifiers {
		o, _, err := tool.ParseJSON(cmp.Or(string(one.Options), "{}"))
		if err != nil || o.Kind != tool.Object {
			problems = append(problems, in.Problem(diag.BadValue, "the options of "+one.Name+" are not a table: they are ignored", ""))
			o = tool.Table()
		}
		steps = append(steps, step{one.Name, o})
	}
	if len(steps) == 0 {
		for _, name := range Names() {
			if (planning || !IsPlan(name)) && (as != "base" || !IsCore(name)) {
				steps = append(steps, step{name, tool.Table()})
			}
		}
	}
	named := func(is func(string) bool) bool {
		return slices.ContainsFunc(steps, func(s step) bool { return is(s.name) })
	}
	if planning && !named(IsPlan) {
		problems = append(problems, in.Problem(diag.NotSent, "the mode plan has no effect: no modifier mentions it", "add PlanModeModifier to modifiers"))
	}
	if template && !named(IsCore) {
		problems = append(problems, in.Problem(diag.NotSent, "the "+customText(as)+" is not sent: no modifier adds it", "add CoreSystemPromptModifier to modifiers"))
	}
	for _, one := range steps {
		if IsCompactor(one.name) {
			c, trouble := BuildCompactor(one.options)
			m.compactor = c
			problems = append(problems, withScenarioFile(in, trouble)...)
			problems = append(problems, overridden(in, c)...)
			continue
		}
		if IsCompressor(one.name) {
			c, trouble := BuildCompressor(one.options)
			m.compressor = c
			problems = append(problems, withScenarioFile(in, trouble)...)
			continue
		}
		if template && IsCore(one.name) && one.options.Has("customSystemPrompt") {
			problems = append(problems, in.Problem(diag.NotSent, "the "+customText(as)+" replaces customSystemPrompt", "set template_as, or remove customSystemPrompt"))
		}
		if IsPlan(one.name) && s.PermissionMode != "" && !one.options.Has("isPlanMode") {
			one.options = one.options.With("isPlanMode", tool.Flag(planning))
		}
		made, trouble := Build(h, one.name, one.options, d)
		if made != nil {
			m.steps = append(m.steps, made)
		}
		problems = append(problems, withScenarioFile(in, trouble)...)
	}
	return m, problems
}

// overridden reports that the option modelTokenLimit does not decide when to compact, because
// Codebolt's table gives the model another limit.
func overridden(in profile.Input, c *Compactor) []diag.Problem {
	model, asked := in.Scenario.Model, c.Options.ModelLimit
	if asked == 0 || model == "" || ModelLimit(model) == asked {
		return nil
	}
	return []diag.Problem{in.Problem(diag.NotSent, fmt.Sprintf("modelTokenLimit %d does not decide when to compact: Codebolt uses %d, which it assumes is the limit of %s", asked, ModelLimit(model), model),
		"remove the model or modelTokenLimit")}
}

// customText returns the words by which problems name the text that is given to the core modifier.
func customText(as string) string {
	if as == builderName {
		return "prompt of " + builderName
	}
	return "template"
}

// withScenarioFile sets the scenario file as the place of problems that come from the scenario.
func withScenarioFile(in profile.Input, problems []diag.Problem) []diag.Problem {
	for i := range problems {
		problems[i].File = in.Scenario.File
	}
	return problems
}

// turns runs the pipeline once for each state of the editor and returns the last
// prompt. Only the editor's modifier keeps state between turns.
func (codeboltAgent) turns(ctx context.Context, in profile.Input, p *Pipeline) (prompt.Prompt, []diag.Problem) {
	states := in.Scenario.IDE.Turns
	if first := in.Scenario.IDE.IDEState; len(states) == 0 || first.ActiveFile != "" || len(first.OpenFiles) > 0 {
		states = slices.Insert(slices.Clone(states), 0, first)
	}
	var r Request
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
	return out, withScenarioFile(in, problems)
}

// compact applies the compaction that Codebolt would do after the next tool call.
func (codeboltAgent) compact(in profile.Input, c *Compactor, p *prompt.Prompt) []diag.Problem {
	messages, r := c.Compact(p.Messages, Answer{Model: in.Scenario.Model})
	p.Messages = messages
	counted := fmt.Sprintf("the conversation has %d tokens by Codebolt's estimate", r.Before)
	switch {
	case r.Status == NoOp:
		return nil
	case r.Status == FailedInflated:
		return []diag.Problem{in.Problem(diag.OverLimit, counted+", which is too many, but compaction does not make it shorter", "fewer than seven messages, or one long one, cannot be compacted")}
	case r.Dropped == 0:
		return []diag.Problem{in.Problem(diag.OverLimit, fmt.Sprintf("%s: the output of tools is cut, which leaves %s", counted, textutil.Plural(r.After, "token")), "")}
	}
	hint := ""
	if r.Strategy == Smart {
		hint = "the strategy smart does not summarise: dropped messages are lost"
	}
	return []diag.Problem{in.Problem(diag.OverLimit, fmt.Sprintf("%s: Codebolt drops %s, which leaves %s", counted, textutil.Plural(r.Dropped, "message"), textutil.Plural(r.After, "token")), hint)}
}

// Profiles lists the profiles, the default version first.
var Profiles = []profile.Profile{codeboltAgent{}, builder{}}
