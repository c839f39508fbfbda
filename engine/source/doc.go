// Package source holds text that remembers where every byte of it came from.
//
// A prompt is glued together from a template, variables, rule files, a pack's
// prose and the structure between them. [Text] is that glue: an immutable list
// of pieces, each with an [Origin]. Every operation keeps the origins, so the
// questions "why is this here" and "where was it cut" are answered by looking,
// never by guessing afterwards.
//
// The package also holds the small arithmetic of text that both halves of the
// program share: spans, line and column positions, and lengths in the four
// units that agents count in.
package source
