package geminicli

import "galley/engine/agent/geminicli/gemini"

// release is the behaviour of one version, a field for each decision.
type release struct {
	version gemini.Version
	// oneMemory puts all memory into one text of the system instruction instead of a
	// text for each tier.
	oneMemory bool
	// defaults supports ${NAME:-default} in settings.
	defaults bool
	// typed takes texts such as "false" for booleans and numbers in settings.
	typed bool
	// escapes lets an extension name context files outside its directory.
	escapes bool
	// needsDirectories makes a missing workspace directory stop the agent.
	needsDirectories bool
	// ideFolders reads GEMINI_CLI_IDE_WORKSPACE_PATH.
	ideFolders bool
	// boundaries reads context.memoryBoundaryMarkers.
	boundaries bool
	// directoryMarker takes only a directory as the marker of the root.
	directoryMarker bool
	// aboveRoot searches one directory above the root, too.
	aboveRoot bool
	// plans has the directory for plans in the workspace.
	plans bool
	// cleanNames tidies the configured names of context files.
	cleanNames bool
	// keepsName searches for GEMINI.md in addition to the configured names.
	keepsName bool
	// trustVariables reads GEMINI_RESTRICTED_MODE and GEMINI_CLI_TRUST_WORKSPACE.
	trustVariables bool
	// trustsHeadless trusts every folder if nobody can be asked.
	trustsHeadless bool
	// importLinks follows links in imports.
	importLinks bool
	// userAgentsFirst reads the user's subagents before those of the project.
	userAgentsFirst bool
	// agentsByChoice has subagents only if experimental.enableAgents is true.
	agentsByChoice bool
}

var releases = map[string]release{
	"0.61.0": {
		version: gemini.V061, defaults: true, typed: true, needsDirectories: true, ideFolders: true, boundaries: true, plans: true,
		cleanNames: true, keepsName: true, trustVariables: true, importLinks: true,
	},
	"0.28.2": {
		version: gemini.V028, oneMemory: true, escapes: true, directoryMarker: true, aboveRoot: true,
		trustsHeadless: true, userAgentsFirst: true, agentsByChoice: true,
	},
}
