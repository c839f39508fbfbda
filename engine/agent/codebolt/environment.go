package codebolt

import (
	"context"
	"strconv"
	"strings"
	"time"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

// listed is how many entries of the project's directory are named in the prompt.
const listed = 20

// environment adds the date, the system, the directory and its first entries. The entries come in
// the file system's order, including hidden and ignored ones. With enableFullContext it also adds
// the contents of files.
type environment struct {
	host *Host
	o    options
}

func (e environment) Modify(ctx context.Context, t *Turn) error {
	dir := e.host.Project
	if dir == "" {
		return nil
	}
	date, exact := longDate(e.host.World.Now().In(e.host.Zone), e.host.Locale)
	if !exact {
		t.problems = append(t.problems, diag.New(diag.AssumedFact, source.Span{},
			"the date is written as in en-US, not as in "+e.host.Locale, "the agent writes it as its process's locale does"))
	}
	label := func(text string, v source.Text) source.Text { return source.Of(text, structure).Append(v) }
	lines := []source.Text{
		e.host.Prose("setup-intro"),
		label("Today's date is ", value("date", date)).Append(source.Of(" (formatted according to the user's locale).", structure)),
		label("Operating system: ", value("platform", e.host.Platform)),
		label("Current working directory: ", value("project", dir)),
		e.listing(dir),
	}
	blocks := []prompt.Block{block(environmentBlock, "Environment", trim(source.Join(source.Of("\n", structure), lines...)))}
	if e.o.truthy("enableFullContext") {
		if text := e.fullContext(ctx, dir); text.Len() > 0 {
			b := block(fullContextBlock, "Full file context", source.Of("\n--- Full File Context ---\n", structure).Append(text))
			b.Before = source.Of("\n\n", structure)
			blocks = append(blocks, b)
		}
	}
	t.add(prompt.Message{Role: prompt.User, Blocks: blocks})
	return nil
}

func (e environment) listing(dir string) source.Text {
	entries, err := e.host.World.ReadDir(dir)
	if err != nil {
		return source.Of("Unable to read current directory", structure)
	}
	names := make([]string, 0, listed)
	for _, entry := range first(entries, listed) {
		names = append(names, entry.Name)
	}
	text := source.Of("Files in current directory: ", structure).Append(value("project-entries", strings.Join(names, ", ")))
	if more := len(entries) - listed; more > 0 {
		text = text.Append(source.Of(" ... and "+strconv.Itoa(more)+" more files", structure))
	}
	return text
}

// longDate formats a day as toLocaleDateString does in its long form; exact is false if galley does
// not know the form of the locale.
func longDate(now time.Time, locale string) (text string, exact bool) {
	return now.Format("Monday, January 2, 2006"), locale == "en-US"
}

// isFile and isDir are the methods of node's directory entries: both are false for links.
func isFile(e facts.Entry) bool { return e.Type.IsRegular() }

func isDir(e facts.Entry) bool { return e.Type.IsDir() }
