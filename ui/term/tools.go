package term

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// tool is a pair of commands that copy to and paste from the system's clipboard.
type tool struct {
	name        string   // the name of the copying command
	copy, paste []string // paste is nil if it can only copy
	base64      bool     // whether text goes in and comes out as base64
	utf16       bool     // whether text goes in as UTF-16
}

// encode returns the text in the form in which the tool reads it.
func (t tool) encode(text string) []byte {
	switch {
	case t.base64:
		return []byte(base64.StdEncoding.EncodeToString([]byte(text)))
	case t.utf16:
		var b []byte
		for _, u := range utf16.Encode([]rune(text)) {
			b = binary.LittleEndian.AppendUint16(b, u)
		}
		return b
	}
	return []byte(text)
}

// powershell returns a tool that uses base64, which no code page can damage.
func powershell(program string) tool {
	run := []string{program, "-NoProfile", "-NonInteractive", "-Command"}
	return tool{
		name:   program,
		base64: true,
		copy: append(run[:4:4], "Set-Clipboard -Value ([Text.Encoding]::UTF8.GetString("+
			"[Convert]::FromBase64String([Console]::In.ReadToEnd())))"),
		paste: append(run[:4:4], "[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes("+
			"[string](Get-Clipboard -Raw)))"),
	}
}

// tools returns the installed tools that reach this user's clipboard, the best first.
func (c *Clipboard) tools() []tool {
	var all []tool
	remote := c.remote()
	switch c.goos() {
	case "darwin":
		if !remote {
			// Without a locale pbcopy assumes another encoding.
			utf8 := []string{"env", "LC_CTYPE=UTF-8"}
			all = append(all, tool{name: "pbcopy", copy: append(utf8[:2:2], "pbcopy"), paste: append(utf8[:2:2], "pbpaste")})
		}
	case "windows":
		if !remote {
			all = append(all, powershell("powershell.exe"), powershell("pwsh.exe"))
		}
	default:
		if c.env("WAYLAND_DISPLAY") != "" && !remote {
			all = append(all, tool{name: "wl-copy", copy: []string{"wl-copy", "--type", "text/plain;charset=utf-8"}, paste: []string{"wl-paste", "--no-newline"}})
		}
		if c.env("DISPLAY") != "" { // also over SSH, because a forwarded display is the user's own screen
			all = append(all,
				tool{name: "xclip", copy: []string{"xclip", "-in", "-selection", "clipboard"}, paste: []string{"xclip", "-out", "-selection", "clipboard"}},
				tool{name: "xsel", copy: []string{"xsel", "--input", "--clipboard"}, paste: []string{"xsel", "--output", "--clipboard"}})
		}
		if c.env("WSL_DISTRO_NAME") != "" && !remote {
			all = append(all, powershell("powershell.exe"), tool{name: "clip.exe", copy: []string{"clip.exe"}, utf16: true})
		}
		if c.env("TERMUX_VERSION") != "" {
			all = append(all, tool{name: "termux-clipboard-set", copy: []string{"termux-clipboard-set"}, paste: []string{"termux-clipboard-get"}})
		}
	}
	var have []tool
	for _, t := range all {
		if c.has(t.name) {
			have = append(have, t)
		}
	}
	return have
}

// remote reports whether the user works on another machine.
func (c *Clipboard) remote() bool {
	return c.env("SSH_CONNECTION") != "" || c.env("SSH_TTY") != "" || c.env("SSH_CLIENT") != ""
}

// noTool says which tool is missing.
func (c *Clipboard) noTool() string {
	if c.remote() && c.env("DISPLAY") == "" {
		return "no tool here reaches the clipboard at the other end of SSH"
	}
	var want []string
	switch c.goos() {
	case "darwin":
		want = []string{"pbcopy"}
	case "windows":
		want = []string{"powershell.exe"}
	default:
		if c.env("WAYLAND_DISPLAY") != "" {
			want = append(want, "wl-copy")
		}
		if c.env("DISPLAY") != "" {
			want = append(want, "xclip", "xsel")
		}
		if len(want) == 0 {
			return "no graphical session (neither $WAYLAND_DISPLAY nor $DISPLAY is set)"
		}
	}
	return "no clipboard tool is installed (" + strings.Join(want, " or ") + ")"
}
