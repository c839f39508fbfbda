package document

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
)

func TestAKeptTextIsReadWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const head = recoveryMagic + "\n"
	all := func(unsavedHead) bool { return true }
	for name, c := range map[string]struct {
		bytes, text, err string
		wanted           bool
	}{
		"a text":              {head + `{"path":"/p/a","size":4}` + "\ntext", "text", "", true},
		"an empty one":        {head + `{"path":"/p/a","size":0}` + "\n", "", "", true},
		"of an old version":   {head + `{"path":"/p/a"}` + "\nany", "any", "", true},
		"too short":           {head + `{"path":"/p/a","size":5}` + "\ntext", "", "FILE: 5 bytes of text should be there, and 4 are", false},
		"another format":      {"galley unsaved text 2\n{}\n", "", "FILE is not a text stored by this version of galley", false},
		"nothing":             {"", "", "FILE is not a text stored by this version of galley", false},
		"no head":             {head, "", "FILE is not a text stored by this version of galley", false},
		"a head without end":  {head + "{}", "", "FILE is not a text stored by this version of galley", false},
		"a head that is long": {head + strings.Repeat(" ", 2*longestHead) + "{}\n", "", "FILE is not a text stored by this version of galley", false},
		"a damaged head":      {head + "{\n", "", "FILE: its first lines are damaged: unexpected end of JSON input", false},
	} {
		file := put(t, filepath.Join(dir, "x"), c.bytes)
		u, wanted, err := readUnsaved(file, all)
		got := ""
		if err != nil {
			got = strings.ReplaceAll(err.Error(), file, "FILE")
		}
		if u.Text != c.text || wanted != c.wanted || got != c.err || wanted && (u.Path != "/p/a" || !slices.Equal(u.files, []string{file})) {
			t.Errorf("%s: %.20q, %v, %q", name, u.Text, wanted, got)
		}
	}
	file := put(t, filepath.Join(dir, "x"), head+`{"path":"?","bytes":"L/8="}`+"\ntext")
	if u, wanted, err := readUnsaved(file, func(u unsavedHead) bool { return u.Path != "/\xff" }); wanted || err != nil || u.Text != "" {
		t.Errorf("a text of another file: %+v, %v, %v", u, wanted, err)
	}
	if _, _, err := readUnsaved(file+"x", all); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, _, err := readUnsaved(dir, all); err == nil {
		t.Error("a folder was read")
	}
	for text, want := range map[string]string{"one\ntwo": "one", "\n": "", strings.Repeat("x", longestHead) + "\n": strings.Repeat("x", longestHead)} {
		if got, err := line(bufio.NewReader(strings.NewReader(text))); got != want || err != nil {
			t.Errorf("%.10q: %.10q, %v", text, got, err)
		}
	}
	if _, err := line(bufio.NewReader(strings.NewReader("no end"))); err != io.ErrUnexpectedEOF {
		t.Errorf("no line end: %v", err)
	}
}

func TestAKeptTextThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := put(t, dir+"/file", "")
	now := time.Unix(1000, 0)
	r := NewRecovery(file)
	err := r.Write(Origin{Path: "/p/a"}, "text", now)
	if err == nil || !strings.HasPrefix(err.Error(), "the unsaved text of /p/a cannot be stored: mkdir "+file+": ") {
		t.Errorf("below a file: %v", err)
	}
	if err := r.Remove("/p/a"); err != nil {
		t.Errorf("removing what was never kept: %v", err)
	}
	// A folder has the name under which the text would be stored.
	r = NewRecovery(dir)
	name := filepath.Join(r.dir, fileKey("/p/a")+"-"+r.self.ID+r.sure.suffix)
	must(t, os.MkdirAll(filepath.Join(name, "full"), 0o755))
	if err := r.Write(Origin{Path: "/p/a"}, "text", now); err == nil || !strings.Contains(err.Error(), "cannot be stored: ") {
		t.Errorf("onto a folder: %v", err)
	}
	if entries, err := os.ReadDir(r.dir); err != nil || len(entries) != 1 {
		t.Errorf("files remain: %v, %v", entries, err)
	}
	must(t, os.RemoveAll(name))
	must(t, r.Write(Origin{Path: "/p/a"}, "text", now))
	if u, _, err := readUnsaved(name, func(unsavedHead) bool { return true }); err != nil || u.Text != "text" || u.Path != "/p/a" || !u.When.Equal(now) || *u.Size != 4 {
		t.Errorf("kept as %+v, %v", u, err)
	}
	must(t, r.Remove("/p/a"))
	if entries, err := os.ReadDir(r.dir); err != nil || len(entries) != 0 {
		t.Errorf("files remain: %v, %v", entries, err)
	}
	k := NewRecovery(file)
	keeper := NewKeeper(k)
	if keeper.Err() != nil || keeper.Keep() != nil || keeper.sync() != nil || keeper.Flush(time.Minute) != nil || keeper.Drop()() != nil {
		t.Error("without a text something failed")
	}
	keeper.mu.Lock()
	keeper.text, keeper.last = kept{origin: Origin{Path: "/p/a"}, text: "text", number: 1}, 1
	keeper.mu.Unlock()
	if err := keeper.Keep(); err == nil || keeper.Err() != err {
		t.Errorf("keeping: %v, %v", err, keeper.Err())
	}
	if err := keeper.sync(); err == nil || keeper.Err() != err {
		t.Errorf("syncing: %v, %v", err, keeper.Err())
	}
	if err := keeper.Flush(time.Minute); err == nil {
		t.Error("flushed although nothing can be written")
	}
}

