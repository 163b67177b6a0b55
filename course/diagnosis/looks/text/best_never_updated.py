"""The best value so far is compared with, and never replaced."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

BEST = re.compile(
    r"best|lowest|highest|(?:^|_)(?:min|max)_?(?:val|valid|dev|loss|acc|err|mae|mse|f1|score|auc)", re.IGNORECASE
)
"""The names of the best value so far."""
KEEPING = re.compile(r"save|state_dict|deepcopy|get_weights")
"""What is done with a model that is better than all before."""
WORST = re.compile(r"None|-?(?:0(?:\.0*)?|1(?:\.0*)?|\d{3,}(?:\.0*)?|\d+e\+?\d+|float\(.*\)|(?:np|math|torch)\.inf)")
"""With what a best value begins that any other is better than."""


def find(facts: Facts) -> Found | None:
    made: dict[str, list[ast.AST]] = {}
    for node in nodes(facts):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for each in ast.walk(target):
                    if isinstance(each, ast.Name | ast.Attribute):
                        made.setdefault(ast.unparse(each), []).append(node)
    begins = {name: value for name, value in assigned(facts).items() if WORST.fullmatch(ast.unparse(value))}
    for node in repeated(facts):
        if not isinstance(node, ast.If) or not KEEPING.search("\n".join(map(ast.unparse, node.body))):
            continue
        compared = [
            side
            for test in ast.walk(node.test)
            if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE)
            for side in (test.left, test.comparators[0])
        ]
        for each in compared:
            name = ast.unparse(each)
            if not isinstance(each, ast.Name | ast.Attribute) or not BEST.search(name.rpartition(".")[2]):
                continue
            # a constant is a bound
            if name in begins and not name.isupper() and len(made.get(name, ())) == 1:
                return Found(
                    "likely",
                    {"name": name},
                    [(N_("compared"), f"`{ast.unparse(node.test)}`"), (N_("lines that change it afterwards"), 0)],
                    place_of(facts, node),
                )
    return None


def repeated(facts: Facts) -> list[ast.AST]:
    """What is in a loop or in a function."""
    return [
        each
        for node in nodes(facts)
        if isinstance(node, ast.For | ast.While | ast.FunctionDef)
        for each in ast.walk(node)
    ]


LOOK = Look(
    name="best-never-updated",
    needs=(),
    find=find,
    title=N_("The best value so far is never replaced"),
    why=N_(
        "`{name}` keeps the value with which it began: nothing sets it to the new one. So nearly every epoch counts as better than all before, and what is kept in the end is the last model, not the best."
    ),
    change=N_("Set `{name}` to the new value where you keep the model."),
    terms=("epoch", "checkpoint"),
)
