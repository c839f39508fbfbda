package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"galley/engine"
	"galley/engine/profile"
	"galley/engine/token"
)

// Blocks is the JSON shape of `blocks`.
type Blocks struct {
	Schema  int     `json:"schema"`
	Profile string  `json:"profile"`
	Model   string  `json:"model"`
	Blocks  []Block `json:"blocks"`
	Makeup  []Share `json:"makeup"` // the kinds of content of the request, including the tools
	Extra
}

// Extra is the part of a shape that describes a prompt, without its messages.
type Extra struct {
	Removed []Removed `json:"removed"` // sections that the agent builds but does not send
	Command []string  `json:"command"` // for an agent that makes its own prompt, the command that starts it
	Notes   []string  `json:"notes"`
	Fit     *Fit      `json:"fit,omitempty"` // given only if it was requested and a limit is known
	Provenance
}

// Provenance says where a prompt comes from.
type Provenance struct {
	Basis   string `json:"basis"`   // captured, predicted or modelled
	Capture string `json:"capture"` // id; "" for a modelled prompt
	Age     int    `json:"age"`     // of the capture, in seconds
	// StandInBytes is the size in bytes of the stand-ins in the messages. ToolBytes is the size of
	// all declarations of tools, whether they are stand-ins or not.
	StandInBytes int `json:"standInBytes"`
	ToolBytes    int `json:"toolBytes"`
	// StandIns describes the stand-ins for the agent's own words.
	StandIns StandIns `json:"standIns"`
	// Words lists the captures from which the agent's own words in a modelled prompt come.
	Words []Words `json:"words"`
	// Left names the stand-ins that remain in a modelled prompt. A name is an entry of the agent's
	// pack, a section, or "tool NAME".
	Left []string `json:"left"`
}

// Words names a capture that supplied the agent's own words.
type Words struct {
	Capture string `json:"capture"` // id
	Version string `json:"version"`
	Mode    string `json:"mode"`
	Made    string `json:"made"` // the day of the capture, as 2006-01-02
}

// ProvenanceOf returns where the prompt of a result comes from, in its JSON shape.
func ProvenanceOf(r *engine.Result) Provenance {
	g := Provenance{Basis: string(r.Provenance.Basis), Capture: r.Provenance.Capture, Age: int(r.Provenance.Age.Seconds()), StandIns: StandInsOf(r), Words: []Words{}, Left: list(r.Provenance.Left)}
	for _, w := range r.Provenance.Words {
		g.Words = append(g.Words, Words{w.Capture, w.Version, string(w.Mode), w.Made})
	}
	for _, t := range r.Prompt.Tools {
		g.ToolBytes += t.Declaration.Len()
	}
	for _, m := range r.Prompt.Messages {
		for _, b := range m.Blocks {
			g.StandInBytes += b.StandInBytes()
		}
	}
	return g
}

// Removed is a section that is built but not sent.
type Removed struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Bytes int    `json:"bytes"`
}

func extra(r *engine.Result) Extra {
	e := Extra{Removed: []Removed{}, Command: list(r.Prompt.Command), Notes: list(r.Prompt.Notes), Fit: FitOf(r), Provenance: ProvenanceOf(r)}
	for _, b := range r.Prompt.Removed {
		e.Removed = append(e.Removed, Removed{b.ID, b.Title, b.Text.String(), b.Text.Len()})
	}
	return e
}

// BlocksOf returns the JSON shape of a result's blocks.
func BlocksOf(r *engine.Result) Blocks {
	r = r.Masked()
	return Blocks{Schema: Schema, Profile: r.Profile, Model: r.Model, Blocks: blocks(r), Makeup: Makeup(r), Extra: extra(r)}
}

