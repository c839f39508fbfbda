package cli

func fakeClaude() {}
