package codebolt

import (
	"context"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"galley/engine/collate"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

// defaultExtensions lists the extensions of mentioned files that are read by default.
var defaultExtensions = []string{".ts", ".js", ".d.ts", ".json", ".md", ".txt", ".yml", ".yaml", ".xml", ".html", ".css", ".py", ".java", ".cpp", ".c", ".h"}

const (
	shownEntries = 50 // entries of a mentioned folder that are shown
	shownFiles   = 10 // mentioned files whose content is added
)

// mentions adds mentioned files and folders as further parts of the last user
// message.
type mentions struct {
	host *Host
	o    options
}

func (m mentions) Modify(_ context.Context, t *Turn) error {
	if len(t.Request.Files) == 0 && len(t.Request.Folders) == 0 {
		return nil
	}
	parts := append(m.files(t), m.folders(t.Request.Folders)...)
	at := -1
	for i, msg := range t.Messages {
		if msg.Role == prompt.User {
			at = i
		}
	}
	if at < 0 {
		t.warn("the mentioned files are not sent: no user message exists yet when "+mentionName+" adds them to the last one",
			"the user's own text comes after all modifiers: put the modifier behind one that adds a user message")
		return nil
	}
	to := t.Messages[at]
	if to.Parts == nil {
		to.Parts = []int{len(to.Blocks)}
	}
	to.Parts, to.Blocks = slices.Clip(to.Parts), slices.Clip(to.Blocks)
	for _, b := range parts {
		to.Parts, to.Blocks = append(to.Parts, 1), append(to.Blocks, b)
	}
	t.Messages[at] = to
	return nil
}

// mentioned returns the block of a mentioned file or folder.
func mentioned(name string, text source.Text) prompt.Block {
	k := mentionBlock
	k.id += ":" + name
	return block(k, path.Base(name), text)
}

func heading(before, name, after string) source.Text {
	return source.Of(before, structure).Append(value("mention", name), source.Of(after, structure))
}

func (m mentions) files(t *Turn) []prompt.Block {
	var parts []prompt.Block
	for _, name := range t.Request.Files {
		if strings.Contains(name, "*") {
			t.warn("the mention "+name+" adds nothing", "Codebolt "+Version+" looks up names and finds none that contains a slash: mention files or folders by name")
			continue
		}
		text, wrong := m.content(resolve(m.host.base(), name))
		if wrong != "" {
			text = source.Of("[Error reading: Error: "+wrong+"]", structure)
		}
		parts = append(parts, mentioned(name, heading("\nContent from @", name, ":\n")), mentioned(name, text))
	}
	if len(parts) == 0 {
		return nil
	}
	first := block(mentionBlock, "Mentioned files", source.Of("\n--- Content from referenced files ---", structure))
	return append([]prompt.Block{first}, parts...)
}

// content returns a file's text, or the reason why the file is not read.
func (m mentions) content(full string) (source.Text, string) {
	info, err := m.host.World.Stat(full)
	if err != nil {
		return source.Text{}, failure("stat", full, err)
	}
	if info.Size > int64(m.o.number("maxFileSize", 1024*1024)) {
		return source.Text{}, "File too large: " + strconv.FormatInt(info.Size, 10) + " bytes"
	}
	if ext := strings.ToLower(extension(full)); !m.allowed(ext) {
		return source.Text{}, "File type not allowed: " + ext
	}
	return file(m.host.World, full)
}

func (m mentions) allowed(ext string) bool {
	list, given := m.o.texts("allowedExtensions")
	if !given {
		list = defaultExtensions
	}
	return len(list) == 0 || slices.Contains(list, ext)
}

func (m mentions) folders(names []string) []prompt.Block {
	if len(names) == 0 {
		return nil
	}
	parts := []prompt.Block{block(mentionBlock, "Mentioned folders", source.Of("\n--- Folder Structures ---", structure))}
	for _, name := range names {
		full := resolve(m.host.base(), name)
		parts = append(parts, mentioned(name, heading("\nStructure of @", name, ":\n")))
		structureOf, wrong := m.entries(full)
		if wrong != "" {
			parts = append(parts, mentioned(name, heading("[Error reading folder ", name, ": "+wrong+"]")))
			continue
		}
		parts = append(parts, mentioned(name, structureOf))
		files := m.inside(full)
		if len(files) == 0 {
			continue
		}
		parts = append(parts, mentioned(name, heading("\n--- Files in ", name, " ---")))
		for _, f := range files {
			shown := name + "/" + f
			text, wrong := m.content(facts.Join(full, f))
			if wrong != "" {
				text = source.Of("[Error reading file: "+wrong+"]", structure)
			}
			parts = append(parts, mentioned(shown, heading("\nContent from @", shown, ":\n")), mentioned(shown, text))
		}
	}
	return parts
}

// entries lists the content of a folder, folders first. It considers only the first fifty entries,
// and leaves out the hidden ones among them.
func (m mentions) entries(full string) (source.Text, string) {
	w := m.host.World
	info, err := w.Stat(full)
	if err != nil {
		return source.Text{}, failure("stat", full, err)
	}
	if !info.IsDir() {
		return source.Text{}, full + " is not a directory"
	}
	all, err := w.ReadDir(full)
	if err != nil {
		return source.Text{}, failure("scandir", full, err)
	}
	slices.SortStableFunc(all, func(a, b facts.Entry) int {
		if isDir(a) != isDir(b) {
			if isDir(a) {
				return -1
			}
			return 1
		}
		return collate.Compare(a.Name, b.Name)
	})
	var lines []string
	for _, e := range first(all, shownEntries) {
		line := path.Base(full) + "/" + e.Name
		switch {
		case strings.HasPrefix(e.Name, "."):
			continue
		case isDir(e):
			line += "/"
		default:
			info, err := w.Stat(facts.Join(full, e.Name))
			if err != nil {
				return source.Text{}, failure("stat", facts.Join(full, e.Name), err)
			}
			line += " (" + size(info.Size) + ")"
		}
		lines = append(lines, line)
	}
	text := value("folder-structure", strings.Join(lines, "\n"))
	if more := len(all) - shownEntries; more > 0 {
		end := "... and " + strconv.Itoa(more) + " more items"
		if len(lines) > 0 {
			end = "\n" + end
		}
		text = text.Append(source.Of(end, structure))
	}
	return text, ""
}

func size(n int64) string {
	if n < 1024 {
		return strconv.FormatInt(n, 10) + "B"
	}
	return strconv.Itoa(int(math.Floor(float64(n)/1024+0.5))) + "KB"
}

// inside lists the names of those files in a folder that are added with their content, in the file
// system's order.
func (m mentions) inside(full string) []string {
	all, err := m.host.World.ReadDir(full)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range all {
		if isFile(e) && e.Name[0] != '.' && m.allowed(strings.ToLower(extension(e.Name))) {
			names = append(names, e.Name)
		}
	}
	return first(names, shownFiles)
}