// BlocksText writes a table of the blocks, message by message.
func BlocksText(w io.Writer, r *engine.Result) error {
	r = r.Masked()
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "BYTES\tUTF-16\tTOKENS\tSHARE\t  ")
	for i, block := range r.Blocks {
		in := r.Prompt.Messages[block.Message].Blocks[block.Block]
		share := "0%"
		if part := block.Length.Bytes * 100; part > 0 && part < r.Length.Bytes {
			share = "<1%"
		} else if r.Length.Bytes > 0 {
			share = fmt.Sprintf("%d%%", part/r.Length.Bytes)
		}
		name := in.Title
		if n := in.StandInBytes(); n > 0 {
			name += fmt.Sprintf(" (stand-in, %d bytes)", n)
		}
		if i == 0 || r.Blocks[i-1].Message != block.Message {
			fmt.Fprintf(t, "\t\t\t\t  %s:\n", r.Prompt.Messages[block.Message].Role)
		}
		fmt.Fprintf(t, "%d\t%d\t%s%d\t%s\t  %s, %s\n", block.Length.Bytes, block.Length.UTF16,
			block.Tokens.Basis.Sign(), block.Tokens.Tokens, share, name, in.Lifetime)
	}
	fmt.Fprintf(t, "%d\t%d\t%s%d\t\t  in total\n", r.Length.Bytes, r.Length.UTF16, r.Tokens.Tokens.Basis.Sign(), r.Tokens.Tokens.Tokens)
	t.Flush()
	if shares := Makeup(r); len(shares) > 1 {
		parts := make([]string, len(shares))
		for i, s := range shares {
			parts[i] = fmt.Sprintf("%s %s%d", s.Name, token.Basis(s.Basis).Sign(), s.Tokens)
		}
		fmt.Fprintf(&b, "tokens: %s\n", strings.Join(parts, ", "))
	}
	if len(r.Provenance.Words) > 0 {
		fmt.Fprintf(&b, "the agent's own words are %s\n", WordsText(r.Provenance))
	}
	if n := standIns(r); n > 0 {
		fmt.Fprintf(&b, "of this, %d bytes are stand-ins: galley's words instead of the agent's\n", n)
		fmt.Fprintf(&b, "%s\n", sizeAsSent(r))
	}
	if len(r.Prompt.Removed) > 0 {
		b.WriteString("built but not sent:\n")
	}
	for _, block := range r.Prompt.Removed {
		fmt.Fprintf(&b, "%6d  %s\n", block.Text.Len(), block.Title)
	}
	if len(r.Prompt.Tools) > 0 {
		bytes := 0
		for _, t := range r.Prompt.Tools {
			bytes += t.Declaration.Len()
		}
		fmt.Fprintf(&b, "in addition to the messages, %d tools are declared in %d bytes\n", len(r.Prompt.Tools), bytes)
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// sizeAsSent describes the size of what the agent sends. It returns "" if the prompt contains no
// stand-ins.
func sizeAsSent(r *engine.Result) string {
	text := "the agent sends"
	if r.Whole.StandIns.Unknown > 0 {
		text += " at least"
	}
	messages := r.Whole.System.Length.Add(r.Whole.Messages.Length).Bytes
	return fmt.Sprintf("%s %d bytes of messages and %d bytes of tools, %s%d tokens in total", text, messages, r.Whole.Tools.Length.Bytes,
		r.Whole.All().Tokens.Basis.Sign(), r.Whole.All().Tokens.Tokens)
}

// Budgets is the JSON shape of `budget`.
type Budgets struct {
	Schema  int      `json:"schema"`
	Profile string   `json:"profile"`
	Model   string   `json:"model"`
	Budgets []Budget `json:"budgets"` // empty for an agent without such limits
	Window  *Window  `json:"window"`  // null if the model's window is not known
	Price   *Price   `json:"price"`   // of one request; null if the model's price is not known
	Whole   Whole    `json:"whole"`
	Fit     *Fit     `json:"fit,omitempty"` // given only if it was requested and a limit is known
	Provenance
}

// BudgetsOf returns the JSON shape of a result's budgets.
func BudgetsOf(r *engine.Result) Budgets {
	return Budgets{Schema: Schema, Profile: r.Profile, Model: r.Model, Budgets: budgets(r), Window: WindowOf(r), Price: PriceOf(r), Whole: WholeOf(r), Fit: FitOf(r), Provenance: ProvenanceOf(r)}
}

// Window says, as JSON, how much of the model's context window a whole request takes.
type Window struct {
	Tokens Tokens  `json:"tokens"` // of messages and tools
	Max    int     `json:"max"`
	Share  float64 `json:"share"` // Tokens divided by Max
	// AssumedFrom names a related model if the model's own window is not known. Its window is then
	// assumed for the model.
	AssumedFrom string `json:"assumedFrom,omitempty"`
}

// WindowOf returns how much of its model's window a result's request takes, or nil if the
// window is not known.
func WindowOf(r *engine.Result) *Window {
	most, like := r.Means.Window()
	if most == 0 {
		return nil
	}
	used := r.Whole.All().Tokens
	return &Window{Tokens: tokens(used), Max: most, Share: float64(used.Tokens) / float64(most), AssumedFrom: like}
}

// windowText describes in a line how much of the model's window the request takes.
func windowText(r *engine.Result) string {
	model := cmp.Or(r.Model, "the model, which no setting names,")
	w := WindowOf(r)
	if w == nil {
		return "the window of " + model + " is not known; name a model with a known window with --model"
	}
	if w.AssumedFrom != "" {
		model += ", assumed as of " + w.AssumedFrom + ","
	}
	used := r.Whole.All().Tokens
	state := "ok"
	if used.Tokens > w.Max {
		state = "over"
	}
	return fmt.Sprintf("window of %s  %s  %s%d of %d tokens  %.1f%%  %s by %s", model, state, used.Basis.Sign(), used.Tokens, w.Max, 100*w.Share, used.Basis, used.Method)
}

// BudgetsText writes the size of everything that is sent and its share of the model's window. If
// the profile has limits, it adds a line for each provider's limit.
func BudgetsText(w io.Writer, r *engine.Result) error {
	var b strings.Builder
	wholeText(&b, r)
	b.WriteByte('\n')
	if !r.Limited {
		b.WriteString(Safe(windowText(r)) + "\n")
	}
	if r.Model != "" {
		b.WriteString(Safe(PriceLine(r.Means, r.Whole.All().Tokens.Tokens)) + "\n")
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, g := range limits(r) {
		sigil := ""
		if !g.Exact() {
			sigil = g.Count.Basis.Sign()
		}
		band := fmt.Sprint(g.Count.Low)
		if g.Count.High != g.Count.Low {
			band += fmt.Sprintf(" to %d", g.Count.High)
		}
		fmt.Fprintf(t, "%s\t%s\t%s%d of %d %s\t%.1f%%\t%s tokens, %s by %s\n", g.Provider, g.State, sigil, g.Used, g.Max, g.Unit.Words(),
			g.Share()*100, band, g.Count.Basis, g.Count.Method)
	}
	t.Flush()
	if len(r.Provenance.Words) > 0 {
		fmt.Fprintf(&b, "the agent's own words are %s\n", WordsText(r.Provenance))
	}
	if n := standIns(r); n > 0 {
		fmt.Fprintf(&b, "%d of %d bytes are stand-ins: galley's words instead of the agent's, so the real prompt has a different size\n", n, r.Length.Bytes)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// standIns returns how many bytes of the messages belong to stand-ins.
func standIns(r *engine.Result) (n int) {
	for _, m := range r.Prompt.Messages {
		for _, block := range m.Blocks {
			n += block.StandInBytes()
		}
	}
	return n
}

// Profiles is the JSON shape of `profiles`.
type Profiles struct {
	Schema   int       `json:"schema"`
	Profiles []Profile `json:"profiles"`
}

// Profile is an agent whose prompt can be shown.
type Profile struct {
	Name       string   `json:"name"` // NAME[@VERSION]
	TemplateAs []string `json:"templateAs"`
}

// ProfilesOf returns the JSON shape of a list of profiles.
func ProfilesOf(all []profile.Profile) Profiles {
	list := Profiles{Schema: Schema, Profiles: []Profile{}}
	for _, p := range all {
		list.Profiles = append(list.Profiles, Profile{profile.FullName(p), append([]string{}, p.TemplateAs()...)})
	}
	return list
}

// ProfilesText writes a line for each profile with the ways in which it can use the template, and
// then explains each of these ways.
func ProfilesText(w io.Writer, all []profile.Profile) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "PROFILE\tTHE TEMPLATE IS")
	for _, p := range ProfilesOf(all).Profiles {
		fmt.Fprintf(t, "%s\t%s\n", p.Name, strings.Join(p.TemplateAs, ", "))
	}
	fmt.Fprintln(t)
	for _, as := range usesOf(all) {
		fmt.Fprintf(t, "%s\t%s\n", as, profile.Use(as))
	}
	return t.Flush()
}

// usesOf returns the ways in which the profiles can use the template, each once and in the order
// of the profiles.
func usesOf(all []profile.Profile) (uses []string) {
	for _, p := range all {
		for _, as := range p.TemplateAs() {
			if !slices.Contains(uses, as) {
				uses = append(uses, as)
			}
		}
	}
	return uses
}
