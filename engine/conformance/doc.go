// Package conformance has what the runners of golden cases share. The cases were made by running
// the systems that the engine follows. The package of each agent has the runner that compares the
// engine with the agent's cases. This package builds trees of files, supplies a pack with marks in
// place of prose, has checks that several agents use, and runs the cases that belong to no
// particular agent. No part of the program imports it.
//
// The cases are in testdata/conformance, in a folder for each system. If GALLEY_CONFORMANCE is set,
// they are read from that directory instead; folders that are missing there are skipped and
// reported.
package conformance
