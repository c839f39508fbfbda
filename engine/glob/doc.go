// Package glob speaks the file pattern dialects that agents use, as those
// agents really match: [Bun] as Bun.Glob 1.3.5, [Npm] as npm's glob 13, and the
// two older tongues [Ignore] (gitignore) and [Fnmatch] (fnmatch(3) as Python
// has it). They disagree about braces, negation, hidden names and links, so a
// file that one agent loads another never sees; that is what users ask about.
//
// Walks ask a [Tree], which asks the world: each directory is listed once,
// whatever the number of patterns, and a walk that would go on for ever (links
// that lead back, a pattern that climbs to "/") is cut at a stated limit and
// says so. A segment is matched in time bounded by the product of the pattern's
// and the name's length, whatever the pattern.
//
// Known from: the released packages, run side by side with this one on random
// trees and patterns.
package glob
