"""The best value so far is replaced by worse ones."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import FALLING, RISING, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for node in nodes(facts):
        if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare) or len(node.test.ops) != 1:
            continue
        new, old, compared = ast.unparse(node.test.left), ast.unparse(node.test.comparators[0]), node.test.ops[0]
        greater = isinstance(compared, ast.Gt | ast.GtE)
        if not greater and not isinstance(compared, ast.Lt | ast.LtE):
            continue
        if "best" in new.lower():
            new, old, greater = old, new, not greater
        kept = any(
            isinstance(each, ast.Assign)
            and ast.unparse(each.value) == new
            and old in [ast.unparse(target) for target in each.targets]
            for each in node.body
        )
        rises, falls = RISING.search(new) is not None, FALLING.search(new) is not None
        if kept and "best" in old.lower() and rises != falls and rises != greater:
            return Found(
                "likely",
                {"new": new, "old": old},
                [
                    (N_("new value"), f"`{new}`"),
                    (N_("is kept as the best if it is"), N_("greater") if greater else N_("smaller")),
                ],
                place_of(facts, node),
            )
    return None


LOOK = Look(
    name="best-kept-the-other-way",
    needs=(),
    find=find,
    title=N_("The best value so far is replaced by worse ones"),
    why=N_(
        "`{new}` takes the place of `{old}` if it is worse: of a loss or `mae` the smaller value is better, of an accuracy or another score the greater one. So the worst model is kept, or none, and early stopping counts the wrong epochs."
    ),
    change=N_(
        'Turn the comparison round, and begin with a value that is worse than any: `float("inf")` for a loss, `-float("inf")` for a score.'
    ),
    terms=("loss", "score", "checkpoint"),
)
