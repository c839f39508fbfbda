package qwencode

import "galley/engine/discovery"

// Lasts says what becomes of what files brought in, as a session of 0.24.4 showed that was
// continued by -c.
var Lasts = []discovery.Lasting{
	{What: discovery.AtStart, At: discovery.Resume, Fate: discovery.SentAgain, Evidence: discovery.Executed},
}

// Inherits says what a sub-agent of 0.24.4 is sent, as one with a list of tools showed.
var Inherits = discovery.Inheritance{
	Body: "in place of the main system text; the rule files, the language of answers and the memory stand behind it",
	Parts: []discovery.Inherited{
		{What: discovery.AtStart, Unlimited: discovery.NotMeasured, Limited: discovery.Yes},
		{What: discovery.SkillList, Unlimited: discovery.NotMeasured, Limited: discovery.No},
		{What: discovery.MemoryText, Unlimited: discovery.NotMeasured, Limited: discovery.Yes},
	},
	Evidence: discovery.Executed,
}
