package opencode

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"

	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/textutil"
)

var referenceName = textutil.LazyRegexp("^[^/\\s`,]+$")

// defineReferences reads the directories and repositories outside the project that a settings file
// names. An entry of a later file replaces an earlier entry of the same name. The system message
// lists the entries with a description. The rules were read in the code; the rules about
// directories were also measured.
func (r *opencodeRun) defineReferences(top map[string]json.RawMessage, name string) {
	raw, there := top["references"]
	if !there {
		raw = top["reference"]
	}
	base := r.cwd
	if facts.Absolute(r.cwd, name) {
		base = facts.Dir(name)
	}
	for _, entry := range inOrder(raw) {
		if !referenceName().MatchString(entry.name) {
			continue
		}
		one := discovery.OutsideDir{Name: entry.name}
		var text string
		switch {
		case json.Unmarshal(entry.raw, &text) == nil:
			if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~") {
				one.Path = r.referencePath(base, text)
			}
		case entry.values["path"] != nil:
			text, _ = entry.values["path"].(string)
			one.Path = r.referencePath(base, text)
		default:
			text, _ = entry.values["repository"].(string)
			branch, _ := entry.values["branch"].(string)
			one.Path = r.clone(text, branch)
		}
		one.Description, one.Described = entry.values["description"].(string)
		r.references[one.Name] = one
	}
	r.Trace.Defined.References = nil
	for _, name := range slices.Sorted(maps.Keys(r.references)) {
		r.Trace.Defined.References = append(r.Trace.Defined.References, r.references[name])
	}
}

func (r *opencodeRun) referencePath(base, text string) string {
	if rest, ok := strings.CutPrefix(text, "~/"); ok {
		return facts.Join(r.Home, rest)
	}
	return facts.Resolve(base, text)
}

var (
	githubShort = textutil.LazyRegexp(`^github:([^/\s]+)/([^/\s]+)$`)
	secureShell = textutil.LazyRegexp(`^(?:[^@/\s]+@)?([^:/\s]+):(.+)$`)
)

// clone returns the directory of OpenCode's copy of a repository, or "" if OpenCode does not accept
// the repository's name.
func (r *opencodeRun) clone(repository, branch string) string {
	repository, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimSpace(repository), "git+"), "#")
	repository = strings.TrimRight(repository, "/")
	host, rest := "github.com", repository
	if m := githubShort().FindStringSubmatch(repository); m != nil {
		rest = m[1] + "/" + m[2]
	} else if u, err := url.Parse(repository); strings.Contains(repository, "://") {
		if err != nil || u.Scheme == "file" {
			return ""
		}
		host, rest = u.Host, u.Path
	} else if m := secureShell().FindStringSubmatch(repository); m != nil {
		host, rest = m[1], m[2]
	} else if first, after, ok := strings.Cut(repository, "/"); ok && strings.Contains(first, ".") {
		host, rest = first, after
	}
	rest = strings.TrimSuffix(strings.Trim(rest, "/"), ".git")
	if host == "" || rest == "" {
		return ""
	}
	at := facts.Join(r.dataDir(), "repos", strings.ReplaceAll(host, ":", "/"), rest)
	if branch != "" {
		at += "@" + url.PathEscape(branch)
	}
	return at
}

// dataDir returns the directory in which OpenCode stores downloads.
func (r *opencodeRun) dataDir() string {
	return facts.Join(r.PathOr("XDG_DATA_HOME", facts.Join(r.Home, ".local", "share")), "opencode")
}

// references returns the list of the directories that the settings name outside the project.
func (o opencode) references(in profile.Input, trace *discovery.Trace) prompt.Block {
	b := prompt.Block{ID: "references", Title: "References", Lifetime: prompt.Session, From: "SystemPrompt.environment"}
	if list := referenceList(trace.Defined.References); list.Len() != 0 && !o.oldForm {
		b.Text = profile.Joined(o.prose(in, "references-intro"), list)
	}
	return b
}

// referenceList returns the list with its introduction, or the empty text if no entry has a
// description.
func referenceList(all []discovery.OutsideDir) source.Text {
	all = slices.DeleteFunc(slices.Clone(all), func(r discovery.OutsideDir) bool { return !r.Described })
	if len(all) == 0 {
		return source.Text{}
	}
	slices.SortStableFunc(all, func(x, y discovery.OutsideDir) int { return collate.Compare(x.Name, y.Name) })
	lit, v := source.Literal, pack.Value
	texts := []source.Text{lit("\n<available_references>")}
	for _, r := range all {
		texts = append(texts, lit("\n  <reference>\n    <name>"), v("references", r.Name), lit("</name>\n    <path>"), v("references", r.Path),
			lit("</path>\n    <description>"), v("references", r.Description), lit("</description>\n  </reference>"))
	}
	return profile.Joined(append(texts, lit("\n</available_references>"))...)
}
