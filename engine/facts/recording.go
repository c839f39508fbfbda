package facts

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Recording passes questions to another world and records them. It asks each question once and
// repeats the first answer, so that one build sees one state of the world even while files change.
type Recording struct {
	world   World
	mu      sync.Mutex
	answers map[key]*answer
	derived map[string]*derived // by the key that Derived was given
}

type key struct{ op, arg string }

// answer is an answer with its lock, which is held while the question is being asked. done says
// that it was answered.
type answer struct {
	mu       sync.Mutex
	done     bool
	asked    time.Time // the time at which Stat was asked
	question Question
	value    any
	err      error
}

var _ World = (*Recording)(nil)

// NewRecording returns a new recording of a world.
func NewRecording(w World) *Recording {
	return &Recording{world: w, answers: map[key]*answer{}}
}

// Questions returns the questions so far, sorted by Op and then Arg, so the order in which they
// were asked does not matter.
func (r *Recording) Questions() []Question {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]Question, 0, len(r.answers))
	for _, a := range r.answers {
		a.mu.Lock()
		if a.done {
			out = append(out, a.question)
		}
		a.mu.Unlock()
	}
	slices.SortFunc(out, func(a, b Question) int {
		return cmp.Or(cmp.Compare(a.Op, b.Op), cmp.Compare(a.Arg, b.Arg))
	})
	return out
}

// put asks a question once and caches the answer. If ctx ends first, the question is not recorded,
// and the next caller asks again.
func put[T any](ctx context.Context, r *Recording, op, arg string) (T, error) {
	r.mu.Lock()
	a := r.answers[key{op, arg}]
	if a == nil {
		a = &answer{question: Question{Op: op, Arg: arg}}
		r.answers[key{op, arg}] = a
	}
	r.mu.Unlock()

	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.done {
		// Take the stamp before reading: if the file changes in between, the stamp is the old one,
		// and no later Stat matches it.
		mark := r.mark(a.question)
		if op == OpStat {
			a.asked = time.Now()
		}
		v, err := ask(ctx, r.world, a.question)
		if ctx.Err() != nil {
			var zero T
			return zero, ctx.Err()
		}
		a.value, a.err, a.done = v, err, true
		a.question.Digest = digestOf(r.world, a.question, v, err)
		if err == nil {
			a.question.Stamp = mark
		}
	}
	return a.value.(T), a.err
}

// mark returns the stamp of a question. It uses the recorded answer to Stat, if there is one,
// instead of asking again: if the file changes after that, no later Stat matches the stamp.
func (r *Recording) mark(q Question) string {
	if !stamped(q.Op) {
		return ""
	}
	r.mu.Lock()
	a := r.answers[key{OpStat, q.Path()}]
	r.mu.Unlock()
	if a != nil && a.mu.TryLock() {
		defer a.mu.Unlock()
		if info, answered := a.value.(Info); answered && a.err == nil {
			return stampOf(info, a.asked)
		}
	}
	return stamp(r.world, q)
}

// digestOf returns the digest of w's answer. If w is another recording, with or without a budget
// around it, digestOf reuses that recording's digest, so that a long answer is not digested twice.
func digestOf(w World, q Question, v any, err error) string {
	if m, ok := w.(*metered); ok {
		w = m.World
	}
	if below, ok := w.(*Recording); ok && err == nil {
		if known, ok := below.digest(q); ok {
			return known
		}
	}
	return digest(v, err)
}

// digest returns the digest of a question that was answered without an error; the second result is
// false for other questions.
func (r *Recording) digest(q Question) (string, bool) {
	r.mu.Lock()
	a := r.answers[key{q.Op, q.Arg}]
	r.mu.Unlock()
	if a == nil {
		return "", false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.question.Digest, a.done && a.err == nil
}

// Stat implements [World].
func (r *Recording) Stat(path string) (Info, error) {
	return put[Info](context.Background(), r, OpStat, path)
}

// Lstat implements [World].
func (r *Recording) Lstat(path string) (Info, error) {
	return put[Info](context.Background(), r, OpLstat, path)
}

// Readlink implements [World].
func (r *Recording) Readlink(path string) (string, error) {
	return put[string](context.Background(), r, OpReadlink, path)
}

// RealPath implements [World].
func (r *Recording) RealPath(path string) (string, error) {
	return put[string](context.Background(), r, OpRealPath, path)
}

// ReadDir implements [World]; the caller may sort the result.
func (r *Recording) ReadDir(path string) ([]Entry, error) {
	entries, err := put[[]Entry](context.Background(), r, OpReadDir, path)
	return slices.Clone(entries), err
}

// ReadFile implements [World].
func (r *Recording) ReadFile(path string) (string, error) {
	return put[string](context.Background(), r, OpReadFile, path)
}

// ReadHead implements [World].
func (r *Recording) ReadHead(path string, limit int) (string, error) {
	return put[string](context.Background(), r, OpReadHead, strconv.Itoa(limit)+" "+path)
}

// LookupEnv implements [World].
func (r *Recording) LookupEnv(name string) (string, bool) {
	a, _ := put[envAnswer](context.Background(), r, OpEnv, name)
	return a.value, a.set
}

// Now implements [World]; it is always the same within one recording.
func (r *Recording) Now() time.Time {
	t, _ := put[time.Time](context.Background(), r, OpNow, "")
	return t
}

// Zone implements [World].
func (r *Recording) Zone() *time.Location {
	l, _ := put[*time.Location](context.Background(), r, OpZone, "")
	return l
}

// Locale implements [World].
func (r *Recording) Locale() string {
	s, _ := put[string](context.Background(), r, OpLocale, "")
	return s
}

// Hostname implements [World].
func (r *Recording) Hostname() (string, error) {
	return put[string](context.Background(), r, OpHostname, "")
}

// Platform implements [World].
func (r *Recording) Platform() string {
	s, _ := put[string](context.Background(), r, OpPlatform, "")
	return s
}

// Git implements [World]. Concurrent callers with the same question wait for one
// answer.
func (r *Recording) Git(ctx context.Context, dir string, args ...string) (GitAnswer, error) {
	return put[GitAnswer](ctx, r, OpGit, strings.Join(append([]string{dir}, args...), "\x00"))
}

// Fetch implements [World].
func (r *Recording) Fetch(ctx context.Context, url string) (Response, error) {
	return put[Response](ctx, r, OpFetch, url)
}
