"""What a model says is collected from a shuffled loader, and put beside rows in their first order."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

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
    gathered = collected(facts)
    for node in nodes(facts):
        if isinstance(node, ast.Assign):
            found = put_into_table(facts, node, gathered)
            if found is not None:
                return found
        if (
            isinstance(node, ast.Call)
            and called(node) == "DataFrame"
            and node.args
            and isinstance(node.args[0], ast.Dict)
        ):
            columns = [each for each in node.args[0].values if is_rows(each)]
            for one in (each for each in columns if has_rows(facts, first_name(each))):
                loader, loop = gathered.get(first_name(one), ("", 0))
                others = [each for each in columns if gathered.get(first_name(each), ("", 0))[1] != loop]
                if loader and others:
                    return told(facts, node, first_name(one), loader, ast.unparse(others[0]))
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
            for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
                loader, _ = gathered.get(first_name(one), ("", 0))
                if loader and isinstance(other, ast.Name) and other.id not in gathered:
                    return told(facts, node, first_name(one), loader, other.id)
        if not (isinstance(node, ast.Call) and called(node) in PAIRING and len(node.args) >= 2):
            continue
        for one in node.args:
            name = first_name(one)
            loader, loop = gathered.get(name, ("", 0))
            if not loader:
                continue
            others = [
                each for each in node.args if is_rows(each) and gathered.get(first_name(each), ("", 0))[1] != loop
            ]
            if others:
                return told(facts, node, name, loader, ast.unparse(others[0]))
    return None


def told(facts: Facts, node: ast.AST, name: str, loader: str, other: str) -> Found:
    """What is said of something that was collected from a loader, and stands beside something else."""
    return Found(
        "likely",
        {"name": name, "loader": loader, "other": other},
        [(N_("collected from"), f"`{loader}`"), (N_("put beside"), f"`{other}`")],
        place_of(facts, node),
    )


def put_into_table(facts: Facts, node: ast.Assign, gathered: Mapping[str, tuple[str, int]]) -> Found | None:
    """A new column of a table that is older than the column, in `table["predicted"] = predictions`."""
    target, name = node.targets[0], first_name(node.value)
    loader, _ = gathered.get(name, ("", 0))
    if not loader or not isinstance(target, ast.Subscript) or not isinstance(target.slice, ast.Constant):
        return None
    table, column = target.value, target.slice.value
    if not isinstance(table, ast.Name) or not isinstance(column, str) or table.id in gathered:
        return None
    return told(facts, node, name, loader, table.id)


def makers_of_shuffled(facts: Facts) -> set[str]:
    """The functions of the program that make a loader which gives the rows in a new order each time, whatever they are given."""
    found = set()
    for function in (node for node in nodes(facts) if isinstance(node, ast.FunctionDef)):
        returned = [each.value for each in ast.walk(function) if isinstance(each, ast.Return) and each.value]
        if returned and all(map(is_shuffled, returned)):
            found.add(function.name)
    return found


def if_shuffled(facts: Facts, loader: ast.expr, at: ast.AST, makers: Collection[str]) -> str:
    """The name of a loader that gives the rows in a new order each time, as it stands there; empty if it does not."""
    made = assigned(facts, at).get(ast.unparse(loader))
    shuffled = made is not None and (is_shuffled(made) or (isinstance(made, ast.Call) and called(made) in makers))
    return ast.unparse(loader) if shuffled else ""


def has_rows(facts: Facts, name: str) -> bool:
    """Whether what was collected has an entry for each row, and not one for each batch, as losses have."""
    value = assigned(facts).get(name)
    grows = any(
        (isinstance(node, ast.Call) and ast.unparse(node.func) == f"{name}.extend")
        or (isinstance(node, ast.AugAssign) and ast.unparse(node.target) == name)
        for node in nodes(facts)
    )
    return grows or (value is not None and joins_batches(without_methods(value)))


def is_rows(node: ast.expr) -> bool:
    """Whether an argument may be a whole column: a name, or a part of something that has one."""
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript)


def first_name(node: ast.AST) -> str:
    """The name at the beginning of an expression: `x` of `x[0].numpy()`."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return last_part(node)


def collected(facts: Facts) -> Mapping[str, tuple[str, int]]:
    """The names that hold something of each batch, one row for each row of it: the loader, empty if it keeps the order, and the number of the loop."""
    found: dict[str, tuple[str, int]] = {}
    makers = makers_of_shuffled(facts)
    for node in nodes(facts):
        if isinstance(node, ast.For):
            for name in added(node):
                found[name] = (if_shuffled(facts, gone_through(node), node, makers), id(node))
    functions = {
        node.name: place for node in nodes(facts) if isinstance(node, ast.FunctionDef) and (place := returned(node))
    }
    # in the order of the lines, so that what is made of a list is known
    for assign in sorted(
        (each for each in nodes(facts) if isinstance(each, ast.Assign | ast.AugAssign)), key=lambda each: each.lineno
    ):
        loops = [each for each in ast.walk(assign.value) if isinstance(each, ast.ListComp | ast.GeneratorExp)]
        names = [each.id for each in ast.walk(assign.value) if isinstance(each, ast.Name) and each.id in found]
        for target in assign.targets if isinstance(assign, ast.Assign) else [assign.target]:
            call = without_division(assign.value)
            if isinstance(call, ast.Call) and called(call) in functions and len(call.args) >= functions[called(call)]:
                loader = call.args[functions[called(call)] - 1]
                found[ast.unparse(target)] = (if_shuffled(facts, loader, call, makers), id(call))
            elif loops and joins_batches(assign.value):
                loader = loops[0].generators[0].iter
                found[ast.unparse(target)] = (if_shuffled(facts, loader, assign, makers), id(loops[0]))
            elif names:
                found.setdefault(ast.unparse(target), found[names[0]])
    return found


def returned(function: ast.FunctionDef) -> int:
    """Which argument of a function, counted from 1, is a loader of which it returns something for each batch, joined together; 0 if none is."""
    arguments = [each.arg for each in function.args.args]
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None and joins_batches(without_methods(node.value)):
            for each in ast.walk(node.value):
                over = ast.unparse(each.generators[0].iter) if isinstance(each, ast.ListComp | ast.GeneratorExp) else ""
                if over in arguments:
                    return arguments.index(over) + 1
    return 0


def without_division(node: ast.expr) -> ast.expr:
    """What is divided, as by the number of models whose outputs are averaged."""
    return without_division(node.left) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) else node


def without_methods(node: ast.expr) -> ast.expr:
    """What `numpy()` and the like are called of."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call):
        node = node.func.value
    return node


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
