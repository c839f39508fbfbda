package token

// bandRows lists, for a class of texts, rows of the estimator's table of errors. Among several
// rows, the row with the largest error counts, because a text does not show to which row it
// belongs. The first list is for short texts. The second list is for texts of at least longTokens
// tokens, for which the table has separate rows.
var bandRows = map[textClass][2][]string{
	shortText:   {{"short texts (<50 o200k tokens)"}},
	proseText:   {{"reconstructed ALL >=50"}, {"reconstructed ALL >=300"}},
	codeText:    {{"recorded ALL code >=50"}, {"recorded ALL code >=300"}},
	latinText:   {{"UDHR Latin"}},
	cjkText:     {{"UDHR Chinese/Japanese", "agent rules, CJK"}},
	cyrillic:    {{"UDHR Cyrillic"}},
	semiticText: {{"UDHR Arabic/Hebrew"}},
	indicText:   {{"UDHR Indic"}},
	otherText:   {{"UDHR other scripts"}},
}

// longTokens is the number of tokens from which a text counts as long.
const longTokens = 300

// bands returns, for each class, the relative error that 95 % of the estimates do not exceed. The
// first number is for short texts, the second for long texts.
func (e *estimator) bands(family string) map[textClass][2]float64 {
	bands := map[textClass][2]float64{}
	for class, lists := range bandRows {
		var b [2]float64
		for i, rows := range lists {
			for _, row := range rows {
				b[i] = max(b[i], e.p95(family, row))
			}
		}
		if b[1] == 0 {
			b[1] = b[0]
		}
		bands[class] = b
	}
	return bands
}

// p95 returns the largest error in the table's rows with the name row. The name in the table may
// have a prefix that says how the row was measured.
func (e *estimator) p95(family, row string) float64 {
	worst := 0.0
	for _, r := range e.Errors {
		if r.Size == estimatorSize && r.Family == family && (r.TextClass == row || r.Evidence+" "+r.TextClass == row) {
			worst = max(worst, r.P95/100)
		}
	}
	return worst
}

// band returns the largest expected relative error of an estimate for a text with the properties
// k.
func (c *claudeScheme) band(k kinds) float64 {
	c.load()
	b := c.bands[k.class()]
	if k.tokens >= longTokens {
		return b[1]
	}
	return b[0]
}
