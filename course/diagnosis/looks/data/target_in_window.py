"""The target of each window of a time series is one of its own values."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in calls(facts, "timeseries_dataset_from_array"):
        given = {word.arg: word.value for word in call.keywords}
        given.update(zip(("data", "targets"), call.args, strict=False))
        data, targets = given.get("data"), given.get("targets")
        if data is None or targets is None:
            continue
        base, begins = targets, False
        length = ast.unparse(given["sequence_length"]) if "sequence_length" in given else ""
        if isinstance(targets, ast.Subscript):
            base = targets.value
            first = targets.slice.elts[0] if isinstance(targets.slice, ast.Tuple) else targets.slice
            begins = not isinstance(first, ast.Slice) or first.lower is not None
            # from the last value of the first window on
            lower = ast.unparse(first.lower) if isinstance(first, ast.Slice) and first.lower is not None else ""
            begins = begins and not (length and lower == f"{length} - 1")
        source = data.value if isinstance(data, ast.Subscript) else data
        if not begins and ast.unparse(base) == ast.unparse(source):
            rows = [(N_("inputs"), ast.unparse(data)), (N_("targets"), ast.unparse(targets))]
            return Found("likely", {"targets": ast.unparse(targets)}, rows, place_of(facts, targets))
    return None


LOOK = Look(
    name="target-in-window",
    needs=("source",),
    find=find,
    title=N_("The target of each window is one of its own values"),
    why=N_(
        "`timeseries_dataset_from_array` takes for each window the target with the number that the first value of the window has. With `{targets}`, that is a value which the model has just been given."
    ),
    change=N_("Let the targets begin where the first window ends: `data=series[:-length]`, `targets=series[length:]`."),
    terms=(
        "target",
        "training set",
    ),
)
