package diag

// Code names a kind of problem. Codes are stable: users put them in their
// configuration and scripts.
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
	UnknownWord Code = "unknown-word" // a profile, model, mode or theme that nobody knows
)

// Meaning is a registry row: what a code stands for.
type Meaning struct {
	Code     Code
	Severity Severity
	Text     string // one line, for the list of codes
}

// Registry lists every code in the order in which the documentation shows them.
var Registry = []Meaning{
	{UnclosedIf, Warning, "an [if …] without its [endif]: the tag stays in the text"},
	{StrayEndif, Warning, "an [endif] without an [if …]: the tag stays in the text"},
	{StrayElse, Warning, "an [else] outside any [if …]: the tag stays in the text"},
	{SecondElse, Warning, "a second [else] in one block: the tag stays in the text"},
	{UnknownType, Warning, "a tag of a type that does not exist: its text vanishes"},
	{UnknownName, Warning, "a known type without that name: the tag vanishes"},
	{Missing, Warning, "a variable without a value here, outside any [if …] that asks for it"},
	{Unreadable, Warning, "a file that exists but cannot be read, is too large, binary or refused"},
	{ConstantIf, Info, "a condition that can never change"},
	{EmptyBranch, Info, "a block with nothing in it"},
	{BlankRun, Info, "three or more line ends in a row in the output"},
	{ForeignTag, Info, "another system's placeholder: here it is plain text"},
	{NearTag, Info, "almost a tag: here it is plain text"},
	{UnknownKey, Warning, "a setting that does not exist"},
	{BadValue, Warning, "a setting with a value that it cannot have"},
	{BadFile, Warning, "a settings file that cannot be read"},
	{UnknownWord, Warning, "a profile, model, mode or theme that is not known"},
}

// Severity returns the code's severity by the registry; Warning for a code that
// is not in it, so that nothing unknown passes quietly.
func (c Code) Severity() Severity {
	for _, m := range Registry {
		if m.Code == c {
			return m.Severity
		}
	}
	return Warning
}
