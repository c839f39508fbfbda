package tool

// Rule is a requirement of a target for declarations of tools. If one declaration breaks a
// confirmed rule, the provider refuses the whole list, with every tool in it. So [Write] repairs
// such a declaration or leaves it out. A declaration that breaks a rule which is not confirmed
// stays as it is and is listed as [Kept].
type Rule struct {
	Target Target
	ID     string // the same for the same requirement of all targets
	// Max is the most that is allowed, in the unit that Says names; 0 if the rule does not limit a
	// number.
	Max       int
	Says      string
	Source    string // where the rule comes from, in words
	Date      string // year and month of the source
	Confirmed bool
}

// The rules' identifiers.
const (
	ruleName         = "name"          // which characters the name of a tool may have, and how many
	ruleUnique       = "unique-names"  // no two tools may have the same name
	ruleTools        = "tools"         // how many tools a list may have
	ruleDescription  = "description"   // how long the description of a tool may be
	ruleRoot         = "root"          // how the schema at the top level must look
	ruleProperty     = "property-name" // which characters the name of a property may have, and how many
	ruleDraft        = "draft"         // which draft a schema must use
	ruleItems        = "items"         // an array must say what its items are
	ruleSubset       = "subset"        // which keywords a schema may have
	ruleDepth        = "depth"         // how deep schemas may be nested
	rulePattern      = "pattern-properties"
	ruleCache        = "cache-control"
	strictShape      = "strict-shape"
	strictDepth      = "strict-depth"
	strictProperties = "strict-properties"
	strictEnum       = "strict-enum"
	strictText       = "strict-text"
	strictLongEnum   = "strict-long-enum"
)

const (
	openAISchemas = "OpenAI's guide to structured outputs, section on supported schemas, by a profile of it"
	openAIErrors  = "the API's error messages in public issues"
)

// Rules are the rules of all known targets.
var Rules = []Rule{
	{ToClaude, ruleName, 128, "1 to 128 letters, digits, _ and -", "Anthropic's API: the pattern in its error message; its length in another of 2026-09", "2025-11", true},
	{ToClaude, ruleUnique, 0, "no two tools have one name, built-in tools included", "Anthropic's API: its error message", "2025-10", true},
	{ToClaude, ruleRoot, 0, "an object without oneOf, allOf and anyOf at the top", "Anthropic's API: its error message, unchanged for a year", "2026-08", true},
	{ToClaude, ruleProperty, 64, "properties have names of 1 to 64 letters, digits, _, . and -", "Anthropic's API: the pattern in its error message", "2026-07", true},
	{ToClaude, ruleDraft, 0, "a schema is valid by draft 2020-12 of JSON Schema", "Anthropic's API: its error message; a boolean exclusiveMinimum was refused", "2026-08", true},
	{ToClaude, rulePattern, 0, "patternProperties may be refused", "one public report of a pattern with a group", "2026-02", false},
	{ToClaude, ruleCache, 4, "at most 4 cache_control marks in a request", "Anthropic's API: its error message, in public issues", "2026-07", true},

	{ToOpenAI, ruleName, 64, "1 to 64 letters, digits, _ and -", "OpenAI's API reference, field name of a function", "2026-02", true},
	{ToOpenAI, ruleUnique, 0, "no two tools have one name", "no source was found; a call names its tool and nothing else", "2026-11", false},
	{ToOpenAI, ruleTools, 128, "at most 128 tools", "OpenAI's API reference and the API's error message", "2025-11", true},
	{ToOpenAI, ruleDescription, 1024, "a tool's description has at most 1024 characters", "error messages of 2024 and early 2025; libraries found the limit gone in 2025-05 and 2025-08, and Azure still has it", "2025-08", false},
	{ToOpenAI, ruleRoot, 0, "an object that lists its properties, without oneOf, anyOf, allOf, enum, const and not at the top", openAIErrors, "2026-09", true},
	{ToOpenAI, ruleDraft, 0, "a schema is valid JSON Schema: types by their names, schemas where schemas belong", openAIErrors, "2025-06", true},
	{ToOpenAI, ruleItems, 0, "an array has items", openAIErrors, "2025-07", true},
	{ToOpenAI, strictShape, 0, "strict: every object lists all its properties as required and has additionalProperties false; each schema has a type; few keywords are taken", openAISchemas, "2026-02", true},
	{ToOpenAI, strictDepth, 10, "strict: at most 10 levels of objects", openAISchemas, "2026-02", true},
	{ToOpenAI, strictProperties, 5000, "strict: at most 5000 properties in all", openAISchemas, "2026-02", true},
	{ToOpenAI, strictEnum, 1000, "strict: at most 1000 enum values in all", openAISchemas, "2026-02", true},
	{ToOpenAI, strictText, 120_000, "strict: names of properties and definitions, enum and const values have at most 120000 characters in all", openAISchemas, "2026-02", true},
	{ToOpenAI, strictLongEnum, 15_000, "strict: the texts of an enum of more than 250 values have at most 15000 characters", openAISchemas, "2026-02", true},

	{ToGemini, ruleName, 64, "1 to 64 letters, digits, _, ., : and -, a letter or _ first", "Gemini's API reference, FunctionDeclaration, and the API's error message", "2025-12", true},
	{ToGemini, ruleUnique, 0, "no two functions have one name", "no source was found; a call names its function and nothing else", "2026-11", false},
	{ToGemini, ruleTools, 512, "at most 512 functions", "the API's error message", "2026-04", true},
	{ToGemini, ruleRoot, 0, "an object with properties, or nothing", "Gemini's API reference, Schema", "2025-12", true},
	{ToGemini, ruleProperty, 64, "properties have names of 1 to 64 letters, digits and _, no digit first", "Vertex AI's reference, FunctionDeclaration; the Gemini API's own says nothing", "2025-12", false},
	{ToGemini, ruleDraft, 0, "a schema has one of six types, not a list", "Gemini's API reference, Schema", "2025-12", true},
	{ToGemini, ruleItems, 0, "an array has items", "the API's error message", "2025-11", true},
	{ToGemini, ruleSubset, 0, "parameters take only the fields of the message Schema", "Gemini's API reference, Schema, and the API's error message", "2025-12", true},
	{ToGemini, ruleDepth, 32, "schemas are not nested too deeply; 32 is a guess", "the API's error message, which gives no number", "2025-08", false},

	{ToMCP, ruleName, 128, "1 to 128 letters, digits, _, -, . and /", "the Model Context Protocol, tools", "2025-11", true},
	{ToMCP, ruleUnique, 0, "no two tools of a server have one name", "the Model Context Protocol, tools", "2025-11", true},
	{ToMCP, ruleRoot, 0, "the type at the top is object", "the Model Context Protocol, tools", "2025-11", true},
	{ToMCP, ruleDraft, 0, "a schema is valid by draft 2020-12, unless $schema names another", "the Model Context Protocol, JSON Schema usage", "2025-11", true},
}

// ruleOf returns the rule of a target; known is false if the target has no such rule.
func ruleOf(to Target, id string) (r Rule, known bool) {
	for _, r := range Rules {
		if r.Target == to && r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

// most returns the number that a target's rule allows; the rule must exist.
func most(to Target, id string) int {
	r, _ := ruleOf(to, id)
	return r.Max
}
