package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/report"
	"galley/engine/service"
	"galley/engine/session"
)

// leastToken is the least number of bytes of an accepted token.
const leastToken = 16

func newServe(env Env, f *flags) *cobra.Command {
	var address, tokenFile string
	var roots []string
	var home, logText bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the global template, rendering and conversations over HTTP",
		Long: `Serve requests over HTTP until interrupted. GET /openapi.json describes the operations.

serve answers only this machine, unless --addr names another address, which needs a token.
Templates and agents read files only in the directories of --root: a profile that reads
settings in the home is rejected with 422 unless --home is given. The log goes to standard
error and contains no prompts.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range []string{"set", "unset", "model", "profile", "scenario", "strict"} {
				if cmd.Flags().Changed(name) {
					return usage("serve: --%s has no effect here: each request sets it", name)
				}
			}
			s, err := f.settings(env)
			if err != nil {
				return err
			}
			o, err := s.service(env, roots, logText)
			if err != nil {
				return err
			}
			o.Home = home
			if cmd.Flags().Changed("token-file") {
				if o.Token, err = s.token(env, absolute(env.Dir, tokenFile), tokenFile); err != nil {
					return err
				}
			}
			defer func() { _ = o.Store.Close() }() // nothing is lost: each write was finished before its request was answered
			return s.serve(cmd.Context(), env, o, address)
		},
	}
	cmd.Flags().StringVar(&address, "addr", "127.0.0.1:7117", "the address to listen on, as `HOST:PORT`")
	cmd.Flags().Var((*repeated)(&roots), "root", "a `directory` whose files may be read; may be repeated (default: the working directory)")
	cmd.Flags().StringVar(&tokenFile, "token-file", "", "answer only clients that send the token in this `file`")
	cmd.Flags().BoolVar(&home, "home", false, "let agents read their settings in the home and the system, and rule files above --root")
	cmd.Flags().BoolVar(&logText, "log-text", false, "also log templates and prompts")
	return cmd
}

// service returns the options of the service.
func (s *Session) service(env Env, roots []string, logText bool) (service.Options, error) {
	o := service.Options{
		World:  s.World,
		Global: session.NewGlobal(filepath.FromSlash(config.GlobalTemplatePath(s.World))),
		Engine: []engine.Option{engine.WithVocabularies()},
		Log:    slog.New(slog.NewTextHandler(visible{env.Stderr}, nil)), LogText: logText,
	}
	for _, root := range roots {
		dir := absolute(env.Dir, root)
		info, err := s.World.Stat(dir)
		if err != nil {
			return o, failed(fmt.Errorf("--root %s: %s", root, reason(err)))
		}
		if !info.IsDir() {
			return o, failed(fmt.Errorf("--root %s: not a directory", root))
		}
		o.Roots = append(o.Roots, dir)
	}
	if len(roots) == 0 {
		o.Roots = []string{s.Request.Cwd}
	}
	if host, err := s.World.Hostname(); err == nil {
		o.Hosts = []string{host}
	}
	var err error
	o.Store, err = s.store(env)
	return o, err
}

// visible is a writer for the log that makes hidden characters visible: the path of a request, for
// example, may contain control characters.
type visible struct{ io.Writer }

// Write implements [io.Writer]; slog writes one record at a time.
func (v visible) Write(p []byte) (int, error) {
	if _, err := io.WriteString(v.Writer, report.Safe(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// serving is the JSON shape of `serve`, printed when the service is listening.
type serving struct {
	Schema int      `json:"schema"`
	URL    string   `json:"url"`
	Roots  []string `json:"roots"`
}

// token reads the token of the service from a file. shown is the file's name in messages.
func (s *Session) token(env Env, file, shown string) (string, error) {
	info, err := s.World.Stat(file)
	if err != nil {
		return "", failed(fmt.Errorf("--token-file %s: %s", shown, reason(err)))
	}
	// This is only a warning, because container secrets are often readable by all in
	// a private directory.
	if info.Mode.Perm()&0o004 != 0 && s.World.Platform() != "win32" {
		fmt.Fprintln(env.Stderr, "galley:", report.Safe(fmt.Sprintf("warning: every user of this machine may read the token in %s (mode %04o): chmod 600 makes it private", shown, info.Mode.Perm())))
	}
	text, err := s.World.ReadFile(file)
	if err != nil {
		return "", failed(fmt.Errorf("--token-file %s: %s", shown, s.fileReason(file, err)))
	}
	token := strings.TrimSpace(text)
	if len(token) < leastToken || strings.ContainsAny(token, " \t\r\n") {
		return "", failed(fmt.Errorf("--token-file %s: a token is one word of at least %d bytes", shown, leastToken))
	}
	return token, nil
}

// serve listens at an address, prints it, and answers requests until it is interrupted.
func (s *Session) serve(ctx context.Context, env Env, o service.Options, address string) error {
	if _, port, err := net.SplitHostPort(address); err != nil || port == "" {
		return usage("--addr %s: write HOST:PORT, as in 127.0.0.1:7117", address)
	}
	l, err := service.Listen(address, o.Token)
	if errors.Is(err, service.ErrNeedsToken) {
		return usage("--addr: %w: write one into a file and name it with --token-file", err)
	}
	if err != nil {
		return failed(fmt.Errorf("--addr %s: %w", address, err))
	}
	// Catch signals before the line below is printed: whoever reads the line may stop the program
	// at once.
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	url := "http://" + l.Addr().String()
	if s.json {
		err = env.encode(serving{report.Schema, url, o.Roots})
	} else {
		also := ""
		if o.Home {
			also = ", and agents' settings in the home"
		}
		_, err = fmt.Fprintf(env.Stdout, "%s serves %s%s\n", url, report.Safe(strings.Join(o.Roots, ", ")), also)
	}
	if err != nil {
		return failed(errors.Join(fmt.Errorf("standard output: %w", err), l.Close()))
	}
	if err := service.New(o).Serve(ctx, l); err != nil {
		return failed(err)
	}
	return nil
}
