"""A layer that normalizes over the batch gets a single example."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, nodes
from course.diagnosis.look import Found, Look
from course.diagnosis.messages import by_message
from course.i18n import N_

SAID = by_message(r"Expected more than 1 value per channel when training")


def find(facts: Facts) -> Found | None:
    if facts.crash is not None:
        return SAID(facts)
    # the last batch of the first epoch may come later than what was watched
    if facts.last_alone is None or any(map(asks_for_two, nodes(facts))):
        return None
    rows, size = facts.last_alone
    return Found(
        "likely",
        {},
        [(N_("rows"), rows), (N_("rows of a batch"), size), (N_("rows of the last batch"), 1)],
        call_place(facts, "DataLoader"),
    )


def asks_for_two(node: ast.AST) -> bool:
    """Whether a condition compares the number of the rows with one or two, to leave out a batch."""
    if not isinstance(node, ast.If | ast.IfExp) or not isinstance(node.test, ast.Compare):
        return False
    length, number = node.test.left, node.test.comparators[0]
    text = ast.unparse(length)
    return ast.unparse(number) in ("1", "2") and re.search(r"^len\(|\.shape\[0\]$|\.size\(0\)$", text) is not None


LOOK = Look(
    name="batch-of-one",
    needs=(),
    find=find,
    title=N_("BatchNorm gets a batch of one example"),
    why=N_(
        "In training, BatchNorm computes mean and standard deviation over the examples of a batch. Of one example there is no standard deviation. Often it is the last batch of an epoch that has one example only."
    ),
    change=N_(
        "Leave out a last batch that is not full, with `drop_last=True`, or choose another batch size. If you measure, call `model.eval()` before."
    ),
    terms=(
        "batch",
        "batch size",
        "evaluation mode",
    ),
    raises=True,
)
