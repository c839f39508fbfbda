package capture

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"galley/engine/capture/start"
	"galley/engine/facts"
)

// Consent is a user's consent to start an agent in a project, and to everything that the agent then
// runs.
type Consent struct {
	Project string    `json:"project"` // real path
	Agent   string    `json:"agent"`
	Digest  string    `json:"digest"` // a digest of everything that would run
	Given   time.Time `json:"given"`
}

// Consents is the file with the consents of a user. It is outside all projects.
type Consents struct {
	File string
}

// maxConsents is how many consents are kept; the oldest are dropped.
const maxConsents = 500

// maxConsentsFile is the most bytes of the file of consents that are read.
const maxConsentsFile = 4 << 20

// Digest returns a digest of everything that starting an agent would run, so that a consent becomes
// invalid when something in it changes. It includes the content of project files that a command
// names.
func Digest(w facts.World, cwd, program string, runs []start.Run) string {
	sum := sha256.New()
	add := func(parts ...string) {
		for _, p := range parts {
			fmt.Fprintf(sum, "%d:%s", len(p), p)
		}
	}
	add(program)
	for _, r := range runs {
		add(r.Kind, r.Name, r.Command, r.File)
		for _, word := range strings.Fields(r.Command) {
			word = strings.Trim(word, `"'`)
			if word == "" || strings.HasPrefix(word, "-") {
				continue
			}
			if !facts.IsAbs(word) {
				word = facts.Join(cwd, word)
			}
			if text, err := w.ReadFile(word); err == nil {
				add(word, text)
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// All returns the consents in the order in which they were given. An unreadable file counts as one
// without consents.
func (c Consents) All() []Consent {
	text, err := facts.NewLive(facts.WithFileCap(maxConsentsFile)).ReadFile(facts.Slash(c.File))
	if err != nil {
		return nil
	}
	var all []Consent
	if json.Unmarshal([]byte(text), &all) != nil {
		return nil
	}
	return all
}

// Given reports whether the user consented to starting the agent in the project, with exactly the
// programs that have this digest.
func (c Consents) Given(project, agent, digest string) bool {
	return slices.ContainsFunc(c.All(), func(one Consent) bool {
		return one.Project == project && one.Agent == agent && one.Digest == digest
	})
}

// Give stores a consent. It replaces an earlier one for the same project and agent.
func (c Consents) Give(one Consent) error {
	all := slices.DeleteFunc(c.All(), func(old Consent) bool { return old.Project == one.Project && old.Agent == one.Agent })
	all = append(all, one)
	return c.write(all[max(len(all)-maxConsents, 0):])
}

// Of returns the consents for a project, or for one agent in it. An empty project means all
// projects, an empty agent all agents.
func (c Consents) Of(project, agent string) []Consent {
	return slices.DeleteFunc(c.All(), func(one Consent) bool { return !one.of(project, agent) })
}

func (c Consent) of(project, agent string) bool {
	return (project == "" || c.Project == project) && (agent == "" || c.Agent == agent)
}

// Revoke removes the consents that [Consents.Of] returns for the same arguments, and returns how
// many it removed.
func (c Consents) Revoke(project, agent string) (int, error) {
	before := c.All()
	after := slices.DeleteFunc(slices.Clone(before), func(one Consent) bool { return one.of(project, agent) })
	if len(after) == len(before) {
		return 0, nil
	}
	return len(before) - len(after), c.write(after)
}

func (c Consents) write(all []Consent) error {
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(c.File)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("storing the consent: %w", err)
	}
	f, err := os.CreateTemp(dir, ".consents-*") // created with mode 0600
	if err != nil {
		return fmt.Errorf("storing the consent: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), c.File)
	}
	if err != nil {
		return fmt.Errorf("storing the consent: %w", err)
	}
	return nil
}
