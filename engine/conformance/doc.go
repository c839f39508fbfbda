// Package conformance has what the runners of golden cases share. The cases were made
// by running the systems that the engine follows; each agent's package has the runner
// that compares the engine with its cases. This package has the tree builder, the
// pack of marks in place of prose, judges that several agents use, and runners for
// cases of no particular agent. No part of the program imports it.
//
// The cases are in testdata/conformance, with a folder for each system. If
// GALLEY_CONFORMANCE is set, they are taken from that directory instead; missing
// folders are skipped and reported.
package conformance
