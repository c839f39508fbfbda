package copilotcli

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// agents lists the sub-agents, which the description of the tool task names. They are the .md files
// below the folders of sub-agents. A file is left out if its name or the name of its directory
// begins with a dot. If several files have the same path in their folders, without .md and .agent,
// the first one counts. Names may repeat.
func (r *run) agents(ctx context.Context) {
	taken := map[string]string{}
	var found []*discovery.Candidate
	folder := func(dir, tier string) {
		for _, full := range r.FilesIn(ctx, dir, true) {
			rel, _ := discovery.RelativeTo(full, dir)
			key, isMarkdown := strings.CutSuffix(rel, ".md")
			if !isMarkdown {
				continue
			}
			key = strings.TrimSuffix(key, ".agent")
			c, f, _, ok := r.Described(discovery.Subagent, full, tier)
			c.Name = cmp.Or(c.Name, path.Base(key))
			fault := ""
			if ok {
				fault = agentFault(&f)
			}
			first, twice := taken[key]
			switch {
			case !ok:
			case strings.HasPrefix(rel, ".") || strings.Contains(rel, "/."):
				c.No(discovery.NotLookedFor, "Copilot CLI ignores names that begin with a dot")
			case twice:
				c.No(discovery.ShadowedByName, first)
			case fault != "":
				c.No(discovery.FrontMatter, fault)
			default:
				taken[key] = full
				if hidden, _ := f.Flag("disable-model-invocation"); hidden {
					c.No(discovery.PeopleOnly, "disable-model-invocation is set")
				} else if v, said := f.Values["infer"]; said && v != true {
					c.No(discovery.PeopleOnly, "infer is not true")
				} else {
					c.List(source.Text{}, "the description of the tool task names it")
				}
			}
			found = append(found, c)
		}
	}
	folder(facts.Join(r.user, "agents"), "user")
	for _, kind := range []string{".github", ".claude"} {
		for _, dir := range r.UpTo(r.Trace.Cwd, r.Trace.Root) {
			folder(facts.Join(dir, kind, "agents"), "project")
		}
	}
	slices.SortStableFunc(found, func(a, b *discovery.Candidate) int { return strings.Compare(a.Name, b.Name) })
	for _, c := range found {
		r.Add(c)
	}
}

// agentFault returns the reason why a sub-agent is dropped, or "".
func agentFault(f *discovery.Front) string {
	if f.Body == 0 {
		return "it needs a description between two lines of ---"
	}
	if f.Broken != "" {
		return f.Broken
	}
	description, described := f.Values["description"]
	if !described {
		return "it needs a description"
	}
	if !isText(description) {
		return "description must be a text"
	}
	for _, key := range []string{"name", "model"} {
		if v, there := f.Values[key]; there && !isText(v) {
			return key + " must be a text"
		}
	}
	if v, there := f.Values["tools"]; there && !isText(v) && !areTexts(v) {
		return "tools must be a text or a list of texts"
	}
	if v, there := f.Values["mcp-servers"]; there {
		if _, isMapping := v.(map[string]any); !isMapping {
			return "mcp-servers must be a mapping"
		}
	}
	return ""
}
