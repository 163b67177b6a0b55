"""The sandbox from inside: a forked child confines itself by its own namespaces, limits, no capabilities, and seccomp.

The child runs inside bubblewrap, which has taken away the network, the other processes and nearly all of the file
system (see sandbox_outside.py). Bubblewrap acts once for all children; this module adds for each child a process
namespace, so that no process survives; IPC, mount and network namespaces, so that no file, memory or port is left to
the next child;
and the loss of every capability that the fork server still has.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import course
from course.grading.running.limits import Limits

NEWNS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x0002_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000
NEWCGROUP, NEWUTS = 0x0200_0000, 0x0400_0000
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, REC, PRIVATE = 0x1, 0x2, 0x4, 0x8, 0x20, 0x1000, 0x4000, 0x40000
SET_NO_NEW_PRIVS, CAP_AMBIENT, CLEAR_ALL = 38, 47, 4
CAPABILITIES = 0x2008_0522
"""The version of the kernel's structure for capabilities that this module uses."""
REFUSED_CALLS = (
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd", "bpf", "perf_event_open"),
    *("ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd"),
    *("add_key", "request_key", "keyctl"),
    *("memfd_create", "memfd_secret", "shmget", "semget", "msgget"),
    *("unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsmount"),
    *("fspick", "fsconfig", "mount_setattr", "quotactl_fd", "name_to_handle_at", "process_madvise"),
    *("vmsplice", "splice", "tee"),
    *("init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff"),
    *("acct", "quotactl", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "open_by_handle_at"),
)
"""System calls that no answer needs. They reach other processes, keep memory where no limit counts it, or belong to parts
of the kernel in which ways out of a sandbox were found."""
UNKNOWN_CALLS = range(451, 512)
"""Numbers of system calls that came into Linux after 6.4, on every kind of machine, and of those still to come."""
HUGE_PAGES = (14, 25)
"""Advice to `madvise` that makes memory of huge pages, of which a pipe can keep one for each byte."""
BUFFER_SIZES = (7, 8, 32, 33)
"""Options of `setsockopt` that enlarge a socket's buffers, in which memory is nobody's."""
PIPE_SIZE = 1031
"""The command of `fcntl` that enlarges a pipe."""
THP_DISABLE = 41
"""The command of `prctl` that keeps the kernel from using huge pages by itself."""
FAMILIES = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, 16}
"""The socket families that are allowed, the last one for the list of interfaces. Others ignore network namespaces."""
SHARED_ANONYMOUS = 0x21
"""Flags of `mmap` for memory that several processes share, and that counts for none of them once it is unmapped."""
ALLOW, REFUSE = 0x7FFF_0000, 0x0005_0000
UNEQUAL, EQUAL, GREATER, MASKED = 1, 4, 6, 7
SOCKET_KIND = 0xF
"""The bits of a socket's type that are not flags."""
ROOT = "/jail"
"""The directory in which the child's own root is put together. The kernel lets no process with a changed root make a
user namespace."""
PACKAGE = Path(course.__file__).resolve().parent


class SystemCalls:
    """Makes system calls that Python has no name for; each raises OSError."""

    def __init__(self) -> None:
        self.libc = ctypes.CDLL(None, use_errno=True)

    def __call__(self, name: str, *arguments: Any) -> None:
        if getattr(self.libc, name)(*arguments) != 0:
            code = ctypes.get_errno()
            raise OSError(code, f"{name}: {os.strerror(code)}")

    def mount(self, source: bytes, target: str, kind: bytes | None, flags: int, options: str | None = None) -> None:
        self("mount", source, target.encode(), kind, ctypes.c_ulong(flags), options.encode() if options else None)

    def scratch(self, target: str, limits: Limits) -> None:
        """Mount an empty file system in memory, of a limited size and number of files."""
        self.mount(
            b"tmpfs",
            target,
            b"tmpfs",
            NOSUID | NODEV,
            f"mode=1777,size={limits.scratch},nr_inodes={limits.nodes}",
        )


def confine(limits: Limits, user: int) -> None:
    """Confine this process irrevocably. It must be the first of a process namespace, and single-threaded.

    Args:
        user: the user id to take where this process is root's; see users.py.
    """
    kernel = SystemCalls()
    limit(limits)
    with suppress(OSError):
        # where memory does run out, the kernel kills the answer first
        Path("/proc/self/oom_score_adj").write_text("1000")
    kernel("unshare", NEWNS | NEWIPC | NEWNET)
    kernel.mount(b"none", "/", None, REC | PRIVATE)
    kernel.mount(b"/", ROOT, None, BIND | REC)
    kernel.scratch(f"{ROOT}/tmp", limits)
    for place in below_tmp(sys.prefix, sys.base_prefix, str(PACKAGE)):
        # Python and this package stay visible where they lie below /tmp
        Path(f"{ROOT}{place}").mkdir(parents=True, exist_ok=True)
        kernel.mount(place.encode(), f"{ROOT}{place}", None, BIND | REC)
    kernel.scratch(f"{ROOT}/dev/shm", limits)
    process = Path(f"{ROOT}/proc")
    kernel.mount(b"tmpfs", str(process), b"tmpfs", NOSUID | NODEV | NOEXEC, "mode=755,size=16k,nr_inodes=8")
    # libraries need no more of /proc: TensorFlow asks which program it is part of
    (process / "self").mkdir()
    (process / "self/exe").symlink_to(sys.executable)
    (process / "self/cmdline").write_bytes(b"python\0-c\0")
    kernel.mount(b"tmpfs", str(process), None, REMOUNT | RDONLY | NOSUID | NODEV | NOEXEC)
    os.chroot(ROOT)
    os.chdir("/tmp")
    _give_up_rights(kernel, user)
    refuse_system_calls()


