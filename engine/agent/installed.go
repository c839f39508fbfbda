package agent

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/textutil"
)

var versionNumber = textutil.LazyRegexp(`\d+\.\d+(\.\d+)*`)

// VersionNumber returns the first version number in a text, such as "1.2.3" in what a
// program prints about itself, or "".
func VersionNumber(text string) string { return versionNumber().FindString(text) }

// NewerThanFollowed reports whether a release is newer than all that galley follows and is not
// known to behave like one of them.
func (a Agent) NewerThanFollowed(version string) bool {
	for _, v := range a.Versions {
		if !Higher(version, v.Name) || slices.Contains(v.Same, version) {
			return false
		}
	}
	return len(a.Versions) > 0
}

// Higher reports whether version a is higher than b. A version without a number, such
// as a commit id, is neither higher nor lower.
func Higher(a, b string) bool {
	x, y := strings.Split(VersionNumber(a), "."), strings.Split(VersionNumber(b), ".")
	for i := range min(len(x), len(y)) {
		n, errN := strconv.Atoi(x[i])
		m, errM := strconv.Atoi(y[i])
		if errN != nil || errM != nil {
			return false
		}
		if n != m {
			return n > m
		}
	}
	return len(x) > len(y)
}

// NoteInstalled adds a note to the trace of each agent whose installed release is newer than those
// that galley follows, because the rules of a newer release may differ. It reads the release from
// the program's package and runs nothing. It ignores programs in the project.
func (r *Registry) NoteInstalled(w facts.World, cwd string, traces []*discovery.Trace) {
	project := cwd
	if dir, _, found := facts.Nearest(w, cwd, ".git"); found {
		project = dir
	}
	for _, a := range r.list() {
		if a.Start == nil {
			continue
		}
		i := slices.IndexFunc(traces, func(t *discovery.Trace) bool { return t.Agent == a.Name })
		if i < 0 {
			continue
		}
		if found, ok := start.Find(w, *a.Start, project); ok && a.NewerThanFollowed(found.Version) {
			traces[i].Notes = append(traces[i].Notes, fmt.Sprintf("%s %s is installed here, which is newer than the releases that galley knows: it may load other files", a.Title, found.Version))
		}
	}
}
