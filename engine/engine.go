// Package engine runs the steps from a template's text to a prompt and the report on
// it. Each step is a package of its own; this package runs them in order, keeps what
// each made, and stops between them if the request is cancelled.
//
// The steps are parse, resolve, render, check, assemble, measure. A step runs again
// only if what it depends on changed:
//
//   - the tree depends on the template's text;
//   - a value depends on its key, the session and the world. It is read once and
//     kept until [Workbench.Refresh], however often the template changes: no key
//     press runs git or reads a file that was read before;
//   - the rendered text and its problems depend on tree and values;
//   - the prompt depends on the rendered text, the profile and the scenario;
//   - the size of a block depends on its text, and is updated when the text changes.
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

// Template is the text to render and its file.
type Template struct {
	Path    string // "" while it is unsaved
	Text    string
	BuiltIn bool // whether this is the default template, which nobody wrote for this project
}

// Request is everything that a prompt depends on besides the world.
type Request struct {
	Revision uint64 // Revision is copied to the Result, so that the caller recognises a late one
	Template Template
	Cwd      string // absolute, slash-separated
	// Profile, Provider and Model replace those that the scenario and the configuration name.
	Profile, Provider, Model string
	Scenario                 scenario.Scenario
	Overrides                []variable.Override
	Config                   config.Config
	// Pack is the absolute path of a directory of packs, which is used instead of the configured
	// one. If Pack is "", the configured directory is used.
	Pack string
	// Capture is a captured request or nil. If it is set, the result shows this request, with the
	// present texts of the files, and not Profile's prompt. Its sizes are then those for the model
	// that the captured request names.
	Capture *capture.Capture
	// Words returns the captures of an agent in any directory. A modelled prompt gets the agent's
	// own words from the captures of its version. Words may be nil.
	Words func(agent string) []*capture.Capture
	// AsCaptured shows the captured request without updating it.
	AsCaptured bool
	// Unsaved are the texts of files in editors. They replace the content of the files on disk for
	// everything that reads them. The order does not matter, and each path must be unique.
	Unsaved []facts.Unsaved
	// File names the file for [Result.File]: its path as opened, and the path to which its links
	// lead. It may be nil.
	File []string
	// Fit shortens the prompt to a limit: the agent's own if the agent shortens prompts itself,
	// otherwise that of the model's provider. See [Fits].
	Fit bool
	// FitTo is a limit that the user typed, in tokens of the whole request. If it is not 0, Fit
	// shortens the prompt to it instead, for any profile.
	FitTo int
	// AllValues also resolves the variables that the template does not name, including those that
	// need a process.
	AllValues bool
	// Compaction also computes how the agent shortens a long conversation.
	Compaction bool
	// Problems are the problems that the caller found while it made the request, for example in
	// the configuration. The Result's list includes them.
	Problems []diag.Problem
	means    token.Meaning // the meaning of provider and model; set by settle
	tools    *tool.Names   // of the profile's agent; set by Render
}

// BlockSize is the size of one block and its place in the prompt.
type BlockSize = budget.BlockSize

// ValueUse is a variable's value and where the template names it.
type ValueUse struct {
	variable.Value
	Uses []source.Span // spans of its tags, including conditions; empty if unused
}

