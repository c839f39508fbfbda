package facts

import (
	"context"
	"strconv"
	"strings"
)

// mostRevisions is the most branches and tags that are listed.
const mostRevisions = 200

// Revisions lists revisions of a directory's repository: HEAD, the commit before it, and the
// branches and tags, newest first. The list is empty outside a repository and before the first
// commit. It may block.
func Revisions(ctx context.Context, w World, dir string) (all []string) {
	for _, rev := range []string{"HEAD", "HEAD~1"} {
		if answer, err := w.Git(ctx, dir, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}"); err != nil || answer.Exit != 0 {
			break
		}
		all = append(all, rev)
	}
	if all == nil {
		return nil
	}
	answer, err := w.Git(ctx, dir, "for-each-ref", "--count="+strconv.Itoa(mostRevisions), "--sort=-creatordate", "--format=%(refname:short)", "refs/heads", "refs/tags")
	if err != nil || answer.Exit != 0 {
		return all
	}
	for name := range strings.Lines(answer.Stdout) {
		if name = strings.TrimSpace(name); name != "" && len(all) < mostRevisions {
			all = append(all, name)
		}
	}
	return all
}
