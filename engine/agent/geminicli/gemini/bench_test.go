package gemini

import (
	"context"
	"fmt"
	"path"
	"testing"

	"galley/engine/facts"
	"galley/engine/ignore"
)

// large returns a project of a hundred thousand files, in one folder or in many.
func large(folders int) *facts.Memory {
	w := facts.NewMemory().File("/r/.git/HEAD", "x").File("/r/.gitignore", "*.log\n/build/\nnode_modules\n*.min.js\n")
	const files = 100_000
	for i := range files {
		name := fmt.Sprintf("component-%05d.ts", (i*7919)%files) // not in sorted order
		if folders > 1 {
			name = fmt.Sprintf("pkg%03d/sub%d/%s", i%folders, i%7, name)
		}
		w.File("/r/"+name, "")
	}
	return w
}

// plain lists up to n entries breadth first, in directory order. Every listing must do at least
// this much work.
func plain(w facts.World, dir string, n int) []string {
	var all []string
	for queue := []string{dir}; len(queue) > 0 && len(all) < n; queue = queue[1:] {
		entries, err := w.ReadDir(queue[0])
		if err != nil {
			continue
		}
		for _, e := range entries {
			if len(all) == n {
				break
			}
			full := path.Join(queue[0], e.Name)
			all = append(all, full)
			if e.Type.IsDir() {
				queue = append(queue, full)
			}
		}
	}
	return all
}

func BenchmarkTree(b *testing.B) {
	for _, folders := range []int{1, 150, 2000} {
		w := large(folders)
		b.Run(fmt.Sprintf("%d folders", folders), func(b *testing.B) {
			for b.Loop() {
				Tree(context.Background(), w, "/r", TreeOptions{Ignore: ignore.NewGemini(w, "/r", ignore.Options{})}, marked)
			}
		})
		b.Run(fmt.Sprintf("%d folders, listing alone", folders), func(b *testing.B) {
			for b.Loop() {
				plain(w, "/r", defaultItems)
			}
		})
	}
}
