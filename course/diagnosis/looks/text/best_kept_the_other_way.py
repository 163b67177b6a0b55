"""The best value so far is replaced by worse ones."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import FALLING, RISING, assigned, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

ATTACK = re.compile("delta|adv|perturb|attack", re.IGNORECASE)
"""What is in the names of programs that look for the input with the greatest loss."""


def kept_values(facts: Facts) -> Iterator[tuple[str, str, bool, ast.If]]:
    """What is kept as the best: the new value, the best one so far, whether it is kept for being greater, and the `if`."""
    for node in nodes(facts):
        if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare) or len(node.test.ops) != 1:
            continue
        new, old, compared = ast.unparse(node.test.left), ast.unparse(node.test.comparators[0]), node.test.ops[0]
        greater = isinstance(compared, ast.Gt | ast.GtE)
        if not greater and not isinstance(compared, ast.Lt | ast.LtE):
            continue
        if "best" in new.lower():
            new, old, greater = old, new, not greater
        assigned = {
            ast.unparse(target): ast.unparse(each.value)
            for each in node.body
            if isinstance(each, ast.Assign)
            for target in each.targets
        }
        if "best" in old.lower() and assigned.get(old) == new and not any(map(ATTACK.search, assigned)):
            yield new, old, greater, node


def find(facts: Facts) -> Found | None:
    values = [*kept_values(facts)]
    for new, old, greater, node in values:
        rises, falls = RISING.search(new) is not None, FALLING.search(new) is not None
        # a class that is told which way is better has both
        both = any(other == old and way != greater for _, other, way, _ in values)
        if rises != falls and rises != greater and not both and not turned(facts, node, new):
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


def turned(facts: Facts, node: ast.If, new: str) -> bool:
    """Whether a value is a loss or a score with its sign changed, or a difference, so that its name does not say which way is better."""
    value = ast.parse(new, mode="eval").body
    made = assigned(facts, node).get(new, value)
    differs = any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.Sub) for each in ast.walk(value))
    words = ast.unparse(made)
    negative = isinstance(made, ast.UnaryOp) and isinstance(made.op, ast.USub)
    return differs or (negative and (RISING.search(words) or FALLING.search(words)) is not None)


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
