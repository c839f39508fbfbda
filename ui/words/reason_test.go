package words

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

func TestReasonPrecedesThePath(t *testing.T) {
	denied := &fs.PathError{Op: "open", Path: "/p/a.md", Err: syscall.EACCES}
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("nothing of files"), "nothing of files"},
		{denied, "permission denied: open /p/a.md"},
		{fmt.Errorf("saving /p/a.md: %w", denied), "permission denied: saving /p/a.md"},
		{fmt.Errorf("saving /p/b.md: %w", denied), "permission denied: saving /p/b.md: open /p/a.md"},
		{fmt.Errorf("saving: %w", denied), "permission denied: saving: open /p/a.md"},
		{&os.LinkError{Op: "rename", Old: "/p/a", New: "/p/b", Err: syscall.ENOSPC}, "no space left on device: rename /p/a /p/b"},
	} {
		if got := Reason(c.err); got != c.want {
			t.Errorf("%v\n got %s\nwant %s", c.err, got, c.want)
		}
	}
}
