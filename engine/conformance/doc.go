// Package conformance has what the runners of golden cases share. The cases were made by running
// the systems that the engine follows. The package of each agent has the runner that compares the
// engine with the agent's cases. This package builds trees of files, supplies a pack with marks in
// place of prose, has checks that several agents use, and runs the cases that belong to no
// particular agent. No part of the program imports it.
//
// To add a case, put a JSON file into the folder of its system; the runner of the folder finds it.
// The fields of [Common] are for people: "notes" says in words what the case shows, "oracle" which
// program, in which version, gave the answer, and how. Any other field that the form of the folder
// lacks fails the test. A [Tree] maps a path to the file's text, or to an object for a link, a
// directory, bytes or a mode. To add a folder, write a runner in the agent's package.
//
// Use the form [CapturedCase], which [RunCaptured] runs, for requests that an installed agent sent:
// "tree" and "home" have the files, with short marks of your own as their texts, "cwd" is relative
// to "tree", and "git" lists the repositories. In "expect", "loaded" lists the files in their order,
// each with the role and the name of the text that holds it, as the agent's [discovery.Part] has
// them; "not_loaded" lists files that are not in the request; "blocks" has each of these texts with
// $ROOT and $HOME for paths and {{text:NAME}} for the agent's own words. testdata/conformance/pi is
// a short example.
//
// The cases are in testdata/conformance, in a folder for each system. If GALLEY_CONFORMANCE is set,
// they are read from that directory instead; folders that are missing there are skipped and
// reported.
package conformance
