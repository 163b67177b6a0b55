"""The jail of the warm processes, made by bubblewrap, and what of it this machine really offers.

A jailed process sees the system's programs and libraries and this package, read-only, and of each chapter only the
harness; no home, no project, no network and no process but its own. Forked children are shut in further: see
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

from course.contents import chapter_names
from course.grading.running.run import PACKAGE

SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc/ld.so.cache", "/etc/localtime")
DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
RIGHTS = ("CAP_SYS_ADMIN", "CAP_SYS_CHROOT", "CAP_SETUID", "CAP_SETGID", "CAP_KILL")
"""What the warm process needs to shut its children in; they have none of it."""
PARTS = ("rights", "namespaces", "calls", "network", "processes", "system", "scratch", "files")
"""What a jail holds; see sandbox_inside.probe."""

Level = Literal["jail", "process"]


@dataclass(frozen=True)
class Isolation:
    """What stands between an answer and everything else.

    Attributes:
        level: "jail", or "process" for a process of its own and no more.
        tool: the sandbox that makes the jail, with its version; empty where there is none.
        parts: what was tried, and whether it held.
    """

    level: Level
    tool: str = ""
    parts: Mapping[str, bool] = field(default_factory=dict)


def command(program: Sequence[str]) -> list[str]:
    """The command line that runs a program in the jail; FileNotFoundError without bubblewrap."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise FileNotFoundError("bwrap")
    words = [
        bwrap,
        "--unshare-pid",
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
    ]
    words += ["--die-with-parent", "--new-session", "--hostname", "course", "--cap-drop", "ALL"]
    if os.geteuid() != 0:
        words += ["--unshare-user"]
    for right in RIGHTS:
        words += ["--cap-add", right]
    words += ["--tmpfs", "/tmp"]
    # parents of what is bound: whoever is not the owner must come through as well
    for parent in sorted(
        {parent for place in (*_libraries(), PACKAGE, Path(SYSTEM[-1])) for parent in place.parents[:-1]}
    ):
        words += ["--perms", "0755", "--dir", str(parent)]
    for path in SYSTEM:
        link = Path(path)
        if link.is_symlink():
            words += ["--symlink", str(link.readlink()), path]
        else:
            words += ["--ro-bind-try", path, path]
    for place in (*_libraries(), PACKAGE):
        words += ["--ro-bind", str(place), str(place)]
    for place in _judging():
        words += ["--tmpfs", str(place), "--remount-ro", str(place)]
    for chapter in (PACKAGE / name for name in chapter_names()):
        harness = str(chapter / "harness")
        words += ["--tmpfs", str(chapter), "--ro-bind", harness, harness, "--remount-ro", str(chapter)]
    # not bwrap's own `--dev`, which for an ordinary user takes a second user namespace, and has terminals
    words += ["--tmpfs", "/dev"]
    for device in DEVICES:
        words += ["--dev-bind", device, device]
    words += ["--tmpfs", "/dev/shm", "--remount-ro", "/dev", "--proc", "/proc", "--dir", "/jail", "--remount-ro", "/"]
    return [*words, "--chdir", "/tmp", "--", *program]


def _libraries() -> list[Path]:
    """Where Python and the packages it imports are, outside the system's own places."""
    wanted = [sys.base_prefix, sys.prefix, *site.getsitepackages()]
    if site.ENABLE_USER_SITE:
        wanted.append(site.getusersitepackages())
    found: list[Path] = []
    for path in map(Path, wanted):
        if path.is_dir() and not any(path.is_relative_to(other) for other in (*found, *map(Path, SYSTEM))):
            found.append(path)
    return found


def _judging() -> list[Path]:
    """The directories of this package, beside the chapters, that answers must not see: starters, words and the audit."""
    places = [PACKAGE / "starters", PACKAGE / "locales", PACKAGE / "audit"]
    return [place for place in places if place.is_dir()]


def hidden() -> list[str]:
    """Paths that nothing in the jail may find."""
    places = [PACKAGE.parent / name for name in ("solutions", "exercises", "tests", "locales", ".git")]
    # lessons print answers, and judges know what is expected
    places += [path for name in chapter_names() for path in (PACKAGE / name).iterdir() if path.name != "harness"]
    return [str(place) for place in (*places, Path("/etc/shadow")) if place.exists()]


def secret_in(path: Path) -> Path | None:
    """What of a directory must not be there in the jail, whose own places may lie in the same one; None if it is empty."""
    if not path.is_dir():
        return path
    places = (*_libraries(), PACKAGE)
    return next(
        (each for each in sorted(path.iterdir()) if not any(place.is_relative_to(each) for place in places)), None
    )


def tool() -> str:
    """The sandbox and its version; empty where it is not installed."""
    found = shutil.which("bwrap")
    if found is None:
        return ""
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    return said.stdout.strip() or found
