"""Finds out which isolation of answers this machine offers."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from course.grading.running import sandbox_outside
from course.grading.running.forked import Broken, ForkServer
from course.grading.running.sandbox_outside import Isolation
from course.i18n import N_
from course.message import WrongUse


def isolate(asked: Literal["jail", "process"], secret: Sequence[Path] = ()) -> Isolation:
    """Return the isolation that this machine offers, after trying the sandbox from inside.

    Args:
        secret: more paths that must not be visible in the sandbox.

    Raises:
        WrongUse: "jail" was asked for, and the sandbox cannot be started or does not hold.
    """
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
    open_parts = [name for name in sandbox_outside.PARTS if not parts.get(name)]
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
