package launch

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// newProcessGroup puts the process into a new process group.
func newProcessGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// owned is the job object that holds the process and all processes that it starts. The system
// ends these processes when the last handle of the job is closed, even if galley is killed.
type owned struct{ job windows.Handle }

// adopt puts a process into a new job. If this fails, the function end uses taskkill for the
// children of the process.
func (o *owned) adopt(p *os.Process) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE}}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		var handle windows.Handle
		if handle, err = windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(p.Pid)); err == nil {
			err = windows.AssignProcessToJobObject(job, handle)
			windows.CloseHandle(handle)
		}
	}
	if err != nil {
		windows.CloseHandle(job)
		return
	}
	o.job = job
}

// end ends all processes of the job.
func (o *owned) end() {
	if o.job != 0 {
		windows.TerminateJobObject(o.job, 1)
		windows.CloseHandle(o.job)
		o.job = 0
	}
}

// startScreen fails, because on Windows agents are captured without a screen.
func (p *process) startScreen() error {
	return errors.New("an agent with a screen cannot be started on Windows")
}

// end ends the process and its children.
func (p *process) end() (notes []string) {
	if p.cmd == nil || p.cmd.Process == nil {
		return nil
	}
	pid := strconv.Itoa(p.cmd.Process.Pid)
	p.owned.end()
	exec.Command("taskkill", "/T", "/F", "/PID", pid).Run()
	p.cmd.Process.Kill()
	select {
	case <-p.done:
	case <-time.After(ending):
		notes = append(notes, "the process "+pid+" did not end")
	}
	return notes
}

// endMarked does nothing, because Windows does not show the environment of other processes.
func endMarked(string) {}
