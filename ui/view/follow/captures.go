package follow

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/capture"
	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/report"
	"galley/engine/secret"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/launch"
	"galley/ui/view"
	"galley/ui/words"
)

// The parts of the bar that shows how large the parts of a captured request are.
var (
	systemPart   = part{fill: "▓", look: dialog.Info}
	toolsPart    = part{fill: "▥", look: dialog.Warning}
	messagesPart = part{fill: "█", look: dialog.Accent}
)

// store returns the store of captures, or an empty one without a directory for state. It may block.
func (q asking) store() capture.Store {
	state := config.StateDir(q.o.World)
	if state == "" {
		return capture.Store{}
	}
	return capture.Store{Dir: facts.Join(state, "captures")}
}

// captures returns the captures of this project, the newest first. It may block.
func (q asking) captures() (mine []capture.Capture) {
	all, _, _ := q.store().List() // all is empty if the store cannot be read
	project := launch.Project(q.o.World, q.request.Cwd)
	for _, c := range all {
		if c.Project == project || facts.Within(c.Cwd, project) {
			mine = append(mine, c)
		}
	}
	return mine
}

// capturesSubject returns the list of captured requests. New captures appear in it while it is
// shown.
func capturesSubject() subject {
	return subject{
		title: "captures", polls: true,
		hints: []view.Hint{{Action: keymap.Jump, Word: "read"}, {Action: keymap.CompareProfiles, Word: "compare"}},
		does:  map[keymap.Action]func(*View) tea.Cmd{keymap.CompareProfiles: (*View).compare},
		make: func(v *View) func(context.Context) page {
			q := v.asking("")
			return func(context.Context) page {
				store := q.store()
				all := q.captures()
				whole := 0
				for _, c := range all {
					whole = max(whole, c.Sizes.System+c.Sizes.Tools+c.Sizes.Messages)
				}
				if len(all) == 0 {
					return page{head: []string{"Captured requests", "none of this project yet: `galley capture AGENT` makes one, and with --forward URL one for every request of your own session; they appear here automatically"}}
				}
				p := page{head: []string{"Captured requests", fmt.Sprintf("newest first; %s system, %s tools, %s messages; the widest bar is %s; new ones appear automatically", systemPart.fill, toolsPart.fill, messagesPart.fill, report.Size(whole))}}
				for _, c := range all {
					p.rows = append(p.rows, captureRow(c, whole, store, q.world.Now()))
				}
				return p
			}
		},
	}
}

func captureRow(c capture.Capture, whole int, store capture.Store, now time.Time) row {
	system, tools, messages := systemPart, toolsPart, messagesPart
	system.size, tools.size, messages.size = c.Sizes.System, c.Sizes.Tools, c.Sizes.Messages
	told := fmt.Sprintf("%s, %s ago: system %s, %s in %s, messages %s", c.ID, c.Age(now), report.Size(c.Sizes.System), words.Plural(c.Sizes.ToolCount, "tool"), report.Size(c.Sizes.Tools), report.Size(c.Sizes.Messages))
	who := c.Agent
	if c.Subagent != "" {
		who += " › " + c.Subagent
	}
	r := row{sign: "•", name: who + " " + c.Created.Local().Format("2 Jan 15:04:05"), bar: []part{system, tools, messages}, whole: whole,
		told: strings.Join(append([]string{told}, c.Notes...), "; ")}
	for _, note := range c.Notes {
		if counted, ok := strings.CutPrefix(note, "the provider counted "); ok {
			r.right, _, _ = strings.Cut(counted, " in,")
		}
	}
	r.side = &side{name: c.ID, capture: c.ID, open: func(context.Context) (*logs.Log, string, error) {
		text, err := body(store, c.ID)
		return nil, text, err
	}}
	r.enter = func(v *View) tea.Cmd {
		v.into(subject{title: "capture", fixed: true, make: func(*View) func(context.Context) page {
			return func(context.Context) page {
				text, err := body(store, c.ID)
				return page{head: append([]string{c.ID, told}, c.Notes...), text: text, err: err}
			}
		}})
		return nil
	}
	return r
}

// body returns a captured request's body for reading, with secrets masked. It may
// block.
func body(store capture.Store, id string) (string, error) {
	full, err := store.Load(id)
	if err != nil {
		return "", err
	}
	sent := full.Substituted()
	var out bytes.Buffer
	if json.Indent(&out, sent, "", "  ") == nil {
		sent = out.Bytes()
	}
	return secret.MaskKeys(strings.ReplaceAll(string(sent), `\n`, "\n")), nil
}

// poll returns a command that waits for a while and then looks for new captures.
func poll(l *level) tea.Cmd {
	return tea.Tick(pollEvery, func(time.Time) tea.Msg { return pollMsg{l} })
}
