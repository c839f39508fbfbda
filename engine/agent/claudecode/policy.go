package claudecode

import (
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// policy holds allowedMcpServers and deniedMcpServers of the settings.
type policy struct {
	restricted      bool // allowedMcpServers is set
	allowed, denied serverList
}

// serverList is a list of servers in settings: by name, by command and by address.
type serverList struct {
	names, commands map[string]bool // a command and its arguments, joined by joinCommand
	urls            []string        // patterns; each * stands for any text
	work            func(steps int) bool
}

func joinCommand(words []string) string { return strings.Join(words, "\x00") }

// managedServers returns the file with which an organisation decides on all servers.
func (r *claudeRun) managedServers() string { return facts.Join(r.managedDir(), "managed-mcp.json") }

// serverSettings reads which servers the settings allow and deny. Both lists are joined from all
// layers; the organisation can let only its own list of allowed servers count.
func (r *claudeRun) serverSettings() {
	r.set.onlyServers = r.Exists(r.managedServers())
	onlyManaged := slices.ContainsFunc(r.set.layers, func(l layer) bool {
		only, _ := l.values["allowManagedMcpServersOnly"].(bool)
		return only && l.tier == "managed"
	})
	p := &r.set.permitted
	p.allowed.work, p.denied.work = r.Work("allowedMcpServers"), r.Work("deniedMcpServers")
	for _, l := range r.set.layers {
		if list, set := l.values["allowedMcpServers"].([]any); set && (!onlyManaged || l.tier == "managed") {
			p.restricted = true
			p.allowed.add(list)
		}
		list, _ := l.values["deniedMcpServers"].([]any)
		p.denied.add(list)
	}
}

func (s *serverList) add(list []any) {
	if s.names == nil {
		s.names, s.commands = map[string]bool{}, map[string]bool{}
	}
	for _, v := range list {
		entry, _ := v.(map[string]any)
		if name, ok := entry["serverName"].(string); ok {
			s.names[name] = true
		}
		if words, ok := discovery.Texts(entry["serverCommand"]); ok {
			s.commands[joinCommand(words)] = true
		}
		if url, ok := entry["serverUrl"].(string); ok {
			s.urls = append(s.urls, url)
		}
	}
}

// not returns the reason why the settings do not let a server start, or "".
func (p *policy) not(name string, server any) string {
	table, _ := server.(map[string]any)
	url, remote := table["url"].(string)
	first, _ := table["command"].(string)
	arguments, _ := discovery.Texts(table["args"])
	command := joinCommand(append([]string{first}, arguments...))
	if p.denied.names[name] || !remote && p.denied.commands[command] || remote && p.denied.hasURL(url) {
		return "deniedMcpServers lists it"
	}
	ok := p.allowed.names[name]
	switch {
	case !p.restricted:
		return ""
	case remote && len(p.allowed.urls) > 0:
		ok = p.allowed.hasURL(url)
	case !remote && len(p.allowed.commands) > 0:
		ok = p.allowed.commands[command]
	}
	if !ok {
		return "allowedMcpServers does not list it"
	}
	return ""
}

func (s *serverList) hasURL(url string) bool {
	return slices.ContainsFunc(s.urls, func(pattern string) bool {
		return s.work(len(pattern)+len(url)) && wild(pattern, url)
	})
}

// wild reports whether a text matches a pattern in which each * stands for any text.
func wild(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		if _, text, ok = strings.Cut(text, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(text, parts[len(parts)-1])
}
