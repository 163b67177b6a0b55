"""Finds out which isolation of answers this machine offers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from course.grading.running import sandbox_outside
from course.grading.running.forked import Broken, ForkServer
from course.grading.running.run import PACKAGE
from course.grading.running.sandbox_outside import Isolation, Level
from course.i18n import N_
from course.message import WrongUse


def isolate_best(secret: Sequence[Path] = ()) -> Isolation:
    """Return a sandbox or, where root can have none, as in most containers, another user's process; both are tried first.

    Args:
        secret: as in `isolate`.

    Raises:
        WrongUse: neither holds.
    """
    try:
        return isolate("jail", secret)
    except WrongUse:
        if not hasattr(os, "geteuid") or os.geteuid() != 0:
            raise
        return isolate("user", secret)


def _isolate_user(secret: Sequence[Path]) -> Isolation:
    paths = [Path(path) for path in sandbox_outside.secret_paths()]
    # the copy of this package that answers see must have none of them, either
    copied = [path.relative_to(PACKAGE.parent) for path in paths if path.is_relative_to(PACKAGE)]
    try:
        with ForkServer("plain", (), "user") as server:
            parts = server.probe([str(path) for path in (*paths, *copied, *secret)])
    except Broken as broken:
        raise WrongUse(
            N_(
                "The answers cannot be run as a user of their own (`{reason}`): see `docs/grading.md` for what this needs."
            ),
            reason=" ".join(str(broken).split())[:300],
        ) from None
    open_parts = [name for name in sandbox_outside.PARTS["user"] if not parts.get(name)]
    if open_parts:
        raise WrongUse(
            N_(
                "The answers cannot be isolated here, because these parts do not hold: {parts}. See `docs/grading.md` for what is needed."
            ),
            parts=_in_code(open_parts),
        )
    return Isolation("user", "", parts)


def isolate(asked: Level, secret: Sequence[Path] = ()) -> Isolation:
    """Return the isolation that this machine offers, after trying the sandbox from inside.

    Args:
        secret: more paths that must not be visible in the sandbox.

    Raises:
        WrongUse: what was asked for cannot be started or does not hold.
    """
    if asked == "user":
        return _isolate_user(secret)
    tool = sandbox_outside.tool()
    if asked == "process":
        return Isolation("process")
    if sys.platform != "linux":
        raise WrongUse(
            N_(
                "The sandbox for answers works on Linux only. If you trust the answers, grade with `--isolation process`: they then run without a sandbox, with all your rights."
            )
        )
    if not tool:
        raise WrongUse(
            N_(
                "The program `bwrap`, which runs the answers in a sandbox, is missing: install the package `bubblewrap`. If you trust the answers, grade with `--isolation process`: they then run without a sandbox, with all your rights."
            )
        )
    try:
        with ForkServer("plain", ()) as server:
            parts = server.probe([*sandbox_outside.secret_paths(), *map(str, secret)])
    except Broken as broken:
        raise WrongUse(
            N_(
                "The sandbox for answers cannot be started (`{reason}`): see `docs/grading.md` for what it needs. If you trust the answers, grade with `--isolation process`: they then run without a sandbox, with all your rights."
            ),
            reason=" ".join(str(broken).split())[:300],
        ) from None
    open_parts = [name for name in sandbox_outside.PARTS["jail"] if not parts.get(name)]
    if open_parts:
        raise WrongUse(
            N_(
                "The sandbox is not safe here, because these parts of it do not hold: {parts}. See `docs/grading.md` for what it needs. If you trust the answers, grade with `--isolation process`: they then run without a sandbox, with all your rights."
            ),
            parts=_in_code(open_parts),
        )
    return Isolation("jail", tool, parts)


def _in_code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
