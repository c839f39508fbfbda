package tool

// Rule is a requirement of a target for declarations of tools. If one declaration breaks a
// confirmed rule, the provider refuses the whole list, with every tool in it. So [Write] repairs
// such a declaration or leaves it out. A declaration that breaks a rule which is not confirmed
// stays as it is and is listed as [Kept].
type Rule struct {
	Target Target
	ID     string // equal for the same requirement of different targets
	// Max is the largest allowed number, in the unit that Says names. It is 0 if the rule does not
	// limit a number.
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
	{Target: ToClaude, ID: ruleName, Max: 128, Says: "1 to 128 letters, digits, _ and -", Source: "Anthropic's API: the pattern in its error message; its length in another of 2026-09", Date: "2025-11", Confirmed: true},
	{Target: ToClaude, ID: ruleUnique, Says: "no two tools have one name, built-in tools included", Source: "Anthropic's API: its error message", Date: "2025-10", Confirmed: true},
	{Target: ToClaude, ID: ruleRoot, Says: "an object without oneOf, allOf and anyOf at the top", Source: "Anthropic's API: its error message, unchanged for a year", Date: "2026-08", Confirmed: true},
	{Target: ToClaude, ID: ruleProperty, Max: 64, Says: "properties have names of 1 to 64 letters, digits, _, . and -", Source: "Anthropic's API: the pattern in its error message", Date: "2026-07", Confirmed: true},
	{Target: ToClaude, ID: ruleDraft, Says: "a schema is valid by draft 2020-12 of JSON Schema", Source: "Anthropic's API: its error message; a boolean exclusiveMinimum was refused", Date: "2026-08", Confirmed: true},
	{Target: ToClaude, ID: rulePattern, Says: "patternProperties may be refused", Source: "one public report of a pattern with a group", Date: "2026-02"},
	{Target: ToClaude, ID: ruleCache, Max: 4, Says: "at most 4 cache_control marks in a request", Source: "Anthropic's API: its error message, in public issues", Date: "2026-07", Confirmed: true},

	{Target: ToOpenAI, ID: ruleName, Max: 64, Says: "1 to 64 letters, digits, _ and -", Source: "OpenAI's API reference, field name of a function", Date: "2026-02", Confirmed: true},
	{Target: ToOpenAI, ID: ruleUnique, Says: "no two tools have one name", Source: "no source was found; a call names its tool and nothing else", Date: "2026-11"},
	{Target: ToOpenAI, ID: ruleTools, Max: 128, Says: "at most 128 tools", Source: "OpenAI's API reference and the API's error message", Date: "2025-11", Confirmed: true},
	{Target: ToOpenAI, ID: ruleDescription, Max: 1024, Says: "a tool's description has at most 1024 characters", Source: "error messages of 2024 and early 2025; libraries found the limit gone in 2025-05 and 2025-08, and Azure still has it", Date: "2025-08"},
	{Target: ToOpenAI, ID: ruleRoot, Says: "an object that lists its properties, without oneOf, anyOf, allOf, enum, const and not at the top", Source: openAIErrors, Date: "2026-09", Confirmed: true},
	{Target: ToOpenAI, ID: ruleDraft, Says: "a schema is valid JSON Schema: types by their names, schemas where schemas belong", Source: openAIErrors, Date: "2025-06", Confirmed: true},
	{Target: ToOpenAI, ID: ruleItems, Says: "an array has items", Source: openAIErrors, Date: "2025-07", Confirmed: true},
	{Target: ToOpenAI, ID: strictShape, Says: "strict: every object lists all its properties as required and has additionalProperties false; each schema has a type; few keywords are taken", Source: openAISchemas, Date: "2026-02", Confirmed: true},
	{Target: ToOpenAI, ID: strictDepth, Max: 10, Says: "strict: at most 10 levels of objects", Source: openAISchemas, Date: "2026-02", Confirmed: true},
	{Target: ToOpenAI, ID: strictProperties, Max: 5000, Says: "strict: at most 5000 properties in all", Source: openAISchemas, Date: "2026-02", Confirmed: true},
	{Target: ToOpenAI, ID: strictEnum, Max: 1000, Says: "strict: at most 1000 enum values in all", Source: openAISchemas, Date: "2026-02", Confirmed: true},
	{Target: ToOpenAI, ID: strictText, Max: 120_000, Says: "strict: names of properties and definitions, enum and const values have at most 120000 characters in all", Source: openAISchemas, Date: "2026-02", Confirmed: true},
	{Target: ToOpenAI, ID: strictLongEnum, Max: 15_000, Says: "strict: the texts of an enum of more than 250 values have at most 15000 characters", Source: openAISchemas, Date: "2026-02", Confirmed: true},

	{Target: ToGemini, ID: ruleName, Max: 64, Says: "1 to 64 letters, digits, _, ., : and -, a letter or _ first", Source: "Gemini's API reference, FunctionDeclaration, and the API's error message", Date: "2025-12", Confirmed: true},
	{Target: ToGemini, ID: ruleUnique, Says: "no two functions have one name", Source: "no source was found; a call names its function and nothing else", Date: "2026-11"},
	{Target: ToGemini, ID: ruleTools, Max: 512, Says: "at most 512 functions", Source: "the API's error message", Date: "2026-04", Confirmed: true},
	{Target: ToGemini, ID: ruleRoot, Says: "an object with properties, or nothing", Source: "Gemini's API reference, Schema", Date: "2025-12", Confirmed: true},
	{Target: ToGemini, ID: ruleProperty, Max: 64, Says: "properties have names of 1 to 64 letters, digits and _, no digit first", Source: "Vertex AI's reference, FunctionDeclaration; the Gemini API's own says nothing", Date: "2025-12"},
	{Target: ToGemini, ID: ruleDraft, Says: "a schema has one of six types, not a list", Source: "Gemini's API reference, Schema", Date: "2025-12", Confirmed: true},
	{Target: ToGemini, ID: ruleItems, Says: "an array has items", Source: "the API's error message", Date: "2025-11", Confirmed: true},
	{Target: ToGemini, ID: ruleSubset, Says: "parameters take only the fields of the message Schema", Source: "Gemini's API reference, Schema, and the API's error message", Date: "2025-12", Confirmed: true},
	{Target: ToGemini, ID: ruleDepth, Max: 32, Says: "schemas are not nested too deeply; 32 is a guess", Source: "the API's error message, which gives no number", Date: "2025-08"},

	{Target: ToMCP, ID: ruleName, Max: 128, Says: "1 to 128 letters, digits, _, -, . and /", Source: "the Model Context Protocol, tools", Date: "2025-11", Confirmed: true},
	{Target: ToMCP, ID: ruleUnique, Says: "no two tools of a server have one name", Source: "the Model Context Protocol, tools", Date: "2025-11", Confirmed: true},
	{Target: ToMCP, ID: ruleRoot, Says: "the type at the top is object", Source: "the Model Context Protocol, tools", Date: "2025-11", Confirmed: true},
	{Target: ToMCP, ID: ruleDraft, Says: "a schema is valid by draft 2020-12, unless $schema names another", Source: "the Model Context Protocol, JSON Schema usage", Date: "2025-11", Confirmed: true},
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

// most returns the number that a rule of a target allows. The target must have the rule.
func most(to Target, id string) int {
	r, _ := ruleOf(to, id)
	return r.Max
}
