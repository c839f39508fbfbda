package discovery

import "galley/engine/source"

// Defined is what an agent's settings define besides rule files: what it takes to
// put a prompt together. The agent's file says which of it is looked for.
type Defined struct {
	// Agent names the agent that a session starts with, and Model the model as
	// "PROVIDER/NAME"; "" where no setting does.
	Agent, Model string
	// ModelShown is Model for screens: values that might be secrets are masked.
	ModelShown string
	// ModelFrom says where Model comes from, as the end of a sentence.
	ModelFrom string
	// Agents are the prompts of agents by their names; an agent that has none of its
	// own is there with the empty text, or not at all.
	Agents map[string]source.Text
	// AgentSettings are what the settings say of agents beside that, by their names,
	// and AgentNames those names in the order in which the settings first have them.
	AgentSettings map[string]AgentSettings
	AgentNames    []string
	// Permissions are the rules on tools, the later over the earlier.
	Permissions []Permission
	// Models are the ids that a provider knows models by, where the settings call
	// them otherwise: by "PROVIDER/NAME".
	Models map[string]string
	// Packages are the programs' packages with which the agent asks a provider, by the
	// provider's name, where the settings name them.
	Packages map[string]string
	// Commands are the names of slash commands, sorted.
	Commands []string
	// Plugins are programs that run inside the agent and may change its prompt.
	Plugins []string
	// References are directories beside the project that the settings name.
	References []Beside
	// NoTools are tools of the agent's own that the session does without.
	NoTools []string
}

// AgentSettings is what settings say of one agent.
type AgentSettings struct {
	// Model is the agent's own as "PROVIDER/NAME", and ModelShown the same for
	// screens; "" for the session's.
	Model, ModelShown string
	// Mode says whether a session can start with the agent: "primary", "subagent" or
	// "all"; "" where the settings say nothing.
	Mode             string
	Disabled, Hidden bool
	Permissions      []Permission // behind those of the session
}

// Beside is a directory beside the project. Path is "" when it is not known.
type Beside struct {
	Name, Path, Description string
	Described               bool // it has a description, which may be empty
}

// Permission is a rule on a tool: what the settings say of its use on what Pattern
// matches. Tool and Pattern may hold * and ?; Action is "allow", "ask" or "deny".
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
