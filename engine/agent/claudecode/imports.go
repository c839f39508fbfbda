package claudecode

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// claudeHops is the greatest number of files that one chain of imports may load. The file with the
// first import is not counted.
const claudeHops = 4

// longestPath is the length in bytes of the longest path that operating systems accept. A longer
// text names no file.
const longestPath = 4096

// reference is an import as it is written.
type reference struct {
	raw  string // including its "@"
	name string // the path, with escaped blanks unescaped and any part from "#" on removed
	rest string // the text from the path on, from which [claudeRun.unresolved] guesses what was meant
	at   int    // offset of the "@" in the file
}

// references finds the imports in a file's text outside code, tags and comments: "@path" at the
// start of a [run] or after white space. The path ends at unescaped white space, or at a backslash
// that does not escape white space.
func references(md *reader) (out []reference) {
	for _, run := range md.runs {
		s := run.in.text[run.from:run.to]
		end := 0 // the end of the last path; a later "@" may lie within it
		for at := strings.IndexByte(s, '@'); at >= 0; {
			before, _ := utf8.DecodeLastRuneInString(s[:at])
			if at == 0 || source.IsJSSpace(before) {
				if at+1 > end {
					end = at + 1 + pathLength(s[at+1:])
				}
				if name := importPath(s[at+1 : end]); name != "" {
					out = append(out, reference{s[at:end], name, s[at+1:], run.in.offset(run.from + at)})
				}
			}
			next := strings.IndexByte(s[at+1:], '@')
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	return out
}

// pathLength returns the length in bytes of the path at the start of s, including its backslashes.
func pathLength(s string) (n int) {
	for n < len(s) {
		c, size := utf8.DecodeRuneInString(s[n:])
		if c == '\\' {
			if n+1 >= len(s) || s[n+1] != ' ' {
				break
			}
			size = 2
		} else if source.IsJSSpace(c) {
			break
		}
		n += size
	}
	return n
}

// importPath returns the path without its escapes, or "" if it is too long.
func importPath(written string) string {
	if len(written) > longestPath {
		return ""
	}
	name, _, _ := strings.Cut(written, "#")
	return strings.ReplaceAll(name, `\ `, " ")
}

// looksLikePath reports whether Claude Code treats the name after "@" as a path.
func looksLikePath(name string) bool {
	if strings.HasPrefix(name, "~/") || strings.HasPrefix(name, "/") && name != "/" {
		return true
	}
	c := name[0]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-'
}

func (r *claudeRun) resolve(dir, name string) string {
	if rest, home := strings.CutPrefix(name, "~/"); home {
		return facts.Join(r.Home, rest)
	}
	return facts.Resolve(dir, name)
}

// judge decides whether the file that a reference names should be loaded. It gives no reason for a
// reference that does not look like a path, and the trace omits that reference.
func (r *claudeRun) judge(in *discovery.Import, dir string, ref reference, anywhere bool, depth int) bool {
	name, rest := ref.name, ref.rest[:min(len(ref.rest), longestPath)]
	if !looksLikePath(name) {
		if name[0] == '"' || name[0] == '\'' {
			quoted, _, closed := strings.Cut(rest[1:], name[:1])
			if full := r.resolve(dir, quoted); closed && r.Exists(full) {
				in.Path, in.Reason, in.Detail = full, discovery.ImportRefused, "a path in quotes is not imported: write it without quotes, with a backslash before each space"
			}
		} else if info, err := r.World.Stat(in.Path); err == nil && info.IsRegular() {
			in.Reason, in.Detail = discovery.ImportRefused, "a path must begin with an ASCII letter, a digit, or one of . _ - / ~/: write ./ before it"
		}
		return false
	}
	info, err := r.World.Stat(in.Path)
	switch {
	case err != nil:
		r.unresolved(in, dir, rest, name)
		return false
	case !info.IsRegular():
		if strings.HasPrefix(rest[min(len(rest), len(name)):], `\`) {
			r.unresolved(in, dir, rest, name)
		} else if strings.ContainsAny(name, "/.") {
			in.Reason = discovery.NotRegular
		}
		return false
	case !isTextual(in.Path):
		in.Reason, in.Detail = discovery.ImportRefused, "files that end in "+path.Ext(in.Path)+" are not imported"
		return false
	case depth >= claudeHops:
		in.Reason, in.Detail = discovery.ImportDepth, "only four levels are followed"
		return false
	case !anywhere && !r.inside(in.Path):
		in.Reason = discovery.Unapproved
		in.Detail = "it is outside " + r.Trace.Cwd + ": Claude Code asks once, and leaves the text as it is unless you approve"
		c := r.At(in.Path, "import")
		r.Add(c.No(discovery.Unapproved, in.Detail))
		return false
	}
	return true
}

// inside reports whether an import may be read: its real path lies in the working directory, or the
// user has approved imports from outside.
func (r *claudeRun) inside(full string) bool {
	real, err := r.World.RealPath(full)
	return err == nil && (r.set.approved || facts.Within(real, r.Trace.Cwd))
}

// unresolved explains why a reference names no file, by guessing what its author meant.
func (r *claudeRun) unresolved(in *discovery.Import, dir, rest, name string) {
	file := func(name string) bool {
		info, err := r.World.Stat(r.resolve(dir, name))
		return err == nil && info.IsRegular()
	}
	line, _, _ := strings.Cut(rest, "\n")
	bare := strings.TrimRight(name, ".,;:!?)]}>'\"`*_")
	switch {
	case bare != name && bare != "" && file(bare):
		in.Reason, in.Detail = discovery.Missing, "the path does not end before "+name[len(bare):]+": put a space between them"
	case strings.HasPrefix(rest[min(len(rest), len(name)):], `\`):
		in.Reason, in.Detail = discovery.Missing, `the path ends at the backslash: write "/"`
	case strings.Contains(line, " ") && file(strings.TrimSpace(line)):
		in.Reason, in.Detail = discovery.Missing, "the path ends at its first space: put a backslash before it"
	case !strings.ContainsAny(name, "/."):
		// This looks like the name of a package or person, not like a path.
	case strings.Count(name, "/") == 1 && path.Ext(name) == "" && !strings.HasPrefix(name, "."):
		in.Reason, in.Detail = discovery.Missing, "it looks like the name of a package; put it in back-ticks if it is not an import"
	default:
		in.Reason, in.Detail = discovery.Missing, "the reference stays in the text, and Claude Code reports no error"
	}
}

// imports loads the files that a candidate's text refers to; at is the candidate's index. Paths in
// a linked file are relative to the directory of the link's target, as observed with 2.1.332.
func (r *claudeRun) imports(at int, c *discovery.Candidate, d document, anywhere bool, depth int) {
	dir := facts.Dir(cmp.Or(c.RealPath, c.Path))
	for _, ref := range d.refs {
		if r.Budget.Import(c.Path) != nil {
			return
		}
		in := discovery.Import{Ref: ref.raw, Path: r.resolve(dir, ref.name), Verdict: discovery.NotLoaded, Offset: ref.at}
		if r.judge(&in, dir, ref, anywhere, depth) {
			r.importFile(c, &in, anywhere, depth+1)
		}
		if in.Reason != "" || in.Verdict == discovery.Loaded {
			r.Trace.Candidates[at].Imports = append(r.Trace.Candidates[at].Imports, in)
		}
	}
}

// importFile loads an imported file and its imports; the file becomes an entry of its own.
func (r *claudeRun) importFile(by *discovery.Candidate, in *discovery.Import, anywhere bool, depth int) {
	c := r.At(in.Path, by.Tier)
	c.ByImport = true
	if first, twice := r.real[c.RealPath]; twice {
		in.Reason, in.Detail = discovery.AlreadyLoaded, "as "+first
		return
	}
	if pattern := r.set.excluded(c.Path); pattern != "" {
		in.Reason, in.Detail = discovery.Excluded, "claudeMdExcludes has "+pattern
		r.Add(c.No(in.Reason, in.Detail))
		return
	}
	if why := r.unreadable(c); why != "" {
		in.Reason, in.Detail = discovery.Disabled, why
		r.Add(c.No(in.Reason, in.Detail))
		return
	}
	d, ok := r.load(c)
	if !ok {
		in.Reason, in.Detail = c.Reason, c.Detail
		r.Add(c)
		return
	}
	if r.Budget.Output(in.Path, d.text.Len()) != nil {
		return
	}
	at := len(r.Trace.Candidates)
	if patterns := d.front.patterns(); len(patterns) > 0 && strings.HasSuffix(c.Tier, "rules") {
		// A rule that another rule imports keeps its own patterns. They are relative to the same
		// directory as the patterns of the importing rule.
		c.Evidence = discovery.ReadSource
		r.wait(c, d, patterns, anywhere, depth)
	} else {
		c.Detail = "imported by " + by.Path
		d.text = discovery.AsImport(d.text)
		r.enter(c, d, anywhere, depth)
	}
	last := r.Trace.Candidates[at]
	in.Verdict, in.Reason, in.Detail, in.Imports = last.Verdict, last.Reason, "", last.Imports
	if in.Verdict != discovery.Loaded {
		in.Detail = last.Detail
	}
}

// textual lists the extensions of files that can be imported; files without an extension can be
// imported too.
var textual = strings.Fields(".md .txt .text .json .yaml .yml .toml .xml .csv .html .htm .css .scss .sass .less .js .ts .tsx .jsx .mjs .cjs .mts .cts " +
	".py .pyi .pyw .rb .erb .rake .go .rs .java .kt .kts .scala .c .cpp .cc .cxx .h .hpp .hxx .cs .swift .sh .bash .zsh .fish .ps1 .bat .cmd .env .ini " +
	".cfg .conf .config .properties .sql .graphql .gql .proto .vue .svelte .astro .ejs .hbs .pug .jade .php .pl .pm .lua .r .dart .ex .exs .erl .hrl " +
	".clj .cljs .cljc .edn .hs .lhs .elm .ml .mli .f .f90 .f95 .for .cmake .make .makefile .gradle .sbt .rst .adoc .asciidoc .org .tex .latex .lock " +
	".log .diff .patch")

// isTextual reports whether a file of this name can be imported.
func isTextual(name string) bool {
	base := strings.ToLower(path.Base(name))
	ext := path.Ext(base)
	return ext == "" || ext == base || slices.Contains(textual, ext)
}
