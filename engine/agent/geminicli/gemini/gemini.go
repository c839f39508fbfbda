// Package gemini assembles what Gemini CLI sends before the first answer, for two
// versions: 0.28, which yume@2025 describes, and 0.61. They differ in almost every
// step. The steps are:
//
//	Setup         the first message of the user's role: date, platform, folders, and
//	              in 0.61 the memory of extensions and project
//	System        the system instruction by sections, or the file in GEMINI_SYSTEM_MD
//	Declarations  the tools, by model and mode
//	Assemble      all of these and the history as one request
//
// Structure is code here: headings, tags, labels, order, separators. Prose comes from
// entries of a pack and is the agent's own only if the user supplied it.
//
// yume@2025 describes 0.28. Where 0.28 differs, this package follows 0.28:
//
//   - The setup message holds memory only if files of sub-directories load on demand,
//     which was an experiment in 0.28; context files are in the system instruction.
//   - The plan replaces only the workflows, and comes last, after the memory.
//   - A section on the sandbox is there even without a sandbox.
//   - The system instruction has about 17,000 characters, not 40 KB, and neither it
//     nor the memory is cut: the limit of 32,000 characters in yume@2025 does not exist here.
//
// [Build] and [Names] are designs of yume@2025 that no agent follows.
//
// Known from: @google/gemini-cli-core 0.28.2 and 0.61.0, run. Read and not run: which tools
// plan mode lists, the schemas of 0.28, projects.json.
package gemini

import (
	"galley/engine/pack"
	"galley/engine/source"
)

// Version is a release of Gemini CLI that galley follows.
type Version string

// The versions.
const (
	V028 Version = "0.28"
	V061 Version = "0.61.0"
)

// Family is the name under which a pack stores the entries of this version.
func (v Version) Family() string { return "gemini-cli@" + string(v) }

// Prose returns the text of a pack's entry, with values inserted for {1}, {2}, and so on. The text
// is empty if neither the pack nor the stand-ins have the entry.
type Prose func(entry string, values ...source.Text) source.Text

// From returns the prose of a version from a pack. Stand-ins replace missing entries.
func From(p *pack.Pack, v Version) Prose {
	p = p.Before(StandIns)
	return func(entry string, values ...source.Text) source.Text { return p.Text(v.Family(), entry, values...) }
}

// structure is the origin of text that this package writes.
var structure = source.Origin{Kind: source.Structure, Tag: source.NoSpan}

// value returns a fact of the session, such as the date, as a text.
func value(name, text string) source.Text { return pack.Value(name, text) }