// Result is the result of rendering a Request. It is immutable.
type Result struct {
	Revision                 uint64
	Profile, Provider, Model string // Profile, Provider and Model that were used; the profile includes its version
	// WireForm is the API whose request form the agent uses. OnlyForm reports that the agent uses
	// no other form; see [profile.WireFormer].
	WireForm wire.Form
	OnlyForm bool
	Means    token.Meaning // of Provider and Model
	Tree     *template.Tree
	// Values has the values of the keys that the template names, in the order of first use, and
	// then the values of the catalogue's other keys. Git is slow, so git variables that the
	// template does not name are resolved only with AllValues. Otherwise their values say that
	// they were not resolved.
	Values     []ValueUse
	Prompt     prompt.Prompt
	Provenance Provenance // where Prompt comes from
	// Sent is the captured request with the present texts of the files, or nil for a modelled
	// prompt.
	Sent *wire.Request
	// Fit says how the prompt was shortened; nil if that was not requested or if no limit applies.
	Fit *budget.Fitted
	// Compactions say how the agent shortens the conversation, if requested; empty if
	// it does not or that is not known.
	Compactions []profile.Compaction
	// Text is the whole prompt for reading. A blank line separates the messages, and also the
	// parts of a message: see [prompt.Message.Read].
	Text source.Text
	// System is the system prompt: the texts of the roles system and instructions, joined as the
	// profile joins them.
	System  source.Text
	Blocks  []BlockSize // in the order of the messages
	Budgets []budget.Gauge
	// Limited says that the limits of Budgets apply to this prompt. They do for
	// galley's own profile and for profiles that fit a prompt to such a limit; other
	// agents' prompts are limited only by the model's window.
	Limited bool
	// Problems are sorted as in every view: by file, place, code.
	Problems []diag.Problem
	// Questions are the questions to the world on which the values depend, for a
	// watcher; sorted, without repetition.
	Questions []facts.Question
	// Secrets are the values that the agent's settings took from the environment and
	// from files. They occur in the texts but not in problems and notes. See
	// [Result.Masked].
	Secrets *secret.Values
	masked  bool // whether Masked returned this result
	// File is what the agent does with the request's File. Agent is "" if none was
	// requested or galley does not find the rule files of the prompt's agent.
	File discovery.FileUse
	// Trace is the discovery of the prompt's agent, or nil if the profile needs no rule files.
	// [discovery.Trace.Masked] masks its secrets.
	Trace  *discovery.Trace
	looks  discovery.RuleNames // looks says where the prompt's agent looks for rules
	Length source.Length       // Length is that of all messages
	Tokens budget.Size         // the messages, counted for the request's model
	Tools  budget.Size         // the tools' declarations, counted for the request's model
	// Whole is the size of everything that the agent sends. Stand-ins count with the measured
	// length of the agent's own words.
	Whole budget.Whole
}

// settle fills in the settings that r leaves open, from the scenario or else from the
// configuration, and returns the result.
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

// Means returns what the name of the request's model means: its provider, its tokenizer and its
// entry in the catalogue.
func (r Request) Means() token.Meaning { return r.settle().means }

// session returns the context in which variables are resolved.
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

// Discovery returns the options of an agent's discovery for this request.
func (r Request) Discovery() discovery.Options {
	s := r.Scenario
	o := discovery.Options{Cwd: r.Cwd, Fetch: r.Config.Fetch, Directories: s.Directories, Trusted: s.Trusted, RuleFiles: s.InstructionFiles}
	if s.SettingSources != nil {
		o.Sources = *s.SettingSources
	}
	return o
}

// PackWorld returns the world from which a request's packs are read. If templates may
// read only the project's files, links in a project's pack must not lead out of it.
func PackWorld(w facts.World, r Request) facts.World {
	if r.Config.Files == "project" {
		return facts.Contained(w, r.Cwd)
	}
	return w
}

// Missing lists the rule files that the prompt's agent looks for in the working directory and that
// do not exist.
func (r *Result) Missing() []discovery.Candidate {
	if r.Trace == nil {
		return nil
	}
	var all []discovery.Candidate
	for _, c := range r.Trace.Candidates {
		if c.Kind == discovery.Rule && c.Reason == discovery.Missing && facts.Dir(c.Path) == r.Trace.Cwd {
			all = append(all, c)
		}
	}
	looking := *r.Trace
	looking.RuleNames = r.looks
	return append(all, looking.Wanted()...)
}

// Masked returns the result for display: in every text, secrets are masked without changing the
// text's length; elsewhere they are replaced by their references. The caller must use r itself for
// what is sent, stored or copied. If r has no secrets, Masked returns r.
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
	m.masked = true
	return &m
}

// SentBody returns the body of the captured request, in which the text of the user's files is replaced
// by their current text. ok is false if the prompt is not captured or was sent in another form. In a result that [Result.Masked]
// returned, the body has its secrets masked.
func (r *Result) SentBody(form wire.Form) (body tool.Value, ok bool) {
	if r.Sent == nil || r.Sent.Form != form {
		return tool.Value{}, false
	}
	body, _, err := tool.ParseJSON(string(r.Sent.Body))
	if err != nil {
		return tool.Value{}, false
	}
	if r.masked {
		body = secret.Copy(r.Secrets, body)
	}
	return body, true
}
