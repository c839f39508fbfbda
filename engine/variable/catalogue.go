// Package variable finds the values that a template can name. It has the catalogue of `type:name`
// keys, reads the value of each key from the world, and puts in the values that a user has
// overridden.
//
// The functions of the package do not fail. A key always has a [Value]. Its state says whether the
// value exists or why not: missing here, unknown anywhere, or not readable. Only the keys that the
// caller names are read from the world.
package variable

import "strings"

// Variable is a row of the catalogue.
type Variable struct {
	Type, Name, Description string
	Dynamic                 bool // the name is free text
}

// Key returns the key as a template writes it.
func (v Variable) Key() string { return v.Type + ":" + v.Name }

// The keys of the catalogue that do not name files. DateKey is the key of the current day in UTC.
const DateKey = "system:date"

const (
	keyTime         = "system:time"
	keyDate         = DateKey
	keyOS           = "system:os"
	keyHostname     = "system:hostname"
	keyCwd          = "prompt:cwd"
	keyModel        = "prompt:model"
	keyConversation = "prompt:conversation_id"
	keyWorkspace    = "prompt:workspace_id"
	keyBranch       = "git:branch"
	keyStatus       = "git:status"
)

// typeFile is the only type whose names are not listed in the catalogue: a name is a path.
const typeFile = "file"

// catalogue lists the variables with their descriptions, in the order in which the service
// publishes them.
var catalogue = []Variable{
	{"system", "time", "Current time (ISO 8601)", false},
	{"system", "date", "Current date (YYYY-MM-DD)", false},
	{"system", "os", "Operating system", false},
	{"system", "hostname", "Machine hostname", false},
	{"prompt", "cwd", "Working directory", false},
	{"prompt", "model", "Current model name", false},
	{"prompt", "conversation_id", "Conversation ID", false},
	{"prompt", "workspace_id", "Workspace identifier — lets the AI know which workspace it's in, useful when summoning agents", false},
	{"git", "branch", "Current git branch", false},
	{"git", "status", "Short git status", false},
	{typeFile, "<path>", "File contents (relative to cwd, or absolute if starts `/`)", true},
}

// Catalogue returns every variable in its published order.
func Catalogue() []Variable { return append([]Variable(nil), catalogue...) }

// Split cuts a key at its first colon into type and name. ok is false if the key has no colon.
func Split(key string) (typ, name string, ok bool) { return strings.Cut(key, ":") }

// Types returns the types in the order of the catalogue.
func Types() []string {
	var types []string
	for _, v := range catalogue {
		if len(types) == 0 || types[len(types)-1] != v.Type {
			types = append(types, v.Type)
		}
	}
	return types
}

// Names returns the names of a type in the order of the catalogue. For the type file, whose names
// are free, it returns the placeholder that stands for a path.
func Names(typ string) []string {
	var names []string
	for _, v := range catalogue {
		if v.Type == typ {
			names = append(names, v.Name)
		}
	}
	return names
}

// KnownType reports whether the catalogue has the type.
func KnownType(typ string) bool {
	for i := range catalogue {
		if catalogue[i].Type == typ {
			return true
		}
	}
	return false
}

// Known reports whether the catalogue has the key. Every key "file:" with a path counts as known.
func Known(key string) bool {
	typ, name, _ := Split(key)
	if typ == typeFile {
		return name != ""
	}
	for i := range catalogue {
		if catalogue[i].Type == typ && catalogue[i].Name == name {
			return true
		}
	}
	return false
}

// Dynamic reports whether the key's name is free text.
func Dynamic(key string) bool { return strings.HasPrefix(key, typeFile+":") }

// Constant reports whether the key has a value in every session, so that a condition
// on it is always true.
func Constant(key string) bool {
	switch key {
	case keyTime, keyDate, keyOS, keyHostname, keyCwd:
		return true
	}
	return false
}
