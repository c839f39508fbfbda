package diag

// Code names a kind of problem. Codes stay the same in later versions, because users put them into
// their configuration and scripts.
type Code string

// The codes of the template language.
const (
	UnclosedIf  Code = "unclosed-if"
	StrayEndif  Code = "stray-endif"
	StrayElse   Code = "stray-else"
	SecondElse  Code = "second-else"
	UnknownType Code = "unknown-type"
	UnknownName Code = "unknown-name"
	Missing     Code = "missing"
	Unreadable  Code = "unreadable"
	ConstantIf  Code = "constant-if"
	EmptyBranch Code = "empty-branch"
	BlankRun    Code = "blank-run"
	ForeignTag  Code = "foreign-tag"
	NearTag     Code = "near-tag"
)

// The codes of settings: configuration, scenario and command line.
const (
	UnknownKey  Code = "unknown-key"
	BadValue    Code = "bad-value"
	BadFile     Code = "bad-file"
	WrongFile   Code = "wrong-file"
	UnknownWord Code = "unknown-word" // an unknown profile, model, mode or theme
)

// The codes about what an agent does with its files.
const (
	AgentRefuses Code = "agent-refuses" // the agent would not start here
	NeedsHome    Code = "needs-home"    // the agent reads the user's settings, but this service does not
	AgentWrites  Code = "agent-writes"  // the agent would write a file, but galley does not
)

// The codes of the command doctor, about rule files and the settings that name them.
const (
	NearMiss     Code = "near-miss"     // a file whose name or place is almost one that an agent looks for
	DeadImport   Code = "dead-import"   // an import that imports nothing
	DeadKey      Code = "dead-key"      // a key that the agent does not read
	DeadEntry    Code = "dead-entry"    // an entry of a list of instructions that matches nothing
	DeadPattern  Code = "dead-pattern"  // patterns of a rule that match no file
	OverCap      Code = "over-cap"      // a file of which an agent uses only a part, or nothing
	UnreadFile   Code = "unread-file"   // a rule file that no agent reads
	HiddenText   Code = "hidden-text"   // text that models read but people do not see
	DanglingLink Code = "dangling-link" // a link that leads nowhere
	LoadedTwice  Code = "loaded-twice"  // a text that reaches the model more than once
	FrontMatter  Code = "front-matter"  // front matter that an agent does not read as its author intended
)

// The codes of tools and assembled prompts.
const (
	BadTool        Code = "bad-tool"        // not a declaration of a tool, or one that its target rejects
	UndefinedTool  Code = "undefined-tool"  // a name without a definition
	Contradiction  Code = "contradiction"   // two sentences of a prompt that cannot both be followed
	ClosingTag     Code = "closing-tag"     // a text that closes the tag around it
	NotSent        Code = "not-sent"        // a given text that this agent does not send
	AssumedFact    Code = "assumed-fact"    // a fact about the machine that is assumed, because galley does not know it
	OverBudget     Code = "over-budget"     // a prompt for which galley would read, expand or make more than its limits allow
	UnknownModel   Code = "unknown-model"   // a model that galley does not know
	CacheBreak     Code = "cache-break"     // a text that changes in every request, placed before a long text that does not
	OverLimit      Code = "over-limit"      // a prompt that was cut to fit its limit, or does not fit
	CaptureDiffers Code = "capture-differs" // a captured request that differs from what galley expects
)

// The codes of a project's checks, and of a model's answer.
const (
	MissingBlock     Code = "missing-block"
	BadLine          Code = "bad-line"
	AfterCall        Code = "after-call"
	DeniedCall       Code = "denied-call"
	UnadvertisedTool Code = "unadvertised-tool"
	BadInput         Code = "bad-input"
	IgnoredKeyword   Code = "ignored-keyword"
	NoContext        Code = "no-context"
	NoCall           Code = "no-call"
)

// Meaning is a row of the registry: a code with its severity and description.
type Meaning struct {
	Code     Code
	Severity Severity
	Text     string // one line, for the list of codes
}

