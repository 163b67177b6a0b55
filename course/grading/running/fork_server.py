"""The fork server: `python -m course.grading.running.fork_server SETTING HARNESS...`, with a socket as standard input.

It imports what answers need, once, and forks a child for each answer. It never runs an answer itself, and receives
none: a child is a copy of this process, and must find no secret in it. Each request brings three descriptors, which
become the child's standard input, output and error. One child lives at a time. When it ends or is ended, all processes
that it started end with it.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from course.exercise import Setting
from course.grading.running.answer import Relay, connect, import_harnesses, prepare, serve
from course.grading.running.clock import TICK, cpu_of
from course.grading.running.limits import Limits
from course.grading.running.sandbox_inside import (
    NEWPID,
    SystemCalls,
    confine,
    drop_rights,
    limit,
    probe,
    probe_user,
)
from course.grading.running.users import end_processes, processes_of, remove_files
from course.grading.running.wire import decode

WATCH = 0.05
"""The seconds between two looks at the memory and the CPU time of a child and of the processes that it started."""
MEMORY_FIELDS = (b"RssAnon:", b"RssShmem:", b"VmSwap:", b"VmPTE:")
"""The lines of `/proc/PID/status` that count as a process's memory: private, shared, swapped out, page tables."""
SUBREAPER = 36
END_WITH_PARENT = 1


def main(setting: Setting, *harnesses: str) -> None:
    """Serve requests until the grader goes away."""
    control = socket.socket(fileno=os.dup(0))
    prepare(setting, harnesses)
    _freeze()
    send(control, ready=True, threads=_count_threads())
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 2**16, 3)
        if not message:
            return
        request = json.loads(message)
        if request.get("do") == "fork":
            send(control, **Fork(request, descriptors, control).run())
        elif request.get("do") == "import":
            import_harnesses([request["harness"]])
            _freeze()
            send(control, imported=True)


def _freeze() -> None:
    """Keep the garbage collection of children from copying the pages of all objects."""
    gc.collect()
    gc.freeze()


def send(control: socket.socket, **message: Any) -> None:
    control.sendall(json.dumps(message).encode())


def _count_threads() -> int:
    """Count the threads of this process: with more than one, a fork may hang."""
    try:
        return sum(1 for _ in Path("/proc/self/task").iterdir())
    except OSError:
        return 1


