package geminicli_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/agent/geminicli/gemini"
	"galley/engine/conformance"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/source"
)

const (
	geminiBase = "/b"
	geminiHome = "/b/home"
)

// geminiCase is a case in the format of the Gemini CLI cases.
type geminiCase struct {
	Kind       string
	RootName   string `json:"rootName"`
	RootInHome string `json:"rootInHome"`
	Tree, Home conformance.Tree
	Cwd        string
	Env        map[string]string
	Settings   geminiSettings
	Expect     map[string]json.RawMessage

	file    string         // the case's name, which gives the version
	context map[string]any // settings.context as in settings.json
}

// geminiSettings holds the settings of all kinds of case: those of the session and those of the
// request.
type geminiSettings struct {
	Context struct {
		FileName              json.RawMessage `json:"fileName"`
		MemoryBoundaryMarkers *[]string       `json:"memoryBoundaryMarkers"`
		ImportFormat          string          `json:"importFormat"`
		IncludeDirectoryTree  *bool           `json:"includeDirectoryTree"`
		DiscoveryMaxDirs      int             `json:"discoveryMaxDirs"`
		FileFiltering         geminiFiltering `json:"fileFiltering"`
	}
	Extensions         []geminiExtension
	IncludeDirectories []string `json:"includeDirectories"`
	FolderTrust        *bool    `json:"folderTrust"`
	TrustedFolder      *bool    `json:"trustedFolder"`
	Access             []string

	File            string
	ImportFormat    string    `json:"importFormat"`
	BoundaryMarkers *[]string `json:"boundaryMarkers"`

	Directory          string
	MaxItems           int             `json:"maxItems"`
	IgnoredFolders     []string        `json:"ignoredFolders"`
	FileIncludePattern string          `json:"fileIncludePattern"`
	UseFileService     bool            `json:"useFileService"`
	FileFiltering      geminiFiltering `json:"fileFiltering"`

	Model            string
	HasPreviewAccess *bool  `json:"hasPreviewAccess"`
	Interactive      *bool  `json:"interactive"`
	ApprovalMode     string `json:"approvalMode"`
	Plan             *bool
	Tracker          bool
	UseWriteTodos    *bool     `json:"useWriteTodos"`
	CoreTools        *[]string `json:"coreTools"`
	ExcludeTools     []string  `json:"excludeTools"`
	TopicUpdates     *bool     `json:"topicUpdateNarration"`
	Skills, Agents   []gemini.Entry
	BuiltinAgents    bool   `json:"builtinAgents"`
	ApprovedPlan     string `json:"approvedPlan"`
	ActiveTopic      string `json:"activeTopic"`
	FullText         bool   `json:"fullText"`
	Wrote            string
	Compression      bool

	ActiveTopicSummary string          `json:"activeTopicSummary"`
	UserMemory         json.RawMessage `json:"userMemory"`
	EnableAgents       *bool           `json:"enableAgents"`
	ShellEfficiency    *bool           `json:"enableShellOutputEfficiency"`
	// These two settings change only words of the agent's prose, never a line that a case compares.
	ToolSandboxing   bool  `json:"toolSandboxing"`
	InteractiveShell *bool `json:"enableInteractiveShell"`
}

// geminiFiltering selects which ignore files apply.
type geminiFiltering struct {
	RespectGitIgnore      *bool    `json:"respectGitIgnore"`
	RespectGeminiIgnore   *bool    `json:"respectGeminiIgnore"`
	CustomIgnoreFilePaths []string `json:"customIgnoreFilePaths"`
}

type geminiExtension struct {
	Name, Path   string
	ContextFiles []string `json:"contextFiles"`
	IsActive     *bool    `json:"isActive"`
}

// geminiFields lists what each kind of case expects. For sections, the fields marked as information
// count characters of the agent's own prose, which galley does not have.
var geminiFields = map[string]conformance.Fields{
	"tree":        {"text": conformance.Checked},
	"environment": {"messages": conformance.Checked},
	"sections": {
		"ids": conformance.Checked, "headings": conformance.Checked, "tags": conformance.Checked, "mode": conformance.Checked, "maxBlankRun": conformance.Checked,
		"activeTopicLine": conformance.Checked, "resolvedModel": conformance.Checked, "snippetSet": conformance.Checked, "tools": conformance.Checked,
		"agents": conformance.Checked, "compression": conformance.Checked, "wrote": conformance.Checked, "text": conformance.Checked, "error": conformance.Checked,
		"chars": conformance.Information, "sectionChars": conformance.Information,
	},
}

