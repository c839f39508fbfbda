package pilotdeck

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"galley/engine/diag"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// pilotdeck follows the class PromptAssembler of PilotDeck as of May 2026. Its text does not list
// the tools, which are declared to the API.
type pilotdeck struct{}

func (pilotdeck) Name() string         { return "pilotdeck" }
func (pilotdeck) Version() string      { return "" }
func (pilotdeck) TemplateAs() []string { return []string{"custom", "append", "none"} }

// Separator is a blank line; the prompt has only one message.
func (pilotdeck) Separator() source.Text { return source.Literal("\n\n") }

// Assemble implements [profile.Profile].
func (p pilotdeck) Assemble(_ context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	as, problems := in.TemplateAs(p)
	s := in.Scenario
	deck := PilotDeck{
		Pack: in.Pack.Before(StandIns), Cwd: in.Cwd, Provider: s.Provider, Model: s.Model, PermissionMode: cmp.Or(s.PermissionMode, "default"),
		Directories: s.Directories, Now: in.World.Now(),
		Platform: cmp.Or(s.Platform, in.World.Platform()), Node: cmp.Or(s.Node, unknownNode),
	}
	if s.Node == "" {
		problems = append(problems, in.Problem(diag.AssumedFact, "node's version is not known here; "+unknownNode+" is shown instead",
			`set node = "v22.0.0" in the scenario`))
	}
	if !slices.Contains(pilotModes, deck.PermissionMode) {
		problems = append(problems, in.Unknown("permission_mode", deck.PermissionMode, pilotModes,
			"PilotDeck does not know the permission mode "+deck.PermissionMode+"; it is sent as it is"))
	}
	for _, m := range s.MCP {
		if m.Instructions.Given {
			deck.MCP = append(deck.MCP, PilotServer{m.Name, profile.Given("mcp:"+m.Name, m.Instructions)})
		}
	}
	for _, c := range s.Commands {
		deck.Commands = append(deck.Commands, PilotEntry{c.Name, c.Hint, c.Description})
	}
	for _, k := range s.Skills {
		deck.Skills = append(deck.Skills, PilotEntry{Name: k.Name, Description: k.Description})
	}
	if s.CustomPrompt.Given {
		text := profile.Given("custom_prompt", s.CustomPrompt)
		deck.Custom = &text
	}
	if s.AppendPrompt.Given {
		deck.Append = profile.Given("append_prompt", s.AppendPrompt)
	}
	instead := func(key string, there bool) { problems = append(problems, in.Instead(key, there)...) }
	switch as {
	case "custom":
		instead("custom_prompt", s.CustomPrompt.Given)
		deck.Custom = &in.Template
	case "append":
		instead("append_prompt", s.AppendPrompt.Given)
		deck.Append = in.Template
	}
	sent, removed, trouble := deck.Parts()
	for i := range trouble {
		trouble[i].File = s.File
	}
	tools, missing := in.Tools(nil, nil)
	out := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: sent}}, Removed: removed, Tools: in.Canonical(tools)}
	return out, append(append(problems, trouble...), missing...)
}

// unknownNode is sent as the version of Node if the scenario does not name one.
const unknownNode = "unknown"

// PilotDeck is the input of PilotDeck's assembler.
type PilotDeck struct {
	Pack                 *pack.Pack
	Cwd, Provider, Model string
	PermissionMode       string // default, plan, acceptEdits, bypassPermissions, dontAsk or any other text
	Directories          []string
	MCP                  []PilotServer
	Commands, Skills     []PilotEntry
	Custom               *source.Text // nil means no custom prompt; an empty or blank one counts as one
	Append               source.Text
	Now                  time.Time // its date in UTC is sent
	Platform, Node       string    // process.platform and process.version of node
}

// PilotServer is an MCP server and its instructions.
type PilotServer struct {
	Name         string
	Instructions source.Text
}

// PilotEntry is a command or a skill; Hint describes its arguments.
type PilotEntry struct{ Name, Hint, Description string }

// Parts returns the parts that are sent, in this order: default or custom, user-context,
// environment, commands, skills, append. A blank line separates them. removed has the parts that a
// custom prompt, even a blank one, removes: default, environment, commands and skills.
func (d PilotDeck) Parts() (sent, removed []prompt.Block, problems []diag.Problem) {
	f := &profile.Form{}
	add := func(b prompt.Block) { f.Add("\n\n", b) }
	whole, problems := d.standard()
	system := d.systemContext()
	switch {
	case d.Custom == nil:
		add(whole)
	default:
		removed, problems = append(removed, whole), nil // drop its problems: they concern a text that is not sent
		if text := profile.TrimSpace(*d.Custom); text.Len() > 0 {
			add(prompt.Block{ID: "custom", Title: "Custom system prompt", Lifetime: prompt.Session, Element: prompt.Identity, Text: text})
		}
	}
	add(d.userContext())
	for _, b := range system {
		if d.Custom != nil {
			removed = append(removed, b)
			continue
		}
		add(b)
	}
	if text := profile.TrimSpace(d.Append); text.Len() > 0 {
		add(prompt.Block{ID: "append", Title: "Appended system prompt", Lifetime: prompt.Session, Element: prompt.Identity, Text: text})
	}
	return f.Blocks, removed, problems
}