class Fork:
    """One child, from its fork to the end of every process that it started.

    Args:
        request: its `limits`, the `user` id for it, the `other` id for the process that ends it, and the `level` of its isolation,
            see sandbox_outside.Isolation; with `hidden` the child runs no answer but a probe of the isolation.
        descriptors: become the child's descriptors 0, 1 and 2.
    """

    def __init__(self, request: Mapping[str, Any], descriptors: list[int], control: socket.socket) -> None:
        self.request = request
        self.descriptors = descriptors
        self.control = control
        self.limits = Limits(**request["limits"])
        self.jailed = request["level"] == "jail"
        self.user = request["user"] if request["level"] == "user" else 0

    def run(self) -> dict[str, Any]:
        """Fork, watch, and return how the child ended: its exit code, why it was killed if it was, its memory and CPU time."""
        if not self.jailed:
            # processes that a child leaves behind become this process's children, and are found
            with suppress(OSError, AttributeError):
                SystemCalls()("prctl", SUBREAPER, 1, 0, 0, 0)
            pid = os.fork()
        else:
            pid = _fork_into_namespace()
        if pid == 0:
            self._run_child()
        for descriptor in self.descriptors:
            os.close(descriptor)
        killed, peak = self._watch(pid)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
        if self.user:
            end_processes(self.user, self.request["other"])
            remove_files(self.user)
        if not self.jailed:
            _end_descendants()
        code = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        return {"ended": code, "killed": killed, "memory": peak, "cpu": cpu}

    def _watch(self, pid: int) -> tuple[str, int]:
        """Wait until the child ends, the grader asks to end it, or it exceeds its memory; return the reason and the peak.

        Meanwhile the grader is told the child's CPU time.
        """
        handle = os.pidfd_open(pid)
        base = _memory_of(os.getpid())
        peak, cpu, told = 0, 0.0, 0.0
        # in a sandbox, every process but this one and the first is the child or was started by it
        not_counted = {1, os.getpid()}
        try:
            while True:
                ready, _, _ = select.select([handle, self.control.fileno()], [], [], WATCH)
                pids = _process_ids(self.user) - not_counted if self.jailed or self.user else {pid}
                # the child began as a copy of this process; processes that it forks are counted in full
                peak = max(peak, sum(map(_memory_of, pids)) - base)
                cpu = max(cpu, sum(cpu_of(each) or 0.0 for each in pids))
                if cpu - told >= TICK and handle not in ready:
                    told = cpu
                    send(self.control, cpu=cpu)
                if handle in ready:
                    return "", peak
                if ready:
                    self.control.recv(4096)
                    return "asked", peak
                if peak > self.limits.memory:
                    return "memory", peak
        finally:
            os.close(handle)

    def _run_child(self) -> None:
        """Run in the forked child: confine, serve one request, exit. Never returns."""
        try:
            for place, descriptor in enumerate(self.descriptors):
                os.dup2(descriptor, place)
            os.closerange(3, os.sysconf("SC_OPEN_MAX") if sys.platform != "linux" else 4096)
            if self.jailed:
                confine(self.limits, self.request["user"])
            else:
                if self.user:
                    drop_rights(self.limits, self.user)
                    # this process's own are closed to it
                    os.environ["HOME"] = "/tmp"
                    os.environ.pop("TMPDIR", None)
                    tempfile.tempdir = None
                else:
                    os.setsid()
                    limit(self.limits)
                # in its own session it would outlive a fork server that is killed
                with suppress(OSError, AttributeError):
                    SystemCalls()("prctl", END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
            channel, requests = connect()
            with requests:
                line = requests.readline()
            null = os.open(os.devnull, os.O_RDONLY)
            os.dup2(null, 0)
            os.close(null)
            channel.send(confined=True)
            if "hidden" in self.request:
                probed = probe_user if self.user else probe
                channel.send(probed=probed(self.request["hidden"]))
            else:
                sys.stdout = sys.stderr = Relay(channel)
                serve(channel, decode(line))
        except BaseException as error:
            with suppress(BaseException):
                os.write(2, f"{type(error).__name__}: {error}\n".encode())
            os._exit(70)
        os._exit(0)


def _fork_into_namespace() -> int:
    """Fork a child that is the first process of its own process namespace."""
    kernel = SystemCalls()
    own = os.open("/proc/self/ns/pid", os.O_RDONLY)
    try:
        kernel("unshare", NEWPID)
        pid = os.fork()
        if pid:
            # the next child gets another namespace
            kernel("setns", own, NEWPID)
        return pid
    finally:
        os.close(own)


def _process_ids(user: int = 0) -> set[int]:
    """Return the ids of all processes, or of those of a user."""
    return (
        processes_of(user) if user else {int(place.name) for place in Path("/proc").iterdir() if place.name.isdigit()}
    )


def _memory_of(pid: int) -> int:
    """Return the bytes of memory of a process, without pages of files; see MEMORY_FIELDS. 0 if it is gone."""
    found = _memory_fields(Path(f"/proc/{pid}/status"))
    if not found:
        # its first thread has ended, and others go on
        with suppress(OSError):
            found = next(filter(None, map(_memory_fields, Path(f"/proc/{pid}/task").glob("*/status"))), [])
    return 1024 * sum(found)


def _memory_fields(status: Path) -> list[int]:
    """Return the kilobytes that a file on a process or a thread tells; none if it has ended."""
    try:
        # read as bytes: a process can give itself a name of any bytes
        lines = status.read_bytes().splitlines()
    except OSError:
        return []
    return [int(line.split()[1]) for line in lines if line.startswith(MEMORY_FIELDS)]


def _end_descendants() -> None:
    """Kill the processes that a child without a sandbox left behind, as far as they can be found."""
    for _ in range(100):
        try:
            left = [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
        except OSError:
            return
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while left and os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not left:
            return
        time.sleep(0.01)


if __name__ == "__main__":
    main(cast(Setting, sys.argv[1]), *sys.argv[2:])
