package geminicli

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/tool"
)

// geminiCLI follows Gemini CLI: see package gemini. The template is the content of the file that
// GEMINI_SYSTEM_MD names. It replaces the sections of the system instruction; memory and topic
// follow it. Gemini CLI replaces its own placeholders in the template.
type geminiCLI struct{ version gemini.Version }

func (geminiCLI) Name() string         { return "gemini-cli" }
func (g geminiCLI) Version() string    { return discovery.MatchVersion(Versions, string(g.version)) }
func (geminiCLI) TemplateAs() []string { return []string{"system_md", "none"} }

// Replaces implements [profile.Replacer].
func (geminiCLI) Replaces(as string) bool { return as == "system_md" }

// Separator is a blank line. It is not needed, because the prompt has only one system instruction.
func (geminiCLI) Separator() source.Text { return source.Literal("\n\n") }

// Assemble implements [profile.Profile].
func (g geminiCLI) Assemble(ctx context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	in.Pack = in.Pack.Before(gemini.StandIns)
	as, problems := in.TemplateAs(g)
	set, trace := g.settings(ctx, in)
	trusted := !gemini.FoundIn(trace).Untrusted
	if f := trace.Failure; f != nil {
		p := f.Problem("fix that first: until then nothing is sent")
		return g.nothing(), append(problems, p)
	}
	if no := in.Scenario.Interactive; !trusted && no != nil && !*no && g.version == gemini.V061 {
		p := diag.New(diag.AgentRefuses, source.Span{}, "in headless mode Gemini CLI does not start in a folder that is not trusted",
			"trust the folder in a session, set GEMINI_CLI_TRUST_WORKSPACE=true, or set trusted = true in the scenario")
		return g.nothing(), append(problems, p)
	}
	if why := gemini.FoundIn(trace).Overflow; why != "" {
		return g.nothing(), append(problems, diag.New(diag.AgentRefuses, source.Span{}, why, "make these files shorter"))
	}
	env := gemini.Complete(in.World, set, home(in.World), cmp.Or(trace.Cwd, in.Cwd), trusted)
	in.World = env
	o, trouble := g.options(in, set, trace)
	problems = append(problems, trouble...)
	if slices.ContainsFunc(trouble, func(p diag.Problem) bool { return p.Code == diag.AgentRefuses }) {
		return g.nothing(), problems
	}
	if as == "system_md" && in.Template.Len() != 0 {
		o.Template = &in.Template
	}
	others, trouble := g.servers(in)
	problems = append(problems, trouble...)
	p, i := gemini.Assemble(ctx, in.World, o, profile.Conversation(in), others, gemini.From(in.Pack, g.version))
	if changes := env.Changes(); len(changes) > 0 {
		p.Notes = append(p.Notes, strings.Join(changes, ", ")+" from "+env.File)
	}
	p.Provider, p.Model = "google", gemini.DefaultModel
	return p, append(problems, i.Problems...)
}

// nothing returns the prompt of an agent that does not start.
func (g geminiCLI) nothing() prompt.Prompt {
	return prompt.Prompt{Notes: []string{"Gemini CLI " + string(g.version) + " would not start here, so nothing is sent"}}
}

// settings returns the agent's settings and its discovery. If the project is not trusted, its
// settings are left out.
func (g geminiCLI) settings(ctx context.Context, in profile.Input) (gemini.Settings, *discovery.Trace) {
	read := func(trusted bool) gemini.Settings {
		return gemini.ReadSettings(in.World, g.version, home(in.World), in.Cwd, string(in.Scenario.Settings), trusted)
	}
	set := read(true)
	trace := g.trace(ctx, in, set)
	if gemini.FoundIn(trace).Untrusted {
		set = read(false)
	}
	return set, trace
}

// Compactions implements [profile.Compactor].
func (g geminiCLI) Compactions(ctx context.Context, in profile.Input, made prompt.Prompt, tokens int) []profile.Compaction {
	set, _ := g.settings(ctx, in)
	o := gemini.Options{Version: g.version, Model: in.Scenario.Model}
	set.Apply(&o)
	return []profile.Compaction{gemini.Compaction(o, made, tokens, set.Number("model", "compressionThreshold"), gemini.From(in.Pack, g.version))}
}

// home returns the directory that contains .gemini.
func home(w facts.World) string { return cmp.Or(facts.EnvPath(w, "GEMINI_CLI_HOME"), facts.Home(w)) }

