package prompts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/scenario"
	"galley/engine/token"
	"galley/ui/dialog"
	"galley/ui/words"
)

// ChooseModel lists the models of the catalogue, and accepts any other typed name. The first row is
// the current choice, so that Enter alone changes nothing. If the agent's own model is in use, the
// row of that model says so too. A captured prompt keeps the model of its request.
func (p *Prompts) ChooseModel() {
	if p.result != nil && p.result.Sent != nil && p.result.Sent.Model != "" {
		p.screen.Say("This prompt was captured: its model is the request's own, " + p.result.Sent.Model)
		return
	}
	now := strings.TrimPrefix(p.request.Provider+"/"+p.request.Model, "/")
	items, own := []dialog.Item{{Label: "no model", Detail: "each provider's own default is used", Value: ""}}, ""
	if now == "" && p.result != nil && p.result.Model != "" {
		items[0] = dialog.Item{Label: "the agent's own model", Detail: p.result.Model, Value: "", Also: "no model"}
		if means := p.result.Means; means.Known {
			own = means.Row.Provider + "/" + means.Row.ID
		}
	}
	if now != "" {
		items = slices.Insert(items, 0, modelItem(now, token.Means(p.request.Provider, p.request.Model)))
	}
	items[0].Detail = "now · " + items[0].Detail
	for _, m := range token.Models() {
		if name := m.Provider + "/" + m.ID; name != now {
			item := modelItem(name, token.Meaning{Choice: token.Means(m.Provider, m.ID).Choice, Row: m, Known: true})
			if name == own {
				item.Detail = "now · " + item.Detail
			}
			items = append(items, item)
		}
	}
	list := dialog.NewList("Model: vocabulary, window in tokens, $ for 1M tokens of input", "", items, func(item dialog.Item) tea.Cmd {
		return p.useModel(item.Value.(string))
	})
	p.screen.Open(list.Telling().Offer(func(text string) (dialog.Item, bool) {
		text = strings.TrimSpace(text)
		for _, item := range items {
			if strings.EqualFold(item.Label, text) {
				return dialog.Item{}, false
			}
		}
		return typedModel(text), text != ""
	}))
}

// typedModel returns the row of a typed name. Its field Meant is set if galley knows the model,
// or if the name looks like a later model of a known family.
func typedModel(text string) dialog.Item {
	means := token.Means("", text)
	item := modelItem(text, means)
	item.Meant = means.Known || means.Family != "" && strings.ContainsAny(text, "-/") && strings.ContainsAny(text, "0123456789")
	return item
}

// useModel builds the prompt for a model. It shows a message if galley does not know the model.
func (p *Prompts) useModel(name string) tea.Cmd {
	p.request.Provider, p.request.Model = scenario.SplitModel(name)
	p.byHand = name
	for _, problem := range token.Means(p.request.Provider, p.request.Model).Problems() {
		p.screen.Warn(fmt.Sprintf("%q is not a model that galley knows; %s", p.request.Model, problem.Hint))
	}
	return tea.Batch(p.chosen(), p.Render())
}

// modelItem returns the row of a model: its name, the family that determines how tokens are
// counted, its window and its price. It marks a name that galley does not know.
func modelItem(name string, m token.Meaning) dialog.Item {
	item := dialog.Item{Label: name, Detail: m.Family, Value: name, Key: fmt.Sprintf("%6s %7s", window(m.Row.ContextWindow), price(m.Row.CostIn))}
	if m.Family == "" {
		item.Detail = "vocabulary unknown"
	}
	for _, problem := range m.Problems() {
		item.Detail, item.Key = "window not known; "+problem.Hint, ""
		if tokens, like := m.Window(); like != "" {
			item.Detail = "window assumed, that of " + like + "; " + problem.Hint
			cost := "?"
			if usd, _, ok := m.Cost(1e6); ok {
				cost = token.Assumed.Sign() + price(usd)
			}
			item.Key = fmt.Sprintf("%6s %7s", token.Assumed.Sign()+window(tokens), cost)
		}
	}
	return item
}

// window returns the size of a context window as text, or "?" if it is unknown.
func window(tokens int) string {
	if tokens <= 0 {
		return "?"
	}
	return words.Rounded(tokens)
}

// price returns a price in dollars per million tokens as text, or "?" if it is unknown.
func price(usd float64) string {
	if usd <= 0 {
		return "?"
	}
	return "$" + strconv.FormatFloat(usd, 'f', 2, 64)
}
