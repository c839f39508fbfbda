// Package session keeps the prompts of conversations.
//
// An agent builds its prompt once, on the first turn of a conversation, and then always sends the
// same bytes, because a provider's cache depends on that. So a prompt is built when a conversation
// has none, when it is compacted, and when its working directory or host changes, but not when the
// template changes. Every version that was sent stays in a [Store] until the conversation is
// forgotten. An empty prompt is a valid prompt.
//
// The store is an SQLite database in a state directory that the caller names. It is opened on
// first use and may be used by several programs at once. A write that the store has confirmed is
// not lost, even if a program is killed or the disk becomes full.
//
// The package also has the [Global] template, for projects without a template of their own, and
// [Drift], the difference between a kept prompt and one that would be built now.
package session

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"

	"galley/engine/textutil"
)

// Errors of a store. Test them with errors.Is; the error text says what to do.
var (
	// ErrUnknown says that the conversation, or that version of it, does not exist.
	ErrUnknown = errors.New("not stored")
	// ErrID says that a text is not a valid id of a conversation.
	ErrID = errors.New("not a conversation's id")
	// errFull says that the database has no room for another prompt. What was kept is intact.
	errFull = errors.New("the disk is full")
	// errNewer says that the database was made by a newer galley.
	errNewer = errors.New("made by a newer galley")
	// errBusy says that another program kept the database locked for too long.
	errBusy = errors.New("locked by another program")
	// errUnusable says that the database cannot be used for another reason.
	errUnusable = errors.New("cannot be used")
)

// Location is the directory and host of a conversation. When it changes, the prompt is built again.
type Location struct {
	Cwd  string // absolute, slash-separated
	Host string
}

// Message is one message of a prompt, as it is sent.
type Message struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// Block is a section of a message: its bytes [Start, End).
type Block struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Lifetime string `json:"lifetime"`
	StandIn  bool   `json:"standIn"` // it contains stand-ins
	Message  int    `json:"message"` // index of its message, from 0
	Start    int    `json:"start"`
	End      int    `json:"end"`
}

// Draft is a prompt that was built but not stored yet.
type Draft struct {
	Workspace, Profile, Provider, Model string

	Text     string // the system prompt, as `render` prints it
	Messages []Message
	Blocks   []Block
	Template string // SHA-256 of the template's text, in hex
	Facts    string // identifies the answers of the world; answers about the time are left out
}

// Reason says why a version was built.
type Reason string

// The reasons.
const (
	First      Reason = "first"      // the conversation had no prompt before
	Moved      Reason = "moved"      // its working directory or host changed
	Compaction Reason = "compaction" // it was compacted
	Damaged    Reason = "damaged"    // the stored prompt could not be read
)

// Kept is one stored version of a conversation's prompt. It is shared, so the caller must not
// change it.
type Kept struct {
	ID string
	Location
	Draft
	Version int // from 1
	Reason  Reason
	Digest  string    // SHA-256 of Text, in hex
	Built   time.Time // when this version was built
	// Created is when the conversation's first version was built or, after its prompt was damaged,
	// when it was built again.
	Created time.Time
}

// Summary is a version without its texts.
type Summary struct {
	ID, Workspace string
	Location
	Profile, Provider, Model string
	Version                  int
	Reason                   Reason
	Bytes                    int // size of the system prompt
	Digest, Template         string
	Built, Created           time.Time
}

// Build makes the prompt of a conversation. The store calls it if it keeps no prompt that can be
// used again. Build may take long, because the store is not locked during the call.
type Build func(ctx context.Context) (Draft, error)

// maxID is the longest id, in bytes.
const maxID = 200

// checkID returns the reason why a text is not a valid id of a conversation: it is empty, longer
// than 200 bytes, not valid UTF-8, or contains a control character.
func checkID(id string) error {
	why := ""
	switch {
	case id == "":
		why = "it is empty"
	case len(id) > maxID:
		why = fmt.Sprintf("it is longer than %d bytes", maxID)
	case !utf8.ValidString(id):
		why = "it is not valid UTF-8"
	default:
		for _, r := range id {
			if unicode.IsControl(r) {
				why = "it holds a control character"
			}
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%q is %w: %s", textutil.Shorten(id, 40), ErrID, why)
}

func unknown(id string, version int) error {
	if version > 0 {
		return fmt.Errorf("version %d of conversation %q is %w", version, id, ErrUnknown)
	}
	return fmt.Errorf("conversation %q is %w", id, ErrUnknown)
}