// options returns the session's options. Values of the scenario override the agent's settings.
func (g geminiCLI) options(in profile.Input, set gemini.Settings, trace *discovery.Trace) (gemini.Options, []diag.Problem) {
	s, home := in.Scenario, home(in.World)
	no := func(b *bool) bool { return b != nil && !*b }
	o := gemini.Options{
		Version: g.version, Cwd: cmp.Or(trace.Cwd, in.Cwd), Home: home, Program: true,
		Model: s.Model, Headless: no(s.Interactive), Mode: gemini.ModeOf(s.PermissionMode),
		NoTopics: no(s.Topic.On), Topic: s.Topic.Title, NoTodos: no(s.Todos.On),
		CoreTools: s.AllowedTools, Platform: s.Platform, Memory: gemini.Remember(trace),
	}
	if o.Model == "" {
		o.Model, _ = in.World.LookupEnv("GEMINI_MODEL")
	}
	set.Apply(&o)
	o.ReadPolicies(in.World, set)
	if s.Tracker != nil {
		o.Tracker = *s.Tracker
	}
	if s.Topic.On != nil {
		o.NoTopics = !*s.Topic.On
	}
	if u := in.Usual; s.Interactive == nil {
		o.Headless = u.Headless
	}
	if o.Model == "" {
		o.Model = in.Usual.Model
	}
	if o.PlansDir == "" {
		o.PlansDir = gemini.FoundIn(trace).Plans
	}
	o.ExcludeTools = append(o.ExcludeTools, gemini.FoundIn(trace).Excluded...)
	o.Agents, o.Skills = g.agents(in, set, trace), g.skills(in, set, trace)
	o.Directories = slices.Clone(gemini.FoundIn(trace).Workspace)
	if g.version == gemini.V028 && !o.NoPlan {
		o.Made = facts.Join(gemini.TempDir(in.World, o), "plans")
		o.Directories = append(o.Directories, o.Made)
	}
	if s.Sandbox != "" {
		word := geminiSandbox(string(s.Sandbox))
		o.Sandbox = &word
	}
	g.memory(in, &o)
	var servers []gemini.Server
	var problems []diag.Problem
	for _, m := range s.MCP {
		servers = append(servers, gemini.Server{Name: m.Name, Instructions: profile.Given("mcp:"+m.Name, m.Instructions)})
	}
	if len(servers) > 0 && gemini.FoundIn(trace).Untrusted {
		problems = append(problems, in.Problem(diag.NotSent, "the folder is not trusted, so Gemini CLI starts no MCP servers and sends none of their instructions", "trust the folder, or set trusted = true in the scenario"))
		servers = nil
	}
	o.Memory = o.Memory.With(servers, g.version, gemini.From(in.Pack, g.version))
	return o, slices.Concat(problems, g.settle(in, set, trace, &o), g.facts(in, &o))
}

// settle decides the approval mode from the settings and the scenario, as the agent does when it
// starts.
func (g geminiCLI) settle(in profile.Input, set gemini.Settings, trace *discovery.Trace, o *gemini.Options) (problems []diag.Problem) {
	refuse := func(message, hint string) {
		problems = append(problems, diag.New(diag.AgentRefuses, source.Span{}, "Gemini CLI would not start: "+message, hint))
	}
	said := in.Scenario.PermissionMode == ""
	key := gemini.ModeKey(g.version)
	switch word := set.Text(key...); {
	case said && word != "" && word != "yolo" && !slices.Contains([]string{"default", "auto_edit", "plan"}, word):
		refuse(strings.Join(key, ".")+" is "+word, "it is one of default, auto_edit, plan")
	case o.Mode == gemini.PlanMode && o.NoPlan && g.version == gemini.V028:
		refuse("plan mode needs the setting experimental.plan", "set it, or choose another approval mode")
	case o.Mode == gemini.PlanMode && o.NoPlan:
		o.Mode = gemini.DefaultMode
	case o.Mode == gemini.Yolo && set.Is(true, "security", "disableYoloMode"):
		refuse("its settings forbid the approval mode yolo", "choose another approval mode")
	}
	if o.Mode != "" && o.Mode != gemini.DefaultMode && o.Mode.Known() && gemini.FoundIn(trace).Untrusted {
		problems = append(problems, in.Problem(diag.NotSent, "the folder is not trusted, so the approval mode is default", "trust the folder, or set trusted = true in the scenario"))
		o.Mode = gemini.DefaultMode
	}
	return problems
}

