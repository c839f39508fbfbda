package codebolt

import "strings"

// The ids of the blocks.
const (
	baseID        = "base"
	historyID     = "history"
	historyEndID  = "history-end"
	unexecutedID  = "history-unexecuted"
	environmentID = "environment"
	fullContextID = "full-context"
	directoryID   = "folder-structure"
	ideID         = "ide"
	coreID        = "core"
	coreMemoryID  = "core-memory"
	memoryID      = "memory"
	planID        = "plan-mode"
	toolsID       = "tools"
	mentionID     = "mention" // mention:PATH
	ackID         = "acknowledgement"
	todosID       = "todo-reminder"
	requestID     = "request"
	objectsID     = "objects"
	compressedID  = "compressed"
	compressedAck = "compressed-acknowledgement"
	chatSummaryID = "chat-summary"
	chatAckID     = "chat-summary-acknowledgement"
)

// The names of what adds blocks.
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

// blocks say who makes each, and how often yume@2025 assumes it changes.
// Measured, all but fixed texts are built again for each message.
var blocks = map[string]struct{ provider, documented string }{
	historyID:     {historyName, "every turn (accumulates)"},
	historyEndID:  {historyName, "every turn (accumulates)"},
	unexecutedID:  {historyName, "every turn (accumulates)"},
	environmentID: {envName, "session start (static)"},
	fullContextID: {envName, "session start (static)"},
	directoryID:   {directoryName, "session start (can refresh)"},
	ideID:         {ideName, "every turn (delta updates)"},
	coreID:        {coreName, "static (configured once)"},
	coreMemoryID:  {coreName, "static (configured once)"},
	memoryID:      {memoryName, "when memory updated"},
	planID:        {planName, ""},
	toolsID:       {toolsName, "when tools change"},
	mentionID:     {mentionName, "per message (user mentions)"},
	compressedID:  {compactorName, "when token limit approached"},
	compressedAck: {compactorName, "when token limit approached"},
	chatSummaryID: {compressorName, "when token limit approached"},
	chatAckID:     {compressorName, "when token limit approached"},
}

// Provider names what adds a block: a modifier, or the generator itself.
func Provider(id string) string {
	id, _, _ = strings.Cut(id, ":")
	if b, ok := blocks[id]; ok {
		return b.provider
	}
	return generatorName
}

// Documented says how often yume@2025 assumes a block changes; "" when it does
// not say.
func Documented(id string) string {
	id, _, _ = strings.Cut(id, ":")
	return blocks[id].documented
}
