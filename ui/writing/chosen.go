package writing

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Chosen says which agent's prompt the user last chose in a project, and which model.
type Chosen struct {
	Project string `json:"project"`           // the project's directory
	Profile string `json:"profile"`           // with its version; "" if the user chose none
	Capture string `json:"capture,omitempty"` // the id of a captured prompt
	Model   string `json:"model,omitempty"`   // [PROVIDER/]MODEL; "" for the agent's own
	For     string `json:"for,omitempty"`     // the agent that the model is for, if galley chose the agent; then Profile is ""
}

// galley stores what users chose in this file of its state directory, within these limits.
const (
	chosenFile  = "chosen.json"
	mostChosen  = 200 // the most choices; the oldest are removed
	mostOfThese = 1 << 20
)

// Recall returns what the user last chose in a project, or false if nothing was chosen.
func Recall(stateDir, project string) (Chosen, bool) {
	return recall(stateDir, project, "")
}

// RecallModel returns the model that the user chose in a project for an agent that galley itself
// chose, or "".
func RecallModel(stateDir, project, agent string) string {
	c, _ := recall(stateDir, project, agent)
	return c.Model
}

func recall(stateDir, project, agent string) (Chosen, bool) {
	for _, c := range allChosen(stateDir) {
		if c.Project == project && c.For == agent {
			return c, true
		}
	}
	return Chosen{}, false
}

// Remember stores what the user chose in a project, and the model for each agent. If c has neither
// an agent nor a model, it removes the stored choice.
func Remember(stateDir string, c Chosen) error {
	if stateDir == "" {
		return nil
	}
	all := slices.DeleteFunc(allChosen(stateDir), func(old Chosen) bool { return old.Project == c.Project && old.For == c.For })
	if c.Profile != "" || c.Model != "" {
		all = slices.Insert(all, 0, c)
	}
	text, _ := json.MarshalIndent(all[:min(len(all), mostChosen)], "", "  ") // encoding texts cannot fail
	return keep(stateDir, chosenFile, text)
}

// keep replaces a file of the state directory in one step.
func keep(stateDir, name string, text []byte) error {
	if err := os.MkdirAll(stateDir, 0o700); err != nil {
		return err
	}
	return put(filepath.Join(stateDir, name), string(text)+"\n", 0o600)
}

// put writes a file in one step: a reader sees the old text or all of the new one.
func put(file, text string, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".galley-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // this does nothing after the rename, when no file has this name
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	return err
}

// allChosen returns what was chosen in all projects, the newest first. A file that cannot be read
// counts as empty.
func allChosen(stateDir string) (all []Chosen) {
	f, err := os.Open(filepath.Join(stateDir, chosenFile))
	if err != nil {
		return nil
	}
	defer f.Close()
	if json.NewDecoder(io.LimitReader(f, mostOfThese)).Decode(&all) != nil {
		return nil
	}
	return all[:min(len(all), mostChosen)]
}
