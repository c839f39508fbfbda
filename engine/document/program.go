package document

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"sync"
	"time"
)

// program is one running galley. The number of a process is used again, after a
// boot above all, so the start of the process and the boot are noted with it.
type program struct {
	ID    string `json:"id"` // random
	PID   int    `json:"pid"`
	Start string `json:"start,omitempty"` // when the process started, in the system's own form
	Boot  string `json:"boot,omitempty"`  // names the machine's run
	Space string `json:"space,omitempty"` // the set of processes that PID belongs to
	Host  string `json:"host"`
}

var thisProgram = sync.OnceValue(func() program {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	host, _ := os.Hostname()
	start, _ := startOf(os.Getpid())
	return program{
		ID: hex.EncodeToString(b[:]), PID: os.Getpid(), Start: start,
		Boot: bootID(), Space: processSpace(), Host: host,
	}
})

// foreignFor is how long a program on another machine, which shares the state
// directory, is believed to run after its last sign.
const foreignFor = 24 * time.Hour

// keepsFor is how long a program that cannot be asked after, because it runs in
// another set of processes under another host's name, is believed to run after it last
// kept a text: a restarted container cannot be told from one beside it.
const keepsFor = 10 * time.Minute

// mayKeep reports whether the program may still run and keep a text that it kept at
// a moment. A program of another run of the machine is taken for dead at once, even
// under another host's name: it is far more often this machine before it was started
// again, or renamed, than another one with the same state directory. Whoever offers its
// text says where it was typed.
func (p program) mayKeep(last time.Time) bool {
	self := thisProgram()
	if p.Host != self.Host && p.Boot != "" && self.Boot != "" {
		switch {
		case p.Boot != self.Boot:
			return false
		case p.Space != self.Space:
			return time.Since(last) < keepsFor
		}
	}
	return p.runs(last)
}

// runs reports whether the program still runs; sign is when it last wrote.
func (p program) runs(sign time.Time) bool {
	self := thisProgram()
	switch sameBoot := p.Boot != "" && p.Boot == self.Boot; {
	case sameBoot && p.Space == self.Space: // the host may have another name by now
	case p.Host != self.Host:
		return time.Since(sign) < foreignFor
	case p.Boot != "" && !sameBoot:
		return false // the machine was restarted since
	}
	// This process's number under another ID is one that died before this began.
	return p.PID != self.PID && runsSince(p.PID, p.Start)
}

// runsSince reports whether the process that has a number is the one that started
// then; where the start is not known, the number alone decides.
func runsSince(pid int, start string) bool {
	if !alive(pid) {
		return false
	}
	now, dead := startOf(pid)
	return !dead && (start == "" || now == "" || now == start)
}
