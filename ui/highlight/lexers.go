package highlight

import (
	"sync"

	"github.com/alecthomas/chroma/v2"
)

// lexers holds a lexer for each language, created on first use.
var lexers = [langCount]func() *chroma.RegexLexer{
	Markdown: lexer("Markdown", markdownRules),
	JSON:     lexer("JSON", jsonRules),
	TOML:     lexer("TOML", tomlRules),
	YAML:     lexer("YAML", yamlRules),
	XML:      lexer("XML", xmlRules),
}

func lexer(name string, rules func() chroma.Rules) func() *chroma.RegexLexer {
	return sync.OnceValue(func() *chroma.RegexLexer {
		return chroma.MustNewLexer(&chroma.Config{Name: name}, rules)
	})
}

// to returns the change to another state. The states are not nested, because a line passes only its
// last state to the next.
func to(state string) chroma.Mutator {
	return chroma.MutatorFunc(func(l *chroma.LexerState) error {
		l.Stack[len(l.Stack)-1] = state
		return nil
	})
}

// Every rule that looks for a closing mark has a companion that matches a run of opening marks at
// once. Otherwise a line of opening marks would be searched to its end from each of them.

func markdownRules() chroma.Rules {
	return chroma.Rules{"root": {
		{Pattern: "(?:[^\\\\`*_\\[<@h]|h(?!ttps?://))+", Type: chroma.Text},
		{Pattern: `\\.`, Type: chroma.Text},
		{Pattern: "``(?!`)(?:[^`]|`(?!`))+``(?!`)|`[^`]+`(?!`)", Type: chroma.LiteralStringBacktick},
		{Pattern: "`+", Type: chroma.Text},
		{Pattern: `\*\*(?=[^\s*])[^*]*[^\s*]\*\*`, Type: chroma.GenericStrong},
		{Pattern: `\*(?=[^\s*])[^*]*(?<=\S)\*(?!\*)`, Type: chroma.GenericEmph},
		{Pattern: `\*+`, Type: chroma.Text},
		{Pattern: `(?<!\w)__(?=[^\s_])[^_]*(?<=\S)__(?!\w)`, Type: chroma.GenericStrong},
		{Pattern: `(?<!\w)_(?=[^\s_])[^_]*(?<=\S)_(?!\w)`, Type: chroma.GenericEmph},
		{Pattern: `_+`, Type: chroma.Text},
		{Pattern: `(\[)([^\[\]]*)(\]\()([^()\s]*)([^()]*\))`, Type: chroma.ByGroups(
			chroma.Punctuation, chroma.Name, chroma.Punctuation, chroma.GenericUnderline, chroma.Punctuation)},
		{Pattern: `\[+`, Type: chroma.Text},
		{Pattern: `<!--.*?(?:-->|$)`, Type: chroma.CommentMultiline},
		{Pattern: `<https?://[^<>\s]*>`, Type: chroma.GenericUnderline},
		{Pattern: `(</?)([A-Za-z][\w:.-]*)([^<>]*)(>)`, Type: chroma.ByGroups(
			chroma.Punctuation, chroma.NameTag, chroma.NameAttribute, chroma.Punctuation)},
		{Pattern: `<+`, Type: chroma.Text},
		{Pattern: `(?<![\w/])@[~./]{0,3}\w[\w./~-]*\w`, Type: chroma.GenericUnderline},
		{Pattern: `https?://[^\s<>)\]"']+`, Type: chroma.GenericUnderline},
		{Pattern: `@+`, Type: chroma.Text},
		{Pattern: `.`, Type: chroma.Text},
	}}
}

func jsonRules() chroma.Rules {
	return chroma.Rules{"root": {
		{Pattern: `\s+`, Type: chroma.Text},
		{Pattern: `"(?:\\.|[^"\\])*"(?=\s*:)`, Type: chroma.NameAttribute},
		{Pattern: `"(?:\\.|[^"\\])*(?:"|$)`, Type: chroma.LiteralStringDouble},
		{Pattern: `-?\d[\d.]*(?:[eE][+-]?\d+)?`, Type: chroma.LiteralNumber},
		{Pattern: `(?:true|false|null)\b`, Type: chroma.KeywordConstant},
		{Pattern: `//.*`, Type: chroma.CommentSingle},
		{Pattern: `[{}\[\],:]+`, Type: chroma.Punctuation},
		{Pattern: `\w+|[^\s\w"{}\[\],:/-]+`, Type: chroma.Text},
		{Pattern: `.`, Type: chroma.Text},
	}}
}