func TestWhatWaitsForAText(t *testing.T) {
	t.Parallel()
	k := &Keeper{}
	boom := errors.New("boom")
	var called []uint64
	for _, number := range []uint64{1, 3, 2} {
		k.then = append(k.then, waiter{number: number, do: func() error { called = append(called, number); return boom }})
	}
	if err := call(k.due(2)); !errors.Is(err, boom) || !slices.Equal(called, []uint64{1, 2}) || len(k.then) != 1 || k.then[0].number != 3 {
		t.Errorf("called %v, %v; %d wait", called, err, len(k.then))
	}
	if err := call(nil); err != nil {
		t.Error(err)
	}
	if got := ended(""); got != "" {
		t.Errorf("got %q", got)
	}
	for text, want := range map[string]string{"a": "a\n", "a\n": "a\n"} {
		if got := ended(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestOtherProgramsAreListedInOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := put(t, dir+"/doc", "")
	p := NewPresence(dir)
	start := time.Now().Truncate(time.Second) // a program cannot have opened the file before the program was started
	leave, err := p.Open(path, start)
	must(t, err)
	own, err := p.name(path)
	must(t, err)
	key, _, _ := strings.Cut(filepath.Base(own), "-")
	note := func(pid int, since int64) string { // of a program on another machine
		return fmt.Sprintf(`{"path":%q,"since":%q,"program":{"id":"x","pid":%d,"host":"elsewhere"}}`, path, start.Add(time.Duration(since)*time.Second).Format(time.RFC3339), pid)
	}
	put(t, p.dir+"/"+key+"-late"+noteSuffix, note(7, 9))
	put(t, p.dir+"/"+key+"-early"+noteSuffix, note(9, 7))
	put(t, p.dir+"/"+key+"-same"+noteSuffix, note(5, 9))
	put(t, p.dir+"/"+key+"-damaged"+noteSuffix, "{")
	put(t, p.dir+"/"+key+"-other.txt", note(1, 1))
	put(t, p.dir+"/0-other"+noteSuffix, note(1, 1))
	put(t, p.dir+"/"+key+"-large"+noteSuffix, note(1, 1)+strings.Repeat(" ", maxNote))
	others, err := p.Others(path)
	var got []string
	for _, o := range others {
		got = append(got, fmt.Sprint(o.PID, " ", o.Host, " ", o.Since.Sub(start)))
	}
	if err != nil || !slices.Equal(got, []string{"9 elsewhere 7s", "5 elsewhere 9s", "7 elsewhere 9s"}) {
		t.Errorf("got %v, %v", got, err)
	}
	if leave(); len(got) == 0 {
		t.Error("no others")
	}
	if _, err := os.Stat(own); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the note remains: %v", err)
	}
	must(t, os.MkdirAll(filepath.Join(own, "full"), 0o755))
	if _, err := p.Open(path, time.Unix(5, 0)); err == nil || !strings.Contains(err.Error(), "will not know that") {
		t.Errorf("a folder in place of the note: %v", err)
	}
	if others, err := NewPresence(dir + "/none").Others(path); others != nil || err != nil {
		t.Errorf("no notes: %v, %v", others, err)
	}
}

func TestLinksOnTheWay(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	put(t, dir+"/d/f", "")
	for link, target := range map[string]string{"rel": "d", "abs": dir + "/d", "up": "./d/../d/f", "dangling": "none/x", "loop": "loop"} {
		must(t, os.Symlink(target, dir+"/"+link))
	}
	for path, want := range map[string]string{"rel/f": "d/f 1", "abs/f": "d/f 1", "up": "d/f 1", "dangling": "none/x 1", "d/./f": "d/f 0", "d/../rel": "d 1", "none/y": "none/y 0"} {
		p, err := resolve(dir + "/" + path)
		if got := strings.TrimPrefix(p.real, dir+"/") + fmt.Sprint(" ", len(p.links)); got != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", path, got, err, want)
		}
	}
	if _, err := resolve(dir + "/loop"); !errors.Is(err, facts.ErrLoop) {
		t.Errorf("a loop: %v", err)
	}
	if _, err := resolve(dir + "/none/../d"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("above a missing folder: %v", err)
	}
	if _, err := resolve(dir + "/" + strings.Repeat("x", 300)); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a name that is too long: %v", err)
	}
}
