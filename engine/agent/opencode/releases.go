package opencode

import "galley/engine/glob"

// opencodeRelease lists the differences between the releases. Each field is one rule, which is used
// in one place of the code.
type opencodeRelease struct {
	version string

	// Where the root is.
	gitDecides bool // a .git that git rejects is not a repository

	// Which files, in which order.
	globalBeforeLocal   bool // the global file comes before the local ones, else after them
	configDirReplaces   bool // AGENTS.md in $OPENCODE_CONFIG_DIR replaces the global one, else it comes last
	passesOverDirectory bool // a directory with the global file's name counts as missing
	relativeInConfig    bool // without the project, relative entries are looked for in the global directory, else nowhere
	attachesNested      bool // the read tool's result brings the rule files on the way to a file

	// How files are read.
	readsUTF16     bool // recognised by its mark, as Bun does
	testsHome      bool // OPENCODE_TEST_HOME replaces the home
	spellsRelative bool // a file of a relative configuration directory is named as the variable spells it
	keepsEmpty     bool // an empty or unreadable file still adds its heading

	// Where a session starts.
	startsWithRecent bool // the most recently used model

	// Further parts of the system message.
	listsSkills bool

	// Settings.
	strictSwitches     bool // the variables that disable CLAUDE.md accept only a few words; any other stops the start
	switchHoldsLocally bool // these variables also apply to local files
	refusesUnknownKeys bool // an unknown key stops the start
	jsonBeforeJSONC    bool // opencode.json comes before opencode.jsonc in one directory; else the reverse
	byDirectory        bool // the project's files are ordered by directory, else by name
	contentLast        bool // $OPENCODE_CONFIG_CONTENT comes after the .opencode directories
	contentSubstitutes bool // it may contain comments and references
	managed            bool // /etc/opencode is read
	newerForm          bool // accepts "agents" with "system", a model as an object, colours by word
	passesOverUnread   bool // a settings file that cannot be read counts as missing, else it stops the start
	mendsHeaders       bool // front matter values that contain a colon are quoted only if the front matter is not valid YAML
	cutsNames          bool // an agent's name is cut after the first /agent/ of its path
	replacesByPosition bool // each {file:} reference is replaced in its place, else the first one with its text

	// scan runs a pattern of the instructions.
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
