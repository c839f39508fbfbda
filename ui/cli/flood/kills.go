package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// killed kills the server repeatedly while it stores conversations and templates. After each kill
// it checks whether everything that the server acknowledged is still there.
func (f *flood) killed(kills int) error {
	kept := map[string]string{} // kept has every acknowledged conversation by its id
	var mu sync.Mutex
	var stored int
	var slowest time.Duration
	for round := range kills {
		s, err := f.start("killed", io.Discard)
		if err != nil {
			return err
		}
		var wait sync.WaitGroup
		for client := range 8 {
			wait.Go(func() {
				for i := 0; ; i++ {
					if client == 0 {
						// The template begins and ends with the same word, so that a partly written
						// one is noticed.
						word := fmt.Sprintf("r%di%d", round, i)
						if _, err := s.ask("PUT", "/system-prompt", `{"template":"`+word+strings.Repeat(" prose", 2000)+" "+word+`"}`); err != nil {
							return
						}
						mu.Lock()
						stored++
						mu.Unlock()
						continue
					}
					id := fmt.Sprintf("r%dc%di%d", round, client, i)
					answer, err := s.ask("POST", "/conversations/"+id+"/prompt", `{}`)
					if err != nil {
						return
					}
					mu.Lock()
					kept[id], _ = answer["text"].(string)
					mu.Unlock()
				}
			})
		}
		time.Sleep(time.Duration(20+f.random.IntN(400)) * time.Millisecond)
		_ = s.kill()
		wait.Wait()
		begun := time.Now()
		again, err := f.start("killed", io.Discard)
		if err != nil {
			return err
		}
		slowest = max(slowest, time.Since(begun))
		answer, err := again.ask("GET", "/system-prompt", "")
		text, _ := answer["template"].(string)
		first, _, _ := strings.Cut(text, " ")
		if err != nil || stored > 0 && !strings.HasSuffix(text, " "+first) {
			f.fail("a torn template after kill %d: %.40q… %v", round+1, text, err)
		}
		if round == kills-1 {
			for id, want := range kept {
				got, err := again.ask("GET", "/conversations/"+id, "")
				if err != nil || got["text"] != want {
					f.fail("conversation %s is lost or changed: %v", id, err)
				}
			}
		}
		_ = again.kill()
	}
	fmt.Fprintf(f.out, "%d kills: %d conversations and %d templates were acknowledged; started again within %v\n",
		kills, len(kept), stored, slowest.Round(time.Millisecond))
	return nil
}
