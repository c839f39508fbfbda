package discovery

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf16"

	"galley/engine/facts"
)

// RelativePath is node's path.relative for clean absolute paths.
func RelativePath(from, to string) string {
	up := ""
	for dir := range facts.Up(from) {
		if facts.Within(to, dir) {
			rest := strings.TrimPrefix(strings.TrimPrefix(to, dir), "/")
			if rest == "" {
				return strings.TrimSuffix(up, "/")
			}
			return up + rest
		}
		up += "../"
	}
	return to // they are on different drives
}

// NodeJoin is node's path.join: the result is cleaned but keeps a final slash.
func NodeJoin(dir, rest string) string {
	joined := facts.Join(dir, rest)
	if strings.HasSuffix(rest, "/") && !facts.IsRoot(joined) {
		joined += "/"
	}
	return joined
}

// NodeSplit returns node's dirname and basename of an absolute path.
func NodeSplit(p string) (dir, base string) {
	root := facts.Root(p)
	p = strings.TrimRight(p, "/")
	i := strings.LastIndexByte(p, '/')
	if i < 0 || len(p) < len(root) {
		return root, ""
	}
	dir, base = strings.TrimRight(p[:i], "/"), p[i+1:]
	if len(dir) < len(root) {
		dir = root
	}
	return dir, base
}

// longestName is the limit of a name in bytes on the usual file systems.
const longestName = 255

// longestPath is the limit of a path in bytes, with the zero byte at its end, on Linux.
const longestPath = 4096

// NodeError returns the text of an error as node words it.
func NodeError(err error, call, name string) string {
	code, text := "EIO", "i/o error"
	switch {
	case len(name) >= longestPath || slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return len(part) > longestName }):
		code, text = "ENAMETOOLONG", "name too long"
	case errors.Is(err, facts.ErrNotDir):
		code, text = "ENOTDIR", "not a directory"
	case errors.Is(err, fs.ErrNotExist):
		code, text = "ENOENT", "no such file or directory"
	case errors.Is(err, fs.ErrPermission):
		code, text = "EACCES", "permission denied"
	case errors.Is(err, facts.ErrLoop):
		code, text = "ELOOP", "too many symbolic links encountered"
	}
	return code + ": " + text + ", " + call + " '" + name + "'"
}

// CompareUTF16 compares strings by their UTF-16 units, as JavaScript's sort does.
func CompareUTF16(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}
