// Package tool holds declarations of tools: what an agent tells a model that it
// may call. Every provider and every registry has its own way to write one down.
//
// [Read] takes a list in any of them and gives canonical tools, {name,
// description, input_schema} with a JSON schema, and beside these whatever else
// the declaration said. [Write] makes from them the list that a target takes. A
// target that cannot take something gets the nearest it can: a reference written
// out, a keyword dropped, a missing part filled in; and each such [Change] is
// listed, with its place. Nothing is lost without one.
//
// What providers refuse is written down as data, [Rules], each with where it is known
// from. Write holds every list against them: it mends a schema (repair.go), spells a
// name, leaves a tool out, or keeps what may be refused and says so. A reader of an
// older draft's schema asks [Sound] for the same schema in draft 2020-12's words.
//
// What [Read] returned is remembered for the whole process, at most 1,000 lists and 16 MiB:
// profiles, requests and checks read the same lists at every key. It depends on the text
// alone.
//
// JSON is kept as it was written: keys in their order, numbers in their spelling,
// no HTML escapes. See [Value].
//
// The transforms of Yume, [YumeGemini] and [YumeOpenAI], are its own functions:
// they hand the schema on untouched, whether the target can take it or not.
package tool
