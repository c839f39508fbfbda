package gemini

import "strings"

// DefaultModel is what the library runs with when nobody chose.
const DefaultModel = "gemini-3-pro-preview"

// Set is a set of section texts.
type Set string

// The sets of 0.61. 0.28 has one for all models.
const (
	Modern Set = "modern"
	Legacy Set = "legacy"
)

// named are the models that other words stand for. With "auto" a first request asks which of two
// sizes answers; the larger one is taken. An account may get a later gemini-3 for any of them.
var named = map[string]string{
	"auto": DefaultModel, "auto-gemini-3": DefaultModel, "pro": DefaultModel, "auto-gemini-2.5": "gemini-2.5-pro",
	"flash": "gemini-3-flash-preview", "flash-lite": "gemini-3.1-flash-lite",
}

// autoModels are what the program runs with when nobody chose.
var autoModels = map[Version]string{V061: "auto", V028: "auto-gemini-2.5"}

// resolveModel returns the model that really answers: without access to preview
// models a gemini-3 preview is exchanged for the 2.5 of its size.
func resolveModel(model string, noPreview bool) string {
	if name := named[model]; name != "" {
		model = name
	}
	if !noPreview || !isGemini3(model) || !strings.Contains(model, "preview") {
		return model
	}
	if strings.Contains(model, "flash") {
		return "gemini-2.5-flash"
	}
	return "gemini-2.5-pro"
}

// SetOf returns the set of texts that a resolved model gets: the modern one for
// gemini-3 and for every model that is not Gemini's.
func SetOf(resolved string) Set {
	if isGemini3(resolved) || !strings.HasPrefix(resolved, "gemini-") {
		return Modern
	}
	return Legacy
}

func isGemini3(model string) bool { return strings.HasPrefix(model, "gemini-3") }

// tokenLimit returns the context window that the agent assumes, in tokens.
func tokenLimit(model string) int {
	if strings.HasPrefix(model, "gemma-4") {
		return 256_000
	}
	return 1_048_576
}

// modeNames are the modes as the modern preamble calls them.
var modeNames = map[Mode]string{DefaultMode: "Default", PlanMode: "Plan", Yolo: "YOLO", AutoEdit: "Auto-Edit"}

// Modes lists the words for approval modes that people use, in order.
var Modes = []string{"default", "plan", "auto-edit", "yolo"}

// ModeOf returns the mode that a word means; a word that nobody knows is kept.
func ModeOf(word string) Mode {
	switch word {
	case "auto-edit", "auto_edit", "autoEdit":
		return AutoEdit
	}
	return Mode(word)
}

// Known reports whether there is such a mode.
func (m Mode) Known() bool { return m == "" || modeNames[m] != "" }

// name is the mode as the preamble calls it; one that nobody knows by its word.
func (m Mode) name() string {
	if name := modeNames[m]; name != "" {
		return name
	}
	return string(m)
}
