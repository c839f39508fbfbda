package facts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
)

// The kinds of questions, named after the methods of [World].
const (
	OpStat     = "stat"
	OpLstat    = "lstat"
	OpReadlink = "readlink"
	OpRealPath = "realpath"
	OpReadDir  = "readdir"
	OpReadFile = "readfile"
	OpReadHead = "readhead"
	OpEnv      = "env"
	OpNow      = "now"
	OpZone     = "zone"
	OpLocale   = "locale"
	OpHostname = "hostname"
	OpPlatform = "platform"
	OpGit      = "git"
	OpFetch    = "fetch"
)

// Question is one question to a world, with data for finding out whether its answer has changed.
type Question struct {
	Op string
	// Arg is the path, key or URL of the question. For OpReadHead it is the limit, a space and the
	// path; for OpGit the directory and the arguments, separated by NUL; otherwise "".
	Arg string
	// Digest identifies the answer or the error. For Stat of a directory it covers only the kind of
	// file, because size and times change with every file in the directory.
	Digest string
	// Stamp is set for what was read from a file or directory. While Stat gives the same stamp, the
	// content has not changed and need not be read again.
	Stamp string
}

// Path returns the path that the question is about, or "".
func (q Question) Path() string {
	switch q.Op {
	case OpStat, OpLstat, OpReadlink, OpRealPath, OpReadDir, OpReadFile:
		return q.Arg
	case OpReadHead:
		_, name, _ := strings.Cut(q.Arg, " ")
		return name
	}
	return ""
}

// Changed reports whether the question has another answer now. It reads a file or directory only if
// its stamp has changed. On a live machine the answer to the question for the time always changes.
func (q Question) Changed(w World) bool {
	if q.Stamp != "" && q.Stamp == stamp(w, q) {
		return false
	}
	v, err := ask(context.Background(), w, q)
	return digest(v, err) != q.Digest
}

// ask asks a world a question. The answer's type depends on the Op.
func ask(ctx context.Context, w World, q Question) (any, error) {
	switch q.Op {
	case OpStat:
		return w.Stat(q.Arg)
	case OpLstat:
		return w.Lstat(q.Arg)
	case OpReadlink:
		return w.Readlink(q.Arg)
	case OpRealPath:
		return w.RealPath(q.Arg)
	case OpReadDir:
		return w.ReadDir(q.Arg)
	case OpReadFile:
		return w.ReadFile(q.Arg)
	case OpReadHead:
		limit, name, _ := strings.Cut(q.Arg, " ")
		n, err := strconv.Atoi(limit)
		if err != nil {
			return "", err
		}
		return w.ReadHead(name, n)
	case OpEnv:
		v, ok := w.LookupEnv(q.Arg)
		return envAnswer{v, ok}, nil
	case OpNow:
		return w.Now(), nil
	case OpZone:
		return w.Zone(), nil
	case OpLocale:
		return w.Locale(), nil
	case OpHostname:
		return w.Hostname()
	case OpPlatform:
		return w.Platform(), nil
	case OpGit:
		words := strings.Split(q.Arg, "\x00")
		return w.Git(ctx, words[0], words[1:]...)
	case OpFetch:
		return w.Fetch(ctx, q.Arg)
	}
	return nil, fmt.Errorf("facts: no question is called %q", q.Op)
}

type envAnswer struct {
	value string
	set   bool
}

// digest identifies an answer.
func digest(v any, err error) string {
	if err != nil {
		return "error: " + errorName(err)
	}
	h := sha256.New()
	switch v := v.(type) {
	case string:
		h.Write([]byte(v))
	case Info:
		h.Write([]byte(infoKey(v)))
	case []Entry:
		for _, e := range v {
			fmt.Fprintf(h, "%q %o\n", e.Name, uint32(e.Type))
		}
	case envAnswer:
		fmt.Fprintf(h, "%v %s", v.set, v.value)
	case time.Time:
		h.Write([]byte(v.UTC().Format(time.RFC3339Nano)))
	case *time.Location:
		// "Local" names many zones; the offsets in two seasons distinguish most.
		fmt.Fprint(h, v)
		for _, day := range []string{"2026-01-01", "2026-07-01"} {
			at, _ := time.ParseInLocation(time.DateOnly, day, v)
			_, offset := at.Zone()
			fmt.Fprint(h, " ", offset)
		}
	case GitAnswer:
		fmt.Fprintf(h, "%d %q %q", v.Exit, v.Stdout, v.Stderr)
	case Response:
		fmt.Fprintf(h, "%d %q %q", v.Status, v.Body, v.FinalURL)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// errorName returns a name for a failure that is the same on every system.
func errorName(err error) string {
	for _, known := range []error{
		ErrTooLarge, ErrOverBudget, ErrNotRegular, ErrTimeout, ErrRefused, ErrNoGit, ErrOldGit, ErrGitSettings, ErrUnavailable, ErrLoop, ErrNotDir,
		fs.ErrNotExist, fs.ErrPermission, fs.ErrInvalid,
	} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return err.Error()
}

func infoKey(i Info) string {
	key := fmt.Sprintf("%s %o %d %d", i.Name, uint32(i.Mode), i.Device, i.Inode)
	if i.IsDir() {
		return key
	}
	return fmt.Sprintf("%s %d %d", key, i.Size, i.ModTime.UnixNano())
}

// settled is a least age: a file that changed within this time before the question gets no stamp.
// A second change soon after the first, within the resolution of the clock, would leave the stamp
// the same.
const settled = 2 * time.Second

// stamped reports whether questions of this kind have a stamp.
func stamped(op string) bool { return op == OpReadFile || op == OpReadHead || op == OpReadDir }

// stamp identifies the state of what a question reads, using only Stat. It is "" for other
// questions, for missing files, and for files that changed so recently that a later change might
// not be noticed.
func stamp(w World, q Question) string {
	if !stamped(q.Op) {
		return ""
	}
	now := time.Now()
	i, err := w.Stat(q.Path())
	if err != nil {
		return ""
	}
	return stampOf(i, now)
}

// stampOf returns the stamp for the answer of Stat; asked is the time of the question.
func stampOf(i Info, asked time.Time) string {
	if asked.Sub(i.ModTime) < settled {
		return ""
	}
	return fmt.Sprintf("%o %d %d %d %d", uint32(i.Mode), i.Device, i.Inode, i.Size, i.ModTime.UnixNano())
}
