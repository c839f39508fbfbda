package gemini

import "strings"

// DefaultModel is the default model of the agent's library.
const DefaultModel = "gemini-3-pro-preview"

// Set names a set of section texts.
type Set string

// The sets of 0.61. 0.28 uses one set for all models.
const (
	Modern Set = "modern"
	Legacy Set = "legacy"
)

// named maps the words that a user can write instead of a model's name to the model. For "auto"
// the agent first asks a model which of two sizes to use; galley assumes the larger one. Depending
// on the account, the agent may use a later gemini-3 for each of these words.
var named = map[string]string{
	"auto": DefaultModel, "auto-gemini-3": DefaultModel, "pro": DefaultModel, "auto-gemini-2.5": "gemini-2.5-pro",
	"flash": "gemini-3-flash-preview", "flash-lite": "gemini-3.1-flash-lite",
}

// autoModels has the model that each version of the program uses if the user chooses none.
var autoModels = map[Version]string{V061: "auto", V028: "auto-gemini-2.5"}

// resolveModel returns the model that answers if the user chooses model, which may be a word such
// as "pro". If noPreview is set, it returns the gemini-2.5 model of the same size instead of a
// preview model of gemini-3.
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

// SetOf returns the set of texts for a resolved model: Modern for gemini-3 and for every model that
// is not a Gemini model.
func SetOf(resolved string) Set {
	if isGemini3(resolved) || !strings.HasPrefix(resolved, "gemini-") {
		return Modern
	}
	return Legacy
}

func isGemini3(model string) bool { return strings.HasPrefix(model, "gemini-3") }

// Window is the context window that the agent assumes for Gemini models, in tokens.
const Window = 1_048_576

// tokenLimit returns the context window that the agent assumes, in tokens.
func tokenLimit(model string) int {
	if strings.HasPrefix(model, "gemma-4") {
		return 256_000
	}
	return Window
}

// modeNames are the names of the modes in the first lines of the modern prompt.
var modeNames = map[Mode]string{DefaultMode: "Default", PlanMode: "Plan", Yolo: "YOLO", AutoEdit: "Auto-Edit"}

// Modes lists the names of the approval modes, in order.
var Modes = []string{"default", "plan", "auto-edit", "yolo"}

// ModeOf returns the mode that a word names. For an unknown word it returns a mode for which
// [Mode.Known] is false.
func ModeOf(word string) Mode {
	switch word {
	case "auto-edit", "auto_edit", "autoEdit":
		return AutoEdit
	}
	return Mode(word)
}

// Known reports whether the mode exists.
func (m Mode) Known() bool { return m == "" || modeNames[m] != "" }

// name returns the mode's name in the prompt, or the mode's value if galley does not know the mode.
func (m Mode) name() string {
	if name := modeNames[m]; name != "" {
		return name
	}
	return string(m)
}
