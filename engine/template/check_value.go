package template

import (
	"fmt"
	"sort"
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/variable"
)

// checkVar reports problems of a tag [type:name].
func (c *checker) checkVar(tag *Tag, s *scope, live bool) {
	if !c.checkKey(tag, live) || !live || s.present(tag.key) {
		return
	}
	v := &c.values[tag.key]
	if v.State != variable.Missing || !c.room(diag.Missing, tag.Span) {
		return
	}
	guard := diag.Fix{
		Label: "Test it with [if " + clip(tag.Key) + "]",
		Span:  tag.Span, Text: "[if " + tag.Key + "]" + c.source(tag.Span) + "[endif]",
	}
	hint := "if it may be missing, put it between [if " + clip(tag.Key) + "] and [endif]"
	fixes := []diag.Fix{guard}
	switch near, ok := variable.Nearest(tag.Key); {
	case ok:
		hint = fmt.Sprintf("did you mean [%s]? %s", clip(near), "Spaces after the colon are part of the name")
		fixes = []diag.Fix{c.rename(tag, near)}
	case inValue(tag.Key) != "":
		hint, fixes = inValue(tag.Key), nil
	case v.Dynamic && !strings.ContainsAny(v.Name, "./"):
		// [file:line] is more often prose than a file without an extension.
		hint += "; if it is meant as text, write " + c.asText(tag)
		fixes = append(fixes, c.textFixes(tag)...)
	}
	c.add(diag.Missing, tag.Span, fmt.Sprintf("%s is dropped: %s", tag.show(), v.Detail), hint, fixes...)
}

// checkKey reports problems of the key in a tag for a value or a condition. Its result says whether
// the key can have a value.
func (c *checker) checkKey(tag *Tag, live bool) (known bool) {
	v := &c.values[tag.key]
	typ, _, _ := variable.Split(tag.Key)
	if tag.Kind == TagIf && v.State != variable.Present && variable.KnownType(typ) {
		if what, hint := operator(tag.Key); what != "" {
			if c.room(diag.UnknownName, tag.Span) {
				c.add(diag.UnknownName, tag.Span,
					fmt.Sprintf("%s %s: a condition is one type:name, so %s is part of the name", tag.show(), c.effect(tag), what), hint)
			}
			return false
		}
	}
	switch {
	case v.State == variable.Unknown && variable.KnownType(typ):
		c.unknownName(tag, typ)
		return false
	case v.State == variable.Unknown:
		if near, is := variable.IsUnknownTool(*v); is {
			c.unknownTool(tag, v, near)
		} else {
			c.unknownType(tag, typ)
		}
		return false
	case v.State == variable.Unreadable && live:
		c.unreadable(tag, v)
	case v.State == variable.Missing && tag.Kind == TagIf:
		c.spaced(tag)
	}
	return true
}

// spaced reports a condition whose name is another one with spaces around it, which are part of the
// name.
func (c *checker) spaced(tag *Tag) {
	near, ok := variable.Nearest(tag.Key)
	if !ok || !c.room(diag.UnknownName, tag.Span) {
		return
	}
	c.add(diag.UnknownName, tag.Span, fmt.Sprintf("%s %s: the spaces are part of the name", tag.show(), c.effect(tag)),
		"did you mean "+tag.textWithKey(near)+"?", c.rename(tag, near))
}

// effect says what happens to a tag whose key has no value.
func (c *checker) effect(tag *Tag) string {
	switch {
	case tag.Kind == TagVar:
		return "is dropped"
	case tag.Literal:
		return "tests something that cannot exist"
	case tag.Negated:
		return "is always true"
	}
	return "is never true"
}

func (c *checker) unknownName(tag *Tag, typ string) {
	if !c.room(diag.UnknownName, tag.Span) {
		return
	}
	var fixes []diag.Fix
	hint := ""
	if near, ok := variable.Nearest(tag.Key); ok {
		hint = "did you mean " + tag.textWithKey(near) + "? "
		fixes = append(fixes, c.rename(tag, near))
	}
	if variable.Dynamic(tag.Key) {
		hint += "write the path after the colon: [file:AGENTS.md]"
	} else {
		hint += typ + " has " + strings.Join(variable.Names(typ), ", ")
	}
	c.add(diag.UnknownName, tag.Span,
		fmt.Sprintf("%s %s: %s", tag.show(), c.effect(tag), c.values[tag.key].Detail), hint, fixes...)
}

func (c *checker) unknownTool(tag *Tag, v *variable.Value, near string) {
	if !c.room(diag.UnknownName, tag.Span) {
		return
	}
	hint, fixes := "", []diag.Fix(nil)
	if near != "" {
		near = variable.TypeTool + ":" + near
		hint, fixes = "did you mean "+tag.textWithKey(near)+"?", []diag.Fix{c.rename(tag, near)}
	}
	c.add(diag.UnknownName, tag.Span, fmt.Sprintf("%s %s: %s", tag.show(), c.effect(tag), v.Detail), hint, fixes...)
}

