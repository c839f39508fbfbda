package facts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
)

func TestBudgetRefusesTheExcessAndEverythingAfter(t *testing.T) {
	for _, c := range []struct {
		what string
		a    Amounts
		n    int // how many charges fit
	}{
		{"bytes read", Amounts{Read: 1 << 20}, 64},
		{"files read", Amounts{Files: 100}, 200},
		{"imports", Amounts{Imports: 1}, 5_000},
		{"bytes of text", Amounts{Output: 4 << 20}, 4},
		{"pattern expansions", Amounts{Expansions: 1024}, 4},
	} {
		b := NewBudget(DefaultLimits)
		for i := range c.n {
			if err := b.Charge("/x", c.a); err != nil {
				t.Fatalf("%s: charge %d: %v", c.what, i+1, err)
			}
		}
		err := b.Charge("/y", c.a)
		over := b.Over()
		if !errors.Is(err, ErrOverBudget) || over == nil || over.Place != "/y" || over.What != c.what || over.Hint() == "" {
			t.Errorf("%s: error %v, over %+v", c.what, err, over)
		}
		if err := b.Charge("/z", Amounts{}); !errors.Is(err, ErrOverBudget) {
			t.Errorf("%s: a later charge of zero gives %v", c.what, err)
		}
	}
}

func TestAHugeChargeDoesNotWrapAround(t *testing.T) {
	b := NewBudget(DefaultLimits)
	_ = b.Charge("", Amounts{Read: 1})
	if err := b.Charge("", Amounts{Read: 1<<63 - 1}); !errors.Is(err, ErrOverBudget) {
		t.Error(err)
	}
}

func TestAChildChargesItsParent(t *testing.T) {
	b := NewBudget(Amounts{Imports: 3})
	for range 3 {
		if err := b.Child().Import("/a"); err != nil {
			t.Fatal(err)
		}
	}
	c := b.Child()
	if err := c.Import("/a"); !errors.Is(err, ErrOverBudget) || c.Over() == nil || b.Over() == nil {
		t.Errorf("the fourth of at most three imports: %v", err)
	}
}

// reads counts the reads that reach a world.
type reads struct {
	World
	files, bytes, dirs int
}

func (r *reads) ReadFile(name string) (string, error) {
	text, err := r.World.ReadFile(name)
	r.files, r.bytes = r.files+1, r.bytes+len(text)
	return text, err
}

func (r *reads) ReadDir(name string) ([]Entry, error) {
	r.dirs++
	return r.World.ReadDir(name)
}

func TestAWorldReadsNoMoreThanItsBudget(t *testing.T) {
	for _, n := range []int{100, 400} {
		w := NewMemory()
		for i := range n {
			w.File(fmt.Sprintf("/p/%d", i), strings.Repeat("x", 100))
		}
		raw := &reads{World: w}
		bounded := NewRecording(NewBudget(Amounts{Read: 1000, Files: int64(n), Looks: 10_000}).World(raw))
		var last error
		for i := range n {
			_, last = bounded.ReadFile(fmt.Sprintf("/p/%d", i))
		}
		if raw.files != 11 || !errors.Is(last, ErrOverBudget) {
			t.Errorf("%d files: %d were read, the last gave %v", n, raw.files, last)
		}
		if _, err := bounded.ReadDir("/p"); !errors.Is(err, ErrOverBudget) || raw.dirs != 0 {
			t.Errorf("a directory was listed after the budget was used up: %v", err)
		}
	}
}

func TestEveryWorldRevealsItsBudget(t *testing.T) {
	b := NewBudget(DefaultLimits)
	w := b.World(NewMemory())
	for name, one := range map[string]World{
		"itself": w, "a recording": NewRecording(w), "a clock": At(w, w.Now()), "links that lead nowhere": NoFollow(w, "/p"),
		"several": NewRecording(At(NoFollow(NewRecording(w), "/p"), w.Now())),
	} {
		if BudgetOf(one) != b {
			t.Errorf("BudgetOf %s finds no budget", name)
		}
		if BudgetOf(Bounded(one)) != b {
			t.Errorf("%s got a new budget", name)
		}
	}
	if BudgetOf(NewMemory()) != nil || BudgetOf(Bounded(NewMemory())) == nil {
		t.Error("a world without a budget has one, or gets none")
	}
}

