package config

import (
	"reflect"
	"testing"
)

// Every request contains all settings of a prompt. If one of them were a setting of the screen,
// two equal prompts would count as different.
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
