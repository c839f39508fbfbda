package opencode

import "galley/engine/discovery"

// Lasts says what becomes of what files brought in, as a session of 1.18.33 showed that
// was continued by run -c.
var Lasts = []discovery.Lasting{
	{What: discovery.AtStart, At: discovery.Resume, Fate: discovery.SentAgain, Evidence: discovery.Executed},
	{What: discovery.SkillList, At: discovery.Resume, Fate: discovery.SentAgain, Evidence: discovery.Executed},
}

// Inherits says what a sub-agent of 1.18.33 is sent, as one with a body and a tool switched
// off showed.
var Inherits = discovery.Inheritance{
	Body: "in place of the agent's base prompt; environment, rules and skills stand behind it as in the main prompt",
	Parts: []discovery.Inherited{
		{What: discovery.AtStart, Unlimited: discovery.Yes, Limited: discovery.Yes},
		{What: discovery.SkillList, Unlimited: discovery.Yes, Limited: discovery.Yes},
		{What: discovery.AgentList, Unlimited: discovery.No, Limited: discovery.No},
	},
	Drops:    []string{"task", "todowrite"},
	Evidence: discovery.Executed,
}
