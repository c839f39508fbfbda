package opencode

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// opencode assembles OpenCode's prompt as measured on the released programs 1.1.34
// and 1.18.33; comments say where a rule was only read in their code. The package
// comment describes the rule files.
//
//	1.1.34   two system messages, so that a cache can keep the first: the header, for
//	         a provider whose id contains "anthropic"; then base prompt, environment,
//	         rules and the user's system text, joined by a line feed. In a Codex
//	         session (provider openai, signed in with OAuth) the base prompt is left
//	         out, "instructions" contains a prompt of its own, and the system texts
//	         are the first user message, joined by a blank line
//	1.18.33  one system message: base prompt, environment, rules, the servers'
//	         instructions, the skills, the user's system text, joined by a line feed;
//	         in a Codex session all of it is "instructions"
//
// Empty texts are left out. The prompt of the session's agent replaces the base
// prompt. The template is used as that prompt or as the user's system text; an empty
// template leaves the base prompt in place. Agents and names of models come from
// OpenCode's settings. In a session of the agent plan, the user's last message ends with
// a reminder.
//
// This was measured and differs from what yume@2025 says: texts are joined by one line
// feed, not by a blank line; header and rest are two messages; the switch is
// OPENCODE_DISABLE_PROJECT_CONFIG; and an agent's own prompt is sent in a Codex session
// too.
type opencode struct{ promptRelease }

// promptRelease has the differences between the releases.
type promptRelease struct {
	version string
	prompts []promptRow
	oldForm bool // two messages, a list of files in the environment block, and no skills
}

var (
	opencode11833 = opencode{promptRelease{"1.18.33", opencodePrompts11833, false}}
	opencode1134  = opencode{promptRelease{"1.1.34", Prompts1134, true}}
)

func (opencode) Name() string         { return "opencode" }
func (o opencode) Version() string    { return o.version }
func (opencode) TemplateAs() []string { return []string{"agent", "user", "none"} }

// Replaces implements [profile.Replacer].
func (opencode) Replaces(as string) bool { return as == "agent" }

// Separator is a blank line, which separates the texts that OpenCode joins into one message.
func (opencode) Separator() source.Text { return source.Literal("\n\n") }

// codexEndpoint is the URL to which a Codex session sends its requests.
const codexEndpoint = "https://chatgpt.com/backend-api/codex/responses"

// Assemble implements [profile.Profile].
func (o opencode) Assemble(ctx context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	in.Pack = in.Pack.Before(StandIns)
	as, problems := in.TemplateAs(o)
	trace := in.Look(ctx, discovery.SurveyAgent{Agent: "opencode", Version: o.version, Discover: Discover}, discovery.Options{})
	if f := trace.Failure; f != nil {
		p := f.Problem("fix that first: until then nothing is sent")
		return prompt.Prompt{Notes: []string{"OpenCode " + o.version + " would not start here, so nothing is sent"}}, append(problems, p)
	}
	s, refused, trouble := o.session(in, trace, as)
	problems = append(problems, trouble...)
	if refused != "" {
		p := diag.New(diag.AgentRefuses, source.Span{}, refused, "fix that in OpenCode's settings first: until then nothing is sent")
		return prompt.Prompt{Notes: []string{"OpenCode " + o.version + " would not start here, so nothing is sent"}}, append(problems, p)
	}
	if names := trace.Defined.Plugins; names != nil {
		problems = append(problems, in.Problem(diag.AssumedFact, "plugins run inside OpenCode and can change settings, agents and the prompt: "+strings.Join(names, ", "), "compare with a capture: galley capture opencode"))
	}
	zone, trouble := SessionZone(in)
	problems = append(problems, trouble...)

	var out prompt.Prompt
	f := &profile.Form{}
	add := func(b prompt.Block) {
		if b.Text.Len() != 0 {
			f.Add("\n", b)
		}
	}
	base := o.base(in, s)
	switch {
	case s.agent.Len() != 0:
		add(AgentBlock(s.agent))
		if !(s.codex && o.oldForm) {
			out.Removed = append(out.Removed, base)
		}
	case !(s.codex && o.oldForm):
		add(base)
	}
	add(o.environment(in, trace, s, zone))
	add(o.references(in, trace))
	for _, b := range RuleBlocks(in.Kept, trace, "rules", "SystemPrompt.custom") {
		add(b)
	}
	if !o.oldForm {
		add(opencodeServers(in, s.rules))
		skills, trouble := opencodeSkills(in, trace, s.rules)
		problems = append(problems, trouble...)
		add(skills)
	}
	add(prompt.Block{ID: "user-system", Title: "User system text", Lifetime: prompt.Turn, From: "the user's system text", Element: prompt.Identity, Text: s.user})

	out.Messages = o.messages(in, s, f)
	form, role := route(trace.Defined, s.provider, s.model)
	out.Form, out.SystemRole = string(form), role
	if in.Scenario.Model == "" {
		out.Provider, out.Model = s.provider, s.model
	}
	if s.codex {
		out.Endpoint = codexEndpoint
	}
	out.Messages = append(out.Messages, o.reminded(in, s, profile.Conversation(in))...)
	out.Notes = TraceNotes(trace)
	if form == "" && s.provider != "" {
		out.Notes = append(out.Notes, "it is not known which form OpenCode's requests to "+s.provider+" have, so galley's may differ")
	}
	tools, trouble := in.Tools(o.declared(in, out, s.rules))
	if in.Scenario.Tools.Given {
		declared, notes := in.DeclaredTo(profile.TargetOf(s.provider, s.model), tools)
		out.Tools, out.Notes = declared, append(out.Notes, notes...)
	} else {
		out.Tools, out.NoTools = in.Canonical(tools), len(tools) == 0
	}
	return out, append(problems, trouble...)
}

