// Package conformance holds the engine against golden cases that were made by
// running the systems it follows. It is tests only: one tree builder, one pack of
// marks in place of prose, and one runner for each system.
//
// The cases lie in testdata/conformance, a folder for each system. With
// GALLEY_CONFORMANCE set they are taken from that directory instead; a folder
// that is not in it is skipped, and the run says so.
package conformance