// servers returns the scenario's tools. They are treated as tools of connected servers.
func (geminiCLI) servers(in profile.Input) ([]tool.Tool, []diag.Problem) {
	if !in.Scenario.Tools.Given {
		return nil, nil
	}
	allowed := in.Scenario.AllowedTools
	in.Scenario.AllowedTools = nil // the list also names built-in tools, so apply it below
	all, problems := in.Tools(nil, nil)
	if allowed != nil {
		all = slices.DeleteFunc(all, func(t tool.Tool) bool { return !slices.Contains(*allowed, t.Named()) })
	}
	return all, problems
}

// geminiSandbox returns the value of the variable SANDBOX for a scenario's word.
func geminiSandbox(word string) string {
	switch word {
	case "false", "none", "outside":
		return ""
	case "macos-seatbelt", "seatbelt":
		return gemini.Seatbelt
	}
	return word
}

// unsent reports those texts of the scenario that this agent cannot send.
func unsent(in profile.Input, texts ...settings.Text) (problems []diag.Problem) {
	for i, key := range []string{"custom_prompt", "append_prompt", "base_prompt", "user_system", "agent_prompt"} {
		if i < len(texts) && texts[i].Given {
			problems = append(problems, in.Problem(diag.NotSent, "Gemini CLI does not send "+key,
				"the template can replace its sections, but nothing can be added after them"))
		}
	}
	return problems
}

// facts sets the fields of o from the scenario and reports wrong values.
func (g geminiCLI) facts(in profile.Input, o *gemini.Options) (problems []diag.Problem) {
	s := in.Scenario
	problems = unsent(in, s.CustomPrompt, s.AppendPrompt, s.BasePrompt, s.UserSystem, s.AgentPrompt)
	if !o.Mode.Known() {
		problems = append(problems, in.Unknown("permission_mode", string(o.Mode), gemini.Modes,
			"Gemini CLI has no approval mode "+string(o.Mode)+"; it is sent as it is"))
	}
	if model := cmp.Or(o.Model, gemini.DefaultModel); s.Todos.On != nil && gemini.SetOf(model) == gemini.Modern {
		problems = append(problems, in.Problem(diag.NotSent, "todos has no effect for "+model, "only Gemini models before 3 have the tool write_todos"))
	}
	if s.TimeZone != "" {
		zone, err := time.LoadLocation(s.TimeZone)
		if err != nil {
			problems = append(problems, in.Problem(diag.BadValue, "unknown time zone "+s.TimeZone, `write a zone as "Europe/Berlin"`))
		} else {
			o.Zone = zone
		}
	}
	if locale := cmp.Or(s.Locale, in.World.Locale()); locale != "en-US" {
		problems = append(problems, in.Problem(diag.AssumedFact, "the date is written as in en-US, and the agent writes it as in "+locale, ""))
	}
	return problems
}

// memory replaces the discovered memory by the scenario's, if the scenario gives any.
func (g geminiCLI) memory(in profile.Input, o *gemini.Options) {
	m := in.Scenario.Memory
	if m.Whole.Given {
		o.Memory = gemini.Memory{Names: o.Memory.Names, Whole: profile.Given("memory", m.Whole)}
		return
	}
	if !m.User.Given && !m.Project.Given {
		return
	}
	user, project := profile.Given("memory.user", m.User), profile.Given("memory.project", m.Project)
	o.Memory = gemini.Memory{Names: o.Memory.Names, Global: user, Project: project}
	if g.version == gemini.V028 {
		o.Memory = gemini.Memory{Names: o.Memory.Names, Whole: source.Join(source.Literal("\n\n"), user, project)}
	}
}

// trace returns the discovery, made with the scenario's options.
func (g geminiCLI) trace(ctx context.Context, in profile.Input, set gemini.Settings) *discovery.Trace {
	if in.Trace != nil {
		return in.Trace
	}
	s := in.Scenario
	o := discovery.Options{Directories: s.Directories, Trusted: s.Trusted}
	if s.Interactive != nil && !*s.Interactive {
		o.Args = []string{"-p"}
	}
	if s.Settings != "" {
		o.Settings = set
	}
	for _, e := range s.Extensions {
		o.Extensions = append(o.Extensions, discovery.Extension{Name: e.Name, Path: e.Path, ContextFiles: e.ContextFiles, Active: e.Active == nil || *e.Active})
	}
	return in.Look(ctx, discovery.SurveyAgent{Agent: "gemini-cli", Version: string(g.version), Discover: Discover}, o)
}

// Profiles lists the profiles, the default version first.
var Profiles = []profile.Profile{geminiCLI{gemini.V061}, geminiCLI{gemini.V028}}
