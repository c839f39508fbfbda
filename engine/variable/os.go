package variable

import "strings"

// The files that identify a Linux distribution.
const (
	osRelease  = "/etc/os-release"
	wslInterop = "/proc/sys/fs/binfmt_misc/WSLInterop"
	kernel     = "/proc/version"
)

// os describes the operating system. Linux is named by its distribution, if os-release gives it in
// quotes. Other systems have the platform's name.
func (r *resolver) os(v Value) Value {
	platform, from := r.Platform, "scenario"
	if platform == "" {
		platform, from = r.world.Platform(), "host"
	}
	if platform != "linux" {
		return v.present(platform, from)
	}
	name := "linux"
	release, _ := r.world.ReadFile(osRelease)
	release, _ = Decode(release)
	distro := distribution(release)
	if distro != "" {
		name, from = distro, osRelease
	}
	if r.wsl() {
		if distro == "" {
			name = "Linux"
		}
		name += " (WSL)"
	}
	return v.present(name, from)
}

// distribution reads os-release. Values without quotes do not count.
func distribution(release string) string {
	if pretty := quoted(release, "PRETTY_NAME"); pretty != "" {
		return pretty
	}
	name, version := quoted(release, "NAME"), quoted(release, "VERSION_ID")
	if name != "" && version != "" {
		return name + " " + version
	}
	return name
}

// quoted returns the text between the first and the last quote of the first line `key="…"`, or ""
// without such a line.
func quoted(release, key string) string {
	prefix := key + `="`
	for _, line := range strings.FieldsFunc(release, isLineEnd) {
		rest, ok := strings.CutPrefix(line, prefix)
		if !ok {
			continue
		}
		if end := strings.LastIndexByte(rest, '"'); end > 0 {
			return rest[:end]
		}
	}
	return ""
}

func isLineEnd(r rune) bool { return r == '\n' || r == '\r' || r == 0x2028 || r == 0x2029 }

// wsl reports whether this Linux runs under Windows.
func (r *resolver) wsl() bool {
	if _, err := r.world.ReadFile(wslInterop); err == nil {
		return true
	}
	version, err := r.world.ReadFile(kernel)
	return err == nil && strings.Contains(strings.ToLower(version), "microsoft")
}
