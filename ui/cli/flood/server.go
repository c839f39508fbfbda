package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// server is a running `galley serve` and its client.
type server struct {
	cmd    *exec.Cmd
	url    string
	client *http.Client
}

// start starts the program in a project below the root. Each name has a home and a state directory
// of its own.
func (f *flood) start(name string, log io.Writer) (*server, error) {
	home, project := filepath.Join(f.root, name, "home"), filepath.Join(f.root, name, "project")
	for dir, text := range map[string]string{home: "", project: "Be brief.\n"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, "AGENTS.md"), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	s := &server{cmd: exec.Command(f.program, "serve", "--addr", "127.0.0.1:0"), client: &http.Client{
		Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 256},
	}}
	s.cmd.Dir, s.cmd.Stderr = project, log
	s.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	s.url, _, _ = strings.Cut(line, " ")
	if err == nil && !strings.HasPrefix(s.url, "http://127.0.0.1:") {
		err = errors.New("it does not print its address first")
	}
	if err != nil {
		_ = s.kill()
		return nil, fmt.Errorf("the server does not start: %q %w", line, err)
	}
	return s, nil
}

// kill kills the server and returns how it ended.
func (s *server) kill() error {
	_ = s.cmd.Process.Kill()
	s.client.CloseIdleConnections()
	return s.cmd.Wait()
}

// ask sends a request and returns the JSON of the answer. A status other than 200 is returned as a
// [refused] error.
func (s *server) ask(method, path, body string) (map[string]any, error) {
	request, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	answer, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, &refused{answer.StatusCode, string(data)}
	}
	var out map[string]any
	return out, json.Unmarshal(data, &out)
}

// refused is an answer with a status other than 200.
type refused struct {
	status int
	text   string
}

func (r *refused) Error() string { return fmt.Sprintf("%d %.200s", r.status, r.text) }

func statusOf(err error) int {
	var r *refused
	if errors.As(err, &r) {
		return r.status
	}
	return 0
}
