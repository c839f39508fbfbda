package opencode

import "galley/engine/glob"

// opencodeRelease is what differs between the releases: a rule in each field, which
// one place in the code asks about.
type opencodeRelease struct {
	version string

	// Where the root is.
	gitDecides bool // a .git that git does not accept is not a repository

	// Which files, in which order.
	globalBeforeLocal   bool // the global file comes before the local ones; else behind them
	configDirReplaces   bool // AGENTS.md in $OPENCODE_CONFIG_DIR takes the place of the global one; else it comes last
	passesOverDirectory bool // a directory with the global file's name counts as missing
	relativeInConfig    bool // without the project, relative entries are looked for in the global directory; else nowhere
	attachesNested      bool // the read tool brings the rule files on the way to a file

	// What a file becomes.
	readsUTF16     bool // by its mark, as Bun does
	testsHome      bool // OPENCODE_TEST_HOME stands for the home
	spellsRelative bool // the file of a relative configuration directory is named as the variable spells it
	keepsEmpty     bool // an empty or unreadable file still gives its header

	// What a session starts with.
	startsWithRecent bool // the model that was used last

	// What else the system message holds.
	listsSkills bool

	// Settings.
	strictSwitches     bool // the switches for CLAUDE.md know a few words, and another word stops the start
	switchHoldsLocally bool // they hold for local files as well
	refusesUnknownKeys bool // an unknown key stops the start
	jsonBeforeJSONC    bool // in one directory; else the other way round
	byDirectory        bool // the project's files go directory by directory; else name by name
	contentLast        bool // $OPENCODE_CONFIG_CONTENT comes behind the .opencode directories
	contentSubstitutes bool // it may hold comments and references
	managed            bool // /etc/opencode is read
	newerForm          bool // "agents" with "system", a model as an object, colours by word
	passesOverUnread   bool // a settings file that cannot be read counts as missing; else it stops the start
	mendsHeaders       bool // values of a header that hold a colon are quoted only where it is not valid YAML
	cutsNames          bool // an agent's name is cut behind the first /agent/ of its path
	replacesByPosition bool // each {file:} reference is replaced where it stands; else the first one of its text

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
