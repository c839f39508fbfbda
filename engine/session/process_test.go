package session

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A test that needs further processes runs the test binary again with these environment variables.
const (
	childRole = "GALLEY_TEST_CHILD"
	childDir  = "GALLEY_TEST_DIR"
)

func TestMain(m *testing.M) {
	switch os.Getenv(childRole) {
	case "":
		os.Exit(m.Run())
	case "freezer":
		freezer(os.Getenv(childDir))
	default:
		racer(os.Getenv(childDir), os.Getenv(childRole))
	}
}

// textOf returns the prompt that the tests store for an id. It is long enough to fill several
// pages of the database.
func textOf(id string) string { return strings.Repeat("the prompt of "+id+"\n", 800) }

// freezer is a child process. It stores a prompt for each id that it reads, and prints the id when
// the prompt is stored.
func freezer(dir string) {
	s := New(dir)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		id := in.Text()
		build := func(context.Context) (Draft, error) { return draft(textOf(id)), nil }
		if _, _, err := s.Prompt(context.Background(), id, here, build); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(id)
	}
}

// racer is a child process. For each id that it reads, it tries to store a text of its own, and
// prints the text that it must send.
func racer(dir, name string) {
	s := New(dir)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		id := in.Text()
		build := func(context.Context) (Draft, error) { return draft(id + " by " + name), nil }
		kept, _, err := s.Prompt(context.Background(), id, here, build)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(kept.Text)
	}
	_ = s.Close()
}

type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func start(t *testing.T, role, dir string) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childRole+"="+role, childDir+"="+dir)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &child{cmd, in, bufio.NewScanner(out)}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return c
}

func (c *child) ask(line string) { fmt.Fprintln(c.in, line) }

func TestKilledAtAnyMomentNothingAcknowledgedIsLost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	const freezes = 200
	acknowledged := map[string]bool{}
	kills := 0
	for len(acknowledged) < freezes {
		c := start(t, "freezer", dir)
		asked := 0
		for i := 0; i < freezes && asked < 10; i++ {
			if id := fmt.Sprint("c", i); !acknowledged[id] {
				c.ask(id)
				asked++
			}
		}
		// Kill the child some time after an acknowledgement.
		for range 1 + random.IntN(asked) {
			if !c.out.Scan() {
				t.Fatal("the program ended by itself")
			}
			acknowledged[c.out.Text()] = true
		}
		time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond)
		if err := c.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for c.out.Scan() { // the child printed these ids before it died
			acknowledged[c.out.Text()] = true
		}
		kills++
	}
	var said notices
	s := storeIn(t, dir, WithNotices(said.add))
	for id := range acknowledged {
		if k, err := s.Get(context.Background(), id); err != nil || k.Text != textOf(id) {
			t.Errorf("%s is lost: %v", id, err)
		}
	}
	all, err := s.List(context.Background())
	if err != nil || len(all) != freezes || len(said.all) > 0 {
		t.Errorf("%d listed, %v, said %q", len(all), err, said.all)
	}
	for _, c := range all { // each listed conversation has its complete prompt
		if k, err := s.Get(context.Background(), c.ID); err != nil || k.Text != textOf(c.ID) {
			t.Errorf("%s is not a complete prompt: %v", c.ID, err)
		}
	}
	t.Logf("%d freezes, %d kills", freezes, kills)
}

func TestConcurrentProgramsSendOnePrompt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	programs := []*child{start(t, "one", dir), start(t, "two", dir), start(t, "three", dir)}
	winners := map[string]int{}
	for i := range 20 {
		id := fmt.Sprint("c", i)
		for _, p := range programs {
			p.ask(id)
		}
		var first string
		for _, p := range programs {
			if !p.out.Scan() {
				t.Fatal("a program ended")
			}
			if first == "" {
				first = p.out.Text()
			}
			if p.out.Text() != first {
				t.Errorf("%s: %q and %q were sent", id, first, p.out.Text())
			}
		}
		winners[strings.TrimPrefix(first, id+" by ")]++
	}
	s := storeIn(t, dir)
	for i := range 20 {
		if v, err := s.Versions(context.Background(), fmt.Sprint("c", i)); err != nil || len(v) != 1 {
			t.Errorf("c%d: %+v, %v", i, v, err)
		}
	}
	t.Logf("the first prompt: %v", winners)
}
