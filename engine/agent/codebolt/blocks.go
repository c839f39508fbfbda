package codebolt

import (
	"galley/engine/prompt"
	"galley/engine/source"
)

// The names of the makers of blocks.
const (
	generatorName  = "InitialPromptGenerator"
	historyName    = "ChatHistoryMessageModifier"
	envName        = "EnvironmentContextModifier"
	directoryName  = "DirectoryContextModifier"
	ideName        = "IdeContextModifier"
	coreName       = "CoreSystemPromptModifier"
	memoryName     = "GeminiMemoryModifier"
	planName       = "PlanModeModifier"
	toolsName      = "ToolInjectionModifier"
	mentionName    = "AtFileProcessorModifier"
	compactorName  = "ConversationCompactorModifier"
	compressorName = "ChatCompressionModifier"
)

// blockKind describes a block: its id, the modifier that makes it, what it tells the model, and how
// often it changes according to yume@2025. As measured, every block except fixed texts is built
// again for each message.
type blockKind struct {
	id, from   string
	element    prompt.Element
	documented string
}

// The kinds of blocks. The id of a mention is mention:PATH.
var (
	baseBlock          = blockKind{"base", generatorName, prompt.Identity, ""}
	historyBlock       = blockKind{"history", historyName, prompt.History, "every turn (accumulates)"}
	historyEndBlock    = blockKind{"history-end", historyName, prompt.History, "every turn (accumulates)"}
	unexecutedBlock    = blockKind{"history-unexecuted", historyName, prompt.History, "every turn (accumulates)"}
	environmentBlock   = blockKind{"environment", envName, "", "session start (static)"}
	fullContextBlock   = blockKind{"full-context", envName, prompt.Folders, "session start (static)"}
	directoryBlock     = blockKind{"folder-structure", directoryName, prompt.Folders, "session start (can refresh)"}
	ideBlock           = blockKind{"ide", ideName, prompt.Editor, "every turn (delta updates)"}
	coreBlock          = blockKind{"core", coreName, prompt.Identity, "static (configured once)"}
	coreMemoryBlock    = blockKind{"core-memory", coreName, prompt.Memory, "static (configured once)"}
	memoryBlock        = blockKind{"memory", memoryName, prompt.Memory, "when memory updated"}
	planBlock          = blockKind{"plan-mode", planName, prompt.Mode, ""}
	toolsBlock         = blockKind{"tools", toolsName, prompt.Tools, "when tools change"}
	mentionBlock       = blockKind{"mention", mentionName, prompt.Mentions, "per message (user mentions)"}
	ackBlock           = blockKind{"acknowledgement", generatorName, prompt.Notes, ""}
	todosBlock         = blockKind{"todo-reminder", generatorName, prompt.Notes, ""}
	requestBlock       = blockKind{"request", generatorName, prompt.RequestText, ""}
	objectsBlock       = blockKind{"objects", generatorName, prompt.Notes, ""}
	compressedBlock    = blockKind{"compressed", compactorName, prompt.Compression, "when token limit approached"}
	compressedAckBlock = blockKind{"compressed-acknowledgement", compactorName, prompt.Compression, "when token limit approached"}
	chatSummaryBlock   = blockKind{"chat-summary", compressorName, prompt.Compression, "when token limit approached"}
	chatAckBlock       = blockKind{"chat-summary-acknowledgement", compressorName, prompt.Compression, "when token limit approached"}
)

// block returns a block of a kind. Its lifetime is a turn, because the agent builds it again for
// each message.
func block(k blockKind, title string, text source.Text) prompt.Block {
	return prompt.Block{ID: k.id, Title: title, Lifetime: prompt.Turn, From: k.from, Element: k.element, Documented: k.documented, Text: text}
}
