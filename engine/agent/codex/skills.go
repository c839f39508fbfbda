package codex

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// skillsLabel is the label of the list of skills.
const skillsLabel = "host_skills.instructions"

// skillRoot is a folder of skills. The request contains a table of these folders, and the list of
// skills shortens the paths of files with it.
type skillRoot struct {
	dir, tier string
	used      bool
}

// ownSkills is the folder of Codex's built-in skills.
const ownSkills = ".system"

// skills lists the skills: Codex's own, the project's and the user's, each group sorted by name.
// Several skills may share a name.
func (r *codexRun) skills(ctx context.Context) discovery.Part {
	var roots []*skillRoot
	dirs := r.UpTo(r.Trace.Cwd, r.Trace.Root)
	for _, dir := range dirs {
		roots = append(roots, &skillRoot{dir: facts.Join(dir, ".codex", "skills"), tier: "project"})
	}
	bundled, listed := r.listedSkills()
	system := &skillRoot{dir: facts.Join(r.home, "skills", ownSkills), used: bundled}
	roots = append(roots, &skillRoot{dir: facts.Join(r.home, "skills"), tier: "user"}, &skillRoot{dir: facts.Join(r.Home, ".agents", "skills"), tier: "user"}, system)
	for _, dir := range slices.Backward(dirs) {
		roots = append(roots, &skillRoot{dir: facts.Join(dir, ".agents", "skills"), tier: "project"})
	}
	type row struct {
		*discovery.Candidate
		root *skillRoot
		said string // the description
		head int    // length of the front matter in bytes
	}
	var rows []row
	seen := map[string]bool{}
	for _, root := range roots {
		for _, full := range r.SkillFiles(ctx, root.dir, 8) {
			if facts.Within(full, system.dir) || seen[full] {
				continue
			}
			seen[full] = true
			c := r.Thing(discovery.Skill, "", full, root.tier)
			text, ok := r.Text(c)
			described := skillHeader{}
			if ok {
				described = readSkill(c, text.String())
			}
			if described.fault != "" {
				c.No(discovery.FrontMatter, described.fault)
			} else if why := r.hidingPolicy(full); ok && why != "" {
				c.No(discovery.PeopleOnly, why)
			} else if ok && listed != "" {
				c.No(discovery.Disabled, listed)
			} else if ok {
				root.used = true
			}
			rows = append(rows, row{c, root, described.description, described.bytes})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if a.root.tier != b.root.tier {
			return strings.Compare(a.root.tier, b.root.tier) // the project's before the user's
		}
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Path, b.Path))
	})
	names := map[*skillRoot]string{}
	var b source.Builder
	for _, root := range roots {
		if root.used {
			names[root] = "r" + strconv.Itoa(len(names))
			b.Add("- `"+names[root]+"` = `"+root.dir+"`\n", discovery.NoOrigin)
		}
	}
	b.Add("### Available skills\n", discovery.NoOrigin)
	if bundled {
		b.Append(discovery.StandIn("codex/own-skills"))
	}
	for _, one := range rows {
		if one.Reason == "" {
			rel, _ := discovery.RelativeTo(one.Path, one.root.dir)
			line := source.Of("- "+one.Name+": "+one.said+" (file: "+names[one.root]+"/"+rel+")\n", discovery.FileOrigin(one.Path, 0, one.head, 1))
			one.List(line, "")
			b.Append(line)
		}
		r.Add(one.Candidate)
	}
	b.Add("</skills_instructions>", discovery.NoOrigin)
	if listed != "" || !bundled && len(names) == 0 {
		return discovery.Part{Name: "skills", Role: "developer", Where: skillsLabel}
	}
	return discovery.Part{Name: "skills", Role: "developer", Where: skillsLabel, Text: b.Text(), Numbered: "(file: " + names[system] + "/"}
}

// Limits of a skill's front matter, in characters.
const (
	maxSkillName        = 64   // a skill with a longer name is dropped
	maxSkillDescription = 1024 // a longer description is cut
)

// skillHeader is a skill's front matter.
type skillHeader struct {
	description string
	bytes       int    // length of the front matter
	fault       string // why the skill is dropped, or ""
}

