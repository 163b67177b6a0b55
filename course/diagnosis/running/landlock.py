"""Lets Linux refuse what a process would write anywhere but in some directories.

See Linux's Documentation/userspace-api/landlock.rst. It holds for code of libraries that opens files without Python, and for
programs that are started. What has begun in another thread before is not restricted.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""The numbers of the system calls, which are the same on every processor that Linux has had since."""
WRITE_FILE, REFER, TRUNCATE = 1 << 1, 1 << 13, 1 << 14
REMOVE_AND_MAKE = sum(1 << bit for bit in range(4, 13))
"""Removing a directory or a file, and making one of any kind."""
NEEDED = 2
"""The version of Landlock from which on a file can be moved to another directory."""
WITH_TRUNCATE = 3
"""The version from which on a file cannot be made shorter either."""
NO_NEW_PRIVILEGES = 38
"""The option of `prctl` without which a process may not restrict itself."""


class Ruleset(ctypes.Structure):
    _fields_ = (("handled_access_fs", ctypes.c_uint64),)


class PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def write_only_below(directories: Sequence[str]) -> bool:
    """Refuse this thread, and all that it starts, to write elsewhere. Returns whether this system can do that.

    The directories that are not there are left out.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < NEEDED:
        return False
    rights = WRITE_FILE | REMOVE_AND_MAKE | REFER | (TRUNCATE if version >= WITH_TRUNCATE else 0)
    rules = Ruleset(rights)
    ruleset = libc.syscall(CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(ctypes.sizeof(rules)), 0)
    if ruleset < 0:
        return False
    try:
        for directory in directories:
            with suppress(OSError):
                _allow(libc, ruleset, directory, rights)
        libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return bool(libc.syscall(RESTRICT_SELF, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, directory: str, rights: int) -> None:
    place = os.open(directory, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        rule = PathBeneath(rights, place)
        libc.syscall(ADD_RULE, ruleset, 1, ctypes.byref(rule), 0)
    finally:
        os.close(place)
