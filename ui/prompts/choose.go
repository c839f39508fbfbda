package prompts

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/capture"
	"galley/engine/profile"
)

// Use shows the prompt of another agent. It shows the captured prompt of c or, if c is nil, the
// prompt of the profile with the given name.
func (p *Prompts) Use(name string, c *capture.Capture) tea.Cmd {
	p.request.Profile, p.request.Capture = name, c
	p.request.Scenario.TemplateAs = p.place(name)
	p.guessed = false
	p.screen.ClearNews()
	agent, _, _ := strings.Cut(name, "@")
	cmds := []tea.Cmd{p.o.Agent(agent), p.Render()}
	return tea.Batch(append(cmds, p.chosen())...)
}

// Choice says whose prompt is shown, and which model the user chose for it.
type Choice struct {
	Profile string
	Capture *capture.Capture
	Model   string
	Guessed bool // galley chose the agent, so only the model is the user's choice
}

// chosen reports the choice, so that the next start can show the same prompt.
func (p *Prompts) chosen() tea.Cmd {
	if p.o.Chosen == nil {
		return nil
	}
	return p.o.Chosen(Choice{p.request.Profile, p.request.Capture, p.byHand, p.guessed})
}

// place returns the use of the template for a newly chosen profile. It returns the use that the
// scenario names if the profile supports it, otherwise "" for the profile's default.
func (p *Prompts) place(name string) string {
	agent, problems := p.o.Engine.Agents().Profile(name)
	if as := p.o.Request.Scenario.TemplateAs; len(problems) == 0 && slices.Contains(agent.TemplateAs(), as) {
		return as
	}
	return ""
}

// TemplateAs returns how the current profile uses the template, and all other ways in which it
// could use the template.
func (p *Prompts) TemplateAs() (now string, all []string) {
	if p.result == nil {
		return "", nil
	}
	if p.result.Sent != nil {
		return "none", []string{"none"}
	}
	agent, _ := p.o.Engine.Agents().Profile(p.result.Profile)
	all = agent.TemplateAs()
	now = p.request.Scenario.TemplateAs
	switch {
	case len(all) == 0:
		return "", nil
	case p.o.BuiltIn() && slices.Contains(all, "none") && !profile.Makes(agent, now):
		// The default template is galley's own, so the prompt of another agent does not contain it.
		return "none", slices.DeleteFunc(slices.Clone(all), func(as string) bool { return as != "none" && !profile.Makes(agent, as) })
	case !slices.Contains(all, now):
		return all[0], all
	}
	return now, all
}

// Replaced names the agent whose own system text the template replaces in the shown prompt, or
// returns "".
func (p *Prompts) Replaced() string {
	now, _ := p.TemplateAs()
	if now == "" {
		return ""
	}
	agents := p.o.Engine.Agents()
	made, _ := agents.Profile(p.result.Profile)
	if !profile.Replaces(made, now) {
		return ""
	}
	a, _, _ := agents.Lookup(p.result.Profile)
	return cmp.Or(a.Title, p.result.Profile)
}

// onlyAs returns a message which says that a profile uses the template in one way only.
func onlyAs(name, as string) string {
	if name == profile.Default {
		return "Without an agent the template is always the system text; choose an agent to send it in another place"
	}
	return "For " + name + " the template can only be " + as + ": " + profile.Use(as)
}

// CycleTemplateAs switches to the next use of the template in the profile's prompt.
func (p *Prompts) CycleTemplateAs() tea.Cmd {
	now, all := p.TemplateAs()
	if now == "none" && len(all) < 2 && p.o.BuiltIn() {
		p.screen.Say("The built-in template is not sent to " + p.result.Profile + ": change it or open your own")
		return nil
	}
	if len(all) < 2 {
		p.screen.Say(onlyAs(p.result.Profile, now))
		return nil
	}
	next := all[(slices.Index(all, now)+1)%len(all)]
	p.request.Scenario.TemplateAs = next
	if next == "none" {
		p.screen.Say("The template is not sent now; it can be: " + strings.Join(all, ", "))
	} else {
		instead := ""
		if agent := p.Replaced(); agent != "" {
			instead = " and replaces " + agent + "'s own system text"
		}
		p.screen.Say("The template is sent as " + next + " now: " + profile.Use(next) + instead + "; it can be " + strings.Join(all, ", "))
	}
	return p.Render()
}
