// Package discovery finds out which rule files (AGENTS.md, CLAUDE.md, GEMINI.md and
// the like) an agent would load in a directory, without running the agent, and why it
// would not load the others.
//
// A [Discoverer] follows one or more released versions of one agent. It returns a
// [Trace]: the root of the search; every candidate in the agent's order, with a
// verdict and a [Reason]; and the text of the loaded ones, with the origin of every
// byte.
//
// Discovery writes nothing, and fetches documents only if [Options.Fetch] is set, even if the agent
// itself would write or fetch. Its searches of directories are bounded; if a search reached its
// bound, the trace says so.
package discovery