// messages puts the system texts into one or more messages, as this release does.
func (o opencode) messages(in profile.Input, s opencodeSession, f *profile.Form) []prompt.Message {
	if !o.oldForm {
		role := prompt.System
		if s.codex {
			role = prompt.Instructions
		}
		return []prompt.Message{{Role: role, Blocks: f.Blocks}}
	}
	if s.codex {
		own := prompt.Block{ID: "codex-instructions", Title: "Codex instructions", Lifetime: prompt.Static, From: "SystemPrompt.instructions", Element: prompt.Identity, Text: profile.TrimSpace(o.prose(in, "prompt/codex_header"))}
		return []prompt.Message{
			{Role: prompt.Instructions, Blocks: []prompt.Block{own}},
			{Role: prompt.User, Blocks: f.Blocks},
		}
	}
	var all []prompt.Message
	if strings.Contains(s.provider, "anthropic") {
		header := prompt.Block{ID: "header", Title: "Provider header", Lifetime: prompt.Static, From: "SystemPrompt.header", Element: prompt.Identity, Changes: []string{"model"}, Text: profile.TrimSpace(o.prose(in, "prompt/anthropic_spoof"))}
		if header.Text.Len() != 0 {
			all = append(all, prompt.Message{Role: prompt.System, Blocks: []prompt.Block{header}})
		}
	}
	return append(all, prompt.Message{Role: prompt.System, Blocks: f.Blocks})
}

// prose returns an entry of the release's pack.
func (o opencode) prose(in profile.Input, entry string, values ...source.Text) source.Text {
	return in.Pack.Text("opencode@"+o.version, entry, values...)
}

// opencodeSession is what a session uses: its model, its agent and its permissions.
type opencodeSession struct {
	provider, model string // the model as the provider names it
	name            string // the agent's name
	agent, user     source.Text
	codex           bool
	rules           []discovery.Permission // the permissions of tools; later ones override earlier ones
}

