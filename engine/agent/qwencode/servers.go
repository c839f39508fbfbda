package qwencode

import (
	"slices"
	"strings"
	"unicode/utf16"

	"galley/engine/discovery"
	"galley/engine/glob"
	"galley/engine/source"
)

// servers lists the MCP servers of the settings. Servers of a file that overrides others come
// first. If several servers have the same name, only the first one counts, with all its settings.
// In an untrusted folder no server is started. mcp.excluded and mcp.allowed leave servers out by
// name. 0.24 starts a project's server only after the user has agreed.
func (r *qwenRun) servers(merged map[string]any) {
	taken := map[string]string{}
	gate := r.gate(merged)
	for _, in := range r.files {
		servers, _ := in.values["mcpServers"].(map[string]any)
		for _, server := range discovery.SortedKeys(servers) {
			c := r.Thing(discovery.Server, server, in.path, in.tier)
			first, twice := taken[server]
			off := gate.off(server)
			switch {
			case in.tier == "project" && r.ignored:
				c.No(discovery.Untrusted, "the file is ignored")
				r.Add(c)
				continue
			case r.untrusted:
				c.No(discovery.Untrusted, "the agent starts no server there: "+r.why)
			case twice:
				c.No(discovery.ShadowedByName, first)
			case off != "":
				c.No(discovery.Disabled, off)
			case in.tier == "project" && r.is.asks:
				c.Unknown("Qwen Code asks you before it starts a project's server: see /mcp")
			default:
				c.List(source.Text{}, "its tools are declared")
			}
			taken[server] = in.path
			r.Add(c)
		}
	}
}

// serverGate has the names and patterns of the servers that the settings allow and exclude.
type serverGate struct {
	allowed, excluded []string
	limited           bool // mcp.allowed is set, so that other servers are left out
	matches           func(pattern, name string) bool
	work              func(steps int) bool // charges steps of matching: see [discovery.Finder.Work]
}

// gate reads mcp.allowed and mcp.excluded. It joins the lists of all layers of settings and drops
// empty texts. 0.24 reads the entries as patterns, 0.15 as names.
func (r *qwenRun) gate(merged map[string]any) serverGate {
	g := serverGate{matches: func(pattern, name string) bool { return pattern == name }, work: r.Work("mcp.allowed and mcp.excluded")}
	if r.is.asks {
		g.matches = matchesServer
	}
	mcp, _ := merged["mcp"].(map[string]any)
	list, _ := mcp["excluded"].([]any)
	g.excluded = entries(list)
	list, g.limited = mcp["allowed"].([]any)
	g.allowed = entries(list)
	return g
}

func entries(list []any) (out []string) {
	for _, item := range list {
		if text, _ := item.(string); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// off returns the setting that leaves a server out, or "".
func (g *serverGate) off(server string) string {
	among := func(list []string) bool {
		return slices.ContainsFunc(list, func(pattern string) bool {
			return g.work(glob.Steps(pattern, server)) && g.matches(pattern, server)
		})
	}
	switch {
	case among(g.excluded):
		return "mcp.excluded names it"
	case g.limited && !among(g.allowed):
		return "mcp.allowed does not name it"
	}
	return ""
}

// matchesServer reports whether a name matches a pattern, in which * stands for any text and ? for
// one UTF-16 unit.
func matchesServer(pattern, name string) bool {
	if !strings.ContainsAny(pattern, "*?") {
		return pattern == name
	}
	p, n := utf16.Encode([]rune(pattern)), utf16.Encode([]rune(name))
	at, i := 0, 0
	star, from := -1, 0 // index of the last *, and the end of the text in n that it matches
	for i < len(n) {
		switch {
		// In both texts a * may also be an ordinary character.
		case at < len(p) && (p[at] == '?' || p[at] == n[i]):
			at++
			i++
		case at < len(p) && p[at] == '*':
			star, from = at, i
			at++
		case star >= 0:
			from++
			at, i = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(string(utf16.Decode(p[at:])), "*") == ""
}
