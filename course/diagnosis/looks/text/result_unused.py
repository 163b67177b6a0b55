"""What a call returns is not kept, and the call changes nothing by itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import CLOCK, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

RETURNING = {
    *("unsqueeze", "squeeze", "permute", "transpose", "reshape", "view", "flatten", "expand_dims", "astype"),
    *("rename_column", "rename_columns", "remove_columns", "cast_column", "select_columns", "class_encode_column"),
    *("dropna", "fillna", "drop_duplicates", "reset_index", "sort_values", "prefetch", "with_format"),
    *("lower", "upper", "strip", "lstrip", "rstrip", "transform", "inverse_transform"),
}
"""Methods that return something new, whatever they are called on."""
OF_DATA = {
    *("map", "filter", "shuffle", "select", "sort", "cast", "train_test_split"),
    *("batch", "padded_batch", "repeat", "cache", "take", "skip"),
}
"""Methods that do so where they are those of a data set."""
OF_TABLES = {"drop", "replace", "rename", "sample", "assign", "round", "clip"}
"""The same of tables."""
OF_LIBRARIES = {
    *(
        "append",
        "concatenate",
        "permutation",
        "delete",
        "expand_dims",
        "squeeze",
        "reshape",
        "transpose",
        "clip",
        "cat",
    ),
    *("stack", "flatten", "relu", "dropout", "softmax", "log_softmax", "tanh", "sigmoid", "gelu", "leaky_relu"),
    *("max_pool2d", "normalize", "pad", "interpolate"),
}
"""Functions of NumPy and of the frameworks that do so."""
LIBRARIES = (
    *("np", "numpy", "np.random", "numpy.random", "torch", "F", "nn.functional", "torch.nn.functional"),
    *("tf", "tf.nn", "ops", "keras.ops"),
)
DATA = re.compile(
    r"\bload_dataset\(|\bload_from_disk\(|\bDataset(?:Dict)?\.from_|\bDatasetDict\(|\bfrom_tensor_slices\("
    r"|\bfrom_generator\(|_from_directory\(|\bconcatenate_datasets\(|\bTFRecordDataset\(|\bTextLineDataset\("
)
"""What makes a data set of 🤗 Datasets or of TensorFlow."""
TABLE = re.compile(r"\bread_(?:csv|json|table|parquet|excel)\(|\bDataFrame\(|\bas_frame=True")
"""What makes a table."""
LAYER = re.compile(r"^(?:nn|torch\.nn|layers|keras\.layers|tf\.keras\.layers)\.[A-Z]")
"""How what makes a layer is written."""
EXPECTING = re.compile(r"raises|suppress|assert|no_grad", re.IGNORECASE)
"""Blocks in which something is called to see what happens."""
CELL = re.compile(r"^# ?%%|^# ?In ?\[", re.MULTILINE)
"""How the cells of a notebook begin that is kept as a script."""


def find(facts: Facts) -> Found | None:
    script = CELL.search(facts.source) is not None
    data, tables, layers = kept(facts, DATA), kept(facts, TABLE), own_layers(facts)
    own = {node.name for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    for call, function in alone(facts):
        if called(call) in own or (not function and (script or ends_cell(facts, call))):
            continue
        if any(each.arg in ("inplace", "out") for each in call.keywords):
            continue
        of = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
        handed = is_layer(call, layers, function) or (of in LIBRARIES and called(call) in OF_LIBRARIES)
        if handed or of_an_object(call, of, data, tables):
            words = ast.unparse(call)
            name = ast.unparse(call.args[0]) if handed and call.args else of
            return Found(
                "likely",
                {"call": words, "kept": f"{name} = {words}" if name.isidentifier() else f"… = {words}"},
                [(N_("called, and not kept"), f"`{words}`")],
                place_of(facts, call),
            )
    return None


def ends_cell(facts: Facts, call: ast.Call) -> bool:
    """Whether a call is the last line of a notebook's cell, which shows what it returns."""
    after = call.end_lineno or call.lineno
    here, following = facts.cells[after - 1 : after], facts.cells[after : after + 1]
    return bool(here) and (not following or following[0][0] != here[0][0])


