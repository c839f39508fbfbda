package profile

// Explain implements [Explainer].
func (template) Explain(id string, e *Explanation) { e.Take(templateExplained, id) }

var templateExplained = []Explained{
	{ID: "template", Element: Identity, From: "the template"},
}
