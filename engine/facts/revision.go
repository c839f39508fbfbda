package facts

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
)

// Revision returns the text that a file has in git at a revision: HEAD, a branch or a commit. It
// returns an error if the revision does not have the file.
func Revision(ctx context.Context, w World, file, rev string) (string, error) {
	if strings.HasPrefix(rev, "-") || strings.Contains(rev, ":") || rev == "" {
		return "", fmt.Errorf("%q is not a revision", rev)
	}
	answer, err := w.Git(ctx, Dir(file), "cat-file", "blob", rev+":./"+path.Base(file))
	if err != nil {
		return "", err
	}
	if answer.Exit != 0 {
		why, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(answer.Stderr), "fatal: "), "\n")
		if why == "" {
			why = fmt.Sprintf("git ended with %d", answer.Exit)
		}
		return "", errors.New(why)
	}
	return answer.Stdout, nil
}
