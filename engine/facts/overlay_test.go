package facts

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// overlaidDisk returns the project that the tests of overlays start from.
func overlaidDisk() *Memory {
	return NewMemory().
		File("/p/AGENTS.md", "old\n").File("/p/sub/CLAUDE.md", "sub\n").File("/p/other.md", "other\n").
		Link("/p/CLAUDE.md", "AGENTS.md").Link("/p/linked", "sub").Link("/p/dangling.md", "later.md").
		Dir("/p/empty").File("/home/.claude/CLAUDE.md", "mine\n")
}

// overlaidPaths are the paths that the tests ask about: each path that leads to an overlaid text,
// and paths near these.
var overlaidPaths = []string{
	"/p", "/p/", "/p/AGENTS.md", "/p/./AGENTS.md", "/p/CLAUDE.md", "/p/other.md", "/p/dangling.md", "/p/later.md", "/p/empty", "/p/empty/AGENTS.md",
	"/p/sub", "/p/sub/CLAUDE.md", "/p/linked", "/p/linked/CLAUDE.md", "/p/linked/AGENTS.md", "/p/sub/AGENTS.md",
	"/p/.claude", "/p/.claude/rules", "/p/.claude/rules/go.md", "/p/.claude/rules/none.md", "/p/AGENTS.md/x", "/home/.claude/CLAUDE.md", "/nowhere",
}

// tellAll prints every answer of a world about the paths. Unless exact is true, it leaves out
// modification times and file numbers, because saving a file changes them.
func tellAll(w World, exact bool) []string { return tellPaths(w, overlaidPaths, exact) }

// tellPaths is tellAll for other paths.
func tellPaths(w World, paths []string, exact bool) []string {
	var all []string
	tell := func(op, path string, v any, err error) {
		text := fmt.Sprintf("%s %s: %v", op, path, v)
		if err != nil {
			text = fmt.Sprintf("%s %s: %s", op, path, errorName(err))
		}
		all = append(all, text)
	}
	for _, p := range paths {
		for op, ask := range map[string]func(string) (Info, error){OpStat: w.Stat, OpLstat: w.Lstat} {
			i, err := ask(p)
			if !exact {
				i = Info{Name: i.Name, Size: i.Size, Mode: i.Mode}
			}
			tell(op, p, i, err)
		}
		target, err := w.Readlink(p)
		tell(OpReadlink, p, target, err)
		real, err := w.RealPath(p)
		tell(OpRealPath, p, real, err)
		entries, err := w.ReadDir(p)
		slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
		tell(OpReadDir, p, entries, err)
		text, err := w.ReadFile(p)
		tell(OpReadFile, p, text, err)
		text, err = w.ReadHead(p, 3)
		tell(OpReadHead, p, text, err)
	}
	slices.Sort(all)
	return all
}

func sameAnswers(t *testing.T, got, want []string) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("answered %q, not %q", got[i], want[i])
		}
	}
}

// An overlay answers as the disk would if the texts were saved.
func TestAnOverlayAnswersAsIfTheTextsWereSaved(t *testing.T) {
	for name, texts := range map[string][]Unsaved{
		"nothing":                      nil,
		"a file that exists":           {{"/p/AGENTS.md", "new text\n"}},
		"a file that becomes empty":    {{"/p/AGENTS.md", ""}},
		"by the link to it":            {{"/p/CLAUDE.md", "new text\n"}},
		"through a linked directory":   {{"/p/linked/CLAUDE.md", "new\n"}},
		"outside the project":          {{"/home/.claude/CLAUDE.md", "new\n"}},
		"a new file":                   {{"/p/sub/AGENTS.md", "fresh\n"}},
		"a new file by a link":         {{"/p/linked/AGENTS.md", "fresh\n"}},
		"a link that leads nowhere":    {{"/p/dangling.md", "fresh\n"}},
		"what a link leads to":         {{"/p/later.md", "fresh\n"}},
		"directories that are missing": {{"/p/.claude/rules/go.md", "fresh\n"}},
		"two files":                    {{"/p/AGENTS.md", "a\n"}, {"/p/empty/AGENTS.md", "b\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			saved := overlaidDisk()
			for _, u := range texts {
				saved.File(resolved(u.Path), u.Text)
			}
			sameAnswers(t, tellAll(NewOverlay(overlaidDisk(), DefaultFileCap, texts), false), tellAll(saved, false))
		})
	}
}

// resolved returns the file that is written if a text is saved to a path of overlaidDisk.
func resolved(path string) string {
	switch path {
	case "/p/CLAUDE.md":
		return "/p/AGENTS.md"
	case "/p/dangling.md":
		return "/p/later.md"
	}
	return strings.Replace(path, "/linked/", "/sub/", 1)
}

func TestAnOverlayOfTheSameBytesChangesNothing(t *testing.T) {
	disk := overlaidDisk()
	o := NewOverlay(disk, DefaultFileCap, []Unsaved{{"/p/AGENTS.md", "old\n"}, {"/p/linked/CLAUDE.md", "sub\n"}})
	sameAnswers(t, tellAll(o, true), tellAll(disk, true))
}

func TestTwoOverlaysCommute(t *testing.T) {
	a := []Unsaved{{"/p/AGENTS.md", "a\n"}, {"/p/.claude/rules/go.md", "rule\n"}}
	b := []Unsaved{{"/p/sub/CLAUDE.md", "b\n"}, {"/p/later.md", "later\n"}, {"/p/.claude/CLAUDE.md", "c\n"}}
	over := func(w World, texts []Unsaved) World { return NewOverlay(w, DefaultFileCap, texts) }
	disk := overlaidDisk()
	together := over(disk, slices.Concat(a, b))
	for _, w := range []World{over(over(disk, a), b), over(over(disk, b), a)} {
		sameAnswers(t, tellAll(w, true), tellAll(together, true))
		for _, dir := range []string{"/p", "/p/.claude", "/p/sub"} {
			got, _ := w.ReadDir(dir)
			want, _ := together.ReadDir(dir)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s lists %v, not %v", dir, got, want)
			}
		}
	}
}

