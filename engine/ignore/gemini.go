// Package ignore collects the ignore files of a project as agents do, and decides
// which files they hide. Package glob reads the single patterns.
package ignore

import (
	"strings"

	"galley/engine/facts"
	"galley/engine/glob"
)

// Options say which ignore files Gemini CLI reads.
type Options struct {
	// Custom lists additional ignore files as paths below the root. A later file overrides an
	// earlier one.
	Custom []string
	// BareDirectories checks a directory as if it were a file, as 0.28 does according to its
	// source. A pattern with a final slash then hides the content of a directory but not the
	// directory itself.
	BareDirectories bool
	// NoGit says not to read git's ignore files, as the setting respectGitIgnore false does.
	// NoGemini says not to read .geminiignore, as respectGeminiIgnore false does.
	NoGit, NoGemini bool
}

// Gemini decides which files are hidden, as Gemini CLI's file discovery does. It reads the
// .gitignore of the root and of every directory below it (only in a repository, and never above
// the root), then .git/info/exclude, .geminiignore and custom files; later ones override earlier
// ones. It is not safe for concurrent use.
//
// Known from: 0.28.2 and 0.61.0, run.
type Gemini struct {
	world   facts.World
	root    string
	options Options
	git     bool
	base    glob.Ignore // the pattern .git, and the repository's exclude file
	extra   glob.Ignore // .geminiignore and custom files
	scopes  map[string]*Scope
}

// NewGemini reads the ignore files of a root. Those of directories below are read when they are
// needed.
func NewGemini(w facts.World, root string, o Options) *Gemini {
	g := &Gemini{world: w, root: root, options: o, git: !o.NoGit && InRepository(w, root), scopes: map[string]*Scope{}}
	g.base.Work, g.extra.Work = g.work, g.work
	if g.git {
		g.base.Add(".git")
		g.base.Add(nested(g.lines(facts.Join(root, ".git/info/exclude"), strings.TrimLeft), "")...)
	}
	var files []string
	if !o.NoGemini {
		files = append(files, ".geminiignore")
	}
	for i := len(o.Custom) - 1; i >= 0; i-- {
		files = append(files, o.Custom[i])
	}
	for _, name := range files {
		lines := g.lines(facts.Join(root, name), strings.Trim)
		if g.git {
			lines = nested(lines, "")
		}
		g.extra.Add(lines...)
	}
	return g
}

// work charges the steps of reading and comparing patterns to the world's budget.
func (g *Gemini) work(steps int) bool {
	return facts.BudgetOf(g.world).Charge(g.root, facts.Amounts{Steps: int64(steps)}) == nil
}

// InRepository reports whether dir or a directory above it has a .git.
func InRepository(w facts.World, dir string) bool {
	_, _, found := facts.Nearest(w, dir, ".git")
	return found
}

// Ignored reports whether a file or directory is hidden, by itself or because a directory above it
// is. Paths outside the root are never hidden.
func (g *Gemini) Ignored(file string, dir bool) bool {
	rel, inside := g.relative(file)
	if !inside || rel == "" {
		return false
	}
	at := g.root
	for {
		name, rest, more := strings.Cut(rel, "/")
		scope := g.In(at)
		if !more {
			return scope.Hides(name, dir)
		}
		if scope.hides(name, true) || g.hidesItself(facts.Join(at, name)) {
			return true
		}
		at, rel = facts.Join(at, name), rest
	}
}

func (g *Gemini) relative(file string) (rel string, inside bool) {
	if file == g.root {
		return "", true
	}
	return strings.CutPrefix(file, strings.TrimSuffix(g.root, "/")+"/")
}

// hidesItself reports whether the .gitignore in a directory hides that directory itself. The agent
// tests each directory against its own .gitignore too.
func (g *Gemini) hidesItself(dir string) bool {
	rel, inside := g.relative(dir)
	if !g.git || g.options.BareDirectories || !inside || rel == "" {
		return false
	}
	s := g.In(dir)
	for i := range len(rel) {
		if rel[i] == '/' && s.matches(rel[:i], true) {
			return true
		}
	}
	return s.matches(rel, true)
}