// session determines the model, agent and permissions of the session. refused is the reason why
// OpenCode does not start the session, or "".
func (o opencode) session(in profile.Input, trace *discovery.Trace, as string) (s opencodeSession, refused string, problems []diag.Problem) {
	d := trace.Defined
	name := in.Scenario.Agent
	mode, there := agentMode(d, name)
	switch {
	case name == "":
	case !there && d.AgentSettings[name].DisabledBy != "":
		problems = append(problems, in.Problem(diag.UnknownWord, "the agent "+name+" is disabled by the setting "+d.AgentSettings[name].DisabledBy+"; OpenCode uses its default agent instead", "remove that setting, or name another agent"))
		name = ""
	case !there:
		names := slices.DeleteFunc(discovery.Unique(append(builtInNames(), profile.SortedKeys(d.AgentSettings)...)), func(other string) bool { return d.AgentSettings[other].DisabledBy != "" })
		problems = append(problems, in.Unknown("agent", name, names, "OpenCode's settings define no agent "+name+"; OpenCode uses its default agent instead"))
		name = ""
	case mode == "subagent" && slices.Contains(builtInNames(), name):
		problems = append(problems, in.Problem(diag.AssumedFact, "the agent "+name+" is a subagent; this is the session that another agent starts with it. With --agent, OpenCode uses its default agent instead", "for a session of your own, name an agent whose mode is primary or all"))
	case mode == "subagent":
		problems = append(problems, in.Problem(diag.AssumedFact, "the agent "+name+" is a subagent; OpenCode uses its default agent instead", "name an agent whose mode is primary or all"))
		name = ""
	}
	if name == "" {
		if name, refused = startingAgent(d); refused != "" {
			return s, refused, problems
		}
	}
	if own := d.AgentSettings[name]; own.Model != "" {
		d.Model, d.ModelShown, d.ModelFrom = own.Model, own.ModelShown, "which the settings of the agent "+name+" name"
	}
	provider, model, trouble := sessionModel(in, d)
	problems = append(problems, trouble...)
	s = opencodeSession{provider: provider, model: cmp.Or(d.Models[provider+"/"+model], model), agent: d.Agents[name]}
	ours, _ := builtIn(name)
	s.name, s.rules = name, rulesOf(d, name)
	if s.agent.Len() == 0 && ours.prompt != "" {
		s.agent = o.prose(in, ours.prompt)
	}
	s.codex = provider == "openai" && in.Scenario.Auth == "oauth"
	if in.Scenario.AgentPrompt.Given {
		s.agent = profile.Given("agent_prompt", in.Scenario.AgentPrompt)
	}
	if in.Scenario.UserSystem.Given {
		s.user = profile.Given("user_system", in.Scenario.UserSystem)
	}
	return s, "", append(problems, PlaceTexts(in, as, &s.agent, &s.user)...)
}

// PlaceTexts stores the template in *agent, the agent's prompt, if as is "agent", or in *user, the
// user's system text, if as is "user". An empty template changes neither of them.
func PlaceTexts(in profile.Input, as string, agent, user *source.Text) (problems []diag.Problem) {
	switch {
	case in.Template.Len() == 0:
	case as == "agent":
		problems = in.Instead("agent_prompt", in.Scenario.AgentPrompt.Given)
		*agent = in.Template
	case as == "user":
		problems = in.Instead("user_system", in.Scenario.UserSystem.Given)
		*user = in.Template
	}
	return problems
}

// SessionModel returns the session's provider and model. If the request names no model,
// SessionModel uses the one in the agent's settings. If the request names no provider, the
// catalogue decides.
func SessionModel(in profile.Input, trace *discovery.Trace) (provider, model string, problems []diag.Problem) {
	return sessionModel(in, trace.Defined)
}

func sessionModel(in profile.Input, d discovery.Defined) (provider, model string, problems []diag.Problem) {
	provider, model = in.Scenario.Provider, in.Scenario.Model
	if model == "" && d.Model != "" {
		provider, model, _ = strings.Cut(d.Model, "/")
		problems = append(problems, in.Problem(diag.AssumedFact, "no model is named; this is the prompt for "+d.ModelShown+", "+d.ModelFrom, "name one with --model or in the scenario"))
	}
	if model == "" && in.Usual.Model != "" {
		provider, model = in.Usual.Provider, in.Usual.Model
		problems = append(problems, in.Problem(diag.AssumedFact, "no model is named; this is the prompt for "+model+", as OpenCode chose it in your capture", "name one with --model or in the scenario"))
	}
	if model == "" {
		problems = append(problems, in.Problem(diag.AssumedFact, "no model is named; this is the prompt for an unknown model", "name one with --model or in the scenario"))
	}
	m := token.Means(provider, model)
	if m.Provider != "" && (m.Assumed || in.ProviderAssumed) {
		provider = m.Provider
		problems = append(problems, in.Problem(diag.AssumedFact, "no provider is named; galley uses "+provider+", the catalogue's provider of "+model, `write the model as "PROVIDER/MODEL"`))
	}
	return provider, model, problems
}

// SessionZone returns the time zone for the date in the session's prompt.
func SessionZone(in profile.Input) (*time.Location, []diag.Problem) {
	name := in.Scenario.TimeZone
	if name == "" {
		return in.World.Zone(), nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return in.World.Zone(), []diag.Problem{in.Problem(diag.BadValue, "unknown time zone "+name, `write a zone as "Europe/Berlin"`)}
	}
	return zone, nil
}

// Profiles lists the profiles, the default version first.
var Profiles = []profile.Profile{opencode11833, opencode1134}
