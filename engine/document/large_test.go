package document

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// allocated returns how many bytes a call of do allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestAFileThatGrewIsComparedWithoutReadingItIntoMemory(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.md")
	put := func(size int64) {
		t.Helper()
		if err := os.WriteFile(name, []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(name, size); err != nil {
			t.Fatal(err)
		}
	}
	put(4)
	d, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int64{32 << 20, 128 << 20} {
		put(size)
		var c *ConflictError
		used := allocated(func() { c, err = d.Outside() })
		if err != nil || c == nil || !c.Large || c.Text != "" || c.Size != size || c.Digest == "" {
			t.Fatalf("%d bytes: %v, %+v", size, err, c)
		}
		if used > 1<<20 {
			t.Errorf("%d bytes: comparing allocated %d bytes", size, used)
		}
		used = allocated(func() { _, err = d.Save("mine", SaveOptions{}) })
		if err == nil || used > 1<<20 {
			t.Errorf("%d bytes: saving allocated %d bytes, %v", size, used, err)
		}
		// A save may overwrite only the state of the file that the user has seen in the conflict.
		other := *c
		other.Digest = strings.Repeat("0", len(c.Digest))
		if _, err := d.Save("mine", SaveOptions{Over: &other}); err == nil {
			t.Error("overwrote a file that the user has not seen")
		}
	}
	put(MaxCompared)
	if c, err := d.Outside(); err != nil || c == nil || c.Large || len(c.Text) != MaxCompared {
		t.Errorf("a file of the largest compared size: %v", err)
	}
	put(MaxSize + 1)
	if _, err := d.Outside(); err == nil {
		t.Error("no error for a file above the size limit")
	}
}
