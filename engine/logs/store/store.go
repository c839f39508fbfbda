// Package store finds and opens the sessions that agents keep on this machine. It opens files only
// for reading.
package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"galley/engine/facts"
	"galley/engine/logs"
)

// Limits of a search.
const (
	mostFiles = 20_000 // of one agent
	mostDirs  = 5_000  // at one depth
)

// Agents lists the agents whose sessions can be found.
var Agents = []string{"claude-code", "codex", "opencode", "gemini-cli", "qwen-code"}

// fileAgents lists the agents that keep each session in a file.
var fileAgents = slices.DeleteFunc(slices.Clone(Agents), func(agent string) bool { return agent == "opencode" })

// sessionDir is a directory in which an agent keeps its sessions.
type sessionDir struct {
	agent, dir string
	depth      int // how many levels below dir the logs are
	is         func(path string) bool
	// parent returns the id of the session that started the sub-agent whose log is at path. It
	// returns "" for other logs. It is nil for agents that keep no logs of sub-agents.
	parent func(path string) string
}

// places returns the directories in which agents keep the user's sessions. Variables in w's
// environment may name other directories.
func places(w facts.World) []sessionDir {
	home := facts.Home(w)
	of := func(variable, name string) string {
		return cmp.Or(facts.EnvPath(w, variable), facts.Join(home, name))
	}
	in := func(folder, prefix string) func(string) bool {
		return func(path string) bool {
			return strings.HasSuffix(path, ".jsonl") && (folder == "" || facts.Base(facts.Dir(path)) == folder) && strings.HasPrefix(facts.Base(path), prefix)
		}
	}
	gemini := facts.Join(home, ".gemini")
	if dir := facts.EnvPath(w, "GEMINI_CLI_HOME"); dir != "" {
		gemini = facts.Join(dir, ".gemini")
	}
	claude := facts.Join(of("CLAUDE_CONFIG_DIR", ".claude"), "projects")
	return []sessionDir{
		{"claude-code", claude, 3, func(path string) bool { // DIR/ID.jsonl, DIR/ID/subagents/agent-ID.jsonl
			return strings.HasSuffix(path, ".jsonl") && (facts.Dir(facts.Dir(path)) == claude || delegateOf(path) != "")
		}, delegateOf},
		{"codex", facts.Join(of("CODEX_HOME", ".codex"), "sessions"), 3, in("", "rollout-"), nil},
		{"gemini-cli", facts.Join(gemini, "tmp"), 3, func(path string) bool { // chats/session-TIME-ID.jsonl, chats/ID/ID.jsonl
			return in("chats", "session-")(path) || strings.HasSuffix(path, ".jsonl") && chatOf(path) != ""
		}, chatOf},
		{"qwen-code", facts.Join(of("QWEN_HOME", ".qwen"), "projects"), 2, in("chats", ""), nil},
	}
}

// delegateOf returns the id of the Claude Code session that started the sub-agent whose log is at
// path. It returns "" for other logs.
func delegateOf(path string) string {
	if dir := facts.Dir(path); facts.Base(dir) == "subagents" && strings.HasPrefix(facts.Base(path), "agent-") {
		return facts.Base(facts.Dir(dir))
	}
	return ""
}

// chatOf returns the id of the Gemini CLI session that started the sub-agent whose log is at path.
// It returns "" for other logs.
func chatOf(path string) string {
	if dir := facts.Dir(path); facts.Base(facts.Dir(dir)) == "chats" {
		return facts.Base(dir)
	}
	return ""
}

// Sessions is the result of a search.
type Sessions struct {
	Sessions []logs.Session // the newest first
	Notes    []string       // what could not be read; sentences without a final stop
}

// List finds the newest sessions of some agents, or of all agents if agents is empty. most limits
// the number of sessions of each agent. List opens only these sessions and reads their beginning
// and end. It leaves out the sessions of sub-agents; see [Delegates].
func List(ctx context.Context, w facts.World, agents []string, most int) (Sessions, error) {
	var out Sessions
	want := func(agent string) bool { return len(agents) == 0 || slices.Contains(agents, agent) }
	for _, p := range places(w) {
		if !want(p.agent) {
			continue
		}
		files, err := p.mainSessions(ctx)
		if err != nil {
			return Sessions{}, err
		}
		if len(files) > most {
			out.Notes = append(out.Notes, fmt.Sprintf("%s has %d sessions; the newest %d are listed", p.agent, len(files), most))
			files = files[:most]
		}
		for _, s := range files {
			peeked, err := peek(ctx, s)
			if err != nil {
				if ctx.Err() != nil {
					return Sessions{}, err
				}
				out.Notes = append(out.Notes, s.Path+": "+why(err))
				continue
			}
			out.Sessions = append(out.Sessions, peeked)
		}
	}
	if want("opencode") {
		found, err := openSessions(ctx, w, most)
		if err != nil {
			out.Notes = append(out.Notes, "opencode: "+openPath(w)+": "+why(err))
		}
		out.Sessions = append(out.Sessions, slices.DeleteFunc(found, delegated)...)
	}
	slices.SortStableFunc(out.Sessions, func(a, b logs.Session) int { return b.Updated.Compare(a.Updated) })
	return out, nil
}

// delegated reports whether a session belongs to a sub-agent.
func delegated(s logs.Session) bool { return s.Parent != "" }

// mainSessions returns the logs of an agent without those of sub-agents, newest first.
func (p sessionDir) mainSessions(ctx context.Context) ([]logs.Session, error) {
	all, err := p.files(ctx)
	return slices.DeleteFunc(all, delegated), err
}

