package claudecode

import (
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// claudeHops is how many imports lie at most between a file and its source.
const claudeHops = 4

// pending is an import to follow.
type pending struct {
	path  string
	index int // among the imports of the file
}

// references finds the imports in a text: "@path" at the beginning or behind a
// blank, outside code. The path ends at a blank that has no backslash before it;
// a path in quotes is none. What stands behind other characters is an address or
// a decorator.
func (r *claudeRun) references(file, s string, project bool, depth int) (imports []discovery.Import, inside []pending) {
	code := discovery.MarkdownCode(s)
	for at := strings.IndexByte(s, '@'); at >= 0; {
		next := strings.IndexByte(s[at+1:], '@')
		if (at == 0 || isBlank(s[at-1])) && !discovery.InSpans(&code, at) {
			if name, raw := claudePath(s[at+1:]); name != "" {
				if r.Budget.Import(file) != nil {
					return imports, inside
				}
				in := discovery.Import{Ref: "@" + raw, Path: r.resolve(facts.Dir(file), name), Verdict: discovery.NotLoaded, Offset: at}
				if r.judge(&in, facts.Dir(file), s[at+1:], name, project, depth) {
					inside = append(inside, pending{in.Path, len(imports)})
				}
				if in.Reason != "" || in.Verdict == discovery.Loaded {
					imports = append(imports, in)
				}
			}
		}
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return imports, inside
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// longestPath is the longest path that a system takes, in bytes. What is longer
// names no file.
const longestPath = 4096

// claudePath reads a path, and gives it as written too; "" when it is too long
// to be one.
func claudePath(s string) (name, raw string) {
	var b strings.Builder
	i := 0
	for ; i < len(s) && !isBlank(s[i]); i++ {
		if i > longestPath {
			return "", ""
		}
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == ' ' || s[i+1] == '\t') {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), s[:i]
}

func (r *claudeRun) resolve(dir, name string) string {
	if rest, home := strings.CutPrefix(name, "~/"); home {
		return facts.Join(r.Home, rest)
	}
	return facts.Resolve(dir, name)
}

// judge decides about a reference; true when its file is to be loaded. A
// reference that resembles no path gets no reason and is left out.
func (r *claudeRun) judge(in *discovery.Import, dir, rest, name string, project bool, depth int) bool {
	rest = rest[:min(len(rest), longestPath)]
	if name[0] == '"' || name[0] == '\'' {
		quoted, _, closed := strings.Cut(rest[1:], name[:1])
		if full := r.resolve(dir, quoted); closed && r.Exists(full) {
			in.Path, in.Reason, in.Detail = full, discovery.ImportRefused, "a path in quotes is not imported: write it bare, with a backslash before a blank"
		}
		return false
	}
	info, err := r.World.Stat(in.Path)
	switch {
	case err != nil:
		r.unresolved(in, dir, rest, name)
		return false
	case !info.IsRegular():
		if strings.ContainsAny(name, "/.") {
			in.Reason = discovery.NotRegular
		}
		return false
	case depth >= claudeHops:
		in.Reason, in.Detail = discovery.ImportDepth, "four hops are followed"
		return false
	case project && !r.inside(in.Path):
		in.Reason = discovery.Unapproved
		in.Detail = "it lies outside " + r.Trace.Cwd + ": Claude Code asks once, and keeps it literal unless approved"
		c := r.At(in.Path, "import")
		r.Add(c.No(discovery.Unapproved, in.Detail))
		return false
	}
	in.Verdict = discovery.Loaded
	return true
}

// inside reports whether an import lies in the directory, links resolved.
func (r *claudeRun) inside(full string) bool {
	real, err := r.World.RealPath(full)
	return err == nil && facts.Within(real, r.Trace.Cwd)
}

// unresolved says what is probably meant by a reference that leads nowhere.
func (r *claudeRun) unresolved(in *discovery.Import, dir, rest, name string) {
	file := func(name string) bool {
		info, err := r.World.Stat(r.resolve(dir, name))
		return err == nil && info.IsRegular()
	}
	line, _, _ := strings.Cut(rest, "\n")
	bare := strings.TrimRight(name, ".,;:!?)]}>'\"`*_")
	fragment, _, hasFragment := strings.Cut(name, "#")
	switch {
	case hasFragment && fragment != "" && file(fragment):
		in.Verdict, in.Reason, in.Detail = discovery.Unknown, discovery.NotKnown, "whether a part behind # is looked at is not documented: see /context"
	case bare != name && bare != "" && file(bare):
		in.Verdict, in.Reason, in.Detail = discovery.Unknown, discovery.NotKnown, "whether the path ends before "+name[len(bare):]+" is not documented: put a blank between them"
	case strings.Contains(name, `\`):
		in.Reason, in.Detail = discovery.Missing, `a backslash parts no directories: write "/"`
	case strings.Contains(line, " ") && file(strings.TrimSpace(line)):
		in.Reason, in.Detail = discovery.Missing, "the path ends at its first blank: put a backslash before it"
	case !strings.ContainsAny(name, "/."):
		// a name, no path
	case strings.Count(name, "/") == 1 && path.Ext(name) == "" && !strings.HasPrefix(name, "."):
		in.Reason, in.Detail = discovery.Missing, "it looks like a package's name; in back-ticks it is no import"
	default:
		in.Reason, in.Detail = discovery.Missing, "it stays as it is, without a sign"
	}
}

// importFile loads an imported file, with what it imports.
func (r *claudeRun) importFile(full string, in *discovery.Import, project bool, depth int) {
	c := r.At(full, "import")
	if first, twice := r.real[c.RealPath]; twice {
		in.Verdict, in.Reason, in.Detail = discovery.NotLoaded, discovery.AlreadyLoaded, "as "+first
		return
	}
	if pattern := r.set.excluded(c); pattern != "" {
		in.Verdict, in.Reason, in.Detail = discovery.Unknown, discovery.NotKnown, "whether claudeMdExcludes counts for imports is not documented"
		r.Add(c.Unknown(in.Detail + ": see /context"))
		return
	}
	text, ok := r.read(c)
	if ok && r.Budget.Output(full, text.Len()) != nil {
		return
	}
	if !ok {
		in.Verdict, in.Reason, in.Detail = discovery.NotLoaded, c.Reason, c.Detail
		r.Add(c)
		return
	}
	c.Detail = "imported"
	r.enter(c, discovery.AsImport(text), project, depth)
	in.Imports = lastWith(r.Trace.Candidates, full).Imports
}

// lastWith finds the last candidate of a path.
func lastWith(list []discovery.Candidate, full string) discovery.Candidate {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Path == full {
			return list[i]
		}
	}
	return discovery.Candidate{}
}
