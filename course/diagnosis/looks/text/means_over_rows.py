"""The means of the batches are added up and divided by the number of examples."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, names_in, nodes, pairs_of, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

MEAN = re.compile(
    r"\w*loss\w*(?:\.detach\(\)|\.cpu\(\))*(?:\.item\(\)|\.data)?|float\(\w*loss\w*\)|(?:outputs?|out)\.loss\.item\(\)"
    r"|F\.\w+(?:_loss|entropy)\([^()]*(?:\([^()]*\)[^()]*)*\)\.item\(\)"
)
"""How the mean loss of a batch is written."""
ROWS = re.compile(r"len\((?:[\w.]+\.dataset|\w*(?:_?set|_data|dataset)|[xX]_?\w*|[yY]_?\w*)\)|\w+\.num_rows")
"""How a number of examples is written."""
LENGTH = re.compile(r"len\(\w+\)|\w+\.(?:size\(0\)|shape\[0\])")
"""How the length of a batch is written."""
SUMMED = re.compile(r"reduction=['\"](?:sum|none)|size_average=False|batch_size=1\b|\.sum\(\)\.backward")
LOADER = re.compile(r"loader|_dl\b|\bdl\b|batches", re.IGNORECASE)
"""The names of what gives batches."""


def find(facts: Facts) -> Found | None:
    if SUMMED.search(facts.source) or sums_in_a_loss(facts):
        return None
    for body in scopes(facts):
        known = assigned(facts, body[0]) if body else {}
        loaders = {name for name, value in known.items() if "DataLoader(" in ast.unparse(value)}
        added, rows_counted = counted(body, loaders)
        for node in body:
            if not isinstance(node, ast.BinOp | ast.AugAssign) or not isinstance(node.op, ast.Div):
                continue
            above, below = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
            name, rows = ast.unparse(above), ast.unparse(known.get(ast.unparse(below), below))
            # a data set of TensorFlow, or a list of batches, may have batches for its rows
            given = rows.removeprefix("len(").removesuffix(")")
            size = ROWS.fullmatch(rows) is not None and "batch" not in rows and given not in loaders
            if name in added and (size or ast.unparse(below) in rows_counted):
                return Found(
                    "likely",
                    {"name": name, "rows": ast.unparse(below)},
                    [
                        (N_("added to in each batch"), f"`{ast.unparse(added[name])}`"),
                        (N_("divided by the number of examples"), f"`{ast.unparse(below)}`"),
                    ],
                    place_of(facts, node),
                )
    return None


def counted(body: list[ast.AST], loaders: set[str]) -> tuple[dict[str, ast.AugAssign], set[str]]:
    """The names to which the mean of each batch is added, with the lines that do so, and those to which its length is."""
    added: dict[str, ast.AugAssign] = {}
    rows: set[str] = set()
    for loop in (node for node in body if isinstance(node, ast.For)):
        over = ast.unparse(loop.iter)
        if not LOADER.search(over) and over not in loaders:
            continue
        set_in_it = [each for node in ast.walk(loop) if isinstance(node, ast.Assign) for each in pairs_of(node)]
        sums = {ast.unparse(target) for target, value in set_in_it if is_sum(value)}
        for node in ast.walk(loop):
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
                value = ast.unparse(node.value)
                if MEAN.fullmatch(value) and not sums & names_in(node.value):
                    added[ast.unparse(node.target)] = node
                if LENGTH.fullmatch(value):
                    rows.add(ast.unparse(node.target))
    return added, rows


def is_sum(node: ast.expr) -> bool:
    """Whether a value is no mean any more: it is added up, or multiplied by what is no plain number."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return not any(isinstance(each, ast.Constant) for each in (node.left, node.right))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        return is_sum(node.left)
    if (
        isinstance(node, ast.Call)
        and called(node) in ("item", "detach", "cpu")
        and isinstance(node.func, ast.Attribute)
    ):
        return is_sum(node.func.value)
    return isinstance(node, ast.Call) and called(node) in ("sum", "reduce_sum")


def sums_in_a_loss(facts: Facts) -> bool:
    """Whether a loss of the program's own adds up over the rows."""
    functions = [
        node for node in nodes(facts) if isinstance(node, ast.FunctionDef) and re.search("loss|crit", node.name)
    ]
    return any("sum(" in ast.unparse(each) for each in functions)


LOOK = Look(
    name="means-over-rows",
    needs=(),
    find=find,
    title=N_("Means of batches are divided by the number of examples"),
    why=N_(
        "The loss of a batch is already the mean over its examples. `{name}` adds up these means, and `{rows}` is the number of examples. So the loss that is reported is as many times too small as a batch has examples."
    ),
    change=N_("Divide by the number of batches, `len(loader)`; or add `loss.item() * len(labels)` in each batch."),
    terms=("loss", "batch", "example"),
)
