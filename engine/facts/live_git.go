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
	"sync"
	"time"

	"galley/engine/textutil"
)

// Git implements [World]. It is the only place in the engine that starts a process. The repository
// is not trusted, so git must run nothing that the repository or its submodules name: no pager,
// file system monitor, hook, filter, prompt, index refresh or fetch. Git gets no standard input. It
// does not look for changes inside submodules, because for that it would obey the submodule's
// settings. A git older than [OldestGit] does not support all of this, so the error is ErrOldGit.
// If the output is larger than the maximum size of a file, the error is ErrTooLarge.
func (l *Live) Git(ctx context.Context, dir string, args ...string) (GitAnswer, error) {
	if err := checkPath("git", dir); err != nil {
		return GitAnswer{}, err
	}
	if err := checkCommonDir(dir); err != nil {
		return GitAnswer{}, err
	}
	limited, cancel := context.WithTimeout(ctx, l.gitTimeout)
	defer cancel()
	if err := l.checkGit(ctx, limited, dir, args); err != nil {
		return GitAnswer{}, err
	}
	at := slices.Index(args, "status")
	if at < 0 {
		return l.git(ctx, limited, dir, nil, args)
	}
	off, err := l.filtersOff(ctx, limited, dir)
	if err != nil {
		return GitAnswer{}, err
	}
	return l.git(ctx, limited, dir, off, slices.Insert(slices.Clone(args), at+1, "--ignore-submodules=dirty"))
}

// OldestGit is the first release of git that takes settings from the environment; such settings
// disable the filters of a repository.
const OldestGit = "2.31"

// gitVersion caches whether git is new enough.
type gitVersion struct {
	mu    sync.Mutex
	known bool
}

// checkGit returns an error if git is older than OldestGit or reports no version.
func (l *Live) checkGit(ctx, limited context.Context, dir string, args []string) error {
	l.version.mu.Lock()
	defer l.version.mu.Unlock()
	if l.version.known {
		return nil
	}
	answer, err := l.git(ctx, limited, dir, nil, []string{"version"})
	if err != nil {
		return err
	}
	version, _ := strings.CutPrefix(strings.TrimSpace(answer.Stdout), "git version ")
	if answer.Exit != 0 || !atLeast(version, OldestGit) {
		return gitError(dir, args, fmt.Errorf("%w: git %s; galley needs %s or newer, which can be used without running programs that a repository names",
			ErrOldGit, strconv.Quote(textutil.Clip(textutil.FirstLine(version), 40)), OldestGit))
	}
	l.version.known = true
	return nil
}

// atLeast reports whether a version such as "2.39.5 (Apple Git-154)" is at least want; it compares
// the first two numbers.
func atLeast(version, want string) bool {
	var have, need [2]int
	if n, _ := fmt.Sscanf(version, "%d.%d", &have[0], &have[1]); n != 2 {
		return false
	}
	fmt.Sscanf(want, "%d.%d", &need[0], &need[1])
	return slices.Compare(have[:], need[:]) >= 0
}

// filtersOff returns environment variables that disable the filters in the repository's own
// settings. The command status would run them to compare files. Filters in the user's and the
// system's settings stay enabled.
func (l *Live) filtersOff(ctx, limited context.Context, dir string) ([]string, error) {
	args := []string{"config", "--show-scope", "--name-only", "-z", "--get-regexp", `^filter\.`}
	found, err := l.git(ctx, limited, dir, nil, args)
	if err != nil {
		return nil, err
	}
	if found.Exit > 1 { // git exits with 1 if the settings have no filters
		return nil, gitError(dir, args, fmt.Errorf("%w: %s", ErrGitSettings, textutil.Clip(textutil.FirstLine(strings.TrimSpace(found.Stderr)), 200)))
	}
	before, _ := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT"))
	n := max(before, 0)
	var env []string
	words := strings.Split(found.Stdout, "\x00")
	for i := 0; i+1 < len(words); i += 2 {
		scope, key := words[i], words[i+1]
		if scope == "system" || scope == "global" || scope == "command" {
			continue
		}
		// With "required", a disabled filter would be an error.
		name := key[:strings.LastIndexByte(key, '.')]
		for _, set := range [][2]string{{".clean", ""}, {".smudge", ""}, {".process", ""}, {".required", "false"}} {
			env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s%s", n, name, set[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", n, set[1]))
			n++
		}
	}
	return append(env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", n)), nil
}

// git runs one command. ctx is the caller's context; limited also ends at the time limit.
func (l *Live) git(ctx, limited context.Context, dir string, env, args []string) (GitAnswer, error) {
	// The repository's settings may name programs to run. Disable those that a command that only
	// reads would start.
	safe := []string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}
	cmd := exec.CommandContext(limited, "git", append(safe, args...)...)
	cmd.Dir = filepath.FromSlash(dir)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_PAGER=cat",
		// LC_ALL: callers parse git's messages.
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "LC_ALL=C")
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
		return GitAnswer{}, gitError(dir, args, fmt.Errorf("%w: %w", ErrNoGit, err))
	default:
		return GitAnswer{}, gitError(dir, args, err)
	}
	return GitAnswer{Stdout: stdout.String(), Stderr: stderr.String()}, nil
}

// capped is a writer that accepts up to limit bytes. A write beyond the limit fails, so the
// command ends.
type capped struct {
	buf   bytes.Buffer // not embedded, because Buffer.ReadFrom would bypass the limit
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
