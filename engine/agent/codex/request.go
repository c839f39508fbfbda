package codex

import (
	"context"
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// parts adds the parts of the request. The name of each part is the label that Codex gives to the
// content.
func (r *codexRun) parts(skills discovery.Part, message source.Text) {
	t := r.Trace
	t.AddPart(discovery.Part{Name: "developer instructions", Role: "developer", Where: "generic.developer_instructions", Text: r.instructions(), Item: true, Before: skillsLabel,
		Data: `{"provenance":{"type":"developer_instructions","from_additional_requirements":false}}`})
	t.Parts = append(t.Parts, skills)
	if message.Len() != 0 {
		t.Parts = append(t.Parts, discovery.Part{Name: "rules", Role: "user", Where: "agents_md.instructions", Text: message, Item: true, Before: "environments.environment_context",
			Data: `{"provenance":{"type":"agents_md"}}`})
	}
}

// prompts lists the custom prompts. The request does not name them.
func (r *codexRun) prompts(ctx context.Context) {
	for _, full := range r.FilesIn(ctx, facts.Join(r.home, "prompts"), false) {
		if strings.HasSuffix(full, ".md") {
			r.Add(r.Thing(discovery.Command, strings.TrimSuffix(path.Base(full), ".md"), full, "user").No(discovery.PeopleOnly, ""))
		}
	}
}
