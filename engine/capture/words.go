package capture

// carry gives a capture the agent's own words that it lacks and that the newest
// earlier capture of the same version holds: a request without a rule file lacks the
// words before the first one, and the next request may hold them. Nothing is carried
// from another version, which may use other words.
func (s Store) carry(c *Capture) {
	if c.Known == nil || c.Version == "" {
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
		if err != nil || whole.Known == nil {
			continue
		}
		for slot, words := range whole.Known.Gaps {
			if _, have := c.Known.Gaps[slot]; have {
				continue
			}
			if c.Known.Gaps == nil {
				c.Known.Gaps = map[string]string{}
			}
			c.Known.Gaps[slot] = words
		}
		return
	}
}
