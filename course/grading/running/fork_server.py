"""The warm process: `python -m course.grading.running.fork_server SETTING HARNESS...`, with a socket as its standard input.

It imports what answers need, once, and forks off a child for each answer; it never runs one itself, and knows none: a
child is a copy of it, and must find no secret there. With each request come three descriptors for the child: what it
reads, what it writes, and its standard error. One child lives at a time. When it ends, or is to be ended, everything
that it started ends with it.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from course.grading.running.answer import Relay, connect, prepare, serve
from course.grading.running.sandbox_inside import NEWPID, Limits, SystemCalls, confine, limit, probe
from course.grading.running.wire import decode

WATCH = 0.05
"""How often the memory of a child and of what it started is looked at, in seconds."""
TAKEN = (b"RssAnon:", b"RssShmem:", b"VmSwap:", b"VmPTE:")
SUBREAPER = 36


def main(setting: str, *harnesses: str) -> None:
    """Serve requests until the grader goes away."""
    control = socket.socket(fileno=os.dup(0))
    prepare(setting, harnesses)
    gc.collect()
    # so that children need not copy what they only count
    gc.freeze()
    tell(control, ready=True, threads=_threads())
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 2**16, 3)
        if not message:
            return
        request = json.loads(message)
        if request.get("do") == "fork":
            tell(control, **Fork(request, descriptors, control).run())


def tell(control: socket.socket, **message: Any) -> None:
    control.sendall(json.dumps(message).encode())


def _threads() -> int:
    """How many threads this process has: with more than one, a fork may hang."""
    try:
        return sum(1 for _ in Path("/proc/self/task").iterdir())
    except OSError:
        return 1


class Fork:
    """One child, from its fork to the end of all that it started.

    Args:
        request: its `limits`, the worker's `slot`, and whether it is `jailed`; with `hidden` it is no answer but a
            probe of the jail.
        descriptors: what becomes its descriptors 0, 1 and 2.
    """

    def __init__(self, request: Mapping[str, Any], descriptors: list[int], control: socket.socket) -> None:
        self.request, self.descriptors, self.control = request, descriptors, control
        self.limits = Limits(**request["limits"])
        self.jailed = request["jailed"]

    def run(self) -> dict[str, Any]:
        """Fork, watch, and tell how it ended: its status, why it was killed if it was, and what it took."""
        if not self.jailed:
            # what a child leaves behind becomes this process's, and is found
            with suppress(OSError, AttributeError):
                SystemCalls()("prctl", SUBREAPER, 1, 0, 0, 0)
            pid = os.fork()
        else:
            pid = _fork_first()
        if pid == 0:
            self._child()
        for descriptor in self.descriptors:
            os.close(descriptor)
        killed, most = self._watch(pid)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
        if not self.jailed:
            _end_others()
        code = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        return {"ended": code, "killed": killed, "memory": most, "cpu": cpu}

    def _watch(self, pid: int) -> tuple[str, int]:
        """Wait for the child's end, for word to end it, or until it takes more memory than it may."""
        handle = os.pidfd_open(pid)
        base, most = _taken(os.getpid()), 0
        # within a jail, every process but this one and the first is the child or was started by it
        outside = {1, os.getpid()}
        try:
            while True:
                ready, _, _ = select.select([handle, self.control.fileno()], [], [], WATCH)
                pids = _numbers() - outside if self.jailed else {pid}
                # the child began as a copy of this process; what it forks in turn is counted in full
                most = max(most, sum(map(_taken, pids)) - base)
                if handle in ready:
                    return "", most
                if ready:
                    self.control.recv(4096)
                    return "asked", most
                if most > self.limits.memory:
                    return "memory", most
        finally:
            os.close(handle)

    def _child(self) -> None:
        """In the child: what it is to do, and never back."""
        try:
            for place, descriptor in enumerate(self.descriptors):
                os.dup2(descriptor, place)
            os.closerange(3, os.sysconf("SC_OPEN_MAX") if sys.platform != "linux" else 4096)
            if self.jailed:
                confine(self.limits, self.request["slot"])
            else:
                os.setsid()
                limit(self.limits)
            channel, requests = connect()
            with requests:
                line = requests.readline()
            null = os.open(os.devnull, os.O_RDONLY)
            os.dup2(null, 0)
            os.close(null)
            if "hidden" in self.request:
                channel.send(probed=probe(self.request["hidden"]))
            else:
                sys.stdout = sys.stderr = Relay(channel)
                serve(channel, decode(line))
        except BaseException as error:
            with suppress(BaseException):
                os.write(2, f"{type(error).__name__}: {error}\n".encode())
            os._exit(70)
        os._exit(0)


def _fork_first() -> int:
    """Fork a child that is the first process of a namespace of its own."""
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


def _numbers() -> set[int]:
    return {int(place.name) for place in Path("/proc").iterdir() if place.name.isdigit()}


def _taken(pid: int) -> int:
    """The bytes of memory that a process has, those in files aside: what it wrote to, where it shares with others too,
    what of that was swapped out, and the tables that say where it is. 0 if it is gone."""
    try:
        # bytes: a process gives itself a name of any bytes
        lines = Path(f"/proc/{pid}/status").read_bytes().splitlines()
    except OSError:
        return 0
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith(TAKEN))


def _end_others() -> None:
    """End what a child without a jail left behind, as far as it can be found."""
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
    main(*sys.argv[1:])
