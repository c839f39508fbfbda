// Package discovery finds out which rule files (AGENTS.md, CLAUDE.md, GEMINI.md and
// the like) an agent would load in a directory, without running the agent, and
// says of every other candidate why it is not loaded.
//
// An [Agent] follows one or more released versions of one agent. Its answer is
// a [Trace]: the root that it settled on, every candidate in the order in which
// the agent meets it, each with a verdict and a [Reason], and the text that the
// loaded ones become, with the origin of every byte.
//
// Nothing is written and, unless asked for, nothing is fetched, whatever the
// agent itself would do. Walks are bounded and say so when the bound was met.
//
// # Adding an agent
//
// An agent is one file, <agent>.go: a type with a Name, the Versions that it
// follows, the newest first, and Discover. Its doc comment says from which
// version the rules are, how they are known, and what is not. Most agents are a
// list of places: begin with newPlaces, give the evidence, look at each place,
// say of everything that is there what becomes of it, end with done. A rule that
// is not established gives a candidate that is unknown, with what would tell.
// Then one row in the list of agents, and a table of tests that names each rule.
// Nothing else knows an agent by name, except a row in report's AgentCounter for
// one that speaks to a single vendor, and one in cli's cross-checks for one that
// can print its input.
package discovery
