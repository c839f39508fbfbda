package opencode

import "galley/engine/glob"

// opencodeRelease lists the differences between the releases. Each field is one rule, and one place
// in the code uses it.
type opencodeRelease struct {
	version string

	// Which directory is the root.
	gitDecides bool // a .git that git rejects is not a repository

	// Which files are loaded, and in which order.
	globalBeforeLocal   bool // the global file comes before the local ones; if not set, after them
	configDirReplaces   bool // AGENTS.md in $OPENCODE_CONFIG_DIR replaces the global one; if not set, it comes last
	passesOverDirectory bool // a directory with the global file's name counts as missing
	relativeInConfig    bool // without the project's files, relative entries are looked for in the global directory; if not set, nowhere
	attachesNested      bool // the result of the read tool contains the rule files of the directories above the file

	// How files are read.
	readsUTF16     bool // a file with UTF-16's byte order mark is decoded, as Bun does it
	testsHome      bool // OPENCODE_TEST_HOME replaces the home
	spellsRelative bool // a file of a relative configuration directory is named as the variable spells it
	keepsEmpty     bool // an empty or unreadable file still adds its heading

	// Which model a session starts with.
	startsWithRecent bool // the most recently used model

	// Further parts of the system message.
	listsSkills bool

	// Settings.
	strictSwitches     bool // some variables accept only a few words; with any other OpenCode does not start
	switchHoldsLocally bool // the variables that disable CLAUDE.md also apply to local files
	refusesUnknownKeys bool // OpenCode does not start if a key is unknown
	jsonBeforeJSONC    bool // in one directory opencode.json comes before opencode.jsonc; if not set, after it
	byDirectory        bool // the project's settings files are ordered by directory; if not set, by name
	contentLast        bool // $OPENCODE_CONFIG_CONTENT comes after the .opencode directories; if not set, before them
	contentSubstitutes bool // $OPENCODE_CONFIG_CONTENT may contain comments and references
	managed            bool // the administrator's settings are read
	newerForm          bool // accepts "agents" with "system", a model as an object, colours by word
	passesOverUnread   bool // a settings file that cannot be read counts as missing; if not set, OpenCode does not start
	mendsHeaders       bool // values of front matter that contain a colon are quoted only if the front matter is not valid YAML; if not set, always
	cutsNames          bool // an agent's name is what follows the first /agent/ of its path
	replacesByPosition bool // each {file:} reference is replaced where it stands; if not set, the first one with its text is replaced

	// scan finds the files below dir that match a pattern of the instructions.
	scan func(t *glob.Tree, dir, pattern string, absolute bool) ([]string, bool)
}

var opencodeReleases = map[string]opencodeRelease{
	"1.1.34": {
		version:             "1.1.34",
		passesOverDirectory: true,
		readsUTF16:          true,
		keepsEmpty:          true,
		spellsRelative:      true,
		refusesUnknownKeys:  true,
		cutsNames:           true,
		scan: func(t *glob.Tree, dir, pattern string, absolute bool) ([]string, bool) {
			return glob.Bun(t, dir, pattern, glob.Options{Dot: !absolute, Follow: !absolute})
		},
	},
	"1.18.33": {
		version:            "1.18.33",
		gitDecides:         true,
		globalBeforeLocal:  true,
		configDirReplaces:  true,
		relativeInConfig:   true,
		attachesNested:     true,
		testsHome:          true,
		startsWithRecent:   true,
		listsSkills:        true,
		strictSwitches:     true,
		switchHoldsLocally: true,
		jsonBeforeJSONC:    true,
		byDirectory:        true,
		contentLast:        true,
		contentSubstitutes: true,
		managed:            true,
		newerForm:          true,
		passesOverUnread:   true,
		mendsHeaders:       true,
		replacesByPosition: true,
		scan: func(t *glob.Tree, dir, pattern string, absolute bool) ([]string, bool) {
			return glob.Npm(t, dir, pattern, glob.Options{Dot: !absolute})
		},
	},
}
