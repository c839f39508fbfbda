package template

import (
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
)

// checkNear reports texts in brackets that are almost a tag.
func (c *checker) checkNear() {
	for _, span := range c.near {
		inner := strings.TrimFunc(c.Text[span.Start+1:span.End-1], source.IsJSSpace)
		room, branch := c.room(diag.NearTag, span), branches(inner)
		if branch && !room {
			c.counts[diag.NearTag].severity = diag.Warning
		}
		if !room {
			continue
		}
		hint, fixes := "", []diag.Fix(nil)
		if meant := repair(inner); meant != "" {
			hint = "did you mean " + clip(meant) + "? "
			fixes = []diag.Fix{{Label: "Change to " + clip(meant), Span: span, Text: meant}}
		}
		c.add(diag.NearTag, span, "["+clip(inner)+"] is not a tag and stays in the text", hint+whyNoTag(inner), fixes...)
		if branch {
			c.problems[len(c.problems)-1].Severity = diag.Warning
		}
	}
}

// whyNoTag says why a text is not a tag.
func whyNoTag(inner string) string {
	word, rest := leadingWord(inner)
	lower := strings.ToLower(word)
	switch {
	case strings.TrimPrefix(lower, "#") == "elif", strings.HasPrefix(strings.TrimPrefix(lower, "#"), "elsif"), strings.HasPrefix(strings.TrimPrefix(lower, "#"), "elseif"),
		lower == "else_if", lower == "else" && rest != "":
		return "[else if …] does not exist: put another [if …] after [else]"
	case strings.HasSuffix(lower, "unless"), lower == "ifnot", lower == "if_not", lower == "ifndef":
		return "[unless …] does not exist: negate the condition with !, as in [if !type:name]"
	case lower == "when", lower == "ifdef", lower == "ifexists", strings.HasPrefix(lower, "end"), strings.HasPrefix(lower, "/"), lower == "#endif", lower == "#else":
		return "tags are [if type:name], [else] and [endif], in lower case"
	case strings.ContainsAny(inner, "\n\r\u2028\u2029"):
		return "a key must be on one line"
	case lower != "if" && lower != "#if" && rest != "" && lower != "end":
		return "remove the space before the colon"
	case word != lower || lower != "if":
		return "tags are [if type:name], [else] and [endif], in lower case"
	case strings.HasPrefix(strings.TrimLeftFunc(rest, source.IsJSSpace), "!"):
		return "put a space before the ! but not after it: [if !type:name]"
	}
	return "write a condition as [if type:name]"
}

// maxForeign is the longest foreign placeholder in bytes.
const maxForeign = 80

// checkForeign reports the placeholders of other systems.
func (c *checker) checkForeign() {
	text := c.Text
	tag := 0
	closing := -1 // offset of the first } at or after the current brace
	for pos := 0; ; {
		i := strings.IndexByte(text[pos:], '{')
		if i < 0 {
			return
		}
		open := pos + i
		pos = open + 1
		if closing < open {
			j := strings.IndexByte(text[open:], '}')
			if j < 0 {
				return
			}
			closing = open + j
		}
		for tag < len(c.tags) && c.tags[tag].Span.End <= open {
			tag++
		}
		if tag < len(c.tags) && c.tags[tag].Span.Start < open {
			pos = c.tags[tag].Span.End
			continue
		}
		if closing-open > maxForeign {
			continue
		}
		span, name, ok := placeholder(text, open, closing)
		if !ok {
			continue
		}
		pos = span.End
		if c.room(diag.ForeignTag, span) {
			c.foreign(span, name)
		}
	}
}

func (c *checker) foreign(span source.Span, name string) {
	shown := clip(c.source(span))
	message := shown + " is a placeholder of another system: here it is plain text"
	key := keyOfForeign(name)
	if key == "" {
		c.add(diag.ForeignTag, span, message, "write a variable as [type:name]; if you mean plain text, leave it")
		return
	}
	c.add(diag.ForeignTag, span, message, "the equivalent here: ["+key+"]",
		diag.Fix{Label: "Change to [" + key + "]", Span: span, Text: "[" + key + "]"})
}

// placeholder reads a placeholder {{x}}, ${X}, {env:X}, {file:x} or {x}. open is the offset of its
// brace, and closing the offset of the first } after open. name is the name in the placeholder.
func placeholder(text string, open, closing int) (span source.Span, name string, ok bool) {
	if strings.HasPrefix(text[open:], "{{") {
		inner := text[open+2 : max(closing, open+2)]
		if !strings.HasPrefix(text[closing:], "}}") || strings.ContainsAny(inner, "{\n\r") {
			return source.Span{}, "", false
		}
		name = strings.TrimSpace(inner)
		attribute := open > 0 && text[open-1] == '=' // style={{ … }} is code
		return source.Span{Start: open, End: closing + 2}, name, name != "" && !attribute
	}
	inner := text[open+1 : closing]
	word := skipWord(inner, 0, len(inner))
	switch {
	case word == 0 || '0' <= inner[0] && inner[0] <= '9' || strings.ContainsAny(inner, "{\n\r"):
		return source.Span{}, "", false
	case open > 0 && text[open-1] == '$':
		return source.Span{Start: open - 1, End: closing + 1}, inner[:word], true
	case strings.HasPrefix(inner, "env:") || strings.HasPrefix(inner, "file:"):
		return source.Span{Start: open, End: closing + 1}, inner, len(inner) > word+1
	case word < len(inner) || open > 0 && joined(text[open-1]):
		return source.Span{}, "", false
	}
	return source.Span{Start: open, End: closing + 1}, inner, true
}

// joined reports whether a brace is part of something else than a placeholder: a path like
// /users/{id}, a composite literal, TeX or an attribute. before is the byte before the brace.
func joined(before byte) bool {
	return isWord[before] || strings.IndexByte(`/\}=)]%#@`, before) >= 0
}

// alias maps names that other systems use for values to the keys of the values.
var alias = map[string]string{
	"cwd": "prompt:cwd", "pwd": "prompt:cwd", "workdir": "prompt:cwd", "workingdir": "prompt:cwd",
	"workingdirectory": "prompt:cwd", "directory": "prompt:cwd",
	"date": "system:date", "today": "system:date", "currentdate": "system:date",
	"time": "system:time", "now": "system:time", "datetime": "system:time", "currenttime": "system:time",
	"os": "system:os", "platform": "system:os", "operatingsystem": "system:os",
	"hostname": "system:hostname", "host": "system:hostname",
	"model": "prompt:model", "modelname": "prompt:model", "modelid": "prompt:model",
	"conversationid": "prompt:conversation_id", "workspaceid": "prompt:workspace_id",
	"branch": "git:branch", "gitbranch": "git:branch", "gitstatus": "git:status",
}

// keyOfForeign returns the key for the placeholder of another system, or "".
func keyOfForeign(name string) string {
	if file, ok := strings.CutPrefix(name, "file:"); ok && !strings.Contains(file, "]") {
		return "file:" + file
	}
	name = strings.TrimPrefix(strings.ToLower(name), "env:")
	return alias[strings.NewReplacer("_", "", "-", "", ".", "").Replace(name)]
}