// readSkill reads a skill's front matter and name, as observed with Codex 0.171.0. If Codex cannot
// read the front matter, it applies [repaired] and tries again. Each run of white space and line
// ends becomes one blank. A skill without a name is named after its directory.
func readSkill(c *discovery.Candidate, text string) (h skillHeader) {
	f := discovery.ReadFront(text)
	h.bytes = f.Body
	c.Name = path.Base(facts.Dir(c.Path))
	if strings.HasPrefix(text, "\ufeff") {
		c.Oddities(&f)
		h.fault = "a byte order mark comes before its header"
		return h
	}
	if fault := unfit(&f); fault != "" {
		again := discovery.ReadFront(repaired(text[:f.Body]))
		if unfit(&again) != "" {
			c.Oddities(&f)
			h.fault = fault
			return h
		}
		f = again
	}
	c.Oddities(&f)
	h.description = oneLine(scalar(f.Values["description"]))
	if name := oneLine(scalar(f.Values["name"])); name != "" {
		c.Name = name
	}
	switch {
	case h.description == "":
		h.fault = "it needs a description"
	case len([]rune(c.Name)) > maxSkillName:
		h.fault = fmt.Sprintf("its name has more than %d characters", maxSkillName)
	}
	if all := []rune(h.description); len(all) > maxSkillDescription {
		h.description = string(all[:maxSkillDescription-len("...")]) + "..."
	}
	return h
}

// unfit returns the reason why Codex cannot read the front matter, or "".
func unfit(f *discovery.Front) string {
	if f.Broken != "" {
		return "its header is not valid YAML: " + f.Broken
	}
	for _, key := range []string{"name", "description"} {
		if !plain(f.Values[key]) {
			return key + " must be a text"
		}
	}
	switch m := f.Values["metadata"].(type) {
	case nil:
	case map[string]any:
		if !plain(m["short-description"]) {
			return "metadata.short-description must be a text"
		}
	default:
		return "metadata must be a mapping"
	}
	return ""
}

// repaired puts single quotes around the values that are not valid YAML without quotes: values that
// contain a colon before a blank, and values that begin like a list, a mapping or a reserved
// character but are not one of these. Quoted values and block values do not change.
func repaired(header string) string {
	var b strings.Builder
	block := -1 // the indentation of a key whose value is a block, or -1
	for line := range strings.Lines(header) {
		text := strings.TrimRight(line, "\r\n")
		indent := len(text) - len(strings.TrimLeft(text, " "))
		if block >= 0 && (strings.TrimSpace(text) == "" || indent > block) {
			b.WriteString(line)
			continue
		}
		block = -1
		key, rest, _ := strings.Cut(text, ":")
		value := strings.TrimLeftFunc(rest, unicode.IsSpace)
		if strings.TrimSpace(key) == "" || value == rest {
			b.WriteString(line)
			continue
		}
		blank := rest[:len(rest)-len(value)]
		scalar := strings.TrimRightFunc(value[:commentAt(value)], unicode.IsSpace)
		if strings.HasPrefix(scalar, "|") || strings.HasPrefix(scalar, ">") {
			block = indent
		}
		if needsQuotes(scalar) {
			line = key + ":" + blank + "'" + strings.ReplaceAll(scalar, "'", "''") + "'\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// commentAt returns the index at which the comment of a value begins, or the value's length if it
// has no comment.
func commentAt(value string) int {
	before := ' '
	for i, c := range value {
		if c == '#' && unicode.IsSpace(before) {
			return i
		}
		before = c
	}
	return len(value)
}

// needsQuotes reports whether a value is valid YAML only if it is quoted.
func needsQuotes(value string) bool {
	if value == "" || strings.ContainsAny(value[:1], `"'|>`) {
		return false
	}
	for i, c := range value {
		if next, _ := utf8.DecodeRuneInString(value[i+1:]); c == ':' && unicode.IsSpace(next) {
			return true
		}
	}
	if !strings.ContainsAny(value[:1], "[{@`") {
		return false
	}
	_, err := discovery.ReadYAML("value: " + value)
	return err != nil
}

// plain reports whether a value is neither a list nor a mapping.
func plain(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return false
	}
	return true
}

// scalar returns a value as text, or "" for lists and mappings.
func scalar(v any) string {
	switch v.(type) {
	case nil, []any, map[string]any:
		return ""
	}
	return fmt.Sprint(v)
}

// oneLine replaces each run of blanks and line ends by one blank, as Codex does in the list of
// skills.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// hidingPolicy returns the policy that hides a skill from the model, or "". The file
// agents/openai.yaml beside the skill sets the policy. Codex ignores this file if it does not have
// the expected form.
func (r *codexRun) hidingPolicy(skill string) string {
	name := facts.Join(facts.Dir(skill), "agents", "openai.yaml")
	text, _ := r.SettingText(name, "skill")
	values, _ := discovery.ReadYAML(text) // nil if the file is missing or is not a YAML mapping
	policy, _ := values["policy"].(map[string]any)
	products, limited := discovery.Texts(policy["products"])
	switch {
	case policy["allow_implicit_invocation"] == false:
		return "allow_implicit_invocation is false in agents/openai.yaml"
	case limited && !slices.Contains(products, "codex"):
		return "products in agents/openai.yaml does not name codex"
	}
	return ""
}
