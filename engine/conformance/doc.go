// Package conformance is what the runners of golden cases share. The cases were made
// by running the systems that the engine follows; each agent's folder has the runner
// that compares the engine with its cases. Here are the tree builder, the pack of marks
// in place of prose, the judges that several agents use, and the runners of what
// belongs to no agent. No part of the program imports it.
//
// The cases lie in testdata/conformance, a folder for each system. With
// GALLEY_CONFORMANCE set they are taken from that directory instead; a folder
// that is not in it is skipped, and the run says so.
package conformance
