package work

import (
	"testing"
	"time"
)

func TestNewerWorkCancelsOlder(t *testing.T) {
	var r Run
	start := time.Unix(0, 0)
	ctx, ok := r.Begin(start)
	if !ok || ctx.Err() != nil || !r.Running() {
		t.Fatal("the first work does not start")
	}
	if _, ok := r.Begin(start.Add(time.Millisecond)); ok {
		t.Error("two pieces of work run at the same time")
	}
	if ctx.Err() == nil {
		t.Error("the older work is not cancelled")
	}
	if !r.End(false) {
		t.Error("the newer work is lost")
	}
	if _, ok := r.Begin(start.Add(2 * time.Millisecond)); !ok {
		t.Error("the newer work does not start")
	}
	if r.End(true) || r.Running() {
		t.Error("more work is pending")
	}
}

// A user who types without a pause sees a result from time to time.
func TestDelayedWorkMayFinish(t *testing.T) {
	var r Run
	now := time.Unix(0, 0)
	cancelled := time.Duration(0)
	for range 1000 {
		ctx, ok := r.Begin(now)
		if !ok {
			t.Fatal("work runs after it has ended")
		}
		now = now.Add(20 * time.Millisecond)
		r.Begin(now)
		if ctx.Err() == nil {
			if cancelled > 2*patience {
				t.Errorf("nothing finished for %s", cancelled)
			}
			return
		}
		cancelled += 20 * time.Millisecond
		r.End(false)
	}
	t.Error("no work finishes while somebody types")
}

func TestPatienceRestartsWithEachResult(t *testing.T) {
	var r Run
	now := time.Unix(0, 0)
	r.Begin(now)
	r.Begin(now.Add(time.Millisecond))
	r.End(true)
	later := now.Add(time.Hour)
	ctx, _ := r.Begin(later)
	r.Begin(later.Add(time.Millisecond))
	if ctx.Err() == nil {
		t.Error("an hour later, the first newer key does not cancel")
	}
}

func TestTheRunningWorkCanBeCancelled(t *testing.T) {
	var r Run
	r.Cancel() // nothing runs
	ctx, _ := r.Begin(time.Unix(0, 0))
	if r.Cancel(); ctx.Err() == nil {
		t.Error("it is not cancelled")
	}
	if r.End(false) {
		t.Error("cancelling asks for newer work")
	}
}

func TestNothingOfEndedWorkStaysAlive(t *testing.T) {
	var r Run
	ctx, _ := r.Begin(time.Unix(0, 0))
	if r.End(true); ctx.Err() == nil {
		t.Error("the context of ended work is not released")
	}
}

func TestNewerWorkCancelsUntilPatienceIsOver(t *testing.T) {
	start := time.Unix(0, 0)
	for wait, cancelled := range map[time.Duration]bool{patience - 1: true, patience: false} {
		var r Run
		r.Begin(start)
		r.Begin(start) // newer work is first requested here, and the patience begins
		r.End(false)
		ctx, _ := r.Begin(start)
		if r.Begin(start.Add(wait)); (ctx.Err() != nil) != cancelled {
			t.Errorf("after %s: cancelled %v", wait, !cancelled)
		}
	}
}
