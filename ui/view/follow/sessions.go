package follow

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/logs/replay"
	"galley/engine/logs/store"
	"galley/engine/report"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/launch"
	"galley/ui/view"
	"galley/ui/words"
)

// mostSessions is the largest number of listed sessions of each agent. firstTurns is the number
// of turns at the end of a log that are read first.
const (
	mostSessions = 200
	firstTurns   = 10
)

// sessionsSubject returns the step with the sessions that agents recorded.
func sessionsSubject() subject {
	return subject{
		title: "Sessions",
		hints: []view.Hint{{Action: keymap.Jump, Word: "open"}, {Action: keymap.AllAgents, Word: "all projects"}, {Action: keymap.CompareProfiles, Word: "compare"}},
		does: map[keymap.Action]func(*View) tea.Cmd{
			keymap.CompareProfiles: (*View).compare,
			keymap.AllAgents: func(v *View) tea.Cmd {
				v.everywhere = !v.everywhere
				v.host.Say(words.OnOff("Sessions of all projects are listed", "Sessions of this project are listed", v.everywhere))
				return nil
			},
		},
		of: func(v *View) any { return v.everywhere },
		make: func(v *View) func(context.Context) page {
			q, everywhere := v.asking(""), v.everywhere
			return func(ctx context.Context) page {
				found, err := store.List(ctx, q.o.World, nil, mostSessions)
				if err != nil {
					return page{err: err}
				}
				all, where := found.Sessions, "on this machine"
				if !everywhere {
					project := launch.Project(q.o.World, q.request.Cwd)
					all = slices.DeleteFunc(all, func(s logs.Session) bool { return !facts.Within(s.Cwd, project) })
					where = "in " + project
				}
				p := page{head: append([]string{"Sessions " + where, words.Plural(len(all), "session") + " that agents logged; galley only reads their logs"}, found.Notes...)}
				p.rows = append(p.rows, row{sign: "›", name: "captures", note: words.Plural(len(q.captures()), "request") + " that galley captured or forwarded", enter: func(v *View) tea.Cmd {
					v.into(capturesSubject())
					return nil
				}, told: "The requests that galley captured here, and those that `galley capture AGENT --forward URL` forwards in another terminal. New ones appear automatically."})
				for i, line := range report.SessionsOf(all, nil).Sessions {
					p.rows = append(p.rows, sessionRow(line, all[i]))
				}
				return p
			}
		},
	}
}

func sessionRow(line report.SessionLine, s logs.Session) row {
	at := s.Updated.Local().Format("2 Jan 15:04")
	r := row{sign: "•", name: line.Agent + " " + at, note: report.OneLine(line.Prompt), told: strings.Join([]string{line.Agent + " " + line.Version, line.Model, line.ID, "in " + line.Cwd, line.Path}, "; ") + ". " + report.OneLine(line.Prompt)}
	if line.Bytes > 0 {
		r.right = report.Size(int(line.Bytes))
	}
	r.side = &side{name: line.Agent + " " + at, of: s.Path + "\x00" + s.ID, open: func(ctx context.Context) (*logs.Log, string, error) {
		log, err := store.Open(ctx, s, 0)
		return log, "", err
	}}
	r.enter = func(v *View) tea.Cmd {
		v.into(sessionSubject(s))
		return nil
	}
	return r
}

// sessionSubject returns the level of one session, with a bar for each turn.
func sessionSubject(s logs.Session) subject {
	last := firstTurns
	grows := &growing{}
	return subject{
		title: "session", fixed: true, polls: true,
		hints: []view.Hint{{Action: keymap.Jump, Word: "the turn"}, {Action: keymap.CompareProfiles, Word: "compare turns"}, {Action: keymap.AllAgents, Word: "all turns"}},
		does: map[keymap.Action]func(*View) tea.Cmd{
			keymap.CompareProfiles: (*View).compare,
			keymap.AllAgents: func(*View) tea.Cmd {
				last = 0
				return nil
			},
		},
		of: func(v *View) any { return last },
		make: func(v *View) func(context.Context) page {
			q, last := v.asking(""), last
			return func(ctx context.Context) page {
				return grows.page(s, last, func() page {
					log, again, err := replay.Open(ctx, q.o.World, s, last, store.Open, q.o.Agents.Ask, q.request.Discovery())
					if err != nil {
						return page{err: err}
					}
					p := sessionPage(log, report.SessionLogOf(log, again, report.Newer(q.o.Agents, log), q.counter()))
					delegates, err := store.Delegates(ctx, q.o.World, s)
					if err != nil {
						return page{err: err}
					}
					for i, one := range delegates {
						if i == 0 {
							p.rows = append(p.rows, row{heading: "Sub-agents, each with a session of its own"})
						}
						p.rows = append(p.rows, sessionRow(report.SessionsOf(delegates[i:i+1], nil).Sessions[0], one))
					}
					return p
				})
			}
		},
	}
}

