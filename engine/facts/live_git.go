package facts

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Git implements [World]. It is the one place in the engine that starts a
// process. The repository is not trusted: no pager, no file system monitor, no
// prompt, no index refresh written back, nothing to read on standard input.
// Output beyond the file cap is ErrTooLarge.
func (l *Live) Git(ctx context.Context, dir string, args ...string) (GitAnswer, error) {
	if err := checkPath("git", dir); err != nil {
		return GitAnswer{}, err
	}
	limited, cancel := context.WithTimeout(ctx, l.gitTimeout)
	defer cancel()
	// A repository's own settings may name programs to run; those that a reading
	// command would start by themselves are switched off.
	safe := []string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}
	cmd := exec.CommandContext(limited, "git", append(safe, args...)...)
	cmd.Dir = filepath.FromSlash(dir)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_PAGER=cat")
	stdout, stderr := &capped{limit: l.fileCap}, &capped{limit: l.fileCap}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	ownGroup(cmd)
	cmd.WaitDelay = time.Second

	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return GitAnswer{}, ctx.Err()
	case stdout.full || stderr.full:
		return GitAnswer{}, gitError(dir, args, ErrTooLarge)
	case limited.Err() != nil:
		return GitAnswer{}, gitError(dir, args, ErrTimeout)
	case errors.As(err, &exit) && exit.Exited():
		return GitAnswer{Exit: exit.ExitCode(), Stdout: stdout.String(), Stderr: stderr.String()}, nil
	case cmd.ProcessState == nil:
		return GitAnswer{}, gitError(dir, args, errors.Join(ErrNoGit, err))
	default:
		return GitAnswer{}, gitError(dir, args, err)
	}
	return GitAnswer{Stdout: stdout.String(), Stderr: stderr.String()}, nil
}

// capped takes up to limit bytes and then fails, which ends the command.
type capped struct {
	buf   bytes.Buffer // not embedded: its ReadFrom would pass the cap by
	limit int64
	full  bool
}

func (c *capped) Write(p []byte) (int, error) {
	if int64(c.buf.Len()+len(p)) > c.limit {
		c.full = true
		return 0, ErrTooLarge
	}
	return c.buf.Write(p)
}

func (c *capped) String() string { return c.buf.String() }
