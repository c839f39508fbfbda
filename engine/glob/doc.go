// Package glob implements the dialects of file patterns that agents use, as those agents really
// match: [Bun] as Bun.Glob 1.3.5, [Npm] as npm's glob 13 with minimatch 10.2, and the older
// [Ignore] (gitignore) and [Tree.Fnmatch] (fnmatch(3) as in Python). The dialects disagree about
// braces, negation, hidden names and links, so one agent may load a file that another does not see.
//
// Walks use a [Tree], which lists each directory once, however many patterns there are. A walk that
// would not end (links that lead back, a pattern that climbs to "/") is stopped at a limit, and the
// tree says so. Matching a segment takes at most the product of the lengths of pattern and name.
//
// Known from: the released packages, compared with this one on random trees and patterns.
package glob