// Registry lists every code in the documentation's order.
var Registry = []Meaning{
	{UnclosedIf, Warning, "an [if …] without its [endif]: the tag stays in the text"},
	{StrayEndif, Warning, "an [endif] without an [if …]: the tag stays in the text"},
	{StrayElse, Warning, "an [else] outside any [if …]: the tag stays in the text"},
	{SecondElse, Warning, "a second [else] in one block: the tag stays in the text"},
	{UnknownType, Warning, "a tag of a type that does not exist: its text is dropped"},
	{UnknownName, Warning, "a known type without that name: the tag is dropped"},
	{Missing, Warning, "a variable that has no value here, outside any [if …] that tests it"},
	{Unreadable, Warning, "a file that exists but cannot be read, is too large, is binary or is not allowed"},
	{ConstantIf, Info, "a condition whose result never changes"},
	{EmptyBranch, Info, "a block with nothing in it"},
	{BlankRun, Info, "three or more line breaks in a row in the output"},
	{ForeignTag, Info, "a placeholder of another system: galley treats it as plain text"},
	{NearTag, Info, "text that looks like a tag but is not one: it stays as it is"},
	{UnknownKey, Warning, "a setting that does not exist"},
	{BadValue, Warning, "a setting with a value that is not allowed"},
	{BadFile, Warning, "a settings file that cannot be read"},
	{WrongFile, Warning, "a setting that a project's file may not set"},
	{UnknownWord, Warning, "a profile, model, mode or theme that is not known"},
	{AgentRefuses, Error, "the agent would not start here"},
	{NeedsHome, Error, "the agent reads settings in the user's home, which this service may not read"},
	{AgentWrites, Info, "the agent would write a file; galley does not"},
	{NearMiss, Warning, "a file whose name or folder is close to one that an agent looks for"},
	{DeadImport, Warning, "an import that has no effect"},
	{DeadKey, Warning, "a key in an agent's settings that the agent does not read"},
	{DeadEntry, Warning, "an entry in a list of instructions that matches no file"},
	{DeadPattern, Warning, "a rule whose pattern matches no file of the project"},
	{OverCap, Warning, "a rule file that an agent cuts or leaves out because of its size"},
	{UnreadFile, Info, "a rule file that no agent reads from here"},
	{HiddenText, Warning, "characters that models read but people cannot see"},
	{DanglingLink, Warning, "a rule file that is a link whose target does not exist"},
	{LoadedTwice, Info, "a text that reaches the model more than once"},
	{FrontMatter, Warning, "a rule file's front matter that an agent reads differently than intended"},
	{BadTool, Warning, "something that is not a tool declaration, or that its target rejects"},
	{UndefinedTool, Warning, "a tool that is named but not defined"},
	{Contradiction, Warning, "two sentences of a prompt that contradict each other"},
	{ClosingTag, Warning, "a text that closes the tag around it, so that what follows is outside"},
	{NotSent, Info, "a text in the scenario that this agent does not send"},
	{AssumedFact, Info, "a fact that is not known, so galley assumes one"},
	{OverBudget, Error, "more than galley reads or expands for one prompt: name or import fewer files"},
	{UnknownModel, Info, "an unknown model: galley uses the numbers of a similar one"},
	{CacheBreak, Info, "a text that changes in every request, before much text that a prompt cache could keep"},
	{OverLimit, Warning, "a prompt that was cut to fit its limit, or that does not fit"},
	{CaptureDiffers, Info, "a captured request that differs from what galley expects"},
	{MissingBlock, Error, "a block that the configuration requires but the prompt lacks"},
	{BadLine, Error, "a line of an answer that is not an object of a known type"},
	{AfterCall, Error, "an answer that goes on after a call without waiting for its result"},
	{DeniedCall, Error, "a call, or a result without an error, although all calls are denied"},
	{UnadvertisedTool, Error, "a call of a tool that the prompt does not declare"},
	{BadInput, Error, "a call whose input does not match the tool's schema"},
	{IgnoredKeyword, Info, "a tool's schema has keywords that galley does not check"},
	{NoCall, Error, "an answer without the required call"},
	{NoContext, Error, "an answer that does not show that the instructions were read"},
}

// Severity returns the code's severity in the registry. An unknown code is a Warning, so that
// nobody overlooks it.
func (c Code) Severity() Severity {
	for _, m := range Registry {
		if m.Code == c {
			return m.Severity
		}
	}
	return Warning
}
