"""Of a recurrent layer, the output at the first step is read, which knows nothing of the others."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

RECURRENT = ("LSTM", "GRU", "RNN")
BATCH_FIRST = 4
"""The place of `batch_first` among the arguments of a recurrent layer of PyTorch."""
PACKED = re.compile(r"pack", re.IGNORECASE)
"""The names of sequences whose steps are packed behind one another."""
TURNED = re.compile(r"flip\(|\[::-1\]|revers", re.IGNORECASE)
"""What turns the steps round."""


def find(facts: Facts) -> Found | None:
    layers = {
        ast.unparse(node.targets[0]): first
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and (first := batch_first(node.value)) is not None
    }
    for body in scopes(facts):
        words = [ast.unparse(each) for each in body if isinstance(each, ast.Call)]
        if any(TURNED.search(each) for each in words):
            continue
        outputs = dict(filter(None, (output(node, layers) for node in body if isinstance(node, ast.Assign))))
        read = [node for node in body if isinstance(node, ast.Subscript) and ast.unparse(node.value) in outputs]
        # whoever reads other steps as well knows the order
        if len(read) == 1 and is_first(read[0].slice, outputs[ast.unparse(read[0].value)]):
            written = ast.unparse(read[0])
            return Found(
                "likely",
                {"read": written, "last": written.replace("0", "-1", 1)},
                [(N_("read of its output"), f"`{written}`")],
                place_of(facts, read[0]),
            )
    return None


def batch_first(value: ast.expr) -> bool | None:
    """Whether a recurrent layer takes the batch first; None if it is none, or reads in both directions."""
    if not isinstance(value, ast.Call) or called(value) not in RECURRENT:
        return None
    options = {each.arg: ast.unparse(each.value) for each in value.keywords}
    if None in options or options.get("bidirectional", "False") != "False" or len(value.args) > BATCH_FIRST + 2:
        return None
    if "return_sequences" in options or "return_state" in options:
        return True if options.get("return_sequences") == "True" and "return_state" not in options else None
    place = ast.unparse(value.args[BATCH_FIRST]) if len(value.args) > BATCH_FIRST else "False"
    return options.get("batch_first", place) == "True"


def output(node: ast.Assign, layers: dict[str, bool]) -> tuple[str, bool] | None:
    """The name that the outputs of all steps get, with whether the batch is their first axis."""
    value, target = node.value, node.targets[0]
    if isinstance(value, ast.Subscript) and ast.unparse(value.slice) == "0":
        value = value.value
    elif isinstance(target, ast.Tuple):
        target = target.elts[0]
    elif not (isinstance(value, ast.Call) and isinstance(value.func, ast.Call)):
        return None
    if not isinstance(value, ast.Call) or not isinstance(target, ast.Name):
        return None
    # a layer that gets a state as well may take one step at a time
    if len(value.args) == 1 and not any(PACKED.search(ast.unparse(each)) for each in value.args):
        own = layers.get(ast.unparse(value.func)) if not isinstance(value.func, ast.Call) else batch_first(value.func)
        if own is not None:
            return target.id, own
    if called(value) == "pad_packed_sequence":
        return target.id, any(
            each.arg == "batch_first" and ast.unparse(each.value) == "True" for each in value.keywords
        )
    return None


def is_first(index: ast.expr, rows_first: bool) -> bool:
    """Whether an index is that of the first step of all rows."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    step = parts[int(rows_first)] if len(parts) > int(rows_first) else None
    return isinstance(step, ast.Constant) and step.value == 0 and isinstance(step.value, int)


LOOK = Look(
    name="first-step-read",
    needs=(),
    find=find,
    title=N_("The output of the recurrent layer is read at its first step"),
    why=N_(
        "A recurrent layer reads a row from its beginning to its end. `{read}` is its output at the first step, when it has read one element only. So the model knows nothing of the rest of the row."
    ),
    change=N_(
        "Read the last step: `{last}`, or the state that the layer returns besides. If rows end in padding, the last step is that of the last real element."
    ),
    terms=("step", "layer"),
)
