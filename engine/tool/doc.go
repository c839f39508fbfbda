// Package tool reads and writes declarations of tools: what an agent tells a model
// that it may call. Every provider and registry has its own format.
//
// [Read] takes a list in any of them and returns canonical tools: {name, description,
// input_schema} with a JSON schema, and whatever else the declaration said. [Write]
// turns them into the list that a target takes. What a target cannot take is replaced
// by the nearest that it can: a reference is written out, a keyword dropped, a
// missing part filled in. Each such [Change] is listed with its location; nothing is
// lost without one.
//
// What providers refuse is data, [Rules], each with its source. Write checks every
// list against them: it repairs a schema (repair.go), respells a name, leaves a tool
// out, or keeps what may be refused and says so. [Sound] converts a schema of an
// older draft to draft 2020-12.
//
// The results of [Read] are cached for the whole process, at most 1,000 lists and 16
// MiB: profiles, requests and checks read the same lists at every key. They depend
// only on the text.
//
// JSON is kept as it was written: keys in their order, numbers in their spelling,
// no HTML escapes. See [Value].
//
// The transforms of Yume, [YumeGemini] and [YumeOpenAI], leave the schema unchanged,
// whether the target can take it or not, as Yume does.
package tool
