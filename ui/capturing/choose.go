package capturing

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/profile"
	"galley/ui/dialog"
	"galley/ui/launch"
	"galley/ui/screen"
)

// choicesMsg holds the facts from which [Capturing.Choose] makes its list: what was captured in
// this directory, and which agents are installed.
type choicesMsg struct {
	captures []capture.Capture // captures has those of this directory, the newest first
	// words maps NAME@VERSION to the day of the capture that supplies the agent's own words in the
	// modelled prompt.
	words map[string]string
	// installed has the version of each program that is installed, by the name of its agent. A version
	// that is not known is "".
	installed map[string]string
	asked     screen.Ticket
}

// choice is what a row of the list chooses.
type choice struct {
	agent   string
	profile string // profile is the name of a prompt that galley assembles, with its version
	capture string // capture is the id of a captured prompt
	start   bool   // start means that a capture starts
}

// Choose opens a list of the agents by name. For each agent it offers the captured prompts, the
// prompts that galley assembles, and a new capture.
func (c *Capturing) Choose() tea.Cmd {
	msg := choicesMsg{asked: c.screen.Ticket(), words: map[string]string{}, installed: map[string]string{}}
	store, world, cwd := c.store(), c.o.World, c.o.Request().Cwd
	return func() tea.Msg {
		all, _, _ := store.List() // all is empty if the store cannot be read
		root := launch.Project(world, cwd)
		for _, a := range c.o.Agents.All() {
			if a.Start == nil {
				continue
			}
			if found, ok := start.Find(world, *a.Start, root); ok {
				msg.installed[a.Name] = found.Version
			}
		}
		for _, one := range all {
			if full := one.Agent + "@" + one.Version; msg.words[full] == "" && (one.Mode == start.Headless || one.Mode == start.Interactive) {
				msg.words[full] = one.Created.Format(time.DateOnly)
			}
			if one.Project == root && one.Cwd == cwd {
				msg.captures = append(msg.captures, one)
			}
		}
		return msg
	}
}

func (c *Capturing) choose(msg choicesMsg) tea.Cmd {
	return c.screen.Answer(msg.asked, "whose prompt", func() tea.Cmd {
		now := c.o.Request()
		items := rows(c.o.Agents.Leading(now.Profile), msg, c.o.Clock())
		shown, _ := c.o.Agents.Profile(now.Profile)
		at := 0
		for i, item := range items {
			v := item.Value.(choice)
			if now.Capture != nil && v.capture == now.Capture.ID || now.Capture == nil && v.profile == profile.FullName(shown) {
				items[i].Key, at = "now", i
			}
		}
		c.screen.Open(dialog.NewList("Whose prompt", "", items, func(item dialog.Item) tea.Cmd { return c.take(item.Value.(choice)) }).Telling().Begin(at))
		return nil
	})
}

// captured says when and how a request was captured and, if known, from which version of the agent.
func captured(c capture.Capture, now time.Time) string {
	said := []string{"captured " + c.Age(now) + " ago"}
	for _, part := range []string{c.Version, string(c.Mode)} {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, " · ")
}

// rows returns the rows for every agent: its captures, its profiles, and a row that starts a
// capture.
func rows(agents *agent.Registry, here choicesMsg, now time.Time) []dialog.Item {
	captures, words := here.captures, here.words
	all := agents.Profiles()
	var items []dialog.Item
	for _, a := range agents.All() {
		title := a.Title
		if title == "" {
			title = a.Name
		}
		for i, one := range captures {
			if one.Agent == a.Name && !older(captures[:i], one) {
				items = append(items, dialog.Item{
					Label: title, Also: a.Name,
					Detail: captured(one, now), Value: choice{agent: a.Name, capture: one.ID},
				})
			}
		}
		profiles := profilesOf(a, all)
		for _, p := range profiles {
			label := title
			if v := p.Version(); v != "" {
				label += " " + v
			}
			if len(profiles) > 1 && p.Name() != a.Name {
				label = profile.FullName(p)
			}
			items = append(items, dialog.Item{Label: label, Also: profile.FullName(p), Detail: known(a, p, words[profile.FullName(p)]), Value: choice{agent: a.Name, profile: profile.FullName(p)}})
		}
		if a.Start != nil {
			items = append(items, dialog.Item{Label: title + ": capture it", Also: a.Name, Detail: starting(a, here.installed), Value: choice{agent: a.Name, start: true}})
		}
	}
	return items
}

// starting says what the row that captures an agent does, or why it does nothing yet.
func starting(a agent.Agent, installed map[string]string) string {
	version, ok := installed[a.Name]
	switch {
	case !ok:
		return "not installed: " + a.Start.Install
	case version == "":
		return "starts the installed agent once and shows what it sends"
	}
	return "starts the installed " + version + " once and shows what it sends"
}

// profilesOf returns the profiles of an agent.
func profilesOf(a agent.Agent, all []profile.Profile) []profile.Profile {
	if len(a.Profiles) > 0 {
		return a.Profiles
	}
	var own []profile.Profile
	for _, p := range all {
		if p.Name() == a.Name {
			own = append(own, p)
		}
	}
	return own
}

// known says how well galley knows a profile's prompt and how the prompt uses the template.
// words is the day of the capture that supplies the agent's own words, or "".
func known(a agent.Agent, p profile.Profile, words string) string {
	as := places(p.TemplateAs())
	switch {
	case p.Name() == profile.Default:
		return "no agent: the template is all that is sent"
	case words != "":
		return agent.KnownModel + ", with its own words from your capture of " + words + " · " + as
	case a.Known() == agent.KnownModel:
		return agent.KnownModel + ", with stand-ins for its own words · " + as
	case a.Start == nil:
		return agent.KnownRules + ": it cannot be captured; its own words are not known"
	}
	return agent.KnownRules + " until it is captured; its own words are not known"
}

// places says in a phrase how a prompt can use the template. as has the names of the possible
// uses.
func places(as []string) string {
	var said []string
	for _, place := range as {
		if place != "none" { // leave out "none", because it is possible for every agent
			said = append(said, profile.Use(place))
		}
	}
	if len(said) == 0 {
		return "your template is not sent"
	}
	return "your template can be " + strings.Join(said, "; or ")
}

// older reports whether a newer capture of the same agent and mode is already listed.
func older(before []capture.Capture, one capture.Capture) bool {
	for _, b := range before {
		if b.Agent == one.Agent && b.Mode == one.Mode {
			return true
		}
	}
	return false
}

// loadedMsg carries a capture that was read from the store.
type loadedMsg struct {
	capture *capture.Capture
	err     error
}

// take shows the prompt that the user chose.
func (c *Capturing) take(v choice) tea.Cmd {
	switch {
	case v.start:
		return c.Start(v.agent)
	case v.capture != "":
		store, id := c.store(), v.capture
		return func() tea.Msg {
			one, err := store.Load(id)
			return loadedMsg{one, err}
		}
	}
	return c.o.Use(v.profile, nil)
}

func (c *Capturing) loaded(msg loadedMsg) tea.Cmd {
	if msg.err != nil {
		c.screen.Warn(msg.err.Error())
		return nil
	}
	return c.o.Use(msg.capture.Agent, msg.capture)
}
