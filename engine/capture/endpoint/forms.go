package endpoint

import (
	"encoding/json"
	"net/http"
)

// merged returns an object with the members of both objects. If both have a member of the same
// name, the member of the second object is used.
func merged(o object, more object) object {
	out := object{}
	for k, v := range o {
		out[k] = v
	}
	for k, v := range more {
		out[k] = v
	}
	return out
}

func (r reply) anthropic(w http.ResponseWriter) int {
	message := object{
		"id": "msg_01galley", "type": "message", "role": "assistant", "model": r.model, "content": []any{}, "stop_reason": nil, "stop_sequence": nil,
		"usage": object{"input_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 1},
	}
	block, full, stop := object{"type": "text", "text": ""}, object{"type": "text", "text": r.text}, "end_turn"
	delta := object{"type": "text_delta", "text": r.text}
	if r.call != nil {
		block = object{"type": "tool_use", "id": r.call.ID, "name": r.call.Name, "input": object{}}
		full, stop = merged(block, object{"input": json.RawMessage(r.call.Arguments)}), "tool_use"
		delta = object{"type": "input_json_delta", "partial_json": r.call.Arguments}
	}
	if !r.stream {
		return send(w, merged(message, object{"content": []any{full}, "stop_reason": stop}))
	}
	return events(w, []object{
		{"type": "message_start", "message": message},
		{"type": "content_block_start", "index": 0, "content_block": block},
		{"type": "content_block_delta", "index": 0, "delta": delta},
		{"type": "content_block_stop", "index": 0},
		{"type": "message_delta", "delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": 1}},
		{"type": "message_stop"},
	}, true, "")
}

func (r reply) chat(w http.ResponseWriter) int {
	base := object{"id": "chatcmpl-galley", "created": 0, "model": r.model}
	usage := object{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
	message, finish := object{"role": "assistant", "content": r.text}, "stop"
	if r.call != nil {
		function := object{"name": r.call.Name, "arguments": r.call.Arguments}
		message = object{"role": "assistant", "content": nil, "tool_calls": []object{{"index": 0, "id": r.call.ID, "type": "function", "function": function}}}
		finish = "tool_calls"
	}
	if !r.stream {
		choice := object{"index": 0, "message": message, "finish_reason": finish}
		return send(w, merged(base, object{"object": "chat.completion", "choices": []object{choice}, "usage": usage}))
	}
	chunk := merged(base, object{"object": "chat.completion.chunk"})
	return events(w, []object{
		merged(chunk, object{"choices": []object{{"index": 0, "delta": message, "finish_reason": nil}}}),
		merged(chunk, object{"choices": []object{{"index": 0, "delta": object{}, "finish_reason": finish}}}),
		merged(chunk, object{"choices": []object{}, "usage": usage}),
	}, false, "data: [DONE]\n\n")
}

func (r reply) responses(w http.ResponseWriter) int {
	response := object{
		"id": "resp_galley", "object": "response", "created_at": 0, "model": r.model, "parallel_tool_calls": true, "tool_choice": "auto",
		"tools": []any{}, "error": nil, "incomplete_details": nil,
	}
	usage := object{
		"input_tokens": 1, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens": 1,
		"output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 2,
	}
	part := object{"type": "output_text", "text": r.text, "annotations": []any{}}
	item := object{"id": "msg_galley", "type": "message", "role": "assistant", "status": "completed", "content": []any{part}}
	if r.call != nil {
		item = object{"id": "fc_galley", "type": "function_call", "status": "completed", "call_id": r.call.ID, "name": r.call.Name, "arguments": r.call.Arguments}
	}
	done := merged(response, object{"status": "completed", "output": []any{item}, "usage": usage})
	if !r.stream {
		return send(w, done)
	}
	open := merged(response, object{"status": "in_progress", "output": []any{}})
	at := object{"item_id": item["id"], "output_index": 0}
	all := []object{{"type": "response.created", "response": open}, {"type": "response.in_progress", "response": open}}
	if r.call != nil {
		all = append(all,
			object{"type": "response.output_item.added", "output_index": 0, "item": merged(item, object{"status": "in_progress", "arguments": ""})},
			merged(at, object{"type": "response.function_call_arguments.delta", "delta": r.call.Arguments}),
			merged(at, object{"type": "response.function_call_arguments.done", "arguments": r.call.Arguments}))
	} else {
		in := merged(at, object{"content_index": 0})
		all = append(all,
			object{"type": "response.output_item.added", "output_index": 0, "item": merged(item, object{"status": "in_progress", "content": []any{}})},
			merged(in, object{"type": "response.content_part.added", "part": merged(part, object{"text": ""})}),
			merged(in, object{"type": "response.output_text.delta", "delta": r.text}),
			merged(in, object{"type": "response.output_text.done", "text": r.text}),
			merged(in, object{"type": "response.content_part.done", "part": part}))
	}
	all = append(all, object{"type": "response.output_item.done", "output_index": 0, "item": item}, object{"type": "response.completed", "response": done})
	for i := range all {
		all[i]["sequence_number"] = i
	}
	return events(w, all, true, "")
}

func (r reply) gemini(w http.ResponseWriter, sse bool) int {
	part := object{"text": r.text}
	if r.call != nil {
		part = object{"functionCall": object{"name": r.call.Name, "args": json.RawMessage(r.call.Arguments)}}
	}
	out := object{
		"candidates":    []object{{"content": object{"role": "model", "parts": []object{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": object{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}, "modelVersion": "capture",
	}
	switch {
	case sse:
		return events(w, []object{out}, false, "")
	case r.kind == "gemini stream":
		return send(w, []object{out})
	}
	return send(w, out)
}