// standard is the default system prompt.
func (d PilotDeck) standard() (prompt.Block, []diag.Problem) {
	lit := source.Literal
	texts := []source.Text{d.Pack.Text("pilotdeck", "identity"), lit("\n\n"), d.permission()}
	if len(d.Directories) > 0 {
		texts = append(texts, lit("\n\n"), d.Pack.Text("pilotdeck", "directories-intro"))
		for _, dir := range d.Directories {
			texts = append(texts, lit("\n- "), pack.Value("directories", dir))
		}
	}
	servers, problems := d.servers()
	if servers.Len() != 0 {
		texts = append(texts, lit("\n\n"), d.Pack.Text("pilotdeck", "mcp-intro"), lit("\n"), servers)
	}
	return prompt.Block{ID: "default", Title: "Default system prompt", Lifetime: prompt.Session, Element: prompt.Identity, Text: profile.Joined(texts...)}, problems
}

// pilotModes are the modes that PilotDeck explains.
var pilotModes = []string{"default", "plan", "acceptEdits", "bypassPermissions", "dontAsk"}

// permission returns the mode and, if it is a known one, its meaning.
func (d PilotDeck) permission() source.Text {
	label := profile.Joined(source.Literal("Permission mode: "), pack.Value("permission_mode", d.PermissionMode))
	for _, m := range pilotModes {
		if m == d.PermissionMode {
			return profile.Joined(label, source.Literal(" — "), d.Pack.Text("pilotdeck", "mode-"+m))
		}
	}
	return label
}

func (d PilotDeck) userContext() prompt.Block {
	lit := source.Literal
	line := func(key string, value source.Text) source.Text {
		return profile.Joined(lit(key+": "), value, lit("\n"))
	}
	v := pack.Value
	return prompt.Block{ID: "user-context", Title: "User context", Lifetime: prompt.Session, Text: profile.Joined(
		lit("<user-context>\n"),
		line("cwd", v("prompt:cwd", d.Cwd)),
		d.Pack.Text("pilotdeck", "relative-paths"), lit("\n"),
		line("model", profile.Joined(v("provider", d.Provider), lit("/"), v("prompt:model", d.Model))),
		line("permission_mode", v("permission_mode", d.PermissionMode)),
		line("platform", v("platform", d.Platform)),
		line("node", v("node", d.Node)),
		lit("</user-context>"),
	)}
}

// systemContext returns the day, the commands and the skills.
func (d PilotDeck) systemContext() []prompt.Block {
	lit := source.Literal
	all := []prompt.Block{{ID: "environment", Title: "Environment", Lifetime: prompt.Session, Text: profile.Joined(
		lit("<environment>\nnow: "), pack.Value("system:date", d.Now.UTC().Format(time.DateOnly)), lit("\n</environment>"))}}
	if len(d.Commands) > 0 {
		all = append(all, entries("available-commands", "Commands", source.Text{}, d.Commands, "/"))
	}
	if len(d.Skills) > 0 {
		intro := profile.Joined(d.Pack.Text("pilotdeck", "skills-intro"), lit("\n"))
		all = append(all, entries("available-skills", "Skills", intro, d.Skills, ""))
	}
	return all
}

// entries returns the block of a list of commands or skills inside a tag; sign is the character
// before each name.
func entries(tag, title string, intro source.Text, list []PilotEntry, sign string) prompt.Block {
	lit := source.Literal
	id := strings.TrimPrefix(tag, "available-")
	texts := []source.Text{lit("<" + tag + ">\n"), intro}
	for _, e := range list {
		texts = append(texts, lit("- "+sign), pack.Value(id, e.Name))
		if e.Hint != "" {
			texts = append(texts, lit(" "), pack.Value(id, e.Hint))
		}
		if e.Description != "" {
			texts = append(texts, lit(" — "), pack.Value(id, e.Description))
		}
		texts = append(texts, lit("\n"))
	}
	return prompt.Block{ID: id, Title: title, Lifetime: prompt.Session, Element: prompt.Skills, Text: profile.Joined(append(texts, lit("</"+tag+">"))...)}
}

// Profiles lists the profiles, the default version first.
var Profiles = []profile.Profile{pilotdeck{}}
