package discovery

import "galley/engine/source"

// Defined holds what an agent's settings define besides rule files, as far as its prompt depends on
// it. The agent's package says which fields it sets.
type Defined struct {
	// Agent is the agent that a session starts with, and Model that agent's model as
	// "PROVIDER/NAME". Each is "" if no setting names it.
	Agent, Model string
	// ModelShown is Model for screens: possible secrets in it are masked.
	ModelShown string
	// ModelFrom says which setting names Model. It is a phrase that can end a sentence.
	ModelFrom string
	// Agents has the prompts of agents by name. An agent without a prompt of its own has an empty
	// text or no entry.
	Agents map[string]source.Text
	// AgentSettings has the other settings of agents by name, and AgentNames the
	// names in the order in which they first appear.
	AgentSettings map[string]AgentSettings
	AgentNames    []string
	// Permissions are the rules on tools; later ones override earlier ones.
	Permissions []Permission
	// Models has the models for which the settings give an id that is not the model's name. Its
	// keys are such models as "PROVIDER/NAME", and its values are the ids that the provider uses.
	Models map[string]string
	// Packages maps a provider to the npm package with which the agent calls it, if the settings
	// name one.
	Packages map[string]string
	// Commands are the names of slash commands, sorted.
	Commands []string
	// Plugins are programs that run inside the agent and may change its prompt.
	Plugins []string
	// References are directories outside the project that the settings name.
	References []OutsideDir
	// NoTools are built-in tools that the session does not have.
	NoTools []string
}

// AgentSettings is what the settings define about one agent.
type AgentSettings struct {
	// Model is the agent's model as "PROVIDER/NAME", or "" for the session's;
	// ModelShown is the same with secrets masked.
	Model, ModelShown string
	// Mode says whether a session can start with the agent: "primary", "subagent" or
	// "all"; it is "" if the settings do not say.
	Mode        string
	DisabledBy  string // the setting that disables the agent, and its file; "" if the agent is enabled
	Hidden      bool
	Permissions []Permission // they override those of the session
}

// OutsideDir is a directory outside the project that the settings name. Path is "" if galley does
// not know where it is.
type OutsideDir struct {
	Name, Path, Description string
	Described               bool // it has a description, even if that is empty
}

// Permission is a rule for the use of a tool on the arguments that Pattern matches. Tool
// and Pattern may contain * and ?; Action is "allow", "ask" or "deny".
type Permission struct{ Tool, Pattern, Action string }

func (d *Defined) AddAgent(name string, prompt source.Text) {
	if d.Agents == nil {
		d.Agents = map[string]source.Text{}
	}
	d.Agents[name] = prompt
}

func (d *Defined) AddModel(name, id string) {
	if d.Models == nil {
		d.Models = map[string]string{}
	}
	d.Models[name] = id
}
