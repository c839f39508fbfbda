package prompt

import "galley/engine/source"

// Files returns the paths of the files whose text the messages contain, in order and each once.
func Files(messages []Message) (files []string) {
	met := map[string]bool{}
	for _, m := range messages {
		for _, b := range m.Blocks {
			for _, p := range b.Text.Pieces() {
				if o := p.Origin; (o.Kind == source.File || o.Kind == source.Import) && !met[o.Source] {
					met[o.Source] = true
					files = append(files, o.Source)
				}
			}
		}
	}
	return files
}
