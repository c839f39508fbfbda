package opencode

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"galley/engine/collate"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
)

// environment describes the session's directory. In 1.1.34 it ends with a list of files,
// which is always empty; in 1.18.33 it begins with the model and names the worktree.
func (o opencode) environment(in profile.Input, trace *discovery.Trace, s opencodeSession, zone *time.Location) prompt.Block {
	lit, v := source.Literal, pack.Value
	var texts []source.Text
	if !o.oldForm {
		named, exact := v("prompt:model", s.model), v("model", s.provider+"/"+s.model)
		if s.model == "" { // cannot happen in a real session, which always has a model
			named, exact = discovery.StandIn("model"), discovery.StandIn("provider/model")
		}
		texts = append(texts, o.prose(in, "model-line", named, exact), lit("\n"))
	}
	texts = append(texts, o.prose(in, "environment-intro"), lit("\n<env>\n  Working directory: "), v("prompt:cwd", trace.Cwd))
	if !o.oldForm {
		texts = append(texts, lit("\n  Workspace root folder: "), v("workspace", trace.Root))
	}
	texts = append(texts, EnvironmentFacts(in, trace, zone), lit("\n</env>"))
	if o.oldForm {
		texts = append(texts, lit("\n<files>\n  \n</files>"))
	}
	return EnvironmentBlock("SystemPrompt.environment", profile.Joined(texts...))
}

// EnvironmentBlock makes the environment block. OpenCode and the agents derived from it build this
// block again for every message. Its text changes at midnight and when the model changes.
func EnvironmentBlock(from string, text source.Text) prompt.Block {
	return prompt.Block{ID: "environment", Title: "Environment", Lifetime: prompt.Session, From: from, Changes: []string{"session", "day", "model"}, Text: text}
}

// AgentBlock makes the block for the prompt of the session's agent.
func AgentBlock(text source.Text) prompt.Block {
	return prompt.Block{ID: "agent-prompt", Title: "Agent prompt", Lifetime: prompt.Session, From: "the session's agent", Element: prompt.Identity, Text: text}
}

// EnvironmentFacts returns the lines of an environment block that OpenCode and agents
// derived from it share.
func EnvironmentFacts(in profile.Input, trace *discovery.Trace, zone *time.Location) source.Text {
	lit, v := source.Literal, pack.Value
	repository := "no"
	if trace.VCS == "git" {
		repository = "yes"
	}
	return profile.Joined(
		lit("\n  Is directory a git repo: "), v("git:repository", repository),
		lit("\n  Platform: "), v("platform", cmp.Or(in.Scenario.Platform, in.World.Platform())),
		lit("\n  Today's date: "), v("date", in.World.Now().In(zone).Format("Mon Jan 02 2006")),
	)
}

// RuleBlocks makes a block of each file and URL that discovery loaded, in the order of the trace.
// The id of a rule file's block is kind:NAME, and the id of a file or URL that settings name is
// instructions:NAME. If the file lies below the working directory, NAME is relative to it. k caches
// the blocks of the last trace, so that a workbench gets the same blocks at every key press. from
// is the name of the agent's function that adds the blocks.
func RuleBlocks(k *profile.Kept, trace *discovery.Trace, kind, from string) []prompt.Block {
	return profile.Keep(k, ruled{}, ruled{trace, kind, from}, func() []prompt.Block { return makeRuleBlocks(trace, kind, from) })
}

// ruled holds the inputs of [RuleBlocks]. The blocks are cached under this type, and are made again
// if an input changes.
type ruled struct {
	trace      *discovery.Trace
	kind, from string
}

func makeRuleBlocks(trace *discovery.Trace, kind, from string) []prompt.Block {
	var all []prompt.Block
	count := map[string]int{}
	for _, c := range trace.Candidates {
		if c.Verdict != discovery.Loaded || c.Tier == "memory" {
			continue
		}
		id, title := kind, "Rules "
		if c.Tier != "local" && c.Tier != "global" {
			id, title = "instructions", "Instructions "
		}
		shown := cmp.Or(c.Shown, c.Path)
		if rel, ok := strings.CutPrefix(shown, strings.TrimSuffix(trace.Cwd, "/")+"/"); ok {
			shown = rel
		}
		id += ":" + shown
		if count[id]++; count[id] > 1 {
			id += "#" + strconv.Itoa(count[id])
		}
		all = append(all, prompt.Block{ID: id, Title: title + shown, Lifetime: prompt.Session,
			From: from, Element: prompt.Memory, Changes: []string{"session", "memory"}, Text: c.Text})
	}
	return all
}

// TraceNotes returns notes about what discovery could not find out.
func TraceNotes(trace *discovery.Trace) []string {
	notes := slices.Clone(trace.Notes)
	for _, c := range trace.Candidates {
		switch c.Reason {
		case discovery.WouldFetch:
			notes = append(notes, cmp.Or(c.Shown, c.Path)+" would be fetched and sent after the files; fetching is off")
		case discovery.NotFetched:
			notes = append(notes, cmp.Or(c.Shown, c.Path)+" would be fetched and sent after the files; galley does not fetch it, because the URL contains a value from the environment or a file")
		}
	}
	if trace.Unstable {
		notes = append(notes, "files that match one pattern are in the file system's order, which is not stable")
	}
	return notes
}

