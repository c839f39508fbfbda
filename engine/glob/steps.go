package glob

import "strings"

// Steps estimates the work of comparing a path with a pattern. A step takes about 0.1 microseconds.
func Steps(pattern, path string) int { return steps(strings.Count(pattern, "*"), path) }

// steps counts more for each star, because each can match in several ways.
func steps(stars int, path string) int { return (1 + stars) * (1 + len(path)/8) }

// compileSteps estimates the work and the memory of an expression for a pattern: the limit of the
// steps allows about 50,000 short patterns, which take about 150 MB.
func compileSteps(pattern string) int { return 1000 + 100*len(pattern) }
