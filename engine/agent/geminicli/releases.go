package geminicli

import "galley/engine/agent/geminicli/gemini"

// release describes in what one version of the agent differs from others, with one field for each
// difference.
type release struct {
	version gemini.Version
	// oneMemory puts all memory into one text of the system instruction. Otherwise each tier has
	// its own text.
	oneMemory bool
	// defaults says that ${NAME:-default} works in settings.
	defaults bool
	// typed says that texts such as "false" count as booleans and numbers in settings.
	typed bool
	// escapes says that an extension may name context files outside its directory.
	escapes bool
	// needsDirectories says that the agent does not start if a workspace directory is missing.
	needsDirectories bool
	// ideFolders says that GEMINI_CLI_IDE_WORKSPACE_PATH is read.
	ideFolders bool
	// boundaries says that context.memoryBoundaryMarkers is read.
	boundaries bool
	// directoryMarker says that a marker such as .git marks the root only if it is a directory.
	directoryMarker bool
	// aboveRoot says that the directory above the root is searched too.
	aboveRoot bool
	// plans says that the directory for plans belongs to the workspace.
	plans bool
	// cleanNames says that the configured names of context files are cleaned as paths: "./A.md"
	// becomes "A.md".
	cleanNames bool
	// keepsName says that the agent looks for GEMINI.md in addition to the configured names.
	keepsName bool
	// trustVariables says that GEMINI_RESTRICTED_MODE and GEMINI_CLI_TRUST_WORKSPACE are read.
	trustVariables bool
	// trustsHeadless says that every folder is trusted if no user can be asked.
	trustsHeadless bool
	// importLinks says that imports follow links.
	importLinks bool
	// userAgentsFirst says that the user's sub-agents are read before those of the project.
	userAgentsFirst bool
	// agentsByChoice says that the agent has sub-agents only if experimental.enableAgents is true.
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
