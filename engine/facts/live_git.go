package facts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Git implements [World]. It is the one place in the engine that starts a
// process. The repository is not trusted: no pager, no file system monitor, no
// prompt, no index refresh written back, nothing to read on standard input, nothing
// fetched. Output beyond the file cap is ErrTooLarge.
func (l *Live) Git(ctx context.Context, dir string, args ...string) (GitAnswer, error) {
	if err := checkPath("git", dir); err != nil {
		return GitAnswer{}, err
	}
	limited, cancel := context.WithTimeout(ctx, l.gitTimeout)
	defer cancel()
	var off []string
	if slices.Contains(args, "status") {
		var err error
		if off, err = l.filtersOff(ctx, limited, dir); err != nil {
			return GitAnswer{}, err
		}
	}
	return l.git(ctx, limited, dir, off, args)
}

// filtersOff returns the environment in which the filters that the repository's own
// settings name are none: status starts them to compare files. The user's own stay.
// Those of a submodule's settings are not seen here.
func (l *Live) filtersOff(ctx, limited context.Context, dir string) ([]string, error) {
	found, err := l.git(ctx, limited, dir, nil, []string{"config", "--show-scope", "--name-only", "-z", "--get-regexp", `^filter\.`})
	if err != nil || found.Exit != 0 {
		return nil, err // with a status, there are none, or there is no repository
	}
	before, _ := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT"))
	n := max(before, 0)
	var env []string
	words := strings.Split(found.Stdout, "\x00")
	for i := 0; i+1 < len(words); i += 2 {
		scope, key := words[i], words[i+1]
		if scope != "local" && scope != "worktree" {
			continue
		}
		// "required" would make a filter that is none an error.
		name := key[:strings.LastIndexByte(key, '.')]
		for _, set := range [][2]string{{".clean", ""}, {".process", ""}, {".required", "false"}} {
			env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s%s", n, name, set[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", n, set[1]))
			n++
		}
	}
	return append(env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", n)), nil
}

// git runs one command. ctx is the caller's, limited ends with the time-out.
func (l *Live) git(ctx, limited context.Context, dir string, env, args []string) (GitAnswer, error) {
	// A repository's own settings may name programs to run; those that a reading
	// command would start by themselves are switched off.
	safe := []string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}
	cmd := exec.CommandContext(limited, "git", append(safe, args...)...)
	cmd.Dir = filepath.FromSlash(dir)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_PAGER=cat",
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "LC_ALL=C") // whoever asks may read the messages
	cmd.Env = append(cmd.Env, env...)
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
