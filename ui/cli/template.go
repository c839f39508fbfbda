package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/template"
)

// byteOrderMark may be at the start of a file. The template does not include it.
const byteOrderMark = "\ufeff"

// template finds the template: the file that the argument names ("-" means standard input),
// otherwise the project's own, otherwise the user's, otherwise the built-in default.
func (s *Session) template(env Env, args []string) error {
	project := facts.Join(s.Request.Cwd, ".galley", "system-prompt.md")
	s.Save = project
	if len(args) > 0 {
		if args[0] == "-" {
			return s.fromStdin(env)
		}
		file := absolute(env.Dir, args[0])
		if other := absolute(s.Request.Cwd, args[0]); !s.pathExists(file) && s.pathExists(other) {
			file = other // FILE may also be relative to --cwd, as in the command explain
		}
		return s.fromFile(file, args[0], true)
	}
	for _, p := range []string{project, config.GlobalTemplatePath(s.World)} {
		if p == "" {
			continue // the user's home is not known
		}
		if p == project && s.Request.Config.Files == "project" && !facts.Inside(s.named, s.Request.Cwd, p) {
			return failed(fmt.Errorf("%s leads out of the project, and files.allow is \"project\": to use it, name it on the command line", p))
		}
		err := s.fromFile(p, p, false)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	s.Request.Template = engine.Template{Text: template.Default, BuiltIn: true}
	return nil
}

func (s *Session) fromStdin(env Env) error {
	text, err := env.stdin()
	if err != nil {
		return err
	}
	s.Request.Template = engine.Template{Text: strings.TrimPrefix(text, byteOrderMark)}
	return nil
}

// stdinCap is the most bytes that are read from standard input, the same as from a file.
const stdinCap = facts.DefaultFileCap

// stdin returns the text of standard input, with the same checks as for a file.
func (env Env) stdin() (string, error) {
	text, err := io.ReadAll(io.LimitReader(env.Stdin, stdinCap+1))
	switch {
	case err != nil:
		return "", failed(fmt.Errorf("standard input: %w", err))
	case len(text) > stdinCap:
		return "", failed(fmt.Errorf("standard input: %w; pass less", &facts.OverBudget{What: "bytes read", Limit: stdinCap}))
	}
	return string(text), nil
}

// pathExists reports whether a path that the user named exists.
func (s *Session) pathExists(p string) bool {
	_, err := s.named.Stat(p)
	return err == nil
}

// fromFile reads a template file. If a file that the user named does not exist, the template is the
// built-in default, and saving creates the file.
func (s *Session) fromFile(p, shown string, named bool) error {
	text, err := s.named.ReadFile(p)
	switch {
	case err == nil:
		s.File = p
		s.Request.Template = engine.Template{Path: p, Text: strings.TrimPrefix(text, byteOrderMark)}
		return nil
	case errors.Is(err, fs.ErrNotExist) && named:
		s.File, s.Save = p, p
		s.Request.Template = engine.Template{Path: p, Text: template.Default, BuiltIn: true}
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return err
	default:
		return failed(fmt.Errorf("%s: %s", shown, s.fileReason(p, err)))
	}
}

// fileReason returns, in words, why the path that a user named cannot be used as a file.
func (s *Session) fileReason(p string, err error) string {
	if info, failure := s.named.Stat(p); failure == nil && info.IsDir() {
		return "a directory: name a file"
	}
	return reason(err)
}

// reason returns, in words, why a file cannot be used.
func reason(err error) string {
	switch {
	case facts.LinkRefused(err):
		return "it is a symbolic link, or reached through one, and links are not followed"
	case errors.Is(err, fs.ErrNotExist):
		return "no such file or directory"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, facts.ErrTooLarge):
		return "larger than the file cap (files.cap in the configuration raises it)"
	case errors.Is(err, facts.ErrNotRegular):
		return "not a regular file"
	}
	if system, ok := errors.AsType[syscall.Errno](err); ok {
		return system.Error() // without the path, which the message already has
	}
	return err.Error()
}
