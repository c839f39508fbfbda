package codebolt

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"galley/engine/facts"
	"galley/engine/source"
)

// resolve is node's path.resolve with an absolute first path.
func resolve(from, p string) string {
	return facts.Resolve(from, p)
}

// extension is node's path.extname.
func extension(p string) string {
	base := path.Base(p)
	if at := strings.LastIndexByte(base, '.'); at > 0 {
		return base[at:]
	}
	return ""
}

// failure returns the message that node's error has for a failed call.
func failure(call, name string, err error) string {
	for _, e := range []struct {
		is         error
		code, text string
	}{
		{facts.ErrNotDir, "ENOTDIR", "not a directory"},
		{fs.ErrNotExist, "ENOENT", "no such file or directory"},
		{fs.ErrPermission, "EACCES", "permission denied"},
		{facts.ErrLoop, "ELOOP", "too many symbolic links encountered"},
	} {
		if errors.Is(err, e.is) {
			return e.code + ": " + e.text + ", " + call + " '" + name + "'"
		}
	}
	return err.Error()
}

// file returns the text of a regular file as fs.readFile(path, 'utf-8') does, or node's error
// message.
func file(w facts.World, name string) (source.Text, string) {
	data, err := w.ReadFile(name)
	if err != nil {
		if info, e := w.Stat(name); e == nil && info.IsDir() {
			return source.Text{}, "EISDIR: illegal operation on a directory, read"
		}
		return source.Text{}, failure("open", name, err)
	}
	text := data
	if !utf8.ValidString(data) {
		// The decoder never fails: it replaces invalid bytes by U+FFFD.
		text, _ = unicode.UTF8.NewDecoder().String(data)
	}
	return source.Of(text, source.Origin{Kind: source.File, Source: name, Span: source.Span{End: len(data)}, Line: 1, Tag: source.NoSpan}), ""
}
