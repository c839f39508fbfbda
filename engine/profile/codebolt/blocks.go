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
	generator     = "InitialPromptGenerator"
	historyName   = "ChatHistoryMessageModifier"
	envName       = "EnvironmentContextModifier"
	directoryName = "DirectoryContextModifier"
	ideName       = "IdeContextModifier"
	coreName      = "CoreSystemPromptModifier"
	memoryName    = "GeminiMemoryModifier"
	planName      = "PlanModeModifier"
	toolsName     = "ToolInjectionModifier"
	mentionName   = "AtFileProcessorModifier"
	compactorName = "ConversationCompactorModifier"
)

// providers say which modifier makes a block. What is not here the generator adds.
var providers = map[string]string{
	historyID: historyName, historyEndID: historyName, unexecutedID: historyName,
	environmentID: envName, fullContextID: envName, directoryID: directoryName, ideID: ideName,
	coreID: coreName, coreMemoryID: coreName, memoryID: memoryName, planID: planName,
	toolsID: toolsName, mentionID: mentionName, compressedID: compactorName, compressedAck: compactorName,
}

// Provider names what adds a block: a modifier, or the generator itself.
func Provider(id string) string {
	id, _, _ = strings.Cut(id, ":")
	if name, ok := providers[id]; ok {
		return name
	}
	return generator
}