func TestFileCapHasALimit(t *testing.T) {
	name := t.TempDir() + "/a"
	must(t, os.WriteFile(name, []byte("text"), 0o644))
	for _, n := range []int64{1<<63 - 1, MaxFileCap + 1} {
		if text, err := NewLive(WithFileCap(n)).ReadFile(Slash(name)); err != nil || text != "text" {
			t.Errorf("cap %d: %q, %v", n, text, err)
		}
	}
	if _, err := NewLive(WithFileCap(-1)).ReadFile(Slash(name)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("cap -1: %v", err)
	}
}

// The numbers on the page of limits must equal those in the code.
func TestPageOfLimitsMatchesTheCode(t *testing.T) {
	page, err := os.ReadFile("limits.md")
	if err != nil {
		t.Fatal(err)
	}
	if DefaultLimits != (Amounts{Read: 64 << 20, Files: 20_000, Imports: 5_000, Output: 16 << 20, Expansions: 4_096, Steps: 50_000_000, Looks: 200_000}) ||
		MaxDepth != 200 || DefaultFileCap != 4<<20 {
		t.Error("a limit has changed: change limits.md, then this test")
	}
	for _, row := range []string{"64 MiB |", "4 MiB;", "20,000 |", "200,000 |", "5,000 |", "16 MiB |", "200 levels", "4,096 patterns", "50 million"} {
		if !strings.Contains(string(page), row) {
			t.Errorf("limits.md lacks %q", row)
		}
	}
}

// resolves counts the paths that a world resolves and looks at.
type resolves struct {
	World
	n, looks int
}

func (r *resolves) RealPath(name string) (string, error) { r.n++; return r.World.RealPath(name) }
func (r *resolves) Lstat(name string) (Info, error)      { r.looks++; return r.World.Lstat(name) }

// A directory is resolved only once for all files in it. Paths resolve as without a budget, also
// those with links.
func TestADirectoryIsResolvedOnceForItsFiles(t *testing.T) {
	t.Parallel()
	m := NewMemory().Link("/d", "/real").Link("/real/link", "/real/x1").Link("/real/gone", "/nowhere")
	for i := range 100 {
		m.File(fmt.Sprintf("/real/x%d", i), "x")
	}
	counted := &resolves{World: m}
	w := NewBudget(Amounts{Looks: 1000}).World(counted)
	for i := range 100 {
		if real, err := w.RealPath(fmt.Sprintf("/d/x%d", i)); err != nil || real != fmt.Sprintf("/real/x%d", i) {
			t.Fatalf("%s, %v", real, err)
		}
	}
	if counted.n != 1 {
		t.Errorf("%d paths were resolved for 100 files of a directory that a link in the root names", counted.n)
	}
	for _, name := range []string{"/", "/d", "/d/link", "/d/gone", "/d/none", "/none/x", "/none/x/y/z", "/real/gone/x", "/" + strings.Repeat("d/", 3000), "/real/x1/y"} {
		want, wantErr := m.RealPath(name)
		if got, err := w.RealPath(name); got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s: %q, %v; without a budget %q, %v", name, got, err, want, wantErr)
		}
	}
}

// The system resolves a path in time that grows with the square of its depth. Asking for each of
// the directories of a deep tree, and for what they lack, must not make that a cube.
func TestDirectoriesOfADeepTreeAreResolvedFromTheirParents(t *testing.T) {
	t.Parallel()
	dir := "/p" + strings.Repeat("/d", 1000)
	counted := &resolves{World: NewMemory().File(dir+"/x", "")}
	w := NewBudget(DefaultLimits).World(counted)
	for ; dir != "/"; dir = Dir(dir) {
		if real, err := w.RealPath(dir); real != dir || err != nil {
			t.Fatalf("%s: %s, %v", dir, real, err)
		}
		if real, err := w.RealPath(dir + "/none/x"); real != "" || !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("below %s: %s, %v", dir, real, err)
		}
	}
	if counted.n != 1 {
		t.Errorf("%d paths were resolved, and only the root has no parent", counted.n)
	}
	counted.looks = 0
	if _, err := w.RealPath("/none" + strings.Repeat("/d", 2000)); !errors.Is(err, fs.ErrNotExist) || counted.looks != 1 {
		t.Errorf("a missing path took %d looks: %v", counted.looks, err)
	}
}
