package facts

import (
	"errors"
	"io/fs"
	"testing"
)

func TestLinksThatAreNotFollowedLeadNowhere(t *testing.T) {
	m := NewMemory().File("/disk/p/a.md", "a").File("/disk/p/d/b.md", "b").File("/etc/passwd", "x").
		Link("/p", "/disk/p").Link("/disk/p/out", "/etc").Link("/disk/p/passwd", "/etc/passwd").Link("/disk/p/near.md", "a.md")
	w := NoFollow(m, "/p")
	for name, want := range map[string]string{
		"/p/a.md": "a", "/disk/p/a.md": "a", "/p/d/b.md": "b", // the base directory itself is reached through a link
		"/p/passwd": "", "/p/out/passwd": "", "/p/near.md": "", "/p/missing": "missing",
	} {
		text, err := w.ReadFile(name)
		_, statErr := w.Stat(name)
		_, realErr := w.RealPath(name)
		_, headErr := w.ReadHead(name, 1)
		for _, e := range []error{err, statErr, realErr, headErr} {
			switch want {
			case "":
				if !errors.Is(e, ErrRefused) || !errors.Is(e, fs.ErrNotExist) || !LinkRefused(e) {
					t.Errorf("%s: %v", name, e)
				}
			case "missing":
				if !errors.Is(e, fs.ErrNotExist) || errors.Is(e, ErrRefused) {
					t.Errorf("%s: %v", name, e)
				}
			default:
				if e != nil || text != want {
					t.Errorf("%s: %q, %v", name, text, e)
				}
			}
		}
	}
	if info, err := w.Lstat("/p/passwd"); err != nil || !info.IsLink() {
		t.Errorf("the link itself: %v, %v", info, err)
	}
	if target, err := w.Readlink("/p/passwd"); err != nil || target != "/etc/passwd" {
		t.Errorf("its target: %q, %v", target, err)
	}
	if _, err := w.ReadDir("/p/out"); !errors.Is(err, ErrRefused) {
		t.Errorf("a directory reached through a link: %v", err)
	}
	if _, err := w.Lstat("/p/out/passwd"); !errors.Is(err, ErrRefused) {
		t.Errorf("a file in it: %v", err)
	}
}
