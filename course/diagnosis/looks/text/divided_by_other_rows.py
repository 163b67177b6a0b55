"""What was counted over one data set is divided by the size of another."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import FALLING, assigned, enclosing, nodes, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.counts_not_reset import counts_right, without_percent
from course.i18n import N_

TRAIN = re.compile(r"(?:^|\W|_)(?:train(?:ing)?|tr)(?![a-z])|(?:^|\W|_)train", re.IGNORECASE)
OTHERS = re.compile(
    r"(?<![a-z])(?:tests?|val|valid|validation|eval|holdout)(?:$|(?=_|\W|loader|set|data|dl|ds))", re.IGNORECASE
)
"""The names of data that a model is trained on, and of others."""
PREDICTED = re.compile(r"argmax|pred|max\(|out|logits|round\(|model|net\b|> ?0", re.IGNORECASE)
"""What is in the text of a comparison of predictions with answers."""
SIZE = re.compile(r"len\((.+)\)|(.+)\.shape\[0\]|(.+)\.num_rows")


def find(facts: Facts) -> Found | None:
    counted = sums(facts)
    for node in nodes(facts):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
            continue
        size = SIZE.fullmatch(ast.unparse(node.right))
        if size is None:
            continue
        of = next(each for each in size.groups() if each)
        # where one side of a comparison is what is divided by, the other one was only made of other rows
        if any(ast.unparse(each) == of for each in ast.walk(node.left)):
            continue
        # the count that was made last before this line
        before = [each for each in counted.get(without_percent(node.left), ()) if leads_to(facts, each[0], node)]
        over = over_which(max(before, key=lambda each: each[0].lineno)[1], facts) if before else at_once(node.left)
        known = assigned(facts, node)
        made = ast.unparse(known[over]) if over in known else ""
        if not over or (TRAIN.search(made) and not TRAIN.search(over)):
            continue
        if opposite(over, of) or opposite(of, over):
            return Found(
                "likely",
                {"count": ast.unparse(node.left), "of": of, "over": over},
                [(N_("counted over"), f"`{over}`"), (N_("divided by"), f"`{ast.unparse(node.right)}`")],
                place_of(facts, node),
            )
    return None


def leads_to(facts: Facts, added: ast.AugAssign, use: ast.BinOp) -> bool:
    """Whether a sum is still what its name means in a later line of the same function."""
    around = enclosing(facts)
    anew = [
        each
        for each in nodes(facts)
        if isinstance(each, ast.Assign)
        and added.lineno < each.lineno < use.lineno
        and ast.unparse(added.target) in map(ast.unparse, each.targets)
    ]
    return added.lineno <= use.lineno and around.get(id(added)) is around.get(id(use)) and not anew


def sums(facts: Facts) -> dict[str, list[tuple[ast.AugAssign, ast.For]]]:
    """By name, the lines that add up right predictions or losses, each with the innermost loop that it is in."""
    found: dict[str, list[tuple[ast.AugAssign, ast.For]]] = {}
    inner: dict[int, tuple[ast.AugAssign, ast.For]] = {}
    # outer loops come first, and inner ones take their place
    for loop in (node for node in nodes(facts) if isinstance(node, ast.For)):
        for each in ast.walk(loop):
            if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
                right = counts_right(each) and PREDICTED.search(ast.unparse(each.value)) is not None
                if right or FALLING.search(each.target.id):
                    inner[id(each)] = (each, loop)
    for each, loop in inner.values():
        found.setdefault(ast.unparse(each.target), []).append((each, loop))
    return found


def over_which(loop: ast.For, facts: Facts) -> str:
    """What a loop goes through; in a function that evaluates, a parameter stands for data that the model is not trained on."""
    over = ast.unparse(loop.iter)
    for function in (node for node in nodes(facts) if isinstance(node, ast.FunctionDef)):
        if any(each is loop for each in ast.walk(function)) and over in {each.arg for each in function.args.args}:
            return f"{function.name}({over})" if re.search(r"^(?:evaluate|validate|test)", function.name) else over
    return over


def at_once(node: ast.expr) -> str:
    """The answers that predictions are compared with where the right ones are counted in one expression."""
    for each in ast.walk(node):
        if isinstance(each, ast.Compare) and isinstance(each.ops[0], ast.Eq) and "sum" in ast.unparse(node):
            sides = [ast.unparse(each.left), ast.unparse(each.comparators[0])]
            if any(PREDICTED.search(side) for side in sides):
                return next((side for side in sides if OTHERS.search(side) or TRAIN.search(side)), "")
    return ""


def opposite(first: str, second: str) -> bool:
    """Whether the first names data that a model is trained on, and the second others."""
    others = OTHERS.search(second) is not None or re.match(r"(?:evaluate|validate|test)\w*\(", second) is not None
    return TRAIN.search(first) is not None and others and not OTHERS.search(first) and not TRAIN.search(second)


LOOK = Look(
    name="divided-by-other-rows",
    needs=(),
    find=find,
    title=N_("What was counted over one data set is divided by the size of another"),
    why=N_(
        "`{count}` is the number of right predictions in `{over}`, and it is divided by the number of rows in `{of}`. So the share is wrong by as much as the two differ in size."
    ),
    change=N_("Divide by the number of rows that were counted over: those of `{over}`."),
    terms=("accuracy", "example"),
)