def drop_rights(limits: Limits, user: int) -> None:
    """Confine this root's process irrevocably where no namespace can be had: as another user, and without any socket.

    It still sees what every user may read, and the other processes in `/proc`.

    Args:
        user: a user id that no other process has; see users.py.
    """
    kernel = SystemCalls()
    os.setsid()
    limit(limits)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    os.chdir("/tmp")
    _give_up_rights(kernel, user)
    refuse_system_calls(families=())


def _give_up_rights(kernel: SystemCalls, user: int) -> None:
    """Become another user, if this process is root's, and lose every capability for good."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(*[user] * 3)
        os.setresuid(*[user] * 3)
    kernel("prctl", CAP_AMBIENT, CLEAR_ALL, 0, 0, 0)
    kernel("capset", ctypes.byref(_CapabilityHeader()), (ctypes.c_uint32 * 6)())
    kernel("prctl", THP_DISABLE, 1, 0, 0, 0)
    kernel("prctl", SET_NO_NEW_PRIVS, 1, 0, 0, 0)


class _Condition(ctypes.Structure):
    """A condition on one argument of a system call, as libseccomp declares it."""

    _fields_ = (("place", ctypes.c_uint), ("how", ctypes.c_int), ("one", ctypes.c_uint64), ("two", ctypes.c_uint64))


def below_tmp(*places: str) -> list[str]:
    """Return those of the directories that a new `/tmp` would hide."""
    return [place for place in dict.fromkeys(places) if place.startswith("/tmp/")]


def refuse_system_calls(families: Collection[int] = FAMILIES) -> None:
    """Have the kernel refuse REFUSED_CALLS from now on, by libseccomp. Raises OSError where that is not installed.

    Args:
        families: of sockets that may still be made.
    """
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(ALLOW)))

    def refuse(call: str | int, *conditions: _Condition, code: int = errno.EPERM) -> None:
        number = call if isinstance(call, int) else library.seccomp_syscall_resolve_name(call.encode())
        # the number is negative for a call that this kind of machine does not have
        if number >= 0:
            given = (_Condition * len(conditions))(*conditions)
            library.seccomp_rule_add_array(rules, ctypes.c_uint32(REFUSE | code), number, len(conditions), given)

    for name in REFUSED_CALLS:
        refuse(name)
    for number in UNKNOWN_CALLS:
        # as on a kernel that does not have it: programs have another way then
        refuse(number, code=errno.ENOSYS)
    for advice in HUGE_PAGES:
        refuse("madvise", _Condition(2, EQUAL, advice))
    for option in BUFFER_SIZES:
        refuse("setsockopt", _Condition(1, EQUAL, socket.SOL_SOCKET), _Condition(2, EQUAL, option))
    refuse("fcntl", _Condition(1, EQUAL, PIPE_SIZE))
    beyond = max(families, default=0)
    for family in set(range(beyond + 1)) - set(families):
        refuse("socket", _Condition(0, EQUAL, family))
    refuse("socket", _Condition(0, GREATER, beyond))
    # a pair that is not connected for good can send to any name
    refuse("socketpair", _Condition(0, UNEQUAL, socket.AF_UNIX))
    for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW):
        refuse("socketpair", _Condition(1, MASKED, SOCKET_KIND, kind))
    for namespace in (NEWNS, NEWIPC, NEWUSER, NEWPID, NEWNET, NEWCGROUP, NEWUTS):
        refuse("clone", _Condition(0, MASKED, namespace, namespace))
    # its flags are out of sight; the C library takes `clone` then
    refuse("clone3", code=errno.ENOSYS)
    refuse("mmap", _Condition(3, MASKED, SHARED_ANONYMOUS, SHARED_ANONYMOUS))
    code = library.seccomp_load(rules)
    library.seccomp_release(rules)
    if code:
        raise OSError(-code, f"seccomp_load: {os.strerror(-code)}")


def limit(limits: Limits) -> None:
    """Set the resource limits of this process. Memory is counted from what it has already."""
    wanted = {
        resource.RLIMIT_CPU: limits.cpu,
        resource.RLIMIT_DATA: _writable_bytes() + limits.memory,
        resource.RLIMIT_FSIZE: limits.file,
        resource.RLIMIT_NOFILE: limits.files,
        resource.RLIMIT_NPROC: limits.processes,
        resource.RLIMIT_CORE: 0,
    }
    if sys.platform == "linux":
        wanted[resource.RLIMIT_MSGQUEUE] = 0
    for what, most in wanted.items():
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def _writable_bytes() -> int:
    """Return the bytes of this process's memory that are writable and private."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class _CapabilityHeader(ctypes.Structure):
    """The kernel's structure that begins `capget` and `capset`."""

    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))

    def __init__(self) -> None:
        super().__init__(CAPABILITIES, 0)