// Delegates finds the sessions of the sub-agents that a session started, the oldest first. It opens
// them and reads their beginning and end.
func Delegates(ctx context.Context, w facts.World, s logs.Session) (out []logs.Session, err error) {
	if s.Agent == "opencode" {
		found, err := openSessions(ctx, w, mostFiles)
		for _, one := range found {
			if one.Parent == s.ID {
				out = append(out, one)
			}
		}
		slices.Reverse(out)
		return out, err
	}
	for _, p := range places(w) {
		if p.agent != s.Agent || p.parent == nil || s.Parent != "" {
			continue
		}
		p.dir, p.depth = facts.Dir(s.Path), 1
		if s.Agent == "claude-code" {
			p.dir = facts.Join(p.dir, s.ID, "subagents")
		}
		files, err := p.files(ctx)
		if err != nil {
			return nil, err
		}
		for _, one := range files {
			// The id of a sub-agent's chat in Gemini CLI ends with the beginning of the session's
			// id.
			if one.Parent != s.ID && (s.Agent != "gemini-cli" || len(one.Parent) < 8 || !strings.HasSuffix(s.ID, "-"+one.Parent[:8])) {
				continue
			}
			if one, err = peek(ctx, one); err == nil {
				out = append(out, one)
			} else if ctx.Err() != nil {
				return out, err
			}
		}
	}
	slices.Reverse(out)
	return out, nil
}

// files returns the logs of an agent, newest first.
func (p sessionDir) files(ctx context.Context) ([]logs.Session, error) {
	return p.some(ctx, mostFiles, mostDirs)
}

// some does the same as the method files, but with other limits: it looks at no more than mostFiles
// files, and at no more than mostDirs directories at each depth.
func (p sessionDir) some(ctx context.Context, mostFiles, mostDirs int) (out []logs.Session, err error) {
	dirs := []string{p.dir}
	looked := 0
	for depth := 0; depth <= p.depth; depth++ {
		var below []string
		for _, dir := range dirs {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			entries, err := os.ReadDir(filepath.FromSlash(dir))
			if err != nil {
				continue // the directory is missing or may not be read
			}
			for _, e := range entries {
				full := facts.Join(dir, e.Name())
				switch {
				case e.IsDir() && len(below) < mostDirs:
					below = append(below, full)
				case e.Type().IsRegular() && p.is(full) && looked < mostFiles:
					looked++
					if info, err := e.Info(); err == nil {
						s := logs.Session{Agent: p.agent, ID: idOf(p.agent, full), Path: full, Size: info.Size(), Updated: info.ModTime().UTC()}
						if p.parent != nil {
							s.Parent = p.parent(full)
						}
						out = append(out, s)
					}
				}
			}
		}
		dirs = below
	}
	slices.SortStableFunc(out, func(a, b logs.Session) int {
		return cmp.Or(b.Updated.Compare(a.Updated), strings.Compare(a.Path, b.Path))
	})
	return out, nil
}

// idOf returns a session's id from the name of its file.
func idOf(agent, path string) string {
	id := strings.TrimSuffix(facts.Base(path), ".jsonl")
	if agent == "codex" && len(id) > 36 { // the name is rollout-TIME-ID
		return id[len(id)-36:]
	}
	return strings.TrimPrefix(id, "session-")
}

func peek(ctx context.Context, s logs.Session) (logs.Session, error) {
	file, err := open(s.Path)
	if err != nil {
		return s, err
	}
	defer file.Close()
	s, err = logs.Peek(ctx, s, file)
	if s.Agent == "gemini-cli" && s.Cwd == "" {
		// Some chats do not name their directory. A file beside such a chat does.
		chats := facts.Dir(s.Path)
		if s.Parent != "" {
			chats = facts.Dir(chats)
		}
		s.Cwd = facts.Slash(projectRoot(facts.Join(facts.Dir(chats), ".project_root")))
	}
	return s, err
}

// projectRoot returns the path that a file contains. The file contains nothing else. projectRoot
// returns "" if the file cannot be read.
func projectRoot(path string) string {
	file, err := open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	head := make([]byte, 4096)
	n, _ := file.Read(head)
	return strings.TrimSpace(string(head[:n]))
}

// open opens a regular file to read it.
func open(path string) (*os.File, error) {
	info, err := os.Stat(filepath.FromSlash(path))
	if err == nil && !info.Mode().IsRegular() {
		err = facts.ErrNotRegular
	}
	if err != nil {
		return nil, err
	}
	return os.Open(filepath.FromSlash(path))
}

// Open reads the last turns of a session, or all turns if last is 0.
func Open(ctx context.Context, s logs.Session, last int) (*logs.Log, error) {
	if s.Agent == "opencode" {
		return openRows(ctx, s, last)
	}
	file, err := open(s.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil {
		s.Size = info.Size()
	}
	return logs.Read(ctx, s, file, last)
}

// Mark identifies the state of a session's log, so that a change can be noticed.
type Mark struct {
	size, beside int64 // sizes of the log and of the journal beside OpenCode's database
	at, then     time.Time
}

// MarkOf returns the current mark of a session's log.
func MarkOf(s logs.Session) (m Mark, err error) {
	info, err := os.Stat(filepath.FromSlash(s.Path))
	if err != nil {
		return m, err
	}
	m.size, m.at = info.Size(), info.ModTime()
	if info, err := os.Stat(filepath.FromSlash(s.Path + "-wal")); err == nil {
		m.beside, m.then = info.Size(), info.ModTime()
	}
	return m, nil
}

// why returns the text of an error without the path that the error names.
func why(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return err.Error()
}
