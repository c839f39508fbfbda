// Package discovery finds out which rule files (AGENTS.md, CLAUDE.md, GEMINI.md and
// the like) an agent would load in a directory, without running the agent, and
// says of every other candidate why it is not loaded.
//
// A [Discoverer] follows one or more released versions of one agent. Its answer is
// a [Trace]: the root that it settled on, every candidate in the order in which
// the agent meets it, each with a verdict and a [Reason], and the text that the
// loaded ones become, with the origin of every byte.
//
// Nothing is written and, unless asked for, nothing is fetched, whatever the
// agent itself would do. Walks are bounded and say so when the bound was met.
package discovery
