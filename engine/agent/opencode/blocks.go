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

// environment is what OpenCode tells of the place. 1.1.34 ends with a list of files,
// which is always empty; 1.18.33 begins with the model, and names the worktree.
func (o opencode) environment(in profile.Input, trace *discovery.Trace, s opencodeSession, zone *time.Location) prompt.Block {
	lit, v := source.Literal, pack.Value
	var texts []source.Text
	if !o.oldForm {
		named, exact := v("prompt:model", s.model), v("model", s.provider+"/"+s.model)
		if s.model == "" { // nobody knows it; a session has one
			named, exact = discovery.Words("model"), discovery.Words("provider/model")
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

// EnvironmentBlock is the block of the environment, which OpenCode and its kin read again
// at every message: what changes it is midnight or another model.
func EnvironmentBlock(from string, text source.Text) prompt.Block {
	return prompt.Block{ID: "environment", Title: "Environment", Lifetime: prompt.Session, From: from, Changes: []string{"session", "day", "model"}, Text: text}
}

// AgentBlock is the prompt of the agent that the session runs.
func AgentBlock(text source.Text) prompt.Block {
	return prompt.Block{ID: "agent-prompt", Title: "Agent prompt", Lifetime: prompt.Session, From: "the session's agent", Element: prompt.Identity, Text: text}
}

// facts are the lines of an environment block that OpenCode and its kin share.
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

// RuleBlocks gives a block to each file and URL that discovery loaded, in its order:
// kind:NAME for the rule files, instructions:NAME for what the settings name. A name
// is relative to the working directory where it lies in it. The blocks of the last trace
// are kept: a workbench finds the same one at every key. from names the function that
// adds them.
func RuleBlocks(k *profile.Kept, trace *discovery.Trace, kind, from string) []prompt.Block {
	return profile.Keep(k, ruled{}, ruled{trace, kind, from}, func() []prompt.Block { return makeRuleBlocks(trace, kind, from) })
}

// ruled is what blocks are made of, and the name under which they are kept.
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

// TraceNotes says what discovery leaves open.
func TraceNotes(trace *discovery.Trace) []string {
	notes := slices.Clone(trace.Notes)
	for _, c := range trace.Candidates {
		switch c.Reason {
		case discovery.WouldFetch:
			notes = append(notes, cmp.Or(c.Shown, c.Path)+" would be fetched and stand behind the files; fetching is off")
		case discovery.NotFetched:
			notes = append(notes, cmp.Or(c.Shown, c.Path)+" would be fetched and stand behind the files; galley does not, because the address holds a value of the environment or of a file")
		}
	}
	if trace.Unstable {
		notes = append(notes, "of files that one pattern finds, the order is the file system's: the agent's own is not stable")
	}
	return notes
}

// opencodeServers are the instructions of MCP servers, as the code of 1.18.33 has
// them: by name, the text trimmed, each line indented, names and text as they are. A text may so end its tag.
// A server whose tools are all denied has none.
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

// builtInSkill is the name of the skill that OpenCode brings.
const builtInSkill = "customize-opencode"

// opencodeSkills are the skills of the session with the one that OpenCode brings, by
// name: those that discovery found and those of the scenario, whose like-named ones
// stand. rules take skills away, or all of them with the skill tool. Skills without a
// description are left out, as in the code of 1.18.33.
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
			problems = append(problems, in.Problem(diag.AssumedFact, "the skill "+k.Name+" has no path; "+at+" is taken", "give it a path"))
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
		listed := c.Verdict == discovery.Listed || c.Reason == discovery.Disabled // to the agent that a session starts with
		if listed && c.Text.Len() > 0 && c.Name == builtInSkill && all[0].name == builtInSkill {
			all = all[1:] // it stands in the place of OpenCode's own
		}
		given := slices.ContainsFunc(all, func(s skill) bool { return s.name == c.Name })
		if listed && c.Text.Len() > 0 && !given {
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

// escaped is a path as OpenCode writes it between tags.
func escaped(p string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(p)
}
