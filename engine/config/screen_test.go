package config

import (
	"reflect"
	"testing"
)

// If a setting of the screen were among those of a prompt, every request would include it, and two
// equal prompts would look different.
func TestNoPromptDependsOnASettingOfTheScreen(t *testing.T) {
	prompt, screen := reflect.TypeFor[Config](), reflect.TypeFor[Screen]()
	for i := range screen.NumField() {
		if _, ok := prompt.FieldByName(screen.Field(i).Name); ok {
			t.Errorf("%s is both a setting of the screen and of prompts", screen.Field(i).Name)
		}
	}
	for _, name := range []string{"Theme", "Background", "Mouse", "Tab", "Width", "Clipboard", "AltWait", "Keys", "Watch"} {
		if _, ok := screen.FieldByName(name); !ok {
			t.Errorf("%s is not a setting of the screen", name)
		}
	}
}
