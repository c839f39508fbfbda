package facts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
)

// ErrOverBudget reports that a [Budget] is exceeded.
var ErrOverBudget = errors.New("over the budget")

// Amounts are the quantities that a [Budget] limits.
type Amounts struct {
	Read       int64 // bytes that are read from files, git and servers
	Files      int64 // number of files that are read
	Imports    int64 // references to other files
	Output     int64 // bytes of output text
	Expansions int64 // alternatives of patterns with braces
	Steps      int64 // steps of matching names with patterns
	Looks      int64 // questions about a path that read no file, and questions to git
}

// DefaultLimits are the limits of one render, one discovery or one reading of the
// settings.
var DefaultLimits = Amounts{
	Read: 64 << 20, Files: 20_000, Imports: 5_000, Output: 16 << 20, Expansions: 4_096,
	Steps: 50_000_000, Looks: 200_000,
}

// MaxDepth is the most levels of nesting in JSON, YAML and TOML.
const MaxDepth = 200

// Budget limits one render, one discovery or one reading of the settings as a whole. A world made
// by [Budget.World] charges the budget for every read; code that follows imports, expands patterns
// or makes text charges the budget directly. After one charge is refused, all later ones are
// refused too. A Budget is safe for concurrent use. A nil Budget allows everything.
type Budget struct {
	parent *Budget
	limits Amounts

	mu    sync.Mutex
	spent Amounts
	over  *OverBudget
}

// NewBudget returns a budget with these limits.
func NewBudget(limits Amounts) *Budget { return &Budget{limits: limits} }

// Child returns a budget for part of the work. It has the same limits as b, and its charges also
// count for b.
func (b *Budget) Child() *Budget { return &Budget{parent: b, limits: b.limits} }

// OverBudget is the error for a charge that a [Budget] refused. It matches [ErrOverBudget].
type OverBudget struct {
	Place string // the file, URL or pattern that caused the charge
	What  string // what is exceeded: "bytes read"
	Limit int64
}

// Error implements error.
func (o *OverBudget) Error() string {
	return fmt.Sprintf("over the budget of %d %s", o.Limit, o.What)
}

// Is implements the interface of errors.Is.
func (o *OverBudget) Is(target error) bool { return target == ErrOverBudget }

// Hint says how the user can avoid the error.
func (o *OverBudget) Hint() string {
	switch o.What {
	case whatFiles, whatRead:
		return "name fewer or smaller files"
	case whatImports:
		return "import fewer files: put an at sign that is not an import in back-ticks"
	case whatLooks:
		return "name fewer files and directories in the settings"
	case whatSteps:
		return "write fewer or shorter patterns, with fewer stars"
	case whatExpansions:
		return "write the pattern with fewer braces"
	case whatOutput:
		return "name a large file once, and import less"
	}
	return "make the file smaller and simpler"
}

const (
	whatRead       = "bytes read"
	whatFiles      = "files read"
	whatImports    = "imports"
	whatOutput     = "bytes of text"
	whatExpansions = "pattern expansions"
	whatSteps      = "steps of matching patterns"
	whatLooks      = "paths looked at"
)

// Charge adds amounts that the work on place has used, or is about to use. It returns an
// [*OverBudget] if the work must end.
func (b *Budget) Charge(place string, a Amounts) error {
	if b == nil {
		return nil
	}
	if err := b.charge(place, a); err != nil {
		return err
	}
	return b.parent.Charge(place, a)
}

func (b *Budget) charge(place string, a Amounts) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over != nil {
		return b.over
	}
	for _, one := range []struct {
		what       string
		add, limit int64
		spent      *int64
	}{
		{whatRead, a.Read, b.limits.Read, &b.spent.Read},
		{whatFiles, a.Files, b.limits.Files, &b.spent.Files},
		{whatImports, a.Imports, b.limits.Imports, &b.spent.Imports},
		{whatOutput, a.Output, b.limits.Output, &b.spent.Output},
		{whatExpansions, a.Expansions, b.limits.Expansions, &b.spent.Expansions},
		{whatSteps, a.Steps, b.limits.Steps, &b.spent.Steps},
		{whatLooks, a.Looks, b.limits.Looks, &b.spent.Looks},
	} {
		if one.add > one.limit-*one.spent {
			b.over = &OverBudget{Place: place, What: one.what, Limit: one.limit}
			return b.over
		}
		*one.spent += one.add
	}
	return nil
}

// Import charges one reference to another file.
func (b *Budget) Import(place string) error { return b.Charge(place, Amounts{Imports: 1}) }

// Output charges bytes of output text.
func (b *Budget) Output(place string, bytes int) error {
	return b.Charge(place, Amounts{Output: int64(bytes)})
}

// Over returns the first charge that b or its parent refused, or nil.
func (b *Budget) Over() *OverBudget {
	for ; b != nil; b = b.parent {
		b.mu.Lock()
		over := b.over
		b.mu.Unlock()
		if over != nil {
			return over
		}
	}
	return nil
}

