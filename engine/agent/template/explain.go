package template

import (
	"galley/engine/profile"
)

// Explain implements [Explainer].
func (template) Explain(id string, e *profile.Explanation) { e.Take(templateExplained, id) }

var templateExplained = []profile.Explained{
	{ID: "template", Element: profile.Identity, From: "the template"},
}
