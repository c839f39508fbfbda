package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// The test program is also a service. The file manner, two or three levels above its home, says
// how it behaves.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "serve" && os.Args[2] == "--addr" && os.Args[3] == "127.0.0.1:0" {
		home := os.Getenv("HOME")
		manner, err := os.ReadFile(filepath.Join(home, "..", "..", "manner"))
		if err != nil { // if the command made the directory, the file is beside it
			manner, err = os.ReadFile(filepath.Join(home, "..", "..", "..", "manner"))
		}
		if err != nil {
			panic(err)
		}
		serve(string(manner), filepath.Join(home, "kept"))
		return
	}
	os.Exit(m.Run())
}

// serve answers as galley's service does, or with a fault.
func serve(manner, kept string) {
	if manner == "silent" {
		fmt.Println("no address")
		return
	}
	if err := os.MkdirAll(kept, 0o700); err != nil {
		panic(err)
	}
	answer := func(w http.ResponseWriter, of map[string]string) {
		if err := json.NewEncoder(w).Encode(of); err != nil {
			panic(http.ErrAbortHandler)
		}
	}
	var files sync.Mutex // two requests may store a file of the same name
	handler := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		if manner != "waits" {
			files.Lock()
			defer files.Unlock()
		}
		name, isPrompt := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/conversations/"), "/prompt")
		at := filepath.Join(kept, filepath.Base(name))
		switch {
		case manner == "refuses":
			w.WriteHeader(http.StatusInternalServerError)
		case manner == "waits":
			time.Sleep(100 * time.Millisecond)
			answer(w, map[string]string{})
		case manner == "babbles":
			fmt.Fprint(w, "hello")
		case manner == "cuts":
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "{}")
		case manner == "breaks" && len(body) > 1<<20:
			panic(http.ErrAbortHandler)
		case isPrompt:
			if manner != "forgets" {
				err = os.WriteFile(at+".new", []byte("the text of "+name), 0o600)
				if err == nil {
					err = os.Rename(at+".new", at)
				}
			}
			if err != nil {
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			answer(w, map[string]string{"text": "the text of " + name})
		case r.Method == http.MethodPut:
			var in struct{ Template string }
			if json.Unmarshal(body, &in) != nil {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			if manner == "tears" {
				in.Template = in.Template[:len(in.Template)/2]
			}
			if os.WriteFile(at+".new", []byte(in.Template), 0o600) != nil || os.Rename(at+".new", at) != nil {
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			answer(w, map[string]string{})
		case r.Method == http.MethodGet:
			text, err := os.ReadFile(at)
			if err != nil && name != "/system-prompt" {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			answer(w, map[string]string{"text": string(text), "template": string(text)})
		default:
			answer(w, map[string]string{})
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s is the address\n", l.Addr())
	s := &http.Server{Handler: http.HandlerFunc(handler), ReadHeaderTimeout: time.Second, ReadTimeout: 1500 * time.Millisecond}
	panic(s.Serve(l))
}

func newFlood(t *testing.T, manner string) *flood {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f := &flood{program: program, root: t.TempDir(), random: rand.New(rand.NewPCG(1, 1)), out: io.Discard, most: waits{time.Minute, time.Minute, time.Minute}}
	if err := os.WriteFile(filepath.Join(f.root, "manner"), []byte(manner), 0o600); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAGoodServiceStandsEveryPart(t *testing.T) {
	t.Parallel()
	f := newFlood(t, "good")
	var out strings.Builder
	f.out = &out
	if err := f.run(3, 12, 4, 2); err != nil || f.failures != 0 {
		t.Errorf("%d failures, %v\n%s", f.failures, err, out.String())
	}
}

func TestAServiceThatFailsIsNoticed(t *testing.T) {
	t.Parallel()
	for manner, c := range map[string]struct {
		part func(f *flood) error
		want func(n int) bool
		err  bool
	}{
		"refuses": {func(f *flood) error { return f.concurrent(2, 8) }, func(n int) bool { return n == 9 }, false},
		"breaks":  {func(f *flood) error { return f.concurrent(2, 8) }, func(n int) bool { return n == 3 || n == 4 }, false}, // the connection may break during the next request too
		"forgets": {func(f *flood) error { return f.killed(1) }, func(n int) bool { return n > 0 }, false},
		"tears":   {func(f *flood) error { return f.killed(2) }, func(n int) bool { return n > 0 && n <= 2 }, false},
		"silent":  {func(f *flood) error { return f.concurrent(1, 1) }, func(n int) bool { return n == 0 }, true},
	} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			f := newFlood(t, manner)
			var out strings.Builder
			f.out = &out
			if err := c.part(f); (err != nil) != c.err || !c.want(f.failures) {
				t.Errorf("%d failures, %v\n%s", f.failures, err, out.String())
			}
			if text := out.String(); manner == "tears" && !strings.Contains(text, "a torn template after kill 1: ") && !strings.Contains(text, "a torn template after kill 2: ") || strings.Contains(text, "after kill 0") || strings.Contains(text, "after kill 3") {
				t.Errorf("the kills are counted wrongly:\n%s", text)
			}
		})
	}
}

// Without a service no part can be made, and a slow connection ends at once.
func TestAServiceThatDoesNotStart(t *testing.T) {
	t.Parallel()
	f := &flood{root: t.TempDir(), program: filepath.Join(t.TempDir(), "none"), out: io.Discard, random: rand.New(rand.NewPCG(1, 0))}
	for name, part := range map[string]func() error{
		"concurrent": func() error { return f.concurrent(1, 1) }, "slowly": func() error { return f.slowly(1) }, "killed": func() error { return f.killed(1) },
	} {
		if err := part(); err == nil || f.failures > 0 {
			t.Errorf("%s: %v, %d failures", name, err, f.failures)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{url: "http://" + l.Addr().String()}
	if got := s.drip("GET / HTTP/1.1\r\n", 0); got <= 0 {
		t.Errorf("a connection that may last no time was open for %v", got)
	}
	_ = l.Close()
	if got := s.drip("GET / HTTP/1.1\r\n", time.Minute); got != 0 {
		t.Errorf("where nobody listens it was open for %v", got)
	}
}

func TestAnAnswerIsReadOrRefused(t *testing.T) {
	t.Parallel()
	f := newFlood(t, "good")
	s, err := f.start("one", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.kill() }()
	if got, err := s.ask("POST", "/conversations/c/prompt", "{}"); err != nil || got["text"] != "the text of c" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := s.ask("GET", "/conversations/c", ""); err != nil || got["text"] != "the text of c" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := s.ask("GET", "/conversations/none", ""); statusOf(err) != http.StatusNotFound || !strings.HasPrefix(err.Error(), "404 ") {
		t.Errorf("%v", err)
	}
	if statusOf(io.EOF) != 0 {
		t.Error("an end of file has a status")
	}
	for i, want := range []string{"POST /render", "POST /conversations/c5/prompt", "PUT /system-prompt", "GET /system-prompt"} {
		if err := s.one(4 + i); err != nil {
			t.Errorf("%s: %v", want, err)
		}
	}
	for name, text := range map[string]string{"c5": "the text of c5", "system-prompt": "T6 [file:AGENTS.md]"} {
		if got, err := os.ReadFile(filepath.Join(f.root, "one", "home", "kept", name)); string(got) != text {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(f.root, "one", "project", "AGENTS.md")); string(text) != "Be brief.\n" {
		t.Errorf("the project has %q, %v", text, err)
	}
	begun := time.Now()
	if open := s.drip("GET / HTTP/1.1\r\nX: ", time.Minute); open <= 0 || open > time.Since(begun) {
		t.Errorf("a slow connection was open for %v", open)
	}
	if err := s.kill(); err == nil {
		t.Error("a killed server ends well")
	}
	if open := s.drip("GET", time.Minute); open != 0 {
		t.Errorf("a connection that nobody takes was open for %v", open)
	}
	if round(1_499_999) != time.Millisecond || round(1_500_000) != 2*time.Millisecond {
		t.Error("times are not rounded to milliseconds")
	}
}
