package discovery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"galley/engine/bounded"
	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/secret"
)

// Finder is what the discoveries of all agents share: the world, the searches, the trace that is
// being written, and a method for each kind of rule.
type Finder struct {
	World   facts.World
	Options Options
	Tree    *glob.Tree
	Outside *glob.Tree // the tree for searches outside the project; see TreeFor
	Trace   *Trace
	Budget  *facts.Budget
	Home    string
	// evidence says how the agent's rule for the next candidates is known, for example from a run
	// or from documentation.
	evidence Evidence
	Taken    map[string]string // from a loaded path to its tier
	texts    map[string]string // from the content of a loaded file to its path
	tainted  map[string]bool   // entries of settings that contain a value of the environment or of a file
}

// By makes an agent's discoverer from its rules. rules looks at each place in turn,
// decides about each file there, and ends with [Finder.Done]. The root is the
// session's directory until rules sets another.
func By(name string, versions []Version, e Evidence, rules func(context.Context, *Finder) (*Trace, error)) Discoverer {
	return func(ctx context.Context, w facts.World, o Options) (*Trace, error) {
		f, err := begin(ctx, w, o, name, versions, e)
		if err != nil {
			return nil, err
		}
		defer f.Tree.Close()
		t, err := rules(ctx, f)
		return t, cmp.Or(err, ctx.Err())
	}
}

func begin(ctx context.Context, w facts.World, o Options, name string, versions []Version, e Evidence) (*Finder, error) {
	version := MatchVersion(versions, o.Version)
	if version == "" {
		return nil, fmt.Errorf("galley does not know %s %s", name, o.Version)
	}
	if o.walks == nil {
		o.walks = &searches{}
	}
	if o.Limits == (glob.Limits{}) {
		o.Limits = DefaultLimits
	}
	w = facts.Bounded(w)
	f := &Finder{World: w, Options: o, Tree: glob.NewTree(ctx, w, o.Limits), Trace: &Trace{Secrets: new(secret.Values)}, Budget: facts.BudgetOf(w),
		Home: o.Home, evidence: e, Taken: map[string]string{}, texts: map[string]string{}, tainted: map[string]bool{}}
	f.Outside = f.Tree.Narrow(glob.Limits{Dirs: min(OutsideLimits.Dirs, o.Limits.Dirs), Names: min(OutsideLimits.Names, o.Limits.Names)})
	if f.Home == "" {
		f.Home = cmp.Or(facts.Home(w), "/")
	}
	t := f.Trace
	t.Agent, t.Version = name, version
	t.Cwd = f.RealCwd(o.Cwd)
	t.Root = t.Cwd
	return f, nil
}

func (f *Finder) EnvOr(key, other string) string {
	if v, ok := f.World.LookupEnv(key); ok && v != "" {
		return v
	}
	return other
}

// PathOr returns the path in an environment variable, or other if the variable is unset or empty.
func (f *Finder) PathOr(key, other string) string {
	return cmp.Or(facts.EnvPath(f.World, key), other)
}

func (f *Finder) Note(format string, args ...any) {
	f.Trace.Notes = append(f.Trace.Notes, f.Mask(fmt.Sprintf(format, args...)))
}

// SearchNote adds a note if a search reached a limit.
func (f *Finder) SearchNote() {
	if s := f.Stopped(); s != "" {
		f.Note("%s; the agent itself would search further", s)
	}
}

// Stopped says why a search ended before it was complete. It returns "" if all were complete.
func (f *Finder) Stopped() string {
	if s := f.Tree.Stopped(); s != "" {
		return s
	}
	if s := f.Outside.Stopped(); s != "" {
		return "outside the project " + s
	}
	return ""
}

// TreeFor returns the tree for searches below dir: the project's tree for directories in the
// project, Outside for others and for a directory that contains the home.
func (f *Finder) TreeFor(dir string) *glob.Tree {
	repository := f.Trace.Root != facts.Root(dir) && facts.Within(dir, f.Trace.Root)
	if (repository || facts.Within(dir, f.Trace.Cwd)) && !facts.Within(f.Home, dir) {
		return f.Tree
	}
	return f.Outside
}

// Work returns a function that adds a number of steps of matching patterns to the budget. place is
// the file or directory with the patterns. The function returns false if the budget is exceeded.
// The caller can stop early, because galley refuses the result of such a discovery.
func (f *Finder) Work(place string) func(steps int) bool {
	return func(steps int) bool { return f.Budget.Charge(place, facts.Amounts{Steps: int64(steps)}) == nil }
}

// Mask masks the secrets in a text for people.
func (f *Finder) Mask(s string) string { return f.Trace.Secrets.Mask(s) }

