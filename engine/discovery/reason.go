package discovery

// Reason says why a candidate is not loaded, or not as it stands.
type Reason string

// The reasons. The text that people see is in [Reasons].
const (
	Missing         Reason = "missing"
	NoMatch         Reason = "no-match"
	ShadowedByKind  Reason = "shadowed-by-kind"
	ShadowedByNear  Reason = "shadowed-by-nearer"
	ShadowedGlobal  Reason = "shadowed-by-global"
	OutsideRoot     Reason = "outside-root"
	AboveRoot       Reason = "above-root"
	NotRegular      Reason = "not-regular"
	Empty           Reason = "empty"
	Unreadable      Reason = "unreadable"
	TooLarge        Reason = "too-large"
	Cut             Reason = "cut"
	Disabled        Reason = "disabled"
	Untrusted       Reason = "untrusted-folder"
	Ignored         Reason = "ignored"
	DanglingLink    Reason = "dangling-link"
	LinkOutside     Reason = "link-outside"
	AlreadyLoaded   Reason = "already-loaded"
	WrongCase       Reason = "wrong-case"
	NearMiss        Reason = "near-miss"
	ImportDepth     Reason = "import-depth"
	ImportRefused   Reason = "import-refused"
	RelativeNowhere Reason = "relative-nowhere"
	WouldFetch      Reason = "would-fetch"
	NotFetched      Reason = "not-fetched"
	FetchFailed     Reason = "fetch-failed"
	NotKnown        Reason = "not-known"
	ScanFailed      Reason = "scan-failed"
	WalkCut         Reason = "walk-cut"
	BelowCwd        Reason = "below-cwd"
	NotLookedFor    Reason = "not-looked-for"
	Excluded        Reason = "excluded"
	OtherFiles      Reason = "other-files"
	OverBudget      Reason = "over-budget"
	Unapproved      Reason = "needs-approval"
	FrontMatter     Reason = "front-matter"
	LinkAsText      Reason = "link-as-text"
	LinkRefused     Reason = "link-refused"
	ShadowedByName  Reason = "shadowed-by-name"
	PeopleOnly      Reason = "people-only"
)

// ReasonText is a reason with the sentence that explains it.
type ReasonText struct {
	Reason Reason
	Text   string // without a final stop
}

// Reasons lists every reason in the order in which the documentation shows
// them.
var Reasons = []ReasonText{
	{Missing, "there is no such file"},
	{NoMatch, "the pattern matches no file"},
	{ShadowedByKind, "a file of another name comes first, and then this name is not looked for"},
	{ShadowedByNear, "a nearer file of the same kind is taken instead"},
	{ShadowedGlobal, "an earlier global file is taken instead"},
	{OutsideRoot, "it lies outside the project's root"},
	{AboveRoot, "it lies above the project's root, where the search ends"},
	{NotRegular, "it is not a regular file"},
	{Empty, "it is empty"},
	{Unreadable, "it exists but cannot be read"},
	{TooLarge, "it is larger than galley reads"},
	{Cut, "only its beginning is used"},
	{Disabled, "a flag or setting switches it off"},
	{Untrusted, "the folder is not trusted"},
	{Ignored, "an ignore file's pattern covers it"},
	{DanglingLink, "it is a link that leads nowhere"},
	{LinkOutside, "it is a link that leads out of the project"},
	{AlreadyLoaded, "the same text is loaded already"},
	{WrongCase, "its name differs in upper and lower case from the one that is looked for"},
	{NearMiss, "its name is like the one that is looked for, but not the same"},
	{ImportDepth, "it is imported from too deep a level"},
	{ImportRefused, "the import is refused"},
	{RelativeNowhere, "a relative path without a directory to look in"},
	{WouldFetch, "the agent would fetch it; galley does not unless asked"},
	{NotFetched, "the agent would fetch it; galley never does, because it holds a value of the environment or of a file"},
	{FetchFailed, "fetching it was refused or failed"},
	{NotKnown, "what the agent does here is not known"},
	{ScanFailed, "the agent's search for the pattern fails as a whole"},
	{WalkCut, "the search was cut short"},
	{BelowCwd, "it lies below the directory, where the agent does not look"},
	{NotLookedFor, "the agent looks for no file of this name here"},
	{Excluded, "a setting's pattern excludes it"},
	{OtherFiles, "it is for other files than the one that is edited"},
	{OverBudget, "the room for such files is used up before it"},
	{Unapproved, "it lies outside the project and was not approved"},
	{FrontMatter, "its front matter is not what the agent expects"},
	{LinkAsText, "it holds nothing but a path: a link that was checked out as a file"},
	{LinkRefused, "it is a link, or lies behind one, and links are not followed"},
	{ShadowedByName, "another one of the same name is taken instead"},
	{PeopleOnly, "people call it; the model is not told of it"},
}

// Text returns the reason's sentence without its stop.
func (r Reason) Text() string {
	for _, t := range Reasons {
		if t.Reason == r {
			return t.Text
		}
	}
	return string(r)
}
