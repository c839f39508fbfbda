package codebolt

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// Defaults are values that a session supplies to modifiers.
type Defaults struct {
	// Custom replaces the agent's own text in CoreSystemPromptModifier and overrides
	// the option customSystemPrompt; an empty text counts as unset.
	Custom source.Text
	// Memory is CoreSystemPromptModifier's userMemory; User and Project are the memories of
	// GeminiMemoryModifier. Options override them.
	Memory        source.Text
	User, Project tool.Value
	// Workspace has the directories of DirectoryContextModifier and Allowed the tools
	// of ToolInjectionModifier. Options override them.
	Workspace, Allowed []string
}

// kind is a modifier that a scenario can name.
type kind struct {
	name    string
	aliases []string
	options []string
	// build returns nil if the options switch the modifier off.
	build func(*Host, options, Defaults) step
}

// kinds lists the modifiers in the default order.
var kinds = []kind{
	{historyName, []string{"ChatHistoryModifier"}, []string{"enableChatHistory", "includeSystemMessages", "maxHistoryMessages"},
		func(h *Host, o options, _ Defaults) step { return history{h, o} }},
	{envName, nil, []string{"enableFullContext", "maxFiles", "maxFileSize", "includePatterns", "excludePatterns"},
		func(h *Host, o options, _ Defaults) step { return environment{h, o} }},
	{directoryName, nil, []string{"workspaceDirectories"},
		func(h *Host, o options, d Defaults) step {
			return directory{h, o.withDefault("workspaceDirectories", d.Workspace)}
		}},
	{ideName, nil, []string{"includeOpenFiles", "includeActiveFile", "includeCursorPosition", "includeSelectedText", "maxOpenFiles", "metadata"},
		func(h *Host, o options, _ Defaults) step { return &ide{host: h, o: o} }},
	{coreName, nil, []string{"customSystemPrompt", "userMemory"}, newCore},
	{memoryName, []string{"MemoryModifier"}, []string{"user", "project"}, newMemory},
	{planName, nil, []string{"isPlanMode"},
		func(h *Host, o options, _ Defaults) step {
			if !o.on("isPlanMode") {
				return nil
			}
			return plan{h}
		}},
	{toolsName, nil, []string{"toolsLocation", "includeToolDescriptions", "maxToolsInMessage", "giveToolExamples", "maxToolExamples", "allowedTools", "ignoreAllowedTools"},
		func(h *Host, o options, d Defaults) step { return tools{h, o.withDefault("allowedTools", d.Allowed)} }},
	{mentionName, nil, []string{"maxFileSize", "allowedExtensions", "enableRecursiveSearch"},
		func(h *Host, o options, _ Defaults) step { return mentions{h, o} }},
}

func newCore(h *Host, o options, d Defaults) step {
	c := core{host: h, custom: d.Custom, memory: d.Memory}
	if text := o.text("customSystemPrompt"); c.custom.Len() == 0 && text != "" {
		c.custom = value("customSystemPrompt", text)
	}
	if text := o.text("userMemory"); text != "" {
		c.memory = value("userMemory", text)
	}
	return c
}

func newMemory(_ *Host, o options, d Defaults) step {
	m := memory{d.User, d.Project}
	if o.Has("user") {
		m.user = o.Get("user")
	}
	if o.Has("project") {
		m.project = o.Get("project")
	}
	return m
}

// withDefault returns the options with key set to texts, unless the user has set key.
func (o options) withDefault(key string, texts []string) options {
	if o.Has(key) || len(texts) == 0 {
		return o
	}
	var items []tool.Value
	for _, s := range texts {
		items = append(items, tool.Text(s))
	}
	return options{o.With(key, tool.List(items...))}
}

// Names lists the modifiers in the default order.
func Names() []string {
	var all []string
	for _, k := range kinds {
		all = append(all, k.name)
	}
	return all
}

