// Package engine runs the one flow from a template's text to a prompt and what
// there is to say about it. It decides nothing itself: each step is a room of its
// own, and this package puts them in a row, remembers what each made, and stops
// in between when nobody waits for the answer any more.
//
// The row: parse, resolve, render, check, assemble, measure. A step is done again
// only when what it depends on changed:
//
//   - the tree depends on the template's text;
//   - a value depends on its key, the session and the world. It is asked once and
//     kept until [Workbench.Refresh], however often the template changes: no key
//     press runs git or reads a file that was read before;
//   - the rendered text and its problems depend on tree and values;
//   - the prompt depends on the rendered text, the profile and the scenario;
//   - sizes depend on each block's text, and follow its changes.
package engine

import (
	"cmp"
	"slices"

	"galley/engine/budget"
	"galley/engine/capture"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/secret"
	"galley/engine/source"
	"galley/engine/template"
	"galley/engine/token"
	"galley/engine/tool"
	"galley/engine/variable"
	"galley/engine/wire"
)

// Template is the text to render and where it lives.
type Template struct {
	Path    string // "" while it is unsaved
	Text    string
	BuiltIn bool // the default, which nobody has written for this project
}

// Request is everything that a prompt depends on besides the world.
type Request struct {
	Revision uint64 // comes back in the Result, so that a late answer is known as one
	Template Template
	Cwd      string // absolute, slash-separated
	// Profile, Provider and Model stand over the scenario's and the configuration's.
	Profile, Provider, Model string
	Scenario                 scenario.Scenario
	Overrides                []variable.Override
	Config                   config.Config
	// Pack is a directory of packs that stands over the configuration's, absolute;
	// "" for none.
	Pack string
	// Capture is the request that an installed agent sent; the result shows it, kept
	// up with the files, in the place of Profile's prompt, for the model that it was sent
	// to. nil for none.
	Capture *capture.Capture
	// Words returns captures of an agent from anywhere: a modelled prompt takes the agent's
	// own words from those of its version. nil for none.
	Words func(agent string) []*capture.Capture
	// AsCaptured shows the capture as it was instead of keeping it up with the files.
	AsCaptured bool
	// Unsaved are the texts of files as editors hold them: everything that reads one of
	// these files reads this text. The order does not matter, and each path stands once.
	Unsaved []facts.Unsaved
	// File asks for the fate of one file under the prompt's agent; see [Result.File]. It
	// holds the file's paths: as it is opened, and where links lead. nil asks for none.
	File []string
	// Fit brings the prompt under its agent's limit, where the agent does that.
	Fit bool
	// AllValues has the variables that the template does not name asked of the world too,
	// also those that take a process to find.
	AllValues bool
	// Compaction has the agent asked how it makes a long conversation shorter.
	Compaction bool
	// Problems were found while the request was put together, in the
	// configuration, say; the Result's list takes them in.
	Problems []diag.Problem
	means    token.Meaning // of provider and model; settle fills it in
	tools    *tool.Names   // of the profile's agent; Render fills it in
}

// BlockSize is the size and place of one block.
type BlockSize = budget.BlockSize

// ValueUse is a variable's value and where the template names it.
type ValueUse struct {
	variable.Value
	Uses []source.Span // of the tags, conditions too; empty means unused
}