func TestConformanceGeminiCli(t *testing.T) {
	for _, name := range conformance.List(t, "gemini-cli") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			base := strings.TrimSuffix(filepath.Base(name), ".json")
			if kind := kindOf(t, data); kind == "memory" || kind == "imports" {
				judgeGeminiDiscovery(t, base, data)
				return
			} else if kind == "program" {
				judgeGeminiProgram(t, base, data)
				return
			}
			c := geminiCase{file: base}
			conformance.Decode(t, conformance.Claims(t, data), &c)
			c.context = geminiContext(t, c, data)
			declared, known := geminiFields[c.Kind]
			if !known {
				t.Fatalf("unknown kind %q", c.Kind)
			}
			declared.Allow(t, c.Expect)
			switch c.Kind {
			case "tree":
				judgeGeminiTree(t, c)
			case "environment":
				judgeGeminiEnvironment(t, c)
			case "sections":
				judgeGeminiSections(t, c)
			}
		})
	}
}

// geminiNow is the date that $DATE stands for.
var geminiNow = time.Date(2026, 2, 5, 12, 0, 0, 0, time.UTC)

func (c geminiCase) version() gemini.Version {
	if strings.HasPrefix(c.file, "v028-") {
		return gemini.V028
	}
	return gemini.V061
}

func (c geminiCase) root() string {
	switch {
	case c.RootInHome != "":
		return path.Join(geminiHome, c.RootInHome)
	case c.RootName != "":
		return path.Join(geminiBase, c.RootName)
	}
	return path.Join(geminiBase, "root")
}

func (c geminiCase) cwd() string {
	if below, inHome := strings.CutPrefix(c.Cwd, "$HOME"); inHome {
		return path.Join(geminiHome, below)
	}
	return path.Join(c.root(), c.Cwd)
}

func (c geminiCase) marks(s string) string {
	sum := sha256.Sum256([]byte(c.cwd()))
	return strings.NewReplacer("$ROOT", c.root(), "$HOME", geminiHome, "$BASE", geminiBase,
		"$DATE", geminiNow.Format("Monday, January 2, 2006"), "$HASH", hex.EncodeToString(sum[:])).Replace(s)
}

func (c geminiCase) world(t *testing.T) *facts.Memory {
	t.Helper()
	w := facts.NewMemory().Env("HOME", geminiHome).Env("GEMINI_CLI_HOME", geminiHome).Clock(geminiNow)
	o := conformance.TreeOptions{Marks: c.marks}
	conformance.BuildTrees(t, w, o, conformance.At(c.root(), c.Tree), conformance.At(geminiHome, c.Home))
	w.Dir(c.cwd())
	for key, value := range c.Env {
		w.Env(key, c.marks(value))
	}
	return w
}

func (c geminiCase) options(t *testing.T, w *facts.Memory) gemini.Options {
	s := c.Settings
	yes := func(b *bool) bool { return b == nil || *b }
	o := gemini.Options{
		Version: c.version(), Cwd: c.cwd(), Home: geminiHome, Platform: "linux", Zone: time.UTC,
		Model: s.Model, NoPreview: !yes(s.HasPreviewAccess), Headless: !yes(s.Interactive), Mode: gemini.Mode(s.ApprovalMode),
		NoTopics: !yes(s.TopicUpdates), Topic: s.ActiveTopic, Tracker: s.Tracker, NoTodos: !yes(s.UseWriteTodos), NoPlan: !yes(s.Plan),
		CoreTools: s.CoreTools, ExcludeTools: s.ExcludeTools, Skills: s.Skills, NoShellEfficiency: !yes(s.ShellEfficiency),
		ApprovedPlan: c.marks(s.ApprovedPlan), NoTree: !yes(s.Context.IncludeDirectoryTree),
		CustomIgnore: s.Context.FileFiltering.CustomIgnoreFilePaths,
	}
	if yes(s.EnableAgents) {
		o.Agents = s.Agents
	}
	if s.BuiltinAgents {
		for _, name := range gemini.BuiltInAgents {
			o.Agents = append(o.Agents, gemini.Entry{Name: name, Description: "brings itself"})
		}
	}
	for i, dir := range s.IncludeDirectories {
		if i == 0 {
			o.Directories = []string{o.Cwd}
		}
		o.Directories = append(o.Directories, c.marks(dir))
	}
	o.Memory = c.memory(t, w)
	if s.UserMemory != nil {
		o.Memory = c.givenMemory(t, o.Memory.Names)
	}
	return o
}