// Build makes a modifier by its name, with or without "Modifier" at the end. It
// returns nil without a problem if the options switch the modifier off, and nil with
// a problem if the name is unknown.
func Build(h *Host, name string, o tool.Value, d Defaults) (Modifier, []diag.Problem) {
	for _, k := range kinds {
		if !k.is(name) {
			continue
		}
		problems := append(unknownOptions(k.name, o, k.options), unknownPlace(options{o})...)
		if s := k.build(h, options{o}, d); s != nil {
			return named{s, k.name}, problems
		}
		return nil, problems
	}
	return nil, []diag.Problem{diag.New(diag.UnknownWord, source.Span{},
		fmt.Sprintf("unknown modifier %q: it is ignored", name), hint(strings.TrimSuffix(name, "Modifier")+"Modifier", allNames()))}
}

// BuildCompactor makes ConversationCompactorModifier, which is not a step of the
// pipeline: it runs after each tool call. The option summary, which is galley's own,
// is the model's answer for the strategy summarize.
func BuildCompactor(o tool.Value) (*Compactor, []diag.Problem) {
	v := options{o}
	share := func(key string) float64 {
		n, _ := v.float(key)
		return n
	}
	c := &Compactor{
		Options: CompactOptions{
			Strategy: Strategy(v.text("compactStrategy")), ModelLimit: v.number("modelTokenLimit", 0),
			Threshold: share("compressionTokenThreshold"), Preserve: share("preserveThreshold"),
			ToolBudget: v.number("toolResponseTokenBudget", 0), TruncateLines: v.number("truncateLines", 0),
			MinUserMessage: v.number("minPreservedUserMessages", 0), DropSystem: !v.on("preserveSystemMessages"),
		},
		Ask: func([]prompt.Message) string { return v.text("summary") },
	}
	return c, append(strategyProblem(c.Options.Strategy), unknownOptions(compactorName, o, []string{"compactStrategy", "modelTokenLimit", "compressionTokenThreshold", "preserveThreshold",
		"toolResponseTokenBudget", "truncateLines", "minPreservedUserMessages", "preserveSystemMessages", "enableVerificationPass", "llmRole", "enableLogging", "summary"})...)
}

// IsCompactor reports whether a name is that of ConversationCompactorModifier.
func IsCompactor(name string) bool { return kind{name: compactorName}.is(name) }

// IsPlan reports whether a name is that of PlanModeModifier.
func IsPlan(name string) bool { return kind{name: planName}.is(name) }

// IsCore reports whether a name is that of CoreSystemPromptModifier.
func IsCore(name string) bool { return kind{name: coreName}.is(name) }

func unknownOptions(name string, o tool.Value, known []string) []diag.Problem {
	var problems []diag.Problem
	for _, m := range o.Members {
		if !slices.Contains(known, m.Name) {
			problems = append(problems, diag.New(diag.UnknownKey, source.Span{},
				fmt.Sprintf("%s has no option %q", name, m.Name), hint(m.Name, known)))
		}
	}
	return problems
}

// places are the possible values of toolsLocation.
var places = []string{"Tool", "SystemMessage", "InsidePrompt"}

// unknownPlace reports an unknown value of the option toolsLocation. Codebolt treats it like the
// value Tool.
func unknownPlace(o options) []diag.Problem {
	place := o.text("toolsLocation")
	if place == "" || slices.Contains(places, place) {
		return nil
	}
	return []diag.Problem{diag.New(diag.UnknownWord, source.Span{}, fmt.Sprintf("unknown toolsLocation %q: it is treated as Tool", place), hint(place, places))}
}

func (k kind) is(name string) bool {
	if strings.TrimSuffix(name, "Modifier") == strings.TrimSuffix(k.name, "Modifier") {
		return true
	}
	return slices.ContainsFunc(k.aliases, func(a string) bool {
		return strings.TrimSuffix(name, "Modifier") == strings.TrimSuffix(a, "Modifier")
	})
}

func hint(word string, known []string) string {
	if near, ok := diag.Nearest(word, known); ok {
		return "did you mean " + near + "?"
	}
	return "known are " + strings.Join(known, ", ")
}
