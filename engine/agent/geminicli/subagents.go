package geminicli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
)

// subagents lists the sub-agents in this order: the built-in ones, those of the project that a user
// has accepted, the user's, and those of extensions. If several have the same name in 0.61, the
// first one counts. The rules were read in the code of 0.61 and 0.28 and seen in runs.
func (r *geminiRun) subagents(ctx context.Context) {
	own, _ := gemini.BuiltIns(r.version())
	taken := map[string]string{}
	for _, name := range own {
		taken[name] = "the agent's own " + name
	}
	accepted := r.acceptedAgents()
	user := searchDir{facts.Join(r.Home, ".gemini"), "user", nil}
	project := searchDir{facts.Join(r.Trace.Cwd, ".gemini"), "project", nil}
	places := []searchDir{project, user}
	if r.is.userAgentsFirst {
		places = []searchDir{user, project}
	}
	for _, e := range r.exts {
		places = append(places, searchDir{e.dir, geminiExtension, &e})
	}
	for _, in := range places {
		dir := facts.Join(in.dir, "agents")
		for _, full := range r.FilesIn(ctx, dir, false) {
			if facts.Dir(full) != dir || !strings.HasSuffix(full, ".md") || strings.HasPrefix(facts.Base(full), "_") || len(r.Trace.Find(full)) > 0 {
				continue
			}
			if c := r.subagent(full, in, accepted); c.Verdict != discovery.Listed {
				r.Add(c)
			} else if first := taken[c.Name]; first != "" {
				r.Add(c.No(discovery.ShadowedByName, first))
			} else {
				taken[c.Name] = full
				r.Add(c)
			}
		}
	}
}

// searchDir is a directory in which the agent looks for skills or sub-agents.
type searchDir struct {
	dir, tier string
	of        *extension
}

var agentName = textutil.LazyRegexp(`^[a-z0-9_-]+$`)

// agentKeys are the keys that a sub-agent's front matter may have; any other makes it
// invalid.
var agentKeys = []string{"kind", "name", "description", "display_name", "tools", "mcp_servers", "model", "temperature", "max_turns", "timeout_mins"}

func (r *geminiRun) subagent(full string, in searchDir, accepted map[string]string) *discovery.Candidate {
	c, f, _, ok := r.Described(discovery.Subagent, full, in.tier)
	if !ok {
		return c
	}
	if in.of != nil {
		Hydrate(f.Values, in.of.dir, r.Trace.Cwd)
	}
	description, _ := f.Values["description"].(string)
	strange := slices.DeleteFunc(discovery.SortedKeys(f.Values), func(key string) bool { return slices.Contains(agentKeys, key) })
	switch {
	case in.tier == "project" && !r.trusted:
		return c.No(discovery.Untrusted, r.why)
	case in.of != nil && !in.of.active:
		return c.No(discovery.Disabled, "the extension "+in.of.name+" is switched off here")
	case f.Broken != "" || !agentName().MatchString(c.Name) || description == "":
		return c.No(discovery.FrontMatter, "it needs a description, and a name of lower-case letters, digits, - and _")
	case f.Values["kind"] == "remote":
		return c.Unknown("it is a remote agent: Gemini CLI asks it for its description")
	case len(strange) > 0:
		return c.No(discovery.FrontMatter, "the agent does not accept the key "+strange[0])
	case r.setting("experimental", "enableAgents") == false, r.is.agentsByChoice && r.setting("experimental", "enableAgents") != true:
		return c.No(discovery.Disabled, "the setting experimental.enableAgents")
	case r.setting("agents", "overrides", c.Name, "enabled") == false:
		return c.No(discovery.Disabled, "the setting agents.overrides."+c.Name+".enabled")
	}
	if in.tier == "project" {
		data, _ := r.World.ReadFile(full)
		sum := sha256.Sum256([]byte(data))
		if accepted[c.Name] != hex.EncodeToString(sum[:]) {
			return c.No(discovery.Disabled, "you have to accept it first: see /agents")
		}
	}
	text := "  <subagent>\n    <name>" + c.Name + "</name>\n    <description>" + description + "</description>\n  </subagent>"
	return c.List(source.Of(text, discovery.FileOrigin(full, 0, f.Body, 1)), "")
}

// acceptedAgents returns the checksum of each sub-agent of the project that a user has accepted, by
// the sub-agent's name.
func (r *geminiRun) acceptedAgents() map[string]string {
	var all map[string]map[string]string
	name := facts.Join(r.Home, ".gemini", "acknowledgments", "agents.json")
	if data, err := r.World.ReadFile(name); err != nil || json.Unmarshal([]byte(data), &all) != nil {
		return nil
	}
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: name, Tier: "agents", Found: true})
	return all[r.Trace.Cwd]
}