// Stop refuses all later charges, because a part of the work that has its own budget was refused
// one.
func (b *Budget) Stop(over *OverBudget) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over == nil {
		b.over = over
	}
}

// Limits returns the limits of the budget.
func (b *Budget) Limits() Amounts { return b.limits }

// Spent returns the charges so far.
func (b *Budget) Spent() Amounts {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// World returns w with every read charged to b.
func (b *Budget) World(w World) World {
	m := &metered{budget: b}
	m.Guard = Guard{w, m.look}
	return m
}

// Bounded returns w if it already charges a budget, otherwise w with a new budget that has the
// default limits. Call it before reading files of a project.
func Bounded(w World) World {
	if BudgetOf(w) != nil {
		return w
	}
	return NewBudget(DefaultLimits).World(w)
}

// BudgetOf returns the budget that w charges, or nil. If w charges none itself, BudgetOf looks at
// the world that w wraps, which the method Unwrap returns, and so on.
func BudgetOf(w World) *Budget {
	for {
		switch x := w.(type) {
		case *metered:
			return x.budget
		case interface{ Unwrap() World }:
			w = x.Unwrap()
		default:
			return nil
		}
	}
}

// Unwrap returns the recorded world.
func (r *Recording) Unwrap() World { return r.world }

func (n *noFollow) Unwrap() World { return n.World }

func (f fixedClock) Unwrap() World { return f.World }

// metered is a world that charges a budget.
type metered struct {
	Guard
	budget *Budget
	dirs   sync.Map // the real path of each directory for whose files or directories a real path was asked
}

// read calls the function ask, which reads from the metered world, and charges the budget for the
// answer. If the budget is already used up, it only returns an error. A failed read counts as a
// question that reads nothing.
func (m *metered) read(op, name string, files int64, ask func() (string, error)) (string, error) {
	if over := m.budget.Over(); over != nil {
		return "", &fs.PathError{Op: op, Path: name, Err: over}
	}
	text, err := ask()
	if err != nil {
		if over := m.look(op, name); over != nil {
			return "", over
		}
		return text, err
	}
	if over := m.budget.Charge(name, Amounts{Read: int64(len(text)), Files: files}); over != nil {
		return "", &fs.PathError{Op: op, Path: name, Err: over}
	}
	return text, nil
}

// look charges a question about a path.
func (m *metered) look(op, name string) error {
	if over := m.budget.Charge(name, Amounts{Looks: 1}); over != nil {
		return &fs.PathError{Op: op, Path: name, Err: over}
	}
	return nil
}

// RealPath resolves each directory once, from its parent, and derives the real paths of its files:
// homes hold thousands of skills, and projects have directories that are nested hundreds deep.
func (m *metered) RealPath(name string) (string, error) {
	if err := m.look("realpath", name); err != nil {
		return "", err
	}
	info, err := m.World.Lstat(name)
	if failed, ok := errors.AsType[*fs.PathError](err); ok && errors.Is(failed.Err, fs.ErrNotExist) {
		return "", &fs.PathError{Op: "realpath", Path: name, Err: failed.Err}
	}
	// On Windows a real path also differs in short names and in the case of letters.
	if err != nil || m.Platform() == "win32" {
		return m.World.RealPath(name)
	}
	return m.resolve(name, info)
}

// resolve returns the real path of a file that exists.
func (m *metered) resolve(name string, info Info) (string, error) {
	dir := Dir(name)
	if info.Mode&fs.ModeSymlink != 0 || dir == name || Join(dir, Base(name)) != name {
		return m.World.RealPath(name)
	}
	real, known := m.dirs.Load(dir)
	if !known {
		above, err := m.World.Lstat(dir)
		if err != nil {
			return m.World.RealPath(name)
		}
		path, err := m.resolve(dir, above)
		if err != nil {
			return m.World.RealPath(name)
		}
		real, _ = m.dirs.LoadOrStore(dir, path)
	}
	return Join(real.(string), Base(name)), nil
}

func (m *metered) ReadFile(name string) (string, error) {
	return m.read("read", name, 1, func() (string, error) { return m.World.ReadFile(name) })
}

func (m *metered) ReadHead(name string, limit int) (string, error) {
	return m.read("read", name, 1, func() (string, error) { return m.World.ReadHead(name, limit) })
}

func (m *metered) Git(ctx context.Context, dir string, args ...string) (answer GitAnswer, err error) {
	if err := m.look("git", dir); err != nil {
		return GitAnswer{}, err
	}
	_, err = m.read("git", dir, 0, func() (string, error) {
		answer, err = m.World.Git(ctx, dir, args...)
		return answer.Stdout, err
	})
	return answer, err
}

func (m *metered) Fetch(ctx context.Context, url string) (response Response, err error) {
	_, err = m.read("fetch", url, 1, func() (string, error) {
		response, err = m.World.Fetch(ctx, url)
		return response.Body, err
	})
	return response, err
}
