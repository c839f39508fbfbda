package opencode_test

import (
	"testing"

	"galley/engine/agent/opencode"
	"galley/engine/facts"
)

// The paths of the administrator's folder are from the code of OpenCode 1.18.33 and of Kilo 7.7.7.
func TestTheAdministratorsFolder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ platform, set, data, want string }{
		{"linux", "", "", "/etc/kilo"}, {"darwin", "", "", "/Library/Application Support/kilo"}, {"win32", "", "", "C:/ProgramData/kilo"},
		{"win32", "", `D:\Data`, "D:/Data/kilo"}, {"darwin", "/m", "", "/m"},
	} {
		w := facts.NewMemory().SetPlatform(tt.platform).Env("KILO_TEST_MANAGED_CONFIG_DIR", tt.set).Env("ProgramData", tt.data)
		if got := opencode.ManagedDir(w, "KILO", "kilo"); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}