// Taint marks the entries of a settings file that contain a value of the environment or of a file.
// literal lists the entries as they are written; an entry that is not in literal contains such a
// value.
func (f *Finder) Taint(entries, literal []string) {
	known := make(map[string]bool, len(literal))
	for _, e := range literal {
		known[e] = true
	}
	for _, e := range entries {
		if !known[e] {
			f.tainted[e] = true
		}
	}
}

// RealCwd returns a directory with its links resolved.
func (f *Finder) RealCwd(dir string) string {
	dir = facts.Clean(dir)
	if real, err := f.World.RealPath(dir); err == nil {
		return real
	}
	return dir
}

// UpTo lists the directories from dir up to and including top, or up to the file
// system's root if top does not enclose dir.
func (f *Finder) UpTo(dir, top string) (out []string) {
	for dir := range facts.Up(dir) {
		if out = append(out, dir); dir == top {
			break
		}
	}
	return out
}

// Add appends a candidate to the trace. If galley refused to follow a link on its path, the reason
// Missing, DanglingLink or NoMatch becomes LinkRefused.
func (f *Finder) Add(c *Candidate) {
	if c.refused && (c.Reason == Missing || c.Reason == DanglingLink || c.Reason == NoMatch) {
		c.Reason = LinkRefused
	}
	f.Trace.Candidates = append(f.Trace.Candidates, *c)
}

// Unmatched marks a pattern that matched no file in dirs. If galley refuses to follow a link in the
// part of the pattern before its first wildcard, that becomes the reason.
func (f *Finder) Unmatched(c *Candidate, pattern string, dirs ...string) *Candidate {
	fixed := pattern
	if i := strings.IndexAny(pattern, "*?[{"); i >= 0 {
		fixed = pattern[:strings.LastIndexByte(pattern[:i], '/')+1]
	}
	for _, dir := range dirs {
		_, err := f.World.Stat(facts.Resolve(dir, fixed))
		c.refused = c.refused || facts.LinkRefused(err)
	}
	return c.No(NoMatch, "")
}

// TooMuch ends the discovery if err says that a file is nested too deeply or contains more
// than galley reads.
func (f *Finder) TooMuch(name string, err error) {
	var excess *bounded.Excess
	if errors.As(err, &excess) {
		f.Budget.Stop(&facts.OverBudget{Place: f.Mask(name), What: excess.What, Limit: int64(excess.Limit)})
	}
}

// MaxNames is the most names that one setting of an agent may list for files or markers that the
// agent looks for in many directories.
const MaxNames = 200

// Few returns the names that a setting lists. More than [MaxNames] end the discovery, because each
// name is looked for in each directory; Few then returns only the first one.
func (f *Finder) Few(setting string, names []string) []string {
	if len(names) <= MaxNames {
		return names
	}
	f.Budget.Stop(&facts.OverBudget{Place: setting, What: "names in one setting", Limit: MaxNames})
	return names[:1]
}

// No marks a candidate as not loaded, for a reason.
func (c *Candidate) No(reason Reason, detail string) *Candidate {
	c.Verdict, c.Reason, c.Detail = NotLoaded, reason, detail
	return c
}

// Fetched fetches the document of a URL if wanted is set. It never fetches a URL that contains a
// value of the environment or of a file, because that would send the value to the host that the
// settings name. If nothing can be loaded, Fetched adds the candidate with the reason and ok is
// false.
func (f *Finder) Fetched(ctx context.Context, c *Candidate, url string, wanted bool) (body string, ok bool) {
	if f.tainted[url] {
		c.Verdict, c.Reason = Unknown, NotFetched
		f.Add(c)
		return "", false
	}
	if !wanted {
		c.Verdict, c.Reason = Unknown, WouldFetch
		f.Add(c)
		return "", false
	}
	response, err := f.World.Fetch(ctx, url)
	c.Bytes = int64(len(response.Body))
	switch {
	case errors.Is(err, facts.ErrRefused) || errors.Is(err, facts.ErrTooLarge):
		c.Verdict, c.Reason, c.Detail = Unknown, FetchRefused, f.Mask(err.Error())
	case err != nil:
		c.No(FetchFailed, f.Mask(err.Error()))
	case response.Status < 200 || response.Status > 299:
		c.No(FetchFailed, "the server answered with status "+strconv.Itoa(response.Status))
	case response.Body == "":
		c.No(Empty, "")
	default:
		return response.Body, true
	}
	f.Add(c)
	return "", false
}