// The parts of a turn's bar.
var (
	cacheRead = part{fill: "▓", look: dialog.Info}
	fresh     = part{fill: "█", look: dialog.Accent}
	made      = part{fill: "░", look: dialog.Good}
)

func sessionPage(log *logs.Log, shape report.SessionLog) page {
	p := page{ends: true, head: []string{fmt.Sprintf("%s %s  %s", shape.Agent, shape.Version, shape.Short())}}
	whole := 0
	for _, t := range shape.Turns {
		if u := largest(&t); u != nil {
			whole = max(whole, u.Input+u.Output)
		}
	}
	p.head = append(p.head, shape.Notes...)
	if shape.Damages > 0 {
		p.head = append(p.head, words.Plural(shape.Damages, "place")+" of the log cannot be read")
	}
	p.head = append(p.head, shape.Read()+fmt.Sprintf("; each bar is a turn's largest request: %s read from the cache, %s new, %s made; the widest is %s tokens, by the provider", cacheRead.fill, fresh.fill, made.fill, strconv.Itoa(whole)))
	launched := shape.LaunchText()
	rules := words.Plural(len(shape.Launch.Rules), "rule file")
	if !shape.Launch.Known && !shape.Launch.Replayed && len(shape.Launch.Rules) == 0 {
		rules = "which rule files were sent is not known"
	}
	p.rows = append(p.rows, row{sign: "•", name: "at launch", note: rules, told: flat(launched), enter: read("At launch", launched)})
	for _, r := range shape.Launch.Rules {
		p.rows = append(p.rows, ruleRow(r, shape.Cwd))
	}
	for i := range shape.Turns {
		p.rows = append(p.rows, turnRows(log, &shape, i, whole)...)
	}
	return p
}

// ruleRow returns the row of a rule file that was loaded.
func ruleRow(r report.SessionRule, cwd string) row {
	look := dialog.Good
	if r.Source == "replayed" {
		look = dialog.Warning
	}
	note := r.Weighs()
	if came := r.Came(cwd); came != "" {
		note = came + "; " + note
	}
	told := r.Path + ": " + note
	if r.Why != "" {
		told += "; " + r.Why
	}
	return row{sign: r.Sign(), look: look, indent: 2, name: report.Nearby(r.Path, cwd), note: note, told: told, path: r.Path, enter: edit(r.Path)}
}

// largest returns the token usage of the largest request of a turn, or nil.
func largest(t *report.SessionTurn) (most *report.SessionUsage) {
	for _, r := range t.Requests {
		if r.Usage != nil && (most == nil || r.Usage.Input > most.Input) {
			most = r.Usage
		}
	}
	return most
}

// turnRows returns the row of a turn with its bar. Further rows say what was loaded in the turn
// and which caches could not be used.
func turnRows(log *logs.Log, shape *report.SessionLog, i, whole int) []row {
	t := &shape.Turns[i]
	name := "turn"
	if t.Number > 0 {
		name = fmt.Sprintf("turn %d", t.Number)
	}
	text := shape.TurnText(i)
	named := name + "  " + clip(report.OneLine(t.Prompt))
	r := row{sign: "•", name: named, note: "its usage is not in the log", whole: whole, told: turnDetails(t), side: turnSide(named, log, i)}
	if u := largest(t); u != nil {
		old, now, out := cacheRead, fresh, made
		old.size, now.size, out.size = u.CacheRead, u.Input-u.CacheRead, u.Output
		r.bar, r.right = []part{old, now, out}, words.Rounded(u.Input)
	}
	for _, q := range t.Requests {
		if q.Galley != nil && q.Usage != nil && q.Usage == largest(t) {
			r.right += " · " + q.Galley.Text()
		}
	}
	r.enter = read(name, text+sentText(log, i))
	rows := []row{r}
	if t.Compacted {
		rows = append(rows, row{sign: "~", look: dialog.Warning, indent: 2, name: "the history was compacted"})
	}
	for _, x := range t.Rules {
		rows = append(rows, ruleRow(x, shape.Cwd))
	}
	for _, q := range t.Requests {
		if q.Broke != nil {
			why := fmt.Sprintf("the cache broke: %s tokens read again, %s", strconv.Itoa(q.Broke.Lost), q.Broke.Why)
			told := why
			if q.Broke.Where != "" {
				told += "; " + q.Broke.Where
			}
			rows = append(rows, row{sign: "!", look: dialog.Warning, indent: 2, name: why, told: told})
		}
	}
	return rows
}

