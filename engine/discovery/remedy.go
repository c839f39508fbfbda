package discovery

// remedies says for each reason how to have the file loaded, in a sentence without a final stop. If
// a reason is not in the map, nothing needs to be done, or the candidate's detail says what to do.
var remedies = map[Reason]string{
	Missing:         "create the file",
	NoMatch:         "correct the pattern, or create a file that it matches",
	ShadowedByKind:  "move its text into the file that comes first, or remove that file",
	ShadowedByNear:  "move its text into the nearer file, or remove that file",
	ShadowedGlobal:  "move its text into the earlier global file, or remove that file",
	OutsideRoot:     "move it into the project, or start the agent in a directory further up",
	AboveRoot:       "move it below the root, or start the agent in a directory further up",
	NotRegular:      "replace it with a regular file",
	Empty:           "write something into it",
	Unreadable:      "change its permissions so that you can read it",
	TooLarge:        "make it smaller",
	Cut:             "shorten it, or move the important part to its beginning",
	Disabled:        "change the flag or the setting",
	Untrusted:       "trust the folder in the agent",
	Ignored:         "change the pattern in the ignore file",
	DanglingLink:    "create the target, or replace the link with a regular file",
	LinkOutside:     "replace the link with a regular file",
	WrongCase:       "rename it to the name that the agent looks for",
	NearMiss:        "rename it to the name that the agent looks for",
	ImportDepth:     "import it from a file closer to the first one",
	ImportRefused:   "copy the text into the file that imports it",
	RelativeNowhere: "write an absolute path",
	FetchRefused:    "allow it in galley's configuration, or put the document into a file",
	WouldFetch:      "run galley with --fetch",
	ScanFailed:      "correct the pattern",
	BelowCwd:        "start the agent in its directory, or move its text up",
	Excluded:        "change the setting's pattern",
	OtherFiles:      "edit one of the files that it applies to",
	OverBudget:      "shorten the files that come before it",
	Unapproved:      "approve it in the agent, or move it into the project",
	FrontMatter:     "correct its front matter",
	LinkAsText:      "turn on symbolic links in git and check the link out again, or copy the file",
	OverLimit:       "make it shorter, or move parts of it into files that are read on demand",
	LinkRefused:     "replace the link with a regular file",
	ShadowedByName:  "give it another name",
}

// Remedy says how to have the file loaded, in a sentence without a final stop. It is "" if nothing
// is known to help.
func (r Reason) Remedy() string { return remedies[r] }

// Remedy says how to have a candidate loaded, in a sentence without a final stop. It is "" if
// nothing is known to help. It is what [Explain] says.
func (t *Trace) Remedy(c *Candidate) string {
	if c.Verdict != NotLoaded {
		return t.ownRemedy(c)
	}
	return (&explainer{trace: t, file: c.Path, patterns: len(c.Patterns) > 0}).remedy(c)
}

// ownRemedy is [Reason.Remedy] for a candidate. If the agent does not trust the folder, the advice
// begins with how to trust it, because until then it has no effect to create or rename a file of
// the project.
func (t *Trace) ownRemedy(c *Candidate) string {
	switch c.Reason {
	case Untrusted:
		if t.Trust != "" {
			return t.Trust
		}
	case Missing, NoMatch, WrongCase, NearMiss, NotLookedFor:
		if c.Tier != "global" {
			return t.trustFirst(c.Reason.Remedy())
		}
	}
	return c.Reason.Remedy()
}

// trustFirst returns the advice, preceded by how to trust the folder if the agent does not trust
// it.
func (t *Trace) trustFirst(advice string) string {
	if t.Trust == "" || advice == "" {
		return advice
	}
	return t.Trust + ", and " + advice
}

// TrustInScenario says how to trust a folder that the scenario marks as not trusted.
const TrustInScenario = "set trusted = true in the scenario"

// TrustBy returns a text for [Trace.Trust]; how names the way to trust the folder.
func TrustBy(how string) string { return "trust the folder (" + how + ")" }
