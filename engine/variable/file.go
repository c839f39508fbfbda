package variable

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// file returns v with the text of the file that the key of v names, or with the reason why the
// text is missing.
func (r *resolver) file(v Value) Value {
	v.Path = r.absolute(v.Name)
	v.Source = v.Path
	v.Outside = !facts.Within(v.Path, facts.Clean(r.Cwd))
	if v.Outside && r.ProjectFilesOnly {
		return r.refuse(v, v.Path)
	}
	real, err := r.world.RealPath(v.Path)
	if err != nil {
		return r.fileError(v, err)
	}
	if rel(r.realRoot(), real) != rel(r.Cwd, v.Path) {
		v.Outside = !facts.Within(real, r.realRoot())
		if real != v.Path {
			v.RealPath = real
		}
	}
	target := v.Path
	if r.ProjectFilesOnly {
		if v.Outside {
			return r.refuse(v, real)
		}
		// Read the path that was checked, even if the links have changed since.
		target = real
	}
	data, err := r.world.ReadFile(target)
	if err != nil {
		return r.fileError(v, err)
	}
	if strings.IndexByte(data, 0) >= 0 {
		return v.without(Unreadable, "%s is binary%s", v.Path, wide(data))
	}
	text, skipped := Decode(data)
	v.Span = source.Span{Start: skipped, End: len(data)}
	v = v.present(text, v.Path)
	if text != data[skipped:] {
		v.Detail = "bytes that are not valid UTF-8 are replaced with U+FFFD"
	}
	return v
}

// absolute returns the absolute path for a name. The name is relative to the working directory,
// unless it begins with a slash or, on Windows, with a drive.
func (r *resolver) absolute(name string) string {
	return facts.Resolve(r.Cwd, name)
}

// realRoot returns the working directory with its links resolved.
func (r *resolver) realRoot() string {
	if r.realCwd == "" {
		r.realCwd = facts.Clean(r.Cwd)
		if real, err := r.world.RealPath(r.Cwd); err == nil {
			r.realCwd = real
		}
	}
	return r.realCwd
}

func (r *resolver) refuse(v Value, where string) Value {
	return v.without(Unreadable, `%s is outside the project, which the setting files = "project" does not allow`, where)
}

// fileError returns v with the state for a failed read: Missing if the file does not exist,
// otherwise Unreadable.
func (r *resolver) fileError(v Value, err error) Value {
	switch {
	case facts.LinkRefused(err):
		return v.without(Unreadable, "%s is a symbolic link, or reached through one, and links are not followed", v.Path)
	case errors.Is(err, fs.ErrNotExist):
		return v.without(Missing, "file not found: %s%s", v.Path, r.tilde(v.Name))
	case errors.Is(err, facts.ErrTooLarge):
		return v.without(Unreadable, "%s is %slarger than the file cap", v.Path, r.size(v.Path))
	case errors.Is(err, facts.ErrNotRegular):
		return v.without(Unreadable, "%s is %s, not a file with text", v.Path, r.sort(v.Path))
	case errors.Is(err, fs.ErrPermission):
		return v.without(Unreadable, "you may not read %s", v.Path)
	case errors.Is(err, facts.ErrTimeout):
		return v.without(Unreadable, "%s took too long to read", v.Path)
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return v.without(Unreadable, "%s cannot be read: %v", v.Path, err)
}

// tilde returns a hint that "~" is not expanded. It returns "" for a path that does not begin with
// "~".
func (r *resolver) tilde(name string) string {
	rest, ok := strings.CutPrefix(name, "~/")
	if !ok {
		return ""
	}
	if r.Home == "" {
		return "; ~ does not mean the home directory here"
	}
	return "; ~ does not mean the home directory here: write " + facts.Join(r.Home, rest)
}

func (r *resolver) size(name string) string {
	info, err := r.world.Stat(name)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d bytes, ", info.Size)
}

// sort names the kind of a path that is not a regular file, such as a directory or a pipe, for an
// error message.
func (r *resolver) sort(name string) string {
	info, err := r.world.Stat(name)
	switch {
	case err != nil:
		return "something else"
	case info.IsDir():
		return "a directory"
	case info.Mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case info.Mode&fs.ModeSocket != 0:
		return "a socket"
	case info.Mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}

// wide says why binary data is not text, as the end of an error message. The data is text in
// UTF-16, or it contains NUL bytes.
func wide(data string) string {
	if strings.HasPrefix(data, "\xFF\xFE") || strings.HasPrefix(data, "\xFE\xFF") {
		return ": text in UTF-16; save it as UTF-8"
	}
	return ": it contains NUL bytes"
}

// rel returns name relative to dir, or name itself if it is not in dir.
func rel(dir, name string) string {
	dir = facts.Clean(dir)
	if !facts.Within(name, dir) || facts.IsRoot(dir) {
		return name
	}
	return strings.TrimPrefix(name[len(dir):], "/")
}