// memory returns what discovery finds in the world of the case.
func (c geminiCase) memory(t *testing.T, w facts.World) gemini.Memory {
	t.Helper()
	o := discovery.Options{Cwd: c.cwd(), Home: geminiHome, Settings: map[string]any{
		"context": c.context, "security": map[string]any{"folderTrust": map[string]any{"enabled": false}},
	}}
	for _, dir := range c.Settings.IncludeDirectories {
		o.Directories = append(o.Directories, c.marks(dir))
	}
	for _, e := range c.Settings.Extensions {
		files := make([]string, len(e.ContextFiles))
		for i, f := range e.ContextFiles {
			files[i] = c.marks(f)
		}
		o.Extensions = append(o.Extensions, discovery.Extension{Name: e.Name, Path: c.marks(e.Path), ContextFiles: files, Active: e.IsActive == nil || *e.IsActive})
	}
	agent, version, err := agent.Known().Lookup("gemini-cli@" + string(c.version()))
	if err != nil {
		t.Fatal(err)
	}
	o.Version = version
	trace, err := agent.Discover(context.Background(), w, o)
	if err != nil || trace.Failure != nil {
		t.Fatal(err, trace.Failure)
	}
	return gemini.Remember(trace)
}

// givenMemory returns the memory that a case passes to the agent instead of what discovery finds,
// as one text or by tier.
func (c geminiCase) givenMemory(t *testing.T, names []string) gemini.Memory {
	t.Helper()
	var whole string
	if json.Unmarshal(c.Settings.UserMemory, &whole) == nil {
		return gemini.Memory{Names: names, Whole: source.Literal(c.marks(whole))}
	}
	var tiers struct{ Global, Extension, Project, UserProjectMemory string }
	conformance.Decode(t, c.Settings.UserMemory, &tiers)
	text := func(s string) source.Text { return source.Literal(c.marks(s)) }
	return gemini.Memory{
		Names: names, InSystem: true, Global: text(tiers.Global), Extension: text(tiers.Extension),
		Project: text(tiers.Project), Private: text(tiers.UserProjectMemory),
	}
}

// geminiContext decodes settings.context a second time, in the form that discovery takes.
func geminiContext(t *testing.T, c geminiCase, data []byte) map[string]any {
	t.Helper()
	var loose struct {
		Settings struct{ Context map[string]any }
	}
	if err := json.Unmarshal([]byte(c.marks(string(data))), &loose); err != nil {
		t.Fatal(err)
	}
	return loose.Settings.Context
}

func judgeGeminiTree(t *testing.T, c geminiCase) {
	w := c.world(t)
	o := gemini.TreeOptions{MaxItems: c.Settings.MaxItems, IgnoredFolders: c.Settings.IgnoredFolders}
	if p := c.Settings.FileIncludePattern; p != "" {
		o.Include = regexp.MustCompile(p)
	}
	if c.Settings.UseFileService {
		o.Ignore = geminiIgnore(c, w)
	}
	dir := path.Join(c.cwd(), c.Settings.Directory)
	got := gemini.Tree(context.Background(), w, dir, o, gemini.From(geminiMarks.Pack(), c.version())).String()
	var want string
	if conformance.Member(t, c.Expect, "text", &want); got != c.marks(want) {
		t.Errorf("text\n got %q\nwant %q", got, c.marks(want))
	}
}

// geminiMessage is a message in the format of the cases.
type geminiMessage struct{ Role, Text string }

func judgeGeminiEnvironment(t *testing.T, c geminiCase) {
	w := c.world(t)
	m := gemini.Setup(context.Background(), w, c.options(t, w), gemini.From(geminiMarks.Pack(), c.version()))
	var want []geminiMessage
	conformance.Member(t, c.Expect, "messages", &want)
	if len(want) != 1 || want[0].Role != string(m.Role) || c.marks(want[0].Text) != m.Text().String() {
		t.Errorf("messages\n got %s %q\nwant %q", m.Role, m.Text(), want)
	}
}

// geminiPack is the pack for cases of sections: markers, with a preamble marker that shows the
// mode.
func geminiPack() *pack.Pack { return pack.Of(preambleMark{}, geminiMarks) }

type preambleMark struct{}

func (preambleMark) Entry(_, name string) (pack.Entry, bool) {
	return pack.Entry{Text: "preamble in {1}"}, name == "preamble" || name == "preamble-headless"
}

// geminiMarks holds the markers that stand in the cases instead of prose.
var geminiMarks = conformance.MarkPack{
	"gemini-cli":      {Entries: []string{"setup-intro", "tree-truncated {1}", "mcp-intro {1}"}},
	"gemini-cli@0.28": {Entries: []string{"setup-intro", "tree-truncated {1}", "setup-reminder", "setup-close", "tree-intro"}},
}
