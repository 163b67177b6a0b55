"""A column is made of the labels of all rows, and the rows are split only then."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

SPLITTING = re.compile(r"(?:KFold|Fold|ShuffleSplit)\b.*\.split\($|train_test_split\($|cross_val_\w+\($")


def find(facts: Facts) -> Found | None:
    for body in scopes(facts):
        nodes = sorted((each for each in body if hasattr(each, "lineno")), key=lambda each: each.lineno)
        for call in (
            each for each in nodes if isinstance(each, ast.Call) and called(each) in ("mean", "agg", "transform")
        ):
            table, column = grouped(call)
            if not table or not column:
                continue
            # the same column is what the model is to say
            labels = re.search(rf"\by\w*\s*=\s*{re.escape(table)}\[['\"]{re.escape(column)}['\"]\]", facts.source)
            later = next(
                (
                    each
                    for each in nodes
                    if isinstance(each, ast.Call)
                    and each.lineno > call.lineno
                    and SPLITTING.search(ast.unparse(each.func) + "(")
                    and any(ast.unparse(part) == table for part in each.args)
                ),
                None,
            )
            if labels is not None and later is not None:
                return Found(
                    "likely",
                    {"table": table, "column": column},
                    [
                        (N_("line of code"), f"`{ast.unparse(call)[:120]}`"),
                        (N_("split only then"), f"`{ast.unparse(later)[:120]}`"),
                    ],
                    place_of(facts, call),
                )
    return None


def grouped(call: ast.Call) -> tuple[str, str]:
    """The table and the column of `table.groupby(…)["column"].mean()`; empty if it is something else."""
    part = call.func.value if isinstance(call.func, ast.Attribute) else None
    if not isinstance(part, ast.Subscript) or not isinstance(part.slice, ast.Constant):
        return "", ""
    inner = part.value
    if not isinstance(inner, ast.Call) or called(inner) != "groupby" or not isinstance(inner.func, ast.Attribute):
        return "", ""
    return ast.unparse(inner.func.value), str(part.slice.value)


LOOK = Look(
    name="target-encoded-before-split",
    needs=(),
    find=find,
    title=N_("A column is made of the labels that are to be predicted"),
    why=N_(
        "A mean of `{column}` is computed for each group over all rows of `{table}`, and `{table}` is split only then. So each row has its own label in its inputs, and the validation rows have theirs: the score is far too good."
    ),
    change=N_(
        "In each fold, compute it from the training rows alone. For the training rows themselves, split these once more, and compute each part from the other parts."
    ),
    terms=("label", "validation set", "split"),
)