def is_layer(call: ast.Call, layers: set[str], function: str) -> bool:
    """Whether a layer is called: one of the model's in its own pass, or one that was made in the same line."""
    made = isinstance(call.func, ast.Call) and LAYER.match(ast.unparse(call.func.func)) is not None
    return bool(call.args) and (made or (ast.unparse(call.func) in layers and function in ("forward", "call")))


def of_an_object(call: ast.Call, of: str, data: set[str], tables: set[str]) -> bool:
    """Whether a method is called that leaves its object as it is."""
    name, root = called(call), re.split(r"[.\[(]", of, maxsplit=1)[0]
    if name == "train_test_split" and not of:
        return True
    # a drawing is viewed without an argument
    if not of or of in LIBRARIES or (name == "view" and not call.args):
        return False
    return name in RETURNING or (name in OF_DATA and root in data) or (name in OF_TABLES and root in tables)


def alone(facts: Facts) -> Iterator[tuple[ast.Call, str]]:
    """The calls that are a whole statement, each with the function that they are in, or `for` in a loop; without those that may only be a test."""

    def walk(body: list[ast.stmt], inside: str) -> Iterator[tuple[ast.Call, str]]:
        for place, each in enumerate(body):
            if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
                # it may be called to measure how long it takes
                beside = body[max(0, place - 1) : place + 2]
                if not any(isinstance(one, ast.Assign) and CLOCK.search(ast.unparse(one)) for one in beside):
                    yield each.value, inside
            elif isinstance(each, ast.With | ast.AsyncWith):
                if not any(EXPECTING.search(ast.unparse(item.context_expr)) for item in each.items):
                    yield from walk(each.body, inside)
            elif isinstance(each, ast.If):
                yield from walk(each.body, inside)
                yield from walk(each.orelse, inside)
            elif isinstance(each, ast.FunctionDef):
                # of one that returns nothing, that is the mistake
                returns = any(isinstance(part, ast.Return) and part.value is not None for part in ast.walk(each))
                yield from walk(each.body, each.name if returns else "nothing")
            elif isinstance(each, ast.ClassDef):
                yield from walk(each.body, inside)
            elif isinstance(each, ast.For | ast.While) and len(each.body) > 1:
                # a loop around one call alone measures how long it takes
                yield from walk(each.body, inside or "for")

    for tree in nodes(facts):
        if isinstance(tree, ast.Module):
            yield from walk(tree.body, "")


def kept(facts: Facts, pattern: re.Pattern[str]) -> set[str]:
    """The names that are set to what a call with this pattern makes, or to another of the same kind that comes of such names."""
    assigned = sorted((node for node in nodes(facts) if isinstance(node, ast.Assign)), key=lambda node: node.lineno)
    names: set[str] = set()
    for node in assigned:
        value, last = ast.unparse(node.value), node.value
        same = isinstance(last, ast.Name | ast.Subscript) or (
            isinstance(last, ast.Call) and called(last) in OF_DATA | OF_TABLES | RETURNING
        )
        made = pattern.search(value) is not None and isinstance(last, ast.Call | ast.Subscript)
        if made or (same and re.split(r"[.\[(]", value, maxsplit=1)[0] in names):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return names


def own_layers(facts: Facts) -> set[str]:
    """The attributes in which the program's models keep their layers."""
    return {
        ast.unparse(target)
        for node in nodes(facts)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and LAYER.match(ast.unparse(node.value.func))
        for target in node.targets
        if isinstance(target, ast.Attribute)
    }


LOOK = Look(
    name="result-unused",
    needs=(),
    find=find,
    title=N_("What a call returns is not kept"),
    why=N_(
        "`{call}` changes nothing by itself: it returns something new, and this line throws it away. The lines that follow work with what was there before."
    ),
    change=N_("Keep what it returns: `{kept}`."),
    terms=("data set", "tensor"),
    raises=True,
)
