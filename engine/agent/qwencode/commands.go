package qwencode

import (
	"context"
	"slices"
	"strings"

	"galley/engine/bounded"
	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// commands lists the custom commands: all .toml and .md files below the command directories of the
// user and of the session, whether or not the folder is trusted. If several commands have the same
// name, .md counts before .toml, and the session's command before the user's. Since 0.24 a text in
// the request lists the commands that the model may call, except those with the name of a skill. A
// command without a description is described by its file's name.
func (r *qwenRun) commands(ctx context.Context) {
	taken := map[string]string{}
	var found []*discovery.Candidate
	for _, in := range r.places() {
		dir := facts.Join(in.dir, "commands")
		files := r.FilesIn(ctx, dir, true)
		for _, end := range []string{".md", ".toml"} {
			for _, full := range files {
				if !strings.HasSuffix(full, end) {
					continue
				}
				rel, _ := discovery.RelativeTo(full, dir)
				name := strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(rel, end), ":", "_"), "/", ":")
				c := r.Thing(discovery.Command, name, full, in.tier)
				r.command(c, end, taken)
				found = append(found, c)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b *discovery.Candidate) int { return collate.Compare(a.Name, b.Name) })
	var b source.Builder
	b.Append(source.Literal("<system-reminder>\n").Append(discovery.StandIn("qwen-code/commands-intro"), source.Literal("\n\n<available_skills>\n")))
	listed := false
	for _, c := range found {
		b.Append(c.Text)
		listed = listed || c.Verdict == discovery.Listed
		r.Add(c)
	}
	if listed {
		b.Append(source.Literal("</available_skills>\n</system-reminder>"))
		r.Trace.Parts = append(r.Trace.Parts, discovery.Part{Name: "commands", Role: "user", Where: "m1[3]", Text: b.Text()})
	}
}

// command decides whether one command counts. end is its file's extension. taken maps each name in
// use to the file of the command with this name.
func (r *qwenRun) command(c *discovery.Candidate, end string, taken map[string]string) {
	text, ok := r.Text(c)
	if !ok {
		return
	}
	read := markdownCommand
	if end == ".toml" {
		read = tomlCommand
	}
	said, hidden, why := read(c, text)
	first, twice := taken[c.Name]
	switch {
	case why != "":
		c.No(discovery.FrontMatter, why)
	case twice:
		c.No(discovery.ShadowedByName, first)
	case r.is.inTool:
		c.No(discovery.PeopleOnly, "")
	case hidden:
		taken[c.Name] = c.Path
		c.No(discovery.PeopleOnly, "disable-model-invocation is set")
	case slices.Contains(r.is.skills, c.Name):
		taken[c.Name] = c.Path
		c.No(discovery.ShadowedByName, "the built-in skill")
	case r.skillFiles[c.Name] != "":
		taken[c.Name] = c.Path
		c.No(discovery.ShadowedByName, r.skillFiles[c.Name])
	default:
		taken[c.Name] = c.Path
		if said.Len() == 0 {
			said = discovery.StandIn("qwen-code/command-default").Append(source.Literal(" " + escapes.Replace(facts.Base(c.Path))))
		}
		c.List(source.Literal("<skill>\n<name>\n"+escapes.Replace(c.Name)+"\n</name>\n<description>\n").Append(said, source.Literal("\n</description>\n</skill>\n")), "")
	}
}

// markdownCommand reads the description of a command in Markdown. hidden is set if the model may
// not call the command. why is the reason why Qwen Code skips the command, or "".
func markdownCommand(c *discovery.Candidate, text source.Text) (said source.Text, hidden bool, why string) {
	f := discovery.ReadFront(text.String())
	c.Oddities(&f)
	if f.Broken != "" {
		return source.Text{}, false, "its front matter is not valid: Qwen Code skips it"
	}
	for _, key := range []string{"description", "argument-hint", "when_to_use"} {
		if v, there := f.Values[key]; there {
			if _, ok := v.(string); !ok {
				return source.Text{}, false, key + " must be text: Qwen Code skips it"
			}
		}
	}
	if v, there := f.Values["disable-model-invocation"]; there {
		if hidden, there = v.(bool); !there {
			return source.Text{}, false, "disable-model-invocation must be true or false: Qwen Code skips it"
		}
	}
	if description, _ := f.Values["description"].(string); description != "" {
		said = source.Of(escapes.Replace(description), discovery.FileOrigin(c.Path, 0, f.Body, 1))
	}
	return said, hidden, ""
}

// tomlCommand reads the description of a command in TOML, the older form. It has the same results
// as markdownCommand.
func tomlCommand(c *discovery.Candidate, text source.Text) (said source.Text, hidden bool, why string) {
	var values map[string]any
	if err := bounded.TOML([]byte(text.String()), &values); err != nil {
		return source.Text{}, false, "it is not valid TOML: Qwen Code skips it"
	}
	description, described := values["description"]
	own, isText := description.(string)
	if _, ok := values["prompt"].(string); !ok || described && !isText {
		return source.Text{}, false, "it needs a prompt, and its description must be text: Qwen Code skips it"
	}
	if own != "" {
		said = source.Of(escapes.Replace(own), discovery.FileOrigin(c.Path, 0, text.Len(), 1))
	}
	return said, false, ""
}
