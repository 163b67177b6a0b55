"""Windows of a time series that overlap are split at random."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, in_full, names_in, nodes, pairs_of, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SERIES = re.compile(
    r"series|forecast|stock|\blstm\b|\bgru\b|window|\blags?\b|look_?back|horizon|np\.sin\(|cumsum|demand", re.IGNORECASE
)
"""What is in programs about time series."""
APART = re.compile(r"stride(?!_tricks)|non_?overlap|group", re.IGNORECASE)
"""What is in programs whose windows do not overlap, or are kept together."""
SLIDING = re.compile(r"sliding_window_view\(")
PIECE = re.compile(r"batch|chunk|size", re.IGNORECASE)
"""What is in the names of lengths of pieces that follow one another."""


def find(facts: Facts) -> Found | None:
    if not SERIES.search(facts.source) or APART.search(facts.source):
        return None
    cut = windows(facts)
    for node in nodes(facts):
        if not isinstance(node, ast.Call) or called(node) not in ("train_test_split", "random_split") or not node.args:
            continue
        known = assigned(facts, node)
        options = {each.arg: ast.unparse(known.get(ast.unparse(each.value), each.value)) for each in node.keywords}
        given = ast.unparse(node.args[0])
        # a list is set to nothing before it is filled
        made = " ".join(in_full(given, known, depth) for depth in range(4))
        if options.get("shuffle") != "False" and any(given == name or re.search(rf"\b{name}\b", made) for name in cut):
            return Found(
                "likely",
                {"split": called(node)},
                [(N_("windows"), f"`{given}`"), (N_("split with"), f"`{ast.unparse(node)}`")],
                place_of(facts, node),
            )
    for name, call in orders(facts).items():
        # the batches of an epoch are pieces of an order, too, but each of them has two ends
        parts = {
            ast.unparse(each)
            for each in nodes(facts)
            if isinstance(each, ast.Subscript) and ast.unparse(each.value) == name
        }
        begins = {each.partition("[:")[2] for each in parts if re.fullmatch(rf"{re.escape(name)}\[:[^:]+\]", each)}
        ends = {
            each.partition("[")[2].replace(":", "", 1)
            for each in parts
            if re.fullmatch(rf"{re.escape(name)}\[[^:]+:\]", each)
        }
        of = ast.unparse(call.args[0]).removeprefix("len(").removesuffix(")").removesuffix(".shape[0]")
        if begins & ends and of in cut:
            return Found(
                "likely",
                {"split": called(call)},
                [(N_("windows"), f"`{of}`"), (N_("split with"), f"`{ast.unparse(call)}`")],
                place_of(facts, call),
            )
    return None


def orders(facts: Facts) -> dict[str, ast.Call]:
    """The names of orders that are drawn of the rows of something, each with the call that draws it."""
    return {
        ast.unparse(target): value
        for node in nodes(facts)
        if isinstance(node, ast.Assign)
        for target, value in pairs_of(node)
        if isinstance(value, ast.Call) and called(value) in ("permutation", "randperm") and value.args
    }


def windows(facts: Facts) -> set[str]:
    """The names of the windows of a series that are cut one step after the other."""
    found: set[str] = set()
    cutting: set[str] = set()
    for node in nodes(facts):
        if isinstance(node, ast.FunctionDef) and any(
            cuts(each) or (isinstance(each, ast.For) and collected(each)) for each in ast.walk(node)
        ):
            cutting.add(node.name)
        if isinstance(node, ast.ClassDef) and any(map(window_of_each_row, node.body)):
            cutting.add(node.name)
    for node in nodes(facts):
        if isinstance(node, ast.Assign):
            made = (
                any(cuts(each) for each in ast.walk(node.value)) or SLIDING.search(ast.unparse(node.value)) is not None
            )
            by_function = isinstance(node.value, ast.Call) and called(node.value) in cutting
            if made or by_function:
                found |= {each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        if isinstance(node, ast.For):
            found |= collected(node)
    return found


def collected(loop: ast.For) -> set[str]:
    """The names of the lists to which a loop appends windows, each one step after the one before."""
    if not one_by_one(loop.iter):
        return set()
    set_in_it = [pair for each in ast.walk(loop) if isinstance(each, ast.Assign) for pair in pairs_of(each)]
    made = {ast.unparse(target): value for target, value in set_in_it}
    named = {
        ast.unparse(target)
        for each in ast.walk(loop)
        if isinstance(each, ast.Assign) and any(is_window(part, made) for part in ast.walk(each.value))
        for target in each.targets
    }
    for each in ast.walk(loop):
        # what is made of a window is one
        if isinstance(each, ast.Assign) and names_in(each.value) & named:
            named |= names_in(each.targets[0])
    return {
        ast.unparse(each.func).rpartition(".")[0]
        for each in ast.walk(loop)
        if isinstance(each, ast.Call) and called(each) == "append" and each.args
        if any(is_window(part, made) or ast.unparse(part) in named for part in ast.walk(each.args[0]))
    }


def window_of_each_row(method: ast.stmt) -> bool:
    """Whether the rows of a data set are parts of a series, each of which begins one step after the one before."""
    if not isinstance(method, ast.FunctionDef) or method.name != "__getitem__" or not method.args.args:
        return False
    row = method.args.args[-1].arg
    made: dict[str, ast.expr] = {}
    for node in ast.walk(method):
        if isinstance(node, ast.Assign):
            made.update((ast.unparse(target), value) for target, value in pairs_of(node))

    def is_later(end: ast.expr | None) -> bool:
        end = made.get(end.id, end) if isinstance(end, ast.Name) else end
        if not isinstance(end, ast.BinOp) or not isinstance(end.op, ast.Add):
            return False
        length = end.right
        # one or two values are no window
        return row in names_in(end.left) and not (isinstance(length, ast.Constant) and length.value in (1, 2))

    return row not in made and any(
        isinstance(node, ast.Slice)
        and isinstance(node.lower, ast.Name)
        and node.lower.id == row
        and is_later(node.upper)
        and not PIECE.search(ast.unparse(node))
        for node in ast.walk(method)
    )


def cuts(node: ast.AST) -> bool:
    """Whether it is a comprehension that cuts a window at each step."""
    if not isinstance(node, ast.ListComp | ast.GeneratorExp):
        return False
    return all(one_by_one(each.iter) for each in node.generators) and any(map(is_window, ast.walk(node.elt)))


def one_by_one(over: ast.expr) -> bool:
    """Whether a loop goes through numbers without leaving any out."""
    return isinstance(over, ast.Call) and called(over) in ("range", "trange") and len(over.args) < 3


def is_window(node: ast.AST, made: Mapping[str, ast.expr] | None = None) -> bool:
    """Whether it is a part of something from a place on, or up to it, with a length; not if the place is a multiple of that length.

    Args:
        made: what the names are set to that the place may have.
    """
    if not isinstance(node, ast.Subscript):
        return False
    part = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
    if not isinstance(part, ast.Slice) or part.lower is None or part.upper is None or part.step is not None:
        return False
    lower, upper = part.lower, part.upper
    begin = (made or {}).get(ast.unparse(lower), lower)
    factors = [begin.left, begin.right] if isinstance(begin, ast.BinOp) and isinstance(begin.op, ast.Mult) else []
    if isinstance(upper, ast.BinOp) and ast.unparse(upper.right) in map(ast.unparse, factors):
        return False
    forward = isinstance(upper, ast.BinOp) and isinstance(upper.op, ast.Add) and ast.dump(upper.left) == ast.dump(lower)
    # up to a place, or with it
    end = upper.left if isinstance(upper, ast.BinOp) and isinstance(upper.op, ast.Add) else upper
    backward = isinstance(lower, ast.BinOp) and isinstance(lower.op, ast.Sub) and ast.dump(lower.left) == ast.dump(end)
    return (forward or backward) and not PIECE.search(ast.unparse(part))


LOOK = Look(
    name="windows-split-at-random",
    needs=(),
    find=find,
    title=N_("Windows of a time series are split at random"),
    why=N_(
        "Windows that follow one another share nearly all of their values. `{split}` puts them into the training and the test set at random, so for each test window there are training windows that overlap it, before and after. The test then says little about the future."
    ),
    change=N_(
        "Split by time: train on the first part of the series and test on the last one, as with `shuffle=False`."
    ),
    terms=("split", "test set", "training set"),
)