// At examines a path and returns it as a candidate. The candidate's reason says what is wrong with
// the path: it is missing, a dangling link, or not a regular file.
func (f *Finder) At(name, tier string) *Candidate {
	c := &Candidate{Path: name, Shown: f.Mask(name), Tier: tier, LoadType: AtLaunch, Verdict: NotLoaded, Evidence: f.evidence}
	info, err := f.World.Stat(name)
	if err != nil {
		c.Reason, c.refused = Missing, facts.LinkRefused(err)
		if link, lerr := f.World.Lstat(name); lerr == nil && link.IsLink() {
			c.Reason = DanglingLink
			if target, terr := f.World.Readlink(name); terr == nil {
				c.Detail = "it leads to " + target
			}
		} else if !errors.Is(err, fs.ErrNotExist) {
			c.Reason, c.Detail = Unreadable, Why(err)
		}
		return c
	}
	c.Bytes, c.ModTime = info.Size, info.ModTime
	if !info.IsRegular() {
		c.Reason = NotRegular
		if info.IsDir() {
			c.Detail, c.Bytes = "it is a directory", 0
		}
	}
	if real, err := f.World.RealPath(name); err == nil {
		c.RealPath = real
		if real != name && !facts.Within(real, f.Trace.Root) && facts.Within(name, f.Trace.Root) && f.Trace.Root != "" {
			c.Remarks = append(c.Remarks, Remark{LinkOutside, "it leads to " + real})
		}
	}
	return c
}

// Why returns the text of an error without its path, because the message names the path already.
func Why(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return err.Error()
}

// readsAll is the detail for a file that is too large for galley, although the agent would read it.
const readsAll = "the agent reads it all"

// Bytes reads a candidate's file; if that fails, reason and detail say why.
func (f *Finder) Bytes(c *Candidate) (data string, reason Reason, detail string) {
	if c.Reason == NotRegular {
		return "", NotRegular, c.Detail
	}
	data, err := f.World.ReadFile(c.Path)
	switch {
	case err == nil:
		f.Double(c, data)
		return data, "", ""
	case errors.Is(err, facts.ErrTooLarge):
		return "", TooLarge, readsAll
	case errors.Is(err, facts.ErrNotRegular):
		return "", NotRegular, Why(err)
	}
	return "", Unreadable, Why(err)
}

// Double adds a remark if another file with the same text was loaded before.
func (f *Finder) Double(c *Candidate, data string) {
	if strings.TrimSpace(data) == "" {
		return
	}
	first, twice := f.texts[data]
	if !twice {
		f.texts[data] = c.Path
		return
	}
	c.DuplicateOf = first
	c.Remarks = append(c.Remarks, Remark{AlreadyLoaded, "the text is the same as in " + first})
}

// Above adds the rule files in directories above the root as not loaded, because people often
// expect the agent to load them.
func (f *Finder) Above(kinds []string) {
	if facts.IsRoot(f.Trace.Root) {
		return
	}
	for dir := range facts.Up(facts.Dir(f.Trace.Root)) {
		for _, kind := range kinds {
			if c := f.At(facts.Join(dir, kind), "local"); c.Reason == "" {
				c.LoadType = Never
				f.Add(c.No(AboveRoot, "the search ends at "+f.Trace.Root))
			}
		}
	}
}

// NearMisses adds files whose names are almost those of rule files, in the directories that the
// agent searches.
func (f *Finder) NearMisses(kinds []string) {
	met := map[string]bool{}
	for _, c := range f.Trace.Candidates {
		met[c.Path] = true
	}
	for _, dir := range f.UpTo(f.Trace.Cwd, f.Trace.Root) {
		entries, _ := f.World.ReadDir(dir)
		for _, e := range entries {
			name := facts.Join(dir, e.Name)
			if e.Type.IsDir() || met[name] || slices.Contains(kinds, e.Name) {
				continue
			}
			reason, detail := nearest(e.Name, kinds)
			if reason == "" {
				continue
			}
			if proper(e.Name) {
				reason, detail = NotLookedFor, "another agent reads it"
			}
			met[name] = true
			c := f.At(name, "local")
			c.LoadType = Never
			f.Add(c.No(reason, detail))
		}
	}
}

// lookedFor is the beginning of the detail of a near miss; the name that the agent looks for
// follows.
const lookedFor = "the agent looks for "

// LookedFor returns the detail for a file with a wrong name. name is the name that the agent looks
// for. more, if not "", is appended.
func LookedFor(name, more string) string {
	if more != "" {
		more = "; " + more
	}
	return lookedFor + name + more
}

// lookedName returns the name in the detail of a near miss.
func lookedName(detail string) (name string, ok bool) {
	name, ok = strings.CutPrefix(detail, lookedFor)
	name, _, _ = strings.Cut(name, "; ")
	return name, ok
}
