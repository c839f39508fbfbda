package capture

// carry adds words that a capture lacks and the newest earlier capture of the same
// version has: a request without a rule file, for example, lacks the words before the
// first one, which the next request may have. Nothing is carried over from other
// versions, whose words may differ.
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
