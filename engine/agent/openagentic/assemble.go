package openagentic

import (
	"context"
	"slices"
	"strings"

	"galley/engine/agent/opencode"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// openagentic follows openagentic-sdk @326a502b (2026-01), a Python SDK modelled on
// OpenCode 1.1. It differs from OpenCode:
//
//   - Blank blocks are left out. The others are joined by a blank line into one text,
//     which is trimmed.
//   - Ids of models and providers are compared in lower case.
//   - "<files>" holds an empty line.
//   - An option can name rule files. The setting source "claude" adds Claude Code's
//     memory and commands.
//   - A session is a Codex session if the provider's name begins with "openai" and the
//     user is signed in with OAuth. Then "instructions" has a prompt of its own, the
//     base prompt is left out, and the text is sent as a message of the user.
//   - Without the setting source "project" only the explicit prompt is sent.
//
// In the SDK no agent's prompt replaces the base prompt. galley's template replaces it
// anyway, as it does for OpenCode, so that one file serves both. With template_as
// "user" the template is the SDK's explicit system prompt.
//
// The SDK was measured, and differs from what yume@2025 says: it accepts http:// as well
// as https://, has no limit on a file's size, follows links, and silently skips relative
// instructions if project discovery is off. galley's own limits apply in addition.
// Patterns are matched as in the SDK, by fnmatch: "*" also matches "/", and "**/*.md"
// does not match a file at the top.
type openagentic struct{}

func (openagentic) Name() string         { return "openagentic" }
func (openagentic) Version() string      { return "" }
func (openagentic) TemplateAs() []string { return []string{"agent", "user", "none"} }

// Separator returns a blank line, which joins system texts when they are shown as one.
func (openagentic) Separator() source.Text { return source.Literal("\n\n") }

// knownSources are the setting sources that change the prompt.
var knownSources = []string{"project", "claude"}

// Assemble implements [profile.Profile].
func (p openagentic) Assemble(ctx context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	in.Pack = in.Pack.Before(StandIns)
	as, problems := in.TemplateAs(p)
	o := discovery.Options{RuleFiles: in.Scenario.InstructionFiles}
	o.Sources = []string{"project"}
	if from := in.Scenario.SettingSources; from != nil {
		o.Sources = *from
		for _, source := range *from {
			if !slices.Contains(knownSources, source) {
				problems = append(problems, in.Unknown("setting_sources", source, knownSources, "OpenAgentic does not know the setting source "+source+"; it has no effect"))
			}
		}
	}
	trace := in.Look(ctx, discovery.SurveyAgent{Agent: "openagentic", Discover: Discover}, o)
	blocks, trouble := p.blocks(in, trace, o.Sources, as)
	problems = append(problems, trouble...)
	strict := in.Scenario.StrictOrder != nil && *in.Scenario.StrictOrder
	built, err := blocks.Build(in.Scenario.BlockOrder, strict)
	if err != nil {
		problems = append(problems, in.Problem(diag.AgentRefuses, err.Error(), "remove block_order or strict_order; the prompt is shown in the agent's own order"))
		built, _ = blocks.Build(nil, false)
	}
	out := prompt.Prompt{Messages: built.Messages(), Removed: blocks.removed, Notes: opencode.TraceNotes(trace)}
	out.Messages = append(out.Messages, profile.Conversation(in)...)
	tools, trouble := in.Tools(nil, nil)
	declared, notes := in.DeclaredTo(profile.TargetOf(in.Scenario.Provider, in.Scenario.Model), tools)
	out.Tools, out.Notes = declared, append(out.Notes, notes...)
	return out, append(problems, trouble...)
}

// blocks makes the blocks of the SDK.
func (p openagentic) blocks(in profile.Input, trace *discovery.Trace, sources []string, as string) (b OpenAgenticBlocks, problems []diag.Problem) {
	var agent, user source.Text
	if in.Scenario.AgentPrompt.Given {
		agent = profile.Given("agent_prompt", in.Scenario.AgentPrompt)
	}
	if in.Scenario.UserSystem.Given {
		user = profile.Given("user_system", in.Scenario.UserSystem)
	}
	problems = opencode.PlaceTexts(in, as, &agent, &user)
	b.SDKUserSystemPrompt = []prompt.Block{{ID: "sdk_user_system_prompt", Title: "Explicit system prompt", Lifetime: prompt.Session,
		From: "the explicit system prompt", Element: prompt.Identity, Text: user.TrimFunc(pythonSpace)}}
	has := func(name string) bool {
		for _, s := range sources {
			if s == name {
				return true
			}
		}
		return false
	}
	if !has("project") {
		if agent.Len() != 0 {
			problems = append(problems, in.Problem(diag.NotSent, `the setting sources do not include "project", so the agent's prompt is not sent`, `add "project", or make the template the user's: template_as = "user"`))
		}
		return b, problems
	}
	provider, model, trouble := opencode.SessionModel(in, trace)
	problems = append(problems, trouble...)
	zone, trouble := opencode.SessionZone(in)
	problems = append(problems, trouble...)

	b.IsCodexSession = strings.HasPrefix(provider, "openai") && in.Scenario.Auth == "oauth"
	if b.IsCodexSession {
		b.CodexInstructions = p.prose(in, "codex_header")
	}
	if strings.Contains(strings.ToLower(provider), "anthropic") {
		b.Header = []prompt.Block{{ID: "header", Title: "Provider header", Lifetime: prompt.Static,
			From: "_opencode_header", Element: prompt.Identity, Changes: []string{"model"}, Text: p.prose(in, "anthropic_spoof")}}
	}
	row := opencode.Choose(opencode.Prompts1134, "", strings.ToLower(model))
	base := prompt.Block{ID: "provider", Title: "Base prompt (" + row.File + ".txt)", Lifetime: prompt.Static,
		From: "_opencode_provider_prompt", Element: prompt.Identity, Changes: []string{"model"}, Text: p.prose(in, row.File)}
	switch {
	case agent.Len() != 0:
		b.Provider = []prompt.Block{opencode.AgentBlock(agent)}
		if !b.IsCodexSession {
			b.removed = []prompt.Block{base}
		}
	case !b.IsCodexSession:
		b.Provider = []prompt.Block{base}
	}
	lit := source.Literal
	b.Environment = []prompt.Block{opencode.EnvironmentBlock("_opencode_environment_block", profile.Joined(
		in.Pack.Text("openagentic", "environment-intro"), lit("\n<env>\n  Working directory: "), pack.Value("prompt:cwd", trace.Cwd),
		opencode.EnvironmentFacts(in, trace, zone), lit("\n</env>\n<files>\n\n</files>")))}
	for _, block := range opencode.RuleBlocks(in.Kept, trace, "custom_rules", "_custom_instruction_blocks") {
		if strings.HasPrefix(block.ID, "custom_rules:") {
			b.CustomRules = append(b.CustomRules, block)
		} else {
			b.Instructions = append(b.Instructions, block)
		}
	}
	if has("claude") {
		b.Claude = claudeBlocks(in, trace)
	}
	return b, problems
}

// prose returns a base prompt, trimmed as the SDK trims it.
func (openagentic) prose(in profile.Input, file string) source.Text {
	return in.Pack.Text("openagentic", "prompt/"+file).TrimFunc(pythonSpace)
}

// claudeBlocks returns the blocks of Claude Code's memory and commands, which the SDK adds if its
// user asks for them.
func claudeBlocks(in profile.Input, trace *discovery.Trace) (all []prompt.Block) {
	for _, c := range trace.Candidates {
		if c.Verdict == discovery.Loaded && c.Tier == "memory" {
			all = append(all, prompt.Block{ID: "memory", Title: "Project memory", Lifetime: prompt.Session,
				From: "_claude_project_blocks", Element: prompt.Memory, Changes: []string{"session", "memory"}, Text: c.Text})
		}
	}
	names := map[string]bool{}
	for _, name := range trace.Defined.Commands {
		names[name] = true
	}
	for _, c := range in.Scenario.Commands {
		names[c.Name] = true
	}
	if len(names) == 0 {
		return all
	}
	texts := []source.Text{source.Literal("Available slash commands:")}
	for _, name := range profile.SortedKeys(names) {
		texts = append(texts, source.Literal("\n/"), pack.Value("commands", name))
	}
	return append(all, prompt.Block{ID: "commands", Title: "Slash commands", Lifetime: prompt.Session,
		From: "_claude_project_blocks", Element: prompt.Skills, Text: profile.Joined(texts...)})
}

// Profiles lists the profiles, the default version first.
var Profiles = []profile.Profile{openagentic{}}
