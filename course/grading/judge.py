"""Judges each check of an answer by the values that it handed over."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from course.exercise import Check, Draw, Exercise, Failure, Handed, Implausible, Unfit, Verdict
from course.grading.running.run import Outcome


def verdicts(exercise: Exercise, draw: Draw, outcome: Outcome) -> list[Verdict]:
    """Return one verdict per check, in order. A failure that ends the run belongs to the first check that was not reached.

    What a check finds after one that it needs has failed may follow from that, and is not said; its points count, though,
    if it passes: one mistake costs the points of one check.
    """
    found: list[Verdict] = []
    ended = ""
    for check in exercise.checks:
        failed = {verdict.check for verdict in found if verdict.state != "passed"}
        waits_for = next((name for name in check.needs if name in failed), "")
        handed = outcome.handed.get(check.name)
        if handed is None and not ended:
            ended = check.name
            handed = outcome.failure or Failure("garbled")
        judged = None if handed is None else verdict(check, draw, handed)
        if judged is None or (waits_for and judged.state != "passed"):
            judged = Verdict(check.name, "waiting", waits_for=waits_for or ended)
        found.append(judged)
    return found


def verdict(check: Check, draw: Draw, handed: Handed | Failure) -> Verdict:
    """Return the verdict on one check."""
    if isinstance(handed, Failure):
        return Verdict(
            check.name, "failed", 0, _mistake_name(check, handed), _without_trace(handed.data), handed.frames
        )
    try:
        with _without_warnings():
            found = check.judge(draw, handed)
    except Unfit as unfit:
        function = unfit.expression.partition("(")[0]
        data = {
            "function": function,
            "value": unfit.expression,
            "expected": unfit.expected,
            "actual": unfit.actual,
        }
        reason = "implausible" if isinstance(unfit, Implausible) else "unfit"
        return Verdict(check.name, "failed", 0, reason, data)
    except Exception:
        # values from an answer may have a shape that the judge does not expect
        return Verdict(check.name, "failed", 0, "garbled")
    if found is None:
        return Verdict(check.name, "passed", check.points)
    return Verdict(check.name, "failed", 0, found.mistake.name, found.data)


def _without_warnings() -> AbstractContextManager[Any]:
    """Keep NumPy, where a judge uses it, from warning: numbers from an answer may be of any size."""
    numpy = sys.modules.get("numpy")
    return nullcontext() if numpy is None else numpy.errstate(all="ignore")


def _mistake_name(check: Check, failure: Failure) -> str:
    """Return the name of the check's own mistake that shows as this exception, else the failure's reason."""
    error = str(failure.data.get("error", ""))
    message = str(failure.data.get("trace", failure.data.get("message", "")))
    if failure.reason == "raised":
        for mistake in check.mistakes:
            if mistake.error and re.fullmatch(mistake.error, error) and re.search(mistake.pattern, message):
                return mistake.name
    return failure.reason


def _without_trace(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a message can show of a failure: the frames say where it was."""
    return {name: value for name, value in data.items() if name != "trace"}


def total_points(found: Sequence[Verdict]) -> int:
    """Return the sum of the points of all verdicts."""
    return sum(each.points for each in found)