// Scope decides which entries of one directory are hidden. The directory itself is not hidden.
type Scope struct {
	of     *Gemini
	dir    string
	prefix string      // the directory's path below the root; a name is appended to it
	above  *Scope      // the scope of the directory above; nil at the root
	own    glob.Ignore // the patterns of the directory's .gitignore
	bare   bool
	closed bool // the directory itself is shown, but everything in it is hidden
	// outside says that the directory is not below the root, so nothing is hidden.
	outside bool
}

// In returns the scope of a directory. Outside the root, the scope hides nothing.
func (g *Gemini) In(dir string) *Scope { return g.InListed(dir, true) }

// InListed is In for callers that know whether the directory has a .gitignore.
func (g *Gemini) InListed(dir string, gitignore bool) *Scope {
	if s := g.scopes[dir]; s != nil {
		return s
	}
	s := &Scope{of: g, dir: dir, bare: g.options.BareDirectories}
	rel, inside := g.relative(dir)
	if s.outside = !inside; inside {
		s.own.Work = g.work
		if rel != "" {
			s.prefix = rel + "/"
			s.above = g.In(facts.Dir(dir))
			s.closed = s.bare && (s.above.closed || s.above.hides(facts.Base(dir), true))
		}
		if g.git && gitignore {
			s.own.Add(nested(g.lines(facts.Join(dir, ".gitignore"), strings.TrimLeft), rel)...)
		}
	}
	g.scopes[dir] = s
	return s
}

// Hides reports whether the entry with this name in the directory is hidden.
func (s *Scope) Hides(name string, dir bool) bool {
	return s.closed || s.hides(name, dir && !s.bare) || dir && s.of.hidesItself(facts.Join(s.dir, name))
}

func (s *Scope) hides(name string, dir bool) bool {
	return s.matches(s.prefix+name, dir)
}

// matches reports whether the patterns hide a path below the root. Later lists override earlier
// ones: the repository's patterns, each .gitignore from the root down, the extra patterns.
func (s *Scope) matches(rel string, dir bool) bool {
	if s.outside {
		return false
	}
	if matched, hidden := s.of.extra.Decide(rel, dir); matched {
		return hidden
	}
	for at := s; at != nil; at = at.above {
		if matched, hidden := at.own.Decide(rel, dir); matched {
			return hidden
		}
	}
	return s.of.base.Matches(rel, dir)
}

const space = " \t\r\n\v\f\u00a0\ufeff"

// lines returns the patterns in a file, without comments and blank lines.
func (g *Gemini) lines(file string, trim func(s, cutset string) string) []string {
	text, err := g.world.ReadFile(file)
	if err != nil {
		return nil
	}
	var patterns []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = trim(line, space); line != "" && line[0] != '#' {
			patterns = append(patterns, literalClasses(line))
		}
	}
	return patterns
}

// literalClasses rewrites classes that begin with ! or ^. In the agent's library these are ordinary
// characters of the class; in git they negate it.
func literalClasses(p string) string {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		b.WriteByte(p[i])
		switch {
		case p[i] == '\\' && i+1 < len(p):
			i++
			b.WriteByte(p[i])
		case p[i] == '[' && i+1 < len(p) && (p[i+1] == '!' || p[i+1] == '^'):
			if class, _, closed := strings.Cut(p[i+2:], "]"); closed {
				b.WriteString(class + p[i+1:i+2] + "]")
				i += 2 + len(class)
			}
		}
	}
	return b.String()
}

// nested rewrites the patterns of an ignore file in the directory dir so that they are relative to
// the root. dir is a path below the root.
func nested(patterns []string, dir string) []string {
	var out []string
	for _, p := range patterns {
		p, negative := strings.CutPrefix(p, "!")
		p, anchored := strings.CutPrefix(p, "/")
		if p == "" {
			continue
		}
		if dir != "" {
			// Unlike in git, a pattern "name/" in the ignore file of a subdirectory counts as a
			// pattern with a path, so it matches only in that directory.
			if !anchored && !strings.Contains(p, "/") {
				p = "**/" + p
			}
			slash := strings.HasSuffix(p, "/")
			if p, anchored = facts.Join(dir, p), true; slash {
				p += "/"
			}
		}
		if anchored {
			p = "/" + p
		}
		if negative {
			p = "!" + p
		}
		out = append(out, p)
	}
	return out
}
