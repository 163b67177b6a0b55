"""Predictions in scaled units are compared with targets in their own."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, calls, in_full, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SCALER = re.compile(r"(?:Standard|MinMax|Robust|MaxAbs)Scaler\b|(?:Power|Quantile)Transformer\b")
TRAINING_TARGETS = re.compile(
    r"^(?:y|t|targets?|ys)_?(?:train|tr)\b|^train\w*(?:\[\[?['\"](?:y|target)['\"]|\.(?:y|target)\b)", re.IGNORECASE
)
"""How the targets of a training set are written."""
OTHER_TARGETS = re.compile(r"(?<![a-zA-Z])(?:y|t|targets?|ys)_(?:tests?|te|val|valid|holdout)\b", re.IGNORECASE)
"""How those of other data are."""
BY_HAND = re.compile(
    r"\* ?\(?\w*(?:std|sd|scale|sigma)\w*\)? ?\+|\bexp(?:m1)?\(|inverse|\.scale_|\.mean_|TransformedTargetRegressor"
)
"""What brings predictions back."""
COLUMN = re.compile(r"\[['\"](\w+)['\"]\]")
"""The column of a table in an expression."""
MEASURES = (
    *("mean_absolute_error", "mean_squared_error", "root_mean_squared_error", "median_absolute_error"),
    *("mean_absolute_percentage_error", "r2_score", "l1_loss", "mse_loss", "evaluate", "score"),
)


def find(facts: Facts) -> Found | None:
    written = written_out(facts)
    if written is not None:
        return written
    if BY_HAND.search(facts.source):
        return None
    measured = next(
        (
            call
            for call in [*calls(facts, *MEASURES), *losses(facts)]
            if any(OTHER_TARGETS.fullmatch(ast.unparse(each)) for each in call.args)
        ),
        None,
    )
    changing = changed(facts)
    if measured is None or changing is None or multiplied(facts, changing):
        return None
    # where the other targets are changed, too, or parts of the changed ones are measured, the units are the same
    for node in nodes(facts):
        if isinstance(node, ast.Assign):
            names = " ".join(ast.unparse(each) for each in node.targets)
            if OTHER_TARGETS.search(names) and node.lineno > changing.lineno:
                return None
    given = ast.unparse(changing)
    return Found(
        "likely",
        {"data": given},
        [(N_("scaled"), f"`{given}`"), (N_("measured"), f"`{ast.unparse(measured)}`")],
        place_of(facts, measured),
    )


def written_out(facts: Facts) -> Found | None:
    """A table in which predictions stand under the name of a column of which the model was given the logarithm."""
    made = assigned(facts)
    # what is set to a logarithm, or learned as one; others may only be looked at
    learned = [each.value for each in nodes(facts) if isinstance(each, ast.Assign)]
    learned += [each for call in calls(facts, "fit") for each in call.args]
    logarithms = {
        column[1]: node
        for node in learned
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("np.log1p", "np.log", "torch.log", "torch.log1p")
        and node.args
        and (column := COLUMN.search(ast.unparse(node.args[0]))) is not None
    }
    back = {
        node.name
        for node in nodes(facts)
        if isinstance(node, ast.FunctionDef) and re.search(r"exp|inverse", ast.unparse(node))
    }
    for node in nodes(facts):
        pairs: list[tuple[ast.expr | None, ast.expr]] = []
        if (
            isinstance(node, ast.Call)
            and called(node) == "DataFrame"
            and node.args
            and isinstance(node.args[0], ast.Dict)
        ):
            pairs = [*zip(node.args[0].keys, node.args[0].values, strict=True)]
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            pairs = [(node.targets[0].slice, node.value)]
        for key, value in pairs:
            name = str(key.value) if isinstance(key, ast.Constant) else ""
            if name not in logarithms:
                continue
            # no further than to the prediction: what that is made from is its own affair
            ways = (in_full(ast.unparse(value), made, depth) for depth in range(4))
            words = next((each for each in ways if "predict(" in each), "")
            own = {*re.findall(r"\w+(?=\()", words)} & back
            if re.search(r"\bpredict\(", words) and not own and not re.search(r"exp|inverse|\*\*|pow", words):
                given = ast.unparse(logarithms[name])
                return Found(
                    "likely",
                    {"data": given},
                    [(N_("scaled"), f"`{given}`"), (N_("written out as"), f"`{name}`: `{ast.unparse(value)}`")],
                    place_of(facts, value),
                )
    return None


def losses(facts: Facts) -> list[ast.Call]:
    """The calls of losses that are made in the same line."""
    found = (node for node in nodes(facts) if isinstance(node, ast.Call) and isinstance(node.func, ast.Call))
    return [each for each in found if re.search(r"(?:L1|MSE|SmoothL1|Huber)Loss\(\)$", ast.unparse(each.func))]


def changed(facts: Facts) -> ast.Call | ast.BinOp | None:
    """What scales the targets of the training set, where nothing does the same with others."""
    makers = assigned(facts)
    found: list[ast.Call | ast.BinOp] = []
    for node in nodes(facts):
        if isinstance(node, ast.Call) and called(node) in ("fit_transform", "transform") and node.args:
            owner = node.func.value if isinstance(node.func, ast.Attribute) else node
            if SCALER.search(ast.unparse(makers.get(ast.unparse(owner), owner))):
                found.append(node)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("np.log1p", "np.log", "torch.log", "torch.log1p"):
            found.append(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and isinstance(node.left, ast.BinOp):
            found += [node] if isinstance(node.left.op, ast.Sub) else []
    words = [ast.unparse(what(each)) for each in found]
    if any(OTHER_TARGETS.match(each) for each in words):
        return None
    return next((each for each, text in zip(found, words, strict=True) if TRAINING_TARGETS.match(text)), None)


def multiplied(facts: Facts, changing: ast.Call | ast.BinOp) -> bool:
    """Whether anything is multiplied by what the targets were divided by."""
    if isinstance(changing, ast.Call):
        return False
    made = assigned(facts)

    def whole(node: ast.expr) -> str:
        return in_full(ast.unparse(node), made)

    factors: list[ast.expr] = []
    for node in nodes(facts):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            factors += [node.left, node.right]
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Mult):
            factors.append(node.value)
        elif isinstance(node, ast.Call) and called(node) in ("mul", "mul_", "multiply", "addcmul"):
            factors += node.args
    return whole(changing.right) in map(whole, factors)


def what(changing: ast.Call | ast.BinOp) -> ast.expr:
    """What a call, or a difference that is divided, changes the units of."""
    if isinstance(changing, ast.Call):
        return changing.args[0]
    return changing.left.left if isinstance(changing.left, ast.BinOp) else changing


LOOK = Look(
    name="targets-not-scaled-back",
    needs=(),
    find=find,
    title=N_("The predictions are not in the units of the targets"),
    why=N_(
        "`{data}` changes the units of the training targets, so the model predicts in the new ones. Nothing brings the predictions back, and what they are measured against, or written out as, is in the old units. So they are numbers of quite another size."
    ),
    change=N_(
        "Bring the predictions back before you measure: `scaler.inverse_transform(…)`, `np.expm1(…)`, or times the standard deviation and plus the mean."
    ),
    terms=("target", "metric"),
)
