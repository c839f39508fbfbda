package profile

// uses describes what each value of TemplateAs does with the template.
var uses = map[string]string{
	"system":       "its system text",
	"system_md":    "its system text",
	"append":       "text after its system text",
	"agent":        "the prompt of an agent of yours, instead of its first section",
	"user":         "the system text that comes with the user's message",
	"custom":       "a custom system prompt, instead of its own",
	"base":         "its base prompt, which is sent if its parts make no system text",
	"identity":     "the section that says who it is",
	"instructions": "the section of project instructions, instead of rule files",
	"none":         "not sent",
}

// Use describes what a value of TemplateAs does with the template. If the value is the name of
// another profile, the prompt of that profile is sent instead.
func Use(as string) string {
	if text, ok := uses[as]; ok {
		return text
	}
	return "left out for the prompt of " + as
}
