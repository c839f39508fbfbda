package discovery

// Reason says why a candidate is not loaded, or not loaded unchanged.
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
	FetchRefused    Reason = "fetch-refused"
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
	OverLimit       Reason = "over-limit"
)

// ReasonText is a reason and the sentence that people see.
type ReasonText struct {
	Reason Reason
	Text   string // without a final stop
}

// Reasons lists every reason in the order in which the documentation shows
// them.
var Reasons = []ReasonText{
	{Missing, "it does not exist"},
	{NoMatch, "the pattern matches no file"},
	{ShadowedByKind, "the agent found a file with another name first, and uses only that one"},
	{ShadowedByNear, "the agent uses a file of the same kind that is nearer to the working directory"},
	{ShadowedGlobal, "the agent uses another global file, which comes first"},
	{OutsideRoot, "it is outside the project's root"},
	{AboveRoot, "it is above the project's root, where the agent's search ends"},
	{NotRegular, "it is not a regular file"},
	{Empty, "it is empty"},
	{Unreadable, "it exists but cannot be read"},
	{TooLarge, "it is too large for galley to read"},
	{Cut, "the agent uses only its beginning"},
	{Disabled, "a flag or a setting turns it off"},
	{Untrusted, "the folder is not trusted"},
	{Ignored, "a pattern in an ignore file matches it"},
	{DanglingLink, "it is a link whose target does not exist"},
	{LinkOutside, "it is a link to a place outside the project"},
	{AlreadyLoaded, "the same text is loaded already"},
	{WrongCase, "its name differs only in case from one that the agent looks for"},
	{NearMiss, "its name is similar to one that the agent looks for"},
	{ImportDepth, "imports are nested too deeply"},
	{ImportRefused, "the agent refuses the import"},
	{RelativeNowhere, "it is a relative path, and the agent has no directory to resolve it against"},
	{WouldFetch, "the agent would fetch it; galley fetches only when asked"},
	{NotFetched, "the agent would fetch it; galley never does, because the URL contains a value from the environment or a file"},
	{FetchFailed, "fetching it failed"},
	{FetchRefused, "the agent would fetch it; galley refuses to"},
	{NotKnown, "galley does not know what the agent does here"},
	{ScanFailed, "the agent's search for the pattern fails, so it finds no file"},
	{WalkCut, "galley stopped the search early"},
	{BelowCwd, "it is below the working directory, where the agent does not look"},
	{NotLookedFor, "the agent does not look for a file of this name here"},
	{Excluded, "a setting's pattern excludes it"},
	{OtherFiles, "it does not apply to the edited file"},
	{OverBudget, "earlier files use up the limit for such files"},
	{Unapproved, "it is outside the project and was not approved"},
	{FrontMatter, "its front matter is not what the agent expects"},
	{LinkAsText, "it contains only a path: git checked out a symbolic link as a plain file"},
	{LinkRefused, "it is a symbolic link, or reached through one, and links are not followed"},
	{ShadowedByName, "the agent uses another one with the same name"},
	{OverLimit, "it is longer than the agent allows or advises"},
	{PeopleOnly, "only the user can call it; the prompt does not mention it"},
}

// Text returns the reason's sentence without a final stop.
func (r Reason) Text() string {
	for _, t := range Reasons {
		if t.Reason == r {
			return t.Text
		}
	}
	return string(r)
}
