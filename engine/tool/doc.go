// Package tool reads and writes declarations of tools: what an agent tells a model that it may
// call. Every provider and registry has its own format.
//
// [Read] takes a list in any format and returns canonical tools: {name, description, input_schema}
// with a JSON schema, and the rest of the declaration. [Write] makes the list that a target
// accepts. It replaces what the target does not accept by the most similar thing that it accepts:
// it writes out a reference, drops a keyword, or adds a missing part. Each such [Change] is listed
// with its place.
//
// What providers refuse is in the table [Rules], each rule with its source. Write checks every list
// against them. It repairs a schema (repair.go), changes a name, leaves out a tool, or keeps what
// may be refused and reports it. [Sound] converts a schema of an older draft to draft 2020-12.
//
// The results of [Read] are cached for the whole process, at most 1,000 lists and 16 MiB, because
// profiles, requests and checks read the same lists at every key press. They depend only on the
// text.
//
// JSON is kept as it was written: keys in their order, numbers in their spelling, without escapes
// for HTML. See [Value].
//
// The transforms of Yume, [YumeGemini] and [YumeOpenAI], leave the schema unchanged as Yume does,
// even if the target does not accept it.
package tool
