"""The sandbox from outside: bubblewrap runs the fork servers, and hides from them what answers must not see.

A process in the sandbox sees the system's programs and libraries and this package, read-only, and of each chapter only the
harness; no home, no project, no network and no process but its own. Forked children confine themselves further: see
sandbox_inside.py.
"""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from course.contents import content_names
from course.grading.running.run import PACKAGE

SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc/ld.so.cache", "/etc/localtime")
DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
CAPABILITIES = ("CAP_SYS_ADMIN", "CAP_SYS_CHROOT", "CAP_SETUID", "CAP_SETGID", "CAP_KILL")
"""The capabilities that the fork server needs to confine its children; these have none of them."""
Level = Literal["jail", "user", "process"]
PARTS: Mapping[Level, Sequence[str]] = {
    "jail": ("rights", "namespaces", "calls", "network", "processes", "system", "scratch", "files"),
    "user": ("rights", "namespaces", "calls", "network", "processes", "system", "files", "home", "python"),
}
"""The parts of the isolation that are tried from inside; see sandbox_inside.probe and probe_user."""


@dataclass(frozen=True)
class Isolation:
    """The isolation of answers.

    Attributes:
        level: "jail" for a sandbox; "user" for a process with a user id that nobody else has, with no network and fewer system
            calls, where root may make no namespace, as in most containers; "process" for a process of its own and no more.
        tool: the program that makes the sandbox, with its version; empty where there is none.
        parts: for each part that was tried, whether it held.
    """

    level: Level
    tool: str = ""
    parts: Mapping[str, bool] = field(default_factory=dict)


def command(program: Sequence[str]) -> list[str]:
    """Return the command line that runs a program in the sandbox. Raises FileNotFoundError without bubblewrap."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise FileNotFoundError("bwrap")
    command_line = [
        bwrap,
        "--unshare-pid",
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
    ]
    command_line += ["--die-with-parent", "--new-session", "--hostname", "course", "--cap-drop", "ALL"]
    if os.geteuid() != 0:
        command_line += ["--unshare-user"]
    for right in CAPABILITIES:
        command_line += ["--cap-add", right]
    command_line += ["--tmpfs", "/tmp"]
    # other users than the owner must be able to enter the parents of what is bound
    for parent in sorted(
        {parent for place in (*_libraries(), PACKAGE, Path(SYSTEM[-1])) for parent in place.parents[:-1]}
    ):
        command_line += ["--perms", "0755", "--dir", str(parent)]
    for path in SYSTEM:
        link = Path(path)
        if link.is_symlink():
            command_line += ["--symlink", str(link.readlink()), path]
        else:
            command_line += ["--ro-bind-try", path, path]
    for place in (*_libraries(), PACKAGE):
        command_line += ["--ro-bind", str(place), str(place)]
    for place in _judge_paths():
        command_line += ["--tmpfs", str(place), "--remount-ro", str(place)]
    for chapter in (PACKAGE / name for name in content_names()):
        harness = str(chapter / "harness")
        command_line += ["--tmpfs", str(chapter), "--ro-bind", harness, harness, "--remount-ro", str(chapter)]
    # bwrap's own `--dev` takes a second user namespace for an ordinary user, and has terminals
    command_line += ["--tmpfs", "/dev"]
    for device in DEVICES:
        command_line += ["--dev-bind", device, device]
    command_line += [
        "--tmpfs",
        "/dev/shm",
        "--remount-ro",
        "/dev",
        "--proc",
        "/proc",
        "--dir",
        "/jail",
        "--remount-ro",
        "/",
    ]
    return [*command_line, "--chdir", "/tmp", "--", *program]


def _libraries() -> list[Path]:
    """Return the directories of Python and of its packages, outside the system's own."""
    wanted = [sys.base_prefix, sys.prefix, *site.getsitepackages()]
    if site.ENABLE_USER_SITE:
        wanted.append(site.getusersitepackages())
    found: list[Path] = []
    for path in map(Path, wanted):
        if path.is_dir() and not any(path.is_relative_to(other) for other in (*found, *map(Path, SYSTEM))):
            found.append(path)
    return found


def _judge_paths() -> list[Path]:
    """Return the directories of this package, beside the chapters, that answers must not see: starters, words, the audit."""
    places = [PACKAGE / "starters", PACKAGE / "locales", PACKAGE / "audit"]
    return [place for place in places if place.is_dir()]


def copy_visible(directory: Path) -> None:
    """Copy into a directory what answers may see of this package; the sandbox shows the same. Any user can read it then."""
    chapters = {PACKAGE / name for name in content_names()}
    hidden = {*_judge_paths()}

    def left_out(place: str, names: list[str]) -> list[str]:
        here = Path(place)
        return [
            name
            for name in names
            if name == "__pycache__" or here / name in hidden or (here in chapters and name != "harness")
        ]

    shutil.copytree(PACKAGE, directory / PACKAGE.name, ignore=left_out, copy_function=shutil.copyfile)
    for path in (directory, *directory.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def secret_paths() -> list[str]:
    """Return paths that must not be visible in the sandbox."""
    places = [PACKAGE.parent / name for name in ("solutions", "exercises", "tests", "locales", ".git")]
    # lessons print answers, and judges know what is expected
    places += [path for name in content_names() for path in (PACKAGE / name).iterdir() if path.name != "harness"]
    return [str(place) for place in (*places, Path("/etc/shadow")) if place.exists()]


def secret_in(path: Path) -> Path | None:
    """Return the first entry of a directory that the sandbox must hide, or None.

    Entries that hold Python or this package are allowed there.
    """
    if not path.is_dir():
        return path
    places = (*_libraries(), PACKAGE)
    return next(
        (each for each in sorted(path.iterdir()) if not any(place.is_relative_to(each) for place in places)), None
    )


def tool() -> str:
    """Return bubblewrap with its version; empty where it is not installed."""
    path = shutil.which("bwrap")
    if path is None:
        return ""
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    return version.stdout.strip() or path