func (c *checker) unknownType(tag *Tag, typ string) {
	kept := c.keep && tag.Kind == TagVar
	if !c.room(diag.UnknownType, tag.Span) {
		return
	}
	effect, hint := c.effect(tag), ""
	var fixes []diag.Fix
	near, ok := gluedIf(tag)
	if !ok {
		near, ok = variable.Nearest(tag.Key)
	}
	if ok {
		hint = "did you mean " + tag.textWithKey(near) + "? "
		fixes = append(fixes, c.rename(tag, near))
	} else {
		hint = "the types are " + strings.Join(variable.Types(), ", ") + ". "
	}
	if typ == variable.TypeTool {
		hint = `to use names of tools, set extensions = ["tool"] under [template] in galley's configuration. `
	}
	if tag.Kind == TagVar {
		if kept {
			effect = `stays in the text only because unknown = "keep"`
		}
		hint += "If it is meant as text, write " + c.asText(tag)
		fixes = append(fixes, c.textFixes(tag)...)
	}
	c.add(diag.UnknownType, tag.Span, fmt.Sprintf("%s %s: unknown variable type %q", tag.show(), effect, clip(typ)),
		strings.TrimSuffix(strings.TrimSuffix(hint, " "), "."), fixes...)
	if kept {
		// Nothing is lost, so this is not a warning.
		c.problems[len(c.problems)-1].Severity = diag.Info
	}
}

// gluedIf returns the condition in a key like iffile:X or if:file:X, which lacks a blank after if.
func gluedIf(tag *Tag) (string, bool) {
	rest, ok := strings.CutPrefix(tag.Key, "if")
	rest = strings.TrimPrefix(rest, ":")
	if !ok || tag.Kind != TagVar || !variable.Known(rest) {
		return "", false
	}
	return "if " + rest, true
}

func (c *checker) unreadable(tag *Tag, v *variable.Value) {
	if !c.room(diag.Unreadable, tag.Span) {
		return
	}
	effect := "is dropped"
	if tag.Kind == TagIf {
		effect = "counts as missing"
	}
	c.add(diag.Unreadable, tag.Span, fmt.Sprintf("%s %s: %s", tag.show(), effect, v.Detail),
		"correct the file or its permissions, name another one, or set its value by hand")
}

// textWithKey returns the text of the tag with another key in it.
func (tag *Tag) textWithKey(key string) string {
	lead := ""
	if tag.Kind == TagIf {
		lead = "if "
		if tag.Negated {
			lead = "if !"
		}
	}
	return "[" + lead + clip(key) + "]"
}

// rename is the fix that changes a tag's key.
func (c *checker) rename(tag *Tag, key string) diag.Fix {
	return diag.Fix{Label: "Change to " + tag.textWithKey(key), Span: tag.KeySpan, Text: key}
}

// asText says how to write a tag so that it stays text.
func (c *checker) asText(tag *Tag) string {
	fixes := c.textFixes(tag)
	return clip(fixes[0].Text)
}

// textFixes returns the fixes that turn a tag into plain text. Round brackets read best, unless
// the square brackets have a meaning, as in a link or an index.
func (c *checker) textFixes(tag *Tag) []diag.Fix {
	typ, name, _ := strings.Cut(tag.Key, ":")
	blank := diag.Fix{Label: "Keep it as text: add a space before the colon", Span: tag.Span, Text: "[" + typ + " :" + name + "]"}
	round := diag.Fix{Label: "Keep it as text: use round brackets", Span: tag.Span, Text: "(" + tag.Key + ")"}
	_, address, isAddress := strings.Cut(tag.Key, "://")
	switch {
	case c.meansBrackets(tag.Span) && isAddress && address != "" && !strings.Contains(address, ":"):
		return []diag.Fix{{Label: "Keep it as text: remove the scheme", Span: tag.Span, Text: "[" + address + "]"}}
	case c.meansBrackets(tag.Span):
		return []diag.Fix{blank}
	case variable.KnownType(typ):
		// Do not offer the fix with a blank: its text would still look like a misspelt tag.
		return []diag.Fix{round}
	}
	return []diag.Fix{round, blank}
}

// meansBrackets reports whether the brackets have a meaning of their own: they belong to a Markdown
// link, or to an index after a word. Neighbouring tags do not count.
func (c *checker) meansBrackets(span source.Span) bool {
	i := sort.Search(len(c.tags), func(i int) bool { return c.tags[i].Span.Start >= span.Start })
	if i+1 >= len(c.tags) || c.tags[i+1].Span.Start != span.End {
		if span.End < len(c.Text) && (c.Text[span.End] == '(' || c.Text[span.End] == '[') {
			return true
		}
	}
	if span.Start == 0 || i > 0 && c.tags[i-1].Span.End == span.Start {
		return false
	}
	before := c.Text[span.Start-1]
	return isWord[before] || before == ']' || before == ')' || before == '!'
}

// keptUnknown reports whether the output still contains a variable of unknown type as the template
// writes it. That is the case if a piece of template text begins before the tag and ends after the
// tag.
func (c *checker) keptUnknown(rendered source.Text) bool {
	i := 0
	for _, p := range rendered.Pieces() {
		if p.Origin.Kind != source.Template {
			continue
		}
		span := p.Origin.Span
		for i < len(c.tags) && c.tags[i].Span.Start < span.Start {
			i++
		}
		for ; i < len(c.tags) && c.tags[i].Span.Start < span.End; i++ {
			if c.tags[i].Kind == TagVar {
				return true
			}
		}
	}
	return false
}