func tomlRules() chroma.Rules {
	const key = `(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')`
	return chroma.Rules{
		"root": {
			{Pattern: `\s+`, Type: chroma.Text},
			{Pattern: `#.*`, Type: chroma.CommentSingle},
			{Pattern: `^\s*\[\[?[^\[\]=]*\]\]?(?=\s*(?:#|$))`, Type: chroma.Keyword},
			{Pattern: key + `(?:\s*\.\s*` + key + `)*(?=\s*=)`, Type: chroma.NameAttribute},
			{Pattern: `"""`, Type: chroma.LiteralString, Mutator: to("basic")},
			{Pattern: `'''`, Type: chroma.LiteralString, Mutator: to("literal")},
			{Pattern: `"(?:\\.|[^"\\])*(?:"|$)`, Type: chroma.LiteralString},
			{Pattern: `'[^']*(?:'|$)`, Type: chroma.LiteralString},
			{Pattern: `\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?`, Type: chroma.LiteralDate},
			{Pattern: `[+-]?(?:0[xob][0-9A-Fa-f_]+|\d[\d_.]*(?:[eE][+-]?\d+)?|inf\b|nan\b)`, Type: chroma.LiteralNumber},
			{Pattern: `(?:true|false)\b`, Type: chroma.KeywordConstant},
			{Pattern: `[\[\]{},=.]+`, Type: chroma.Punctuation},
			{Pattern: `[\w.-]+|[^\s\w"'#\[\]{},=.-]+`, Type: chroma.Text},
			{Pattern: `.`, Type: chroma.Text},
		},
		"basic": {
			{Pattern: `"""`, Type: chroma.LiteralString, Mutator: to("root")},
			{Pattern: `(?:\\.|[^"\\])+|["\\]`, Type: chroma.LiteralString},
		},
		"literal": {
			{Pattern: `'''`, Type: chroma.LiteralString, Mutator: to("root")},
			{Pattern: `[^']+|'`, Type: chroma.LiteralString},
		},
	}
}

func yamlRules() chroma.Rules {
	return chroma.Rules{
		"root": {
			{Pattern: `[ \t]+`, Type: chroma.Text},
			{Pattern: `(?<=^|\s)#.*`, Type: chroma.CommentSingle},
			{Pattern: `^(?:---|\.\.\.)\s*$`, Type: chroma.Punctuation},
			{Pattern: `[|>][+-]?\d?(?=\s*(?:$|#))`, Type: chroma.Punctuation},
			{Pattern: `-(?=\s|$)`, Type: chroma.KeywordPseudo},
			{Pattern: `(?<=^\s*|-\s+|[{,]\s*)(?:"[^"]*"|'[^']*'|[^\s#:'"{}\[\],&*!|>%@-][^:#{}\[\],]*)(?=\s*:(?:\s|$))`, Type: chroma.NameAttribute},
			{Pattern: `"(?:\\.|[^"\\])*(?:"|$)`, Type: chroma.LiteralString},
			{Pattern: `'[^']*(?:'|$)`, Type: chroma.LiteralString},
			{Pattern: `(?:true|false|yes|no|null|~)(?=\s*(?:$|#|[,\]}]))`, Type: chroma.KeywordConstant},
			{Pattern: `[+-]?\d[\d_.]*(?:[eE][+-]?\d+)?(?=\s*(?:$|#|[,\]}]))`, Type: chroma.LiteralNumber},
			{Pattern: `[&*!][\w-]+`, Type: chroma.NameTag},
			{Pattern: `[{}\[\],:|>]+`, Type: chroma.Punctuation},
			{Pattern: `[^\s#{}\[\],:]+`, Type: chroma.Text},
			{Pattern: `.`, Type: chroma.Text},
		},
		"block": {{Pattern: `.+`, Type: chroma.LiteralString}},
	}
}

func xmlRules() chroma.Rules {
	return chroma.Rules{
		"root": {
			{Pattern: `[^<&]+`, Type: chroma.Text},
			{Pattern: `<!--`, Type: chroma.CommentMultiline, Mutator: to("comment")},
			{Pattern: `<!\[CDATA\[.*?(?:\]\]>|$)`, Type: chroma.LiteralString},
			{Pattern: `(</?)([A-Za-z_][\w:.-]*)`, Type: chroma.ByGroups(chroma.Punctuation, chroma.NameTag), Mutator: to("tag")},
			{Pattern: `<[!?][\w-]*`, Type: chroma.NameTag, Mutator: to("tag")},
			{Pattern: `&[\w#]+;`, Type: chroma.KeywordConstant},
			{Pattern: `[<&]+`, Type: chroma.Text},
		},
		"comment": {
			{Pattern: `.*?-->`, Type: chroma.CommentMultiline, Mutator: to("root")},
			{Pattern: `.+`, Type: chroma.CommentMultiline},
		},
		"tag": {
			{Pattern: `\s+`, Type: chroma.Text},
			{Pattern: `[/?]?>`, Type: chroma.Punctuation, Mutator: to("root")},
			{Pattern: `[\w:.-]+(?=\s*=)`, Type: chroma.NameAttribute},
			{Pattern: `"[^">]*"?|'[^'>]*'?`, Type: chroma.LiteralString},
			{Pattern: `=`, Type: chroma.Punctuation},
			{Pattern: `[\w:.-]+`, Type: chroma.NameAttribute},
			{Pattern: `.`, Type: chroma.Text},
		},
	}
}
