// Package source defines text that knows the origin of every byte.
//
// A prompt is made from a template, variables, rule files, the prose of a pack and the structure
// between them. [Text] is an immutable list of pieces, each with an [Origin]. Every operation keeps
// the origins. So galley can always say exactly why a text is in a prompt, and where a text was
// cut.
//
// The package also has the functions on text that engine and ui share: spans, line and column
// positions, and lengths in the four units in which agents count.
package source