// opencodeServers returns the instructions of MCP servers as 1.18.33 does according to its code.
// They are sorted by the server's name, and each text is trimmed and its lines indented. OpenCode
// escapes nothing, so a server's text may contain the closing tag of its own element. OpenCode
// leaves out a server whose tools are all denied.
func opencodeServers(in profile.Input, rules []discovery.Permission) prompt.Block {
	lit, v := source.Literal, pack.Value
	var texts []source.Text
	servers := slices.Clone(in.Scenario.MCP)
	slices.SortStableFunc(servers, func(x, y scenario.Entry) int { return collate.Compare(x.Name, y.Name) })
	for _, m := range servers {
		if !m.Instructions.Given || strings.TrimFunc(m.Instructions.Text, source.IsJSSpace) == "" || allDenied(rules, m.Name) {
			continue
		}
		body := profile.Given("mcp:"+m.Name, m.Instructions).TrimFunc(source.IsJSSpace).Replace("\n", lit("\n    "))
		texts = append(texts, lit("\n  <server name=\""), v("mcp", m.Name), lit("\">\n    "), body, lit("\n  </server>"))
	}
	b := prompt.Block{ID: "mcp", Title: "MCP instructions", Lifetime: prompt.Session, From: "SystemPrompt.mcp", Element: prompt.Skills}
	if texts != nil {
		b.Text = profile.Joined(lit("<mcp_instructions>"), profile.Joined(texts...), lit("\n</mcp_instructions>"))
	}
	return b
}

// builtInSkill is the name of OpenCode's own skill.
const builtInSkill = "customize-opencode"

// opencodeSkills lists the session's skills by name: the built-in skill, the skills that discovery
// found, and those of the scenario, which replace others of the same name. The rules may exclude
// single skills, or exclude all of them by denying the skill tool. Skills without a description are
// left out, as read in the code of 1.18.33.
func opencodeSkills(in profile.Input, trace *discovery.Trace, rules []discovery.Permission) (prompt.Block, []diag.Problem) {
	b := prompt.Block{ID: "skills", Title: "Skills", Lifetime: prompt.Session, From: "SystemPrompt.skills", Element: prompt.Skills}
	if allowed := in.Scenario.AllowedTools; allowed != nil && !slices.Contains(*allowed, "skill") || toolDenied(rules, "skill") {
		return b, nil
	}
	lit, v := source.Literal, pack.Value
	type skill struct {
		name string
		text source.Text
	}
	all := []skill{{builtInSkill, in.Pack.Text("opencode@1.18.33", "BUILTIN_SKILL")}}
	var problems []diag.Problem
	for _, k := range in.Scenario.Skills {
		if k.Description == "" {
			problems = append(problems, in.Problem(diag.NotSent, "the skill "+k.Name+" has no description: OpenCode does not list it", "give it a description"))
			continue
		}
		at := k.Path
		if at == "" {
			at = facts.Join(trace.Cwd, ".opencode/skills", k.Name, "SKILL.md")
			problems = append(problems, in.Problem(diag.AssumedFact, "the skill "+k.Name+" has no path; galley uses "+at, "give it a path"))
		} else if !facts.Absolute(trace.Cwd, at) {
			at = facts.Join(trace.Cwd, at)
		}
		all = append(all, skill{k.Name, profile.Joined(
			lit("  <skill>\n    <name>"), v("skills", k.Name),
			lit("</name>\n    <description>"), v("skills", k.Description),
			lit("</description>\n    <location>"), v("skills", escaped(at)),
			lit("</location>\n  </skill>"))})
	}
	for _, c := range trace.OfKind(discovery.Skill) {
		listed := c.Verdict == discovery.Listed || c.Reason == discovery.Disabled // disabled for the agent that a session starts with, but perhaps not for this one
		if listed && c.Text.Len() != 0 && c.Name == builtInSkill && all[0].name == builtInSkill {
			all = all[1:] // it replaces OpenCode's own skill
		}
		given := slices.ContainsFunc(all, func(s skill) bool { return s.name == c.Name })
		if listed && c.Text.Len() != 0 && !given {
			all = append(all, skill{c.Name, c.Text.TrimFunc(func(r rune) bool { return r == '\n' })})
		}
	}
	all = slices.DeleteFunc(all, func(s skill) bool { return denied(rules, "skill", s.name) })
	if len(all) == 0 {
		b.Text = profile.Joined(in.Pack.Text("opencode@1.18.33", "SKILLS_INTRO"), lit("\nNo skills are currently available."))
		return b, problems
	}
	slices.SortStableFunc(all, func(x, y skill) int { return collate.Compare(x.name, y.name) })
	texts := []source.Text{in.Pack.Text("opencode@1.18.33", "SKILLS_INTRO"), lit("\n<available_skills>\n")}
	for _, s := range all {
		texts = append(texts, s.text, lit("\n"))
	}
	b.Text = profile.Joined(append(texts, lit("</available_skills>"))...)
	return b, problems
}

// escaped escapes a path as OpenCode does in the text of an element.
func escaped(p string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(p)
}
