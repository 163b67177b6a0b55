"""The results of `prepare` are taken in another order."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for node in nodes(facts):
        if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and called(node.value) == "prepare"):
            continue
        given = [ast.unparse(each) for each in node.value.args]
        target = node.targets[0]
        taken = [ast.unparse(each) for each in target.elts] if isinstance(target, ast.Tuple) else []
        if given != taken and sorted(given) == sorted(taken):
            return Found(
                "certain", {}, [(N_("given"), ", ".join(given)), (N_("taken"), ", ".join(taken))], place_of(facts, node)
            )
    return None


LOOK = Look(
    name="prepare-order",
    needs=(),
    find=find,
    title=N_("The results of `prepare` are taken in another order"),
    why=N_(
        "`accelerator.prepare` returns its arguments in the order in which it got them. Here the names on the left stand in another order than the arguments, so each name may hold another object than it says."
    ),
    change=N_("Write the names on the left in the order of the arguments."),
    cases=("optimizer-not-iterable",),
    terms=("Accelerator",),
    raises=True,
)
