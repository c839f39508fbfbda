package opencode

import (
	"maps"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/tool"
)

// declared returns stand-ins for the tools that this session declares: the tools measured with its
// base prompt, except those that permissions deny.
func (o opencode) declared(in profile.Input, made prompt.Prompt, rules []discovery.Permission) (names []string, all []tool.Tool) {
	sizes, _ := o.Sizes(made)
	for _, key := range slices.Sorted(maps.Keys(sizes)) {
		name, ok := strings.CutPrefix(key, profile.ToolKey(""))
		if ok && !toolDenied(rules, permissionOf(name)) {
			names = append(names, name)
		}
	}
	all = profile.Keep(in.Kept, declaring{}, strings.Join(names, " "), func() []tool.Tool { return profile.StandInTools(o.Name(), names) })
	return names, all
}

// declaring is the key under which the method declared caches its result.
type declaring struct{}

// permissionOf names the permission on which a tool depends: the tools that write
// files share one.
func permissionOf(tool string) string {
	switch tool {
	case "write", "patch", "multiedit", "apply_patch":
		return "edit"
	}
	return tool
}