// flat joins the lines of a text into one line.
func flat(text string) string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return strings.Join(all, "; ")
}

// clip returns the beginning of a prompt, as much as fits into a row.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 24 {
		return string(runes[:23]) + "…"
	}
	return text
}

// turnDetails returns a sentence about the token usage of a turn.
func turnDetails(t *report.SessionTurn) string {
	var sum report.SessionUsage
	calls, broke := 0, 0
	for _, q := range t.Requests {
		calls += len(q.Calls)
		if q.Usage != nil {
			sum.Input, sum.CacheRead, sum.Output = sum.Input+q.Usage.Input, sum.CacheRead+q.Usage.CacheRead, sum.Output+q.Usage.Output
		}
		if q.Broke != nil {
			broke++
		}
	}
	told := fmt.Sprintf("%s: %s, %s of tools; by the provider %s tokens in, %s of them from the cache, %s out", t.At, words.Plural(len(t.Requests), "request"), words.Plural(calls, "call"),
		strconv.Itoa(sum.Input), strconv.Itoa(sum.CacheRead), strconv.Itoa(sum.Output))
	if n := len(t.Requests); n > 0 && t.Requests[n-1].Galley != nil {
		g := t.Requests[n-1].Galley
		told += "; galley counts " + g.Text() + " in the last one"
		if g.Lacks != "" {
			told += " without " + g.Lacks + ", which the log lacks"
		}
	}
	if broke > 0 {
		told += "; the cache broke " + words.Plural(broke, "time")
	}
	return told + ". " + report.OneLine(t.Prompt)
}

// sentText returns the last request of a turn in the log, or "".
func sentText(log *logs.Log, i int) string {
	for j := len(log.Turns[i].Requests) - 1; j >= 0; j-- {
		if sent := log.Sent(&log.Turns[i].Requests[j]); sent != nil {
			head := "\nThe last request, assembled from the log:\n"
			if sent.Lacks != "" {
				head = "\nThe last request, assembled from the log, which does not contain " + sent.Lacks + ":\n"
			}
			return head + report.SentText(sent)
		}
	}
	return ""
}

func turnSide(name string, log *logs.Log, i int) *side {
	return &side{name: name, of: log.Path + "\x00" + log.ID, open: func(context.Context) (*logs.Log, string, error) {
		one := *log
		one.Turns = log.Turns[i : i+1]
		return &one, sentText(log, i), nil
	}}
}

// side is one side of a comparison.
type side struct {
	name    string
	of      string // distinguishes it from other sides with the same name
	capture string // the id of a captured request, or "" for a session or a turn
	open    func(ctx context.Context) (log *logs.Log, text string, err error)
}

// compare marks the row under the bar, or compares the row with the marked one.
func (v *View) compare() tea.Cmd {
	r, ok := v.level().current()
	switch {
	case !ok || r.side == nil:
		v.host.Say("The chosen row cannot be compared")
	case v.marked == nil || v.marked.name == r.side.name && v.marked.of == r.side.of:
		v.marked = r.side
		v.host.Say(v.marked.name + " is marked: press the same key on another one to compare them")
	default:
		if v.marked.capture != "" && r.side.capture != "" {
			v.into(blocksCompared(v.marked.capture, r.side.capture))
		} else {
			v.into(comparisonSubject(v.marked, r.side))
		}
		v.marked = nil
	}
	return nil
}

// comparisonSubject returns the level that compares two sessions, turns or captured requests.
func comparisonSubject(a, b *side) subject {
	return subject{title: "difference", fixed: true, make: func(*View) func(context.Context) page {
		return func(ctx context.Context) page {
			was, before, err := a.open(ctx)
			if err != nil {
				return page{err: err}
			}
			is, after, err := b.open(ctx)
			if err != nil {
				return page{err: err}
			}
			p := page{head: []string{a.name + " → " + b.name}, diff: true}
			if was != nil && is != nil {
				var text strings.Builder
				report.SessionDiffText(&text, report.SessionDiffOf(was, is)) // writing to a Builder cannot fail
				p.text = text.String() + "\n"
			}
			p.text += report.TextDiff(a.name, b.name, before, after)
			return p
		}
	}}
}

// pollMsg says that it is time to look for new captures, or for news in a session's log.
type pollMsg struct{ of *level }

// pollEvery is the time between two looks for news while the level is shown.
var pollEvery = 2 * time.Second
