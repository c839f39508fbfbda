package logs

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Row is a message in OpenCode's database with its parts, all as JSON.
type Row struct {
	ID    string
	Data  string
	Parts []string
	// Left has the sizes in bytes of values that are too large to read: the message itself, whose
	// Data is then "", and its parts.
	Left []int64
}

type openMessage struct {
	Role       string `json:"role"`
	ModelID    string `json:"modelID"`
	ProviderID string `json:"providerID"`
	Time       struct {
		Created int64 `json:"created"`
	} `json:"time"`
	Summary json.RawMessage `json:"summary"` // true if the message is the summary of a compaction
	Tokens  *struct {
		Input  claim `json:"input"`
		Output claim `json:"output"`
		Cache  struct {
			Read  claim `json:"read"`
			Write claim `json:"write"`
		} `json:"cache"`
	} `json:"tokens"`
	Path struct {
		Cwd string `json:"cwd"`
	} `json:"path"`
}

type openPart struct {
	Type  string `json:"type"`
	Text  string `json:"text"`
	Tool  string `json:"tool"`
	State struct {
		Input    json.RawMessage `json:"input"`
		Output   string          `json:"output"`
		Metadata struct {
			Loaded []string `json:"loaded"`
		} `json:"metadata"`
	} `json:"state"`
}

// openQuiet lists kinds of parts that add no text to a request.
var openQuiet = map[string]bool{"step-start": true, "step-finish": true, "snapshot": true, "patch": true, "reasoning": true, "file": true, "agent": true, "retry": true, "subtask": true}

// ReadRows reads a session of OpenCode from the rows of its database. whole says that rows
// contains the session's first message. The database contains neither the system text nor the
// tools.
func ReadRows(s Session, rows []Row, whole bool) *Log {
	b := newBuilder(s)
	b.cut = !whole
	o := &open{}
	for i, row := range rows {
		told := func(what string) { b.damage(int64(i), "message "+clip(row.ID, 60)+": "+clip(what, 120)) }
		for _, size := range row.Left {
			told(fmt.Sprintf("a value of %d bytes is skipped: galley reads %d at most", size, int64(MostLine)))
		}
		if row.Data == "" && len(row.Left) > 0 {
			continue
		}
		if err := o.message(b, row); err != nil {
			told(why(err))
		}
	}
	log := b.done()
	log.Whole = whole
	return log
}

type open struct {
	spoken
}

func (o *open) message(b *builder, row Row) error {
	var m openMessage
	if err := json.Unmarshal([]byte(row.Data), &m); err != nil {
		return err
	}
	at := time.UnixMilli(m.Time.Created).UTC()
	if at.After(b.log.Updated) {
		b.log.Updated = at
	}
	r := Request{At: at, Model: m.ModelID}
	if u := m.Tokens; u != nil {
		r.Usage = usageOf(claim{}, u.Input, u.Cache.Read, u.Cache.Write, u.Output)
	}
	var texts, results []string
	var rules []Rule
	for _, raw := range row.Parts {
		var p openPart
		if err := json.Unmarshal([]byte(raw), &p); err != nil {
			return err
		}
		switch p.Type {
		case "text":
			texts = append(texts, p.Text)
		case "tool":
			by := callOf(p.Tool, p.State.Input)
			r.Calls = append(r.Calls, by)
			texts = append(texts, p.Tool+" "+string(p.State.Input))
			results = append(results, p.State.Output)
			for _, path := range p.State.Metadata.Loaded {
				rules = append(rules, Rule{Path: path, OnDemand: true, By: by, Text: openRule(p.State.Output, path)})
			}
		case "compaction":
			b.compacted = true
		default:
			if !openQuiet[p.Type] {
				b.strange(p.Type)
			}
		}
	}
	all := strings.Join(texts, "\n")
	if m.Role == "user" {
		if strings.TrimSpace(all) != "" {
			b.prompt(at, all)
		}
		o.push(b, "user", all)
		return nil
	}
	b.sent(&r, o.parts)
	if string(m.Summary) == "true" {
		b.compacted, o.parts = true, nil
	}
	b.request(row.ID, r)
	for _, rule := range rules {
		b.rule(rule)
	}
	o.push(b, "assistant", all)
	for _, result := range results {
		o.push(b, "tool", result)
	}
	return nil
}

// openRule returns the text of the rule file at path. The output of a tool contains that text
// after a line with the path.
func openRule(output, path string) string {
	_, rest, ok := strings.Cut(output, "Instructions from: "+path+"\n")
	if !ok {
		return ""
	}
	for _, end := range []string{"\n\nInstructions from: ", "\n</system-reminder>"} {
		rest, _, _ = strings.Cut(rest, end)
	}
	return rest
}
