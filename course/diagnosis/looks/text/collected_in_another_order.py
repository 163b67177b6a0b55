"""What a model says is collected from a shuffled loader, and put beside rows in their first order."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, gone_through, is_shuffled, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

PAIRING = {
    *("TensorDataset", "from_tensor_slices", "add_column", "fit", "score", "train_test_split"),
    *("accuracy_score", "f1_score", "confusion_matrix", "classification_report", "roc_auc_score", "mean_squared_error"),
}
"""What takes the first row of one argument to belong to the first row of the other."""


def find(facts: Facts) -> Found | None:
    shuffled = {name for name, value in assigned(facts).items() if is_shuffled(value)}
    gathered = collected(facts)
    for node in nodes(facts):
        if not (isinstance(node, ast.Call) and called(node) in PAIRING and len(node.args) >= 2):
            continue
        for one in node.args:
            name = first_name(one)
            loader, loop = gathered.get(name, ("", 0))
            if loader not in shuffled:
                continue
            others = [
                each for each in node.args if is_rows(each) and gathered.get(first_name(each), ("", 0))[1] != loop
            ]
            if others:
                return Found(
                    "likely",
                    {"name": name, "loader": loader, "other": ast.unparse(others[0])},
                    [(N_("collected from"), f"`{loader}`"), (N_("put beside"), f"`{ast.unparse(others[0])}`")],
                    place_of(facts, node),
                )
    return None


def is_rows(node: ast.expr) -> bool:
    """Whether an argument may be a whole column: a name, or a part of something that has one."""
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript)


def first_name(node: ast.AST) -> str:
    """The name at the beginning of an expression: `x` of `x[0].numpy()`."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return last_part(node)


def collected(facts: Facts) -> Mapping[str, tuple[str, int]]:
    """The names that hold something of each batch, one row for each row of it: the loader, and the number of the loop."""
    found: dict[str, tuple[str, int]] = {}
    for node in nodes(facts):
        if isinstance(node, ast.For):
            for name in added(node):
                found[name] = (ast.unparse(gone_through(node)), id(node))
    # in the order of the lines, so that what is made of a list is known
    for assign in sorted((each for each in nodes(facts) if isinstance(each, ast.Assign)), key=lambda each: each.lineno):
        loops = [each for each in ast.walk(assign.value) if isinstance(each, ast.ListComp | ast.GeneratorExp)]
        names = [each.id for each in ast.walk(assign.value) if isinstance(each, ast.Name) and each.id in found]
        for target in assign.targets:
            if loops and joins_batches(assign.value):
                found[ast.unparse(target)] = (ast.unparse(loops[0].generators[0].iter), id(loops[0]))
            elif names:
                found.setdefault(ast.unparse(target), found[names[0]])
    return found


def joins_batches(node: ast.expr) -> bool:
    """Whether parts of batches are joined."""
    return isinstance(node, ast.Call) and called(node) in ("cat", "concat", "concatenate", "vstack", "hstack")


def added(loop: ast.For) -> Iterator[str]:
    """The lists to which each pass of a loop adds something that is not a single number."""
    for node in ast.walk(loop):
        number = any(isinstance(each, ast.Call) and called(each) == "item" for each in ast.walk(node))
        grows = isinstance(node, ast.Call) and called(node) in ("append", "extend") and not number
        if grows and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield ast.unparse(node.func.value)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and "tolist" in ast.unparse(node.value):
            yield ast.unparse(node.target)


LOOK = Look(
    name="collected-in-another-order",
    needs=(),
    find=find,
    title=N_("Outputs from a shuffled loader are put beside rows in another order"),
    why=N_(
        "`{name}` is collected from `{loader}`, which gives the rows in a new order each time. `{other}` is in the order of the data, so each output stands beside another row."
    ),
    change=N_(
        "Collect from a loader without `shuffle=True`. Or collect what belongs to each row in the same loop, from the same batches."
    ),
    terms=("batch", "example"),
)
