package template

import (
	"strings"

	"fmt"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/variable"
)

// closing returns the fix that closes a block at the end of the template. If the unclosed tag is
// on a line of its own, the endif is too.
func (c *checker) closing(tag *Tag) diag.Fix {
	f := diag.Fix{Label: "Close the block at the end of the template", Span: source.Span{Start: len(c.Text), End: len(c.Text)}, Text: "[endif]"}
	before, after := c.Text[:tag.Span.Start], c.Text[tag.Span.End:]
	alone := (before == "" || strings.HasSuffix(before, "\n")) && (after == "" || strings.HasPrefix(after, "\n") || strings.HasPrefix(after, "\r\n"))
	if !alone {
		return f
	}
	end := "\n"
	if strings.Contains(c.Text, "\r\n") {
		end = "\r\n"
	}
	if strings.HasSuffix(c.Text, "\n") {
		f.Text += end
	} else {
		f.Text = end + f.Text
	}
	return f
}

// checkLiteral reports a block tag that has no partner.
func (c *checker) checkLiteral(i int) {
	tag := &c.tags[i]
	remove := diag.Fix{Label: "Remove the tag", Span: tag.Span}
	switch {
	case tag.Kind == TagIf:
		if !c.room(diag.UnclosedIf, tag.Span) {
			return
		}
		c.add(diag.UnclosedIf, tag.Span,
			tag.show()+" is never closed: the tag stays in the text, and what follows is always part of the prompt",
			"write [endif] where the block ends",
			c.closing(tag), remove)
		c.checkKey(tag, false)
	case tag.Kind == TagEndif:
		if c.room(diag.StrayEndif, tag.Span) {
			c.add(diag.StrayEndif, tag.Span,
				"[endif] closes nothing: no [if …] is open here, and the tag stays in the text",
				"remove it, or write the [if …] that it should close", remove)
		}
	case tag.orphan:
		if c.room(diag.StrayElse, tag.Span) {
			c.add(diag.StrayElse, tag.Span,
				"[else] belongs to an [if …] that is never closed: the tag stays in the text, and both branches are part of the prompt",
				"write [endif] where the block ends",
				c.closing(tag), remove)
		}
	case tag.second:
		if c.room(diag.SecondElse, tag.Span) {
			c.add(diag.SecondElse, tag.Span,
				"a second [else] in one block: the tag stays in the text of the first [else]'s branch",
				"remove it, or close the block before it with [endif]", remove)
		}
	default:
		if c.room(diag.StrayElse, tag.Span) {
			c.add(diag.StrayElse, tag.Span,
				"[else] has no effect: no [if …] is open here, and the tag stays in the text",
				"remove it, or write the [if …] that it should belong to", remove)
		}
	}
}

// checkIf reports problems of a block: those of the key in its condition, a condition whose answer
// is always the same, and empty branches.
func (c *checker) checkIf(i int, s *scope, live bool) {
	tag := &c.tags[i]
	if c.checkKey(tag, live) {
		c.checkConstant(i, s)
	}
	c.checkEmpty(i)
}

// checkConstant reports a condition whose answer is always the same.
func (c *checker) checkConstant(i int, s *scope) {
	tag := &c.tags[i]
	var why string
	var exists bool
	switch {
	case s.present(tag.key):
		exists, why = true, "an enclosing [if …] has tested "+clip(tag.Key)+" already"
	case s.missing(tag.key):
		exists, why = false, "an enclosing [if …] has ruled "+clip(tag.Key)+" out already"
	case variable.Constant(tag.Key):
		exists, why = true, tag.Key+" has a value in every session"
	default:
		return
	}
	if !c.room(diag.ConstantIf, tag.Span) {
		return
	}
	then, alt := c.branches(i)
	verdict, kept := "is always true", then
	hint := "remove [if …] and [endif] and keep the text"
	if tag.Else >= 0 {
		hint = "keep the text before [else] and remove the rest of the block"
	}
	if exists == tag.Negated {
		verdict, kept = "is never true", alt
		hint = "remove the block"
		if tag.Else >= 0 {
			hint = "keep the text after [else] and remove the rest of the block"
		}
	}
	block := source.Span{Start: tag.Span.Start, End: c.tags[tag.Match].Span.End}
	c.add(diag.ConstantIf, tag.Span, fmt.Sprintf("%s %s: %s", tag.show(), verdict, why), hint,
		diag.Fix{Label: "Replace the block with the text that is used", Span: block, Text: c.source(kept)})
}

// branches returns the ranges of the two branches of a block.
func (c *checker) branches(i int) (then, alt source.Span) {
	tag := &c.tags[i]
	end := c.tags[tag.Match].Span.Start
	alt = source.Span{Start: end, End: end}
	then = source.Span{Start: tag.Span.End, End: end}
	if tag.Else >= 0 {
		then.End = c.tags[tag.Else].Span.Start
		alt.Start = c.tags[tag.Else].Span.End
	}
	return then, alt
}

// checkEmpty reports a branch that contains only white space.
func (c *checker) checkEmpty(i int) {
	tag := &c.tags[i]
	then, alt := c.branches(i)
	block := source.Span{Start: tag.Span.Start, End: c.tags[tag.Match].Span.End}
	remove := diag.Fix{Label: "Remove the block", Span: block}
	thenEmpty, altEmpty := c.blank(then), c.blank(alt)
	switch {
	case tag.Else < 0 && thenEmpty, thenEmpty && altEmpty:
		if c.room(diag.EmptyBranch, block) {
			c.add(diag.EmptyBranch, block, "there is nothing between "+tag.show()+" and its [endif]",
				"write the text that depends on it, or remove the block", remove)
		}
	case thenEmpty:
		span := source.Span{Start: tag.Span.Start, End: alt.Start}
		if !c.room(diag.EmptyBranch, span) {
			return
		}
		turned := "[if !" + tag.Key + "]"
		if tag.Negated {
			turned = "[if " + tag.Key + "]"
		}
		c.add(diag.EmptyBranch, span, "there is nothing between "+tag.show()+" and its [else]",
			"negate the condition and remove the [else]",
			diag.Fix{Label: "Negate the condition", Span: span, Text: turned})
	case tag.Else >= 0 && altEmpty:
		span := source.Span{Start: then.End, End: block.End}
		if c.room(diag.EmptyBranch, span) {
			c.add(diag.EmptyBranch, span, "there is nothing between [else] and its [endif]",
				"remove the [else]",
				diag.Fix{Label: "Remove the [else]", Span: source.Span{Start: then.End, End: alt.Start}})
		}
	}
}

// blank reports whether a range contains only white space.
func (c *checker) blank(span source.Span) bool {
	return skipSpace(c.Text, span.Start, span.End) == span.End
}
