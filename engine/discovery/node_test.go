package discovery

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestPathsAsNodeHasThem(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{"/p/d", "/p/d/x", "x"}, {"/p/d", "/p/d", ""}, {"/p/d", "/p", ".."}, {"/p/d/e", "/p/x/y", "../../x/y"}, {"/", "/x", "x"}, {"/p", "/", ".."}, {"C:/a", "D:/b", "D:/b"},
	} {
		if got := RelativePath(tt.from, tt.to); got != tt.want {
			t.Errorf("from %s to %s: %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
	for _, tt := range []struct{ dir, rest, want string }{{"/p", "../x", "/x"}, {"/p", "x/", "/p/x/"}, {"/p", "../", "/"}, {"/p", "./x//y/", "/p/x/y/"}} {
		if got := NodeJoin(tt.dir, tt.rest); got != tt.want {
			t.Errorf("%s and %s: %q, want %q", tt.dir, tt.rest, got, tt.want)
		}
	}
	for p, want := range map[string]string{"/p/x": "/p x", "/p/x/": "/p x", "/x": "/ x", "/": "/ ", "C:/x": "C:/ x", "C:/": "C:/ ", "//": "/ ", "/p//x": "/p x"} {
		dir, base := NodeSplit(p)
		if got := dir + " " + base; got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
}

func TestErrorsAsNodeWordsThem(t *testing.T) {
	part := strings.Repeat("n", 255)
	long := strings.Repeat("/"+strings.Repeat("n", 254), 16) // 4,080 bytes
	for _, tt := range []struct {
		err        error
		name, want string
	}{
		{facts.ErrNotDir, "/a", "ENOTDIR: not a directory"},
		{fmt.Errorf("x: %w", fs.ErrNotExist), "/a", "ENOENT: no such file or directory"},
		{fs.ErrPermission, "/a", "EACCES: permission denied"},
		{facts.ErrLoop, "/a", "ELOOP: too many symbolic links encountered"},
		{errors.New("else"), "/a", "EIO: i/o error"},
		{fs.ErrNotExist, "/" + part, "ENOENT: no such file or directory"},
		{fs.ErrNotExist, "/x/" + part + "n/x", "ENAMETOOLONG: name too long"},
		{fs.ErrNotExist, long + "/" + part[:14], "ENOENT: no such file or directory"},
		{fs.ErrNotExist, long + "/" + part[:15], "ENAMETOOLONG: name too long"},
	} {
		if got, want := NodeError(tt.err, "open", tt.name), tt.want+", open '"+tt.name+"'"; got != want {
			t.Errorf("%v, %d bytes: %.60q, want %.60q", tt.err, len(tt.name), got, want)
		}
	}
}

func TestStringsAreComparedByUTF16Units(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"a", "b", -1}, {"b", "a", 1}, {"a", "a", 0}, {"a", "ab", -1}, {"\U0001f600", "\uff5e", -1}} {
		if got := CompareUTF16(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q: %d", tt.a, tt.b, got)
		}
	}
}