// Result is what a [Workbench] makes of a Request. It never changes once it is
// made, and its holders must not change it.
type Result struct {
	Revision                 uint64
	Profile, Provider, Model string // as used; the profile with its version if it has one
	// Speaks is the form of request that the agent has of its own; see [profile.Speaker].
	Speaks       wire.Form
	SpeaksAlways bool
	Means        token.Meaning // of Provider and Model
	Tree         *template.Tree
	// Values are those of the keys that the template names, by first appearance;
	// then the catalogue's others, unused, as they would be. Of these, git variables are
	// asked for with AllValues alone: git is a process to wait for. Without it, such a
	// value says so.
	Values []ValueUse
	Prompt prompt.Prompt
	Ground Ground // what Prompt rests on
	// Sent is the captured request with the files as they are now; nil for a prompt
	// that galley modelled.
	Sent *wire.Request
	// Fit tells how the prompt was brought under its limit; nil when it was not asked
	// for, or the agent has no way to do it.
	Fit *budget.Fitted
	// Compactions tell how the agent makes the conversation shorter, where that was asked
	// for; empty when it does not, or nobody knows how.
	Compactions []profile.Compaction
	// Text is the messages joined by a blank line, and so are the parts of each, for reading:
	// see [prompt.Message.Read].
	Text source.Text
	// System is what a person means by the system prompt: the texts of the roles
	// system and instructions, joined as the profile joins them.
	System  source.Text
	Blocks  []BlockSize // message by message
	Budgets []budget.Gauge
	// Limited says that the limits of Budgets hold for this prompt: galley's own profile and
	// those that fit a prompt to such a limit have them. Another agent's prompt has nothing
	// but the window of its model.
	Limited bool
	// Problems are in the order of every view: file, place, code.
	Problems []diag.Problem
	// Questions are what the values depend on in the world, for a watcher; ordered,
	// each once.
	Questions []facts.Question
	// Secrets are the values that the agent's settings took from the environment and
	// from files. The texts hold them; the problems and notes do not. See
	// [Result.Masked].
	Secrets *secret.Values
	// File is what becomes of the request's File. Agent is "" when none was asked for, or
	// the prompt belongs to no agent whose rule files galley finds.
	File   discovery.Fate
	Length source.Length // of all messages
	Tokens budget.Size   // of all messages, by the request's own model
	Tools  budget.Size   // of the tools' declarations beside them, by the same model
	// Whole is what the agent sends in all, its own words at their measured length where
	// stand-ins hold their place.
	Whole budget.Whole
}

// settle fills in what the request leaves to the scenario and the configuration.
func (r Request) settle() Request {
	provider, model := r.Provider, r.Model
	if model == "" {
		provider, model = cmp.Or(provider, r.Scenario.Provider), r.Scenario.Model
	}
	if model == "" {
		p, m := scenario.SplitModel(r.Config.Model)
		provider, model = cmp.Or(provider, p), m
	}
	r.means = token.Means(provider, model)
	if r.Capture != nil && r.Capture.Model != "" {
		r.means = capturedModel(r.Capture)
	}
	r.Provider, r.Model = r.means.Provider, r.means.Model
	r.Profile = cmp.Or(r.Profile, r.Config.Profile)
	return r
}

// Means returns what the name of the model that the prompt is made for says.
func (r Request) Means() token.Meaning { return r.settle().means }

// session returns what variables ask of the session.
func (r Request) session(w facts.World) variable.Context {
	home := facts.Home(w)
	extended := slices.Contains(r.Config.Template.Extensions, "tool")
	agent := ""
	if extended {
		agent = cmp.Or(r.Profile, profile.Default)
	}
	return variable.Context{
		Tools: extended, Agent: agent, ToolNames: r.tools,
		Cwd: r.Cwd, Model: r.Model, ConversationID: r.Scenario.ConversationID, WorkspaceID: r.Scenario.WorkspaceID,
		Hostname: r.Scenario.Hostname, Platform: r.Scenario.Platform,
		ProjectFilesOnly: r.Config.Files == "project", Home: home,
	}
}

// Discovery returns how an agent's rule files are looked for, for this request.
func (r Request) Discovery() discovery.Options {
	s := r.Scenario
	o := discovery.Options{Cwd: r.Cwd, Fetch: r.Config.Fetch, Directories: s.Directories, Trusted: s.Trusted, RuleFiles: s.InstructionFiles}
	if s.SettingSources != nil {
		o.Sources = *s.SettingSources
	}
	return o
}

// PackWorld returns the world in which a request's packs are read. Where templates
// read the project's files alone, no link in a project's pack leads out of it.
func PackWorld(w facts.World, r Request) facts.World {
	if r.Config.Files == "project" {
		return facts.Contained(w, r.Cwd)
	}
	return w
}

// Masked returns the result for people to read: values that might be secret are
// covered in every text, which keeps its length, and replaced by their references
// elsewhere. What is sent, kept or copied is made from r itself. Without such values it
// is r.
func (r *Result) Masked() *Result {
	if r == nil || r.Secrets.Empty() {
		return r
	}
	m := *r
	m.Prompt = secret.Copy(r.Secrets, r.Prompt)
	m.Fit = secret.Copy(r.Secrets, r.Fit)
	m.Compactions = secret.Copy(r.Secrets, r.Compactions)
	m.Text, m.System = r.Secrets.Text(r.Text), r.Secrets.Text(r.System)
	m.Values = slices.Clone(r.Values)
	for i := range m.Values {
		v := &m.Values[i]
		v.Text, v.Detail, v.Source = r.Secrets.Cover(v.Text), r.Secrets.Mask(v.Detail), r.Secrets.Mask(v.Source)
	}
	m.Model = r.Secrets.Mask(r.Model)
	return &m
}