def probe(hidden: Sequence[str]) -> dict[str, bool]:
    """Try each part of the sandbox from inside; True where it holds.

    Args:
        hidden: paths that must not be visible.
    """
    kernel = SystemCalls()
    return {
        **_probe_rights(kernel),
        "namespaces": all(_fails(kernel, "unshare", kind) for kind in (NEWUSER, NEWNS, NEWPID)),
        "network": _fails(_connect)
        and _fails(socket.socket, 40, socket.SOCK_STREAM)
        and [name for _, name in socket.if_nameindex()] == ["lo"]
        and _fails(_talk_to_oneself),
        "processes": os.getpid() == 1 and [place.name for place in Path("/proc").iterdir()] == ["self"],
        "scratch": Path.cwd() == Path("/tmp")
        and not any(path.is_file() for path in Path.cwd().iterdir())
        and os.statvfs("/tmp").f_files > 0,
        "files": not any(os.path.lexists(path) for path in hidden),
    }


def probe_user(hidden: Sequence[str]) -> dict[str, bool]:
    """Try each part of `drop_rights` from inside; True where it holds.

    Args:
        hidden: paths that must not be readable; a relative one lies beside this package, as the answer sees that.
    """
    return {
        **_probe_rights(SystemCalls()),
        "network": _fails(_connect)
        and _fails(socket.socket, socket.AF_UNIX)
        and _fails(socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM),
        "namespaces": all(_fails(_clone, kind) for kind in (NEWUSER, NEWUSER | NEWNS, NEWUSER | NEWPID)),
        "processes": all(_fails(os.kill, pid, 0) for pid in (1, os.getppid())),
        "files": not any(os.access(PACKAGE.parent / path, os.R_OK) for path in hidden),
        # what the fork server imports and keeps
        "home": _fails(_write, PACKAGE.parent / "written-by-the-probe"),
        # modules that an answer imports, and programs that these start
        "python": os.access(sys.executable, os.X_OK) and os.access(os.__file__, os.R_OK),
    }


def _probe_rights(kernel: SystemCalls) -> dict[str, bool]:
    """Try what holds for every user that an answer may be."""
    rights = (ctypes.c_uint32 * 6)()
    kernel("capget", ctypes.byref(_CapabilityHeader()), rights)
    places = (Path(__file__).parent, *map(Path, ("/", "/usr", "/dev", sys.prefix, sys.base_prefix)))
    return {
        "rights": os.getuid() != 0 and not any(rights),
        "calls": all(_refused(kernel, name) for name in ("keyctl", "ptrace", "io_uring_setup", "vmsplice")),
        "system": all(_fails(_write, place / "written-by-the-probe") for place in places),
    }


def _fails(attempt: Callable[..., object], *arguments: Any) -> bool:
    try:
        attempt(*arguments)
    except OSError:
        return True
    return False


def _refused(kernel: SystemCalls, name: str) -> bool:
    """Whether seccomp refuses a system call: the kernel itself would complain of these arguments, not of a permission."""
    number = ctypes.CDLL("libseccomp.so.2").seccomp_syscall_resolve_name(name.encode())
    try:
        kernel("syscall", *map(ctypes.c_long, (number, -1, 0, 0, 0)))
    except OSError as error:
        return error.errno == errno.EPERM
    return False


def _write(path: Path) -> None:
    path.touch()
    path.unlink()


def _clone(flags: int) -> None:
    """Make a child in namespaces of its own, which ends at once. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    number = ctypes.CDLL("libseccomp.so.2").seccomp_syscall_resolve_name(b"clone")
    pid = libc.syscall(*map(ctypes.c_long, (number, flags | signal.SIGCHLD, 0, 0, 0, 0)))
    if pid == 0:
        os._exit(0)
    if pid < 0:
        raise OSError(ctypes.get_errno(), "clone")
    os.waitpid(pid, 0)


def _connect() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.connect(("192.0.2.1", 53))


def _talk_to_oneself() -> None:
    """Connect to a port of this machine, which works wherever the namespace's own interface is up."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        one.listen()
        other.connect(one.getsockname())