func TestOverlayOmitsTextThatCannotBeSaved(t *testing.T) {
	for name, path := range map[string]string{
		"below a file": "/p/AGENTS.md/x", "in place of a directory": "/p/empty", "behind a link in a circle": "/p/circle",
	} {
		disk := overlaidDisk().Link("/p/circle", "circle")
		sameAnswers(t, tellAll(NewOverlay(disk, DefaultFileCap, []Unsaved{{path, "text"}}), true), tellAll(disk, true))
		if _, err := NewOverlay(disk, DefaultFileCap, []Unsaved{{path, "text"}}).ReadFile(path); err == nil {
			t.Errorf("%s: a text %s was read", path, name)
		}
	}
}

func TestOverlayRespectsRefusedLinks(t *testing.T) {
	below := NoFollow(overlaidDisk(), "/p")
	o := NewOverlay(below, DefaultFileCap, []Unsaved{{"/p/CLAUDE.md", "new\n"}, {"/p/linked/AGENTS.md", "new\n"}})
	sameAnswers(t, tellAll(o, true), tellAll(below, true))
	o = NewOverlay(below, DefaultFileCap, []Unsaved{{"/p/AGENTS.md", "new\n"}})
	if text, err := o.ReadFile("/p/CLAUDE.md"); !LinkRefused(err) {
		t.Errorf("a refused link gave %q, %v", text, err)
	}
}

func TestAnOverlayReadsNoMoreThanAFileMayHold(t *testing.T) {
	o := NewOverlay(overlaidDisk(), 10, []Unsaved{{"/p/AGENTS.md", "eleven bytes"}})
	if _, err := o.ReadFile("/p/AGENTS.md"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
	if head, err := o.ReadHead("/p/AGENTS.md", 6); head != "eleven" || err != nil {
		t.Errorf("the head is %q, %v", head, err)
	}
}

func TestAnOverlayTellsWhichTextsWereUsed(t *testing.T) {
	o := NewOverlay(overlaidDisk().File("/p/same.md", "same"), DefaultFileCap, []Unsaved{{"/p/AGENTS.md", "a"}, {"/p/other.md", "b"}, {"/p/later.md", "c"}, {"/p/same.md", "same"}})
	_, _ = o.ReadFile("/p/sub/CLAUDE.md")
	_, _ = o.ReadDir("/p")
	if used := o.Used(); used != nil {
		t.Errorf("%v are reported as used, but only a listing was read", used)
	}
	_, _ = o.Stat("/p/CLAUDE.md")
	_, _ = o.ReadFile("/p/same.md")
	_, _ = o.ReadHead("/p/dangling.md", 1)
	if used := o.Used(); !slices.Equal(used, []Unsaved{{"/p/AGENTS.md", "a"}, {"/p/later.md", "c"}, {"/p/same.md", "same"}}) {
		t.Errorf("%v were used", used)
	}
}

// On worlds without file numbers, such as Windows, an overlay follows links by their paths.
func TestOverlayWorksWithoutFileNumbers(t *testing.T) {
	o := NewOverlay(numberless{overlaidDisk()}, DefaultFileCap, []Unsaved{{"/p/sub/CLAUDE.md", "new\n"}})
	if text, err := o.ReadFile("/p/linked/CLAUDE.md"); text != "new\n" || err != nil {
		t.Errorf("read %q, %v", text, err)
	}
	if text, _ := o.ReadFile("/p/AGENTS.md"); text != "old\n" {
		t.Errorf("another file has %q", text)
	}
}

type numberless struct{ World }

func (n numberless) Stat(p string) (Info, error) {
	i, err := n.World.Stat(p)
	i.Device, i.Inode = 0, 0
	return i, err
}

func (n numberless) Lstat(p string) (Info, error) {
	i, err := n.World.Lstat(p)
	i.Device, i.Inode = 0, 0
	return i, err
}

// There is one unsaved text for each open file. The work of an overlay must grow in proportion to
// their number.
func TestTheWorkOfAnOverlayGrowsWithItsTexts(t *testing.T) {
	asked := func(n int) int {
		disk := NewMemory()
		var texts []Unsaved
		for i := range n {
			disk.File(fmt.Sprintf("/p/%d.md", i), "old")
			texts = append(texts, Unsaved{fmt.Sprintf("/p/%d.md", i), "new"})
		}
		count := &counted{World: disk}
		o := NewOverlay(count, DefaultFileCap, texts)
		for i := range n {
			_, _ = o.ReadFile(fmt.Sprintf("/p/%d.md", i))
		}
		return count.n
	}
	if a, b := asked(10), asked(40); b > 4*a {
		t.Errorf("%d calls for 10 texts, %d for 40", a, b)
	}
}

type counted struct {
	World
	n int
}

func (c *counted) Stat(p string) (Info, error)       { c.n++; return c.World.Stat(p) }
func (c *counted) Lstat(p string) (Info, error)      { c.n++; return c.World.Lstat(p) }
func (c *counted) RealPath(p string) (string, error) { c.n++; return c.World.RealPath(p) }
func (c *counted) ReadFile(p string) (string, error) { c.n++; return c.World.ReadFile(p) }
