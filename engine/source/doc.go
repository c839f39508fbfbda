// Package source defines text that knows the origin of every byte.
//
// A prompt is made from a template, variables, rule files, a pack's prose and the
// structure between them. [Text] is an immutable list of pieces, each with an
// [Origin]. Every operation keeps the origins, so that "why is this here" and "where
// was it cut" can always be answered exactly.
//
// The package also has the arithmetic of text that both halves of the program share:
// spans, line and column positions, and lengths in the four units that agents count.
package source
