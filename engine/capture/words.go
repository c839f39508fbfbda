package capture

// carry adds the words that a capture lacks, from the newest earlier capture of the same version.
// For example, a request without a rule file does not show the words before the first rule file,
// but the next request may contain them. Words of other versions are not used, because they may
// differ.
func (s Store) carry(c *Capture) {
	if c.Attribution == nil || c.Version == "" {
		return
	}
	all, _, err := s.List()
	if err != nil {
		return
	}
	for _, old := range all {
		if old.Agent != c.Agent || old.Version != c.Version || old.Mode != c.Mode || !old.Created.Before(c.Created) {
			continue
		}
		whole, err := s.read(old.ID, true)
		if err != nil || whole.Attribution == nil {
			continue
		}
		for slot, words := range whole.Attribution.Gaps {
			if _, have := c.Attribution.Gaps[slot]; have {
				continue
			}
			if c.Attribution.Gaps == nil {
				c.Attribution.Gaps = map[string]string{}
			}
			c.Attribution.Gaps[slot] = words
		}
		return
	}
}
