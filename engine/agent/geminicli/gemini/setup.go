package gemini

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"galley/engine/facts"
	"galley/engine/ignore"
	"galley/engine/prompt"
	"galley/engine/source"
)

// longDate is the long date format of the locale en-US.
const longDate = "Monday, January 2, 2006"

// Setup makes the message before the user's first one.
func Setup(ctx context.Context, w facts.World, o Options, prose Prose) prompt.Message {
	s := setup{options: o, prose: prose, world: w}
	if o.Version == V028 {
		s.v028(ctx)
	} else {
		s.v061(ctx)
	}
	return prompt.Message{Role: prompt.User, Blocks: s.blocks}
}

type setup struct {
	options Options
	prose   Prose
	world   facts.World
	blocks  []prompt.Block
}

// block appends a block to the message; before is the text that separates it from the previous
// block.
func (s *setup) block(id, title, before string, text source.Text) {
	b := block(id, title, text)
	b.Before = source.Literal(before)
	s.blocks = append(s.blocks, b)
}

func (s *setup) v061(ctx context.Context) {
	s.block("setup", "Session context", "",
		source.Literal("<session_context>\n").Append(s.facts()))
	// Without a list of folders, gap has the line end before the list and the blank line after it.
	gap := "\n" + "\n\n"
	if !s.options.NoTree {
		dirs := source.Literal("- **Workspace Directories:**\n").Append(s.list(),
			source.Literal("\n- **Directory Structure:**\n\n"), s.trees(ctx))
		s.block("folderStructure", "Folder structure", "\n", dirs)
		gap = "\n\n"
	}
	if memory := s.options.Memory.session(); memory.Len() > 0 {
		s.block("sessionMemory", "Memory of extensions and project", gap+"\n", memory.Slice(1, memory.Len()))
		gap = ""
	}
	s.block("setupEnd", "End of session context", gap+"\n", source.Literal("</session_context>"))
}

func (s *setup) v028(ctx context.Context) {
	dirs := s.options.directories()
	head := s.facts()
	if len(dirs) == 1 {
		head = head.Append(source.Literal("\nI'm currently working in the directory: "), value("workspace", dirs[0]))
	} else {
		head = head.Append(source.Literal("\nI'm currently working in the following directories:\n"), s.list())
	}
	s.block("setup", "Session context", "", head)
	tree := s.prose("tree-intro").Append(source.Literal("\n\n"), s.trees(ctx))
	memory := trim(s.options.Memory.Project)
	if memory.Len() == 0 {
		tree = trimRight(tree) // the line feed that follows the heading of an empty folder
	}
	s.block("folderStructure", "Folder structure", "\n", tree)
	if memory.Len() > 0 {
		s.block("sessionMemory", "Memory of the project", "\n\n", memory)
	}
	s.block("setupReminder", "Reminder", "\n\n", s.prose("setup-reminder"))
	s.block("setupClose", "Closing line", "\n\n", s.prose("setup-close"))
}

// facts returns the lines with which the message begins in both versions.
func (s *setup) facts() source.Text {
	var b source.Builder
	b.Append(s.prose("setup-intro"))
	b.Add("\nToday's date is ", structure)
	b.Append(value("date", s.now().Format(longDate)))
	b.Add(" (formatted according to the user's locale).\nMy operating system is: ", structure)
	b.Append(value("platform", cmp.Or(s.options.Platform, s.world.Platform())))
	b.Add("\nThe project's temporary directory is: ", structure)
	b.Append(value("temporary-directory", TempDir(s.world, s.options)))
	return b.Text()
}

func (s *setup) now() time.Time {
	zone := s.options.Zone
	if zone == nil {
		zone = s.world.Zone()
	}
	return s.world.Now().In(zone)
}

func (o Options) directories() []string {
	if len(o.Directories) == 0 {
		return []string{o.Cwd}
	}
	return o.Directories
}

func (s *setup) list() source.Text {
	var b source.Builder
	for i, dir := range s.options.directories() {
		if i > 0 {
			b.Add("\n", structure)
		}
		b.Add("  - ", structure)
		b.Append(value("workspace", dir))
	}
	return b.Text()
}

// trees returns the folder structures of the workspace's directories. Ignore files affect only the
// first one, the working directory.
func (s *setup) trees(ctx context.Context) source.Text {
	files := ignore.NewGemini(s.world, s.options.Cwd, ignore.Options{
		Custom: s.options.CustomIgnore, BareDirectories: s.options.Version == V028,
	})
	known := fmt.Sprintf("%s %q %q", s.options.Version, s.options.Cwd, s.options.CustomIgnore)
	var trees []source.Text
	for _, dir := range s.options.directories() {
		trees = append(trees, Tree(ctx, s.world, dir, TreeOptions{Ignore: files, Made: dir == s.options.Made, Known: known}, s.prose))
	}
	return source.Join(source.Literal("\n"), trees...)
}
