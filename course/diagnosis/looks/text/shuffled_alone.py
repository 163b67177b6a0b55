"""Of two arrays that belong together row by row, one is shuffled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, names_in, nodes, pairs_of, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

TOGETHER = ("fit", "TensorDataset", "zip", "from_tensor_slices", "train_test_split", "train_on_batch")
"""What takes two arrays of which each row belongs to the row of the other."""
COPY = re.compile(
    r"[\w.]+(?:\[:\]|\.copy\(\)|\.clone\(\))|(?:list|copy\.copy|copy\.deepcopy|np\.copy|np\.array)\([\w.]+\)"
)
"""The whole copy of what has a name."""
ON_PURPOSE = re.compile(
    r"(?:^|_)(?:perm|permuted|null|placebo|scrambled|control|chance|rand|random|noise|dummy|fake)(?:_|$)", re.IGNORECASE
)
"""What is in the names of copies that are to have nothing to do with the others."""


def find(facts: Facts) -> Found | None:
    for kind in (node for node in nodes(facts) if isinstance(node, ast.ClassDef)):
        found = in_class(facts, kind)
        if found is not None:
            return found
    seeded = facts.source.count("seed(") > 1 or facts.source.count("RandomState(") > 1
    given = in_dictionaries(facts)
    outside, *functions = scopes(facts) if not seeded else [[]]
    for body in (outside, *functions):
        shuffled = {ast.unparse(call.args[0]): call for call in shuffles(body)}
        for name, call in shuffled.items():
            if beside_its_original(facts, body, name, call):
                continue
            # a function reads the names outside of it, but for those that are its own
            near = [body, *(each for each in functions if name not in own_names(each))] if body is outside else [body]
            for other in (
                each
                for around in near
                for each in beside(
                    [node for node in around if id(node) not in given], name, copied(body, name) is not None
                )
            ):
                if other not in shuffled and not made_of_it(body, other, name, call.lineno):
                    rows = [(N_("shuffled"), f"`{name}`"), (N_("not shuffled"), f"`{other}`")]
                    return Found("likely", {"name": f"`{name}`", "other": f"`{other}`"}, rows, place_of(facts, call))
    return None


def in_class(facts: Facts, kind: ast.ClassDef) -> Found | None:
    """An attribute that a data set shuffles at the end of an epoch, where another one, of which it returns the same part, stays as it is."""
    calls = [each.value for each in ast.walk(kind) if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)]
    shuffled = {
        ast.unparse(call.args[0]): call
        for call in calls
        if ast.unparse(call.func).endswith(".shuffle")
        and len(call.args) == 1
        and isinstance(call.args[0], ast.Attribute)
    }
    for function in (each for each in kind.body if isinstance(each, ast.FunctionDef) and each.name == "__getitem__"):
        parts: dict[str, set[str]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
                parts.setdefault(ast.unparse(node.slice), set()).add(ast.unparse(node.value))
        for together in parts.values():
            for name in sorted(together & {*shuffled}):
                # who shuffles the other as well, or sorts it anew, may do that in another way
                others = [each for each in sorted(together) if each not in shuffled and counts(kind, each) <= 1]
                if others:
                    rows = [(N_("shuffled"), f"`{name}`"), (N_("not shuffled"), f"`{others[0]}`")]
                    words = {"name": f"`{name}`", "other": f"`{others[0]}`"}
                    return Found("likely", words, rows, place_of(facts, shuffled[name]))
    return None


def counts(kind: ast.ClassDef, name: str) -> int:
    """How often a class sets an attribute, or several together with it."""
    return sum(
        isinstance(node, ast.Assign)
        and name in {ast.unparse(each) for target in node.targets for each in ast.walk(target)}
        for node in ast.walk(kind)
    )


def shuffles(body: Sequence[ast.AST]) -> Iterator[ast.Call]:
    """The statements that shuffle one named list or array in place."""
    for node in body:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(".shuffle") and len(call.args) == 1:
            yield from [call] if isinstance(call.args[0], ast.Name) else []


def copied(body: Sequence[ast.AST], name: str) -> ast.expr | None:
    """What a name is the whole copy of, as of examples that are to be wrong, or of labels that tell what chance gives; None if of nothing."""
    values = [
        value
        for node in body
        if isinstance(node, ast.Assign)
        for target, value in pairs_of(node)
        if ast.unparse(target) == name
    ]
    value = next((each for each in values if COPY.fullmatch(ast.unparse(each))), None)
    if isinstance(value, ast.Call) and not value.args and isinstance(value.func, ast.Attribute):
        return value.func.value
    return value.args[0] if isinstance(value, ast.Call) else value.value if isinstance(value, ast.Subscript) else None


def beside_its_original(facts: Facts, body: Sequence[ast.AST], name: str, shuffling: ast.Call) -> bool:
    """Whether it is a copy, and what it was copied from is used afterwards: then it is another order on purpose."""
    original = copied(body, name)
    return original is not None and any(
        isinstance(node, ast.Name | ast.Attribute)
        and node.lineno > shuffling.lineno
        and ast.unparse(node) == ast.unparse(original)
        for node in nodes(facts)
    )


def in_dictionaries(facts: Facts) -> set[int]:
    """What dictionaries are made of: there each name is given one of the others."""
    made = [each for call in calls(facts, "dict") for each in call.args]
    made += [each.iter for node in nodes(facts) if isinstance(node, ast.DictComp) for each in node.generators]
    return {*map(id, made)}


def made_of_it(body: Sequence[ast.AST], other: str, name: str, line: int) -> bool:
    """Whether a name is set to what is made of another one, after that was shuffled."""
    return any(
        isinstance(node, ast.Assign)
        and node.lineno > line
        and other in map(ast.unparse, node.targets)
        and name in names_in(node.value)
        for node in body
    )


def own_names(body: Sequence[ast.AST]) -> set[str]:
    """The arguments of a function, and the names that it sets."""
    arguments = {node.arg for node in body if isinstance(node, ast.arg)}
    return arguments | {node.id for node in body if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def beside(body: Sequence[ast.AST], name: str, is_copy: bool) -> Iterator[str]:
    """The names that are given together with a name where two arrays go through together; a copy may be compared with them."""
    if is_copy and ON_PURPOSE.search(name):
        return
    for node in body:
        if isinstance(node, ast.Call) and called(node) in TOGETHER and not (is_copy and called(node) == "zip"):
            first = node.args[0] if node.args else None
            given = first.elts if isinstance(first, ast.Tuple) else node.args
            names = [each.id for each in given[:2] if isinstance(each, ast.Name)]
            if len(names) == 2 and name in names:
                yield from (each for each in names if each != name)


LOOK = Look(
    name="shuffled-alone",
    needs=(),
    find=find,
    title=N_("Inputs and labels are not shuffled together"),
    why=N_(
        "{name} is shuffled in place, and {other} stays in its order. From then on each row stands beside the label of another one."
    ),
    change=N_(
        "Draw one order for both: `order = np.random.permutation(len(x))`, then `x, y = x[order], y[order]`. Or leave the shuffling to `fit` or the DataLoader."
    ),
    terms=("shuffling", "label", "training set"),
)
