"""What prepares the data was fitted to all rows before they were split."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

FITTED = re.compile(
    r"Scaler|PCA|SVD|SelectK|SelectP|SelectF|Imputer|TfidfVectorizer|CountVectorizer|PowerTransformer|QuantileTransformer"
    r"|TargetEncoder|SMOTE|OverSampler|ADASYN"
)
"""What is in the names of classes that learn something from the rows, so that it shows where they were fitted to test rows, too."""
FITTED_CLASS = re.compile(r"[A-Z]\w+(?=\()")
"""The class in a call that makes an object."""
METHODS = ("fit_transform", "fit_resample")
HARMLESS = re.compile(r"strategy='constant'|vocabulary=|with_mean=False")
"""Options with which nothing is learned from the rows."""
PART = re.compile(r"(?<![a-z])(?:train|tr|tests?|val|valid|validation|dev|fold)(?![a-z])", re.IGNORECASE)
"""What is in the names of parts of the data."""
TOGETHER = re.compile(r"stack\(|concat")
"""What puts several data together on purpose."""
CARRYING = {
    *("DataFrame", "Series", "array", "asarray", "tensor", "as_tensor", "from_numpy", "Tensor", "FloatTensor"),
    *("astype", "toarray", "float", "to_numpy", "TensorDataset", "from_tensor_slices"),
    *("concat", "concatenate", "vstack", "sample", "shuffle", "reset_index", "copy"),
}
"""Calls that return the same rows in another form or order, or together with others."""
SPLITTING = ("train_test_split", "random_split", "cross_val_score", "cross_validate", "cross_val_predict")


def find(facts: Facts) -> Found | None:
    for body in scopes(facts):
        for node in (each for each in body if isinstance(each, ast.Assign)):
            call = fitting(node.value, body)
            if call is None or not isinstance(call.func, ast.Attribute):
                continue
            makers = assigned(facts, node)
            owner, given = call.func.value, ast.unparse(call.args[0])
            maker = ast.unparse(makers.get(ast.unparse(owner), owner))
            if not FITTED.search(maker) or HARMLESS.search(maker):
                continue
            if PART.search(given) or "[:" in given or TOGETHER.search(given):
                continue
            target = node.targets[0].elts[0] if isinstance(node.targets[0], ast.Tuple) else node.targets[0]
            name = ast.unparse(target.value if isinstance(target, ast.Subscript) else target)
            if not PART.search(name) and (split := split_of(body, name, node)) is not None:
                kind = FITTED_CLASS.search(maker)
                return Found(
                    "likely",
                    {"name": kind[0] if kind else ast.unparse(owner), "data": given},
                    [(N_("fitted first to"), f"`{given}`"), (N_("split only then"), f"`{split}`")],
                    place_of(facts, call),
                )
    return None


def fitting(value: ast.expr, body: list[ast.AST]) -> ast.Call | None:
    """The call that fits to rows and returns them prepared, also where its result is only put into another form."""
    if not isinstance(value, ast.Call):
        return None
    if isinstance(value.func, ast.Attribute) and value.args:
        owner = ast.unparse(value.func.value)
        if called(value) in METHODS:
            return value
        if called(value) == "transform":
            given = ast.unparse(value.args[0])
            fits = [each for each in body if isinstance(each, ast.Call) and called(each) == "fit" and each.args]
            same = [each for each in fits if ast.unparse(each.args[0]) == given]
            if any(ast.unparse(each.func) == f"{owner}.fit" or ast.unparse(each) == owner for each in same):
                return value
    if called(value) in CARRYING:
        inner = [*value.args, *([value.func.value] if isinstance(value.func, ast.Attribute) else [])]
        return next(filter(None, (fitting(each, body) for each in inner)), None)
    return None


def split_of(body: list[ast.AST], name: str, fitted: ast.Assign) -> str | None:
    """What splits the rows with this name into parts in a later line; None if nothing does, or the name gets another meaning before."""
    names, bounds = {name}, dict[str, set[str]]()
    for node in sorted((each for each in body if getattr(each, "lineno", 0) > fitted.lineno), key=line):
        if isinstance(node, ast.Assign):
            targets = {ast.unparse(each) for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)}
            within = {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}
            if isinstance(node.value, ast.Call) and called(node.value) in CARRYING and within & names:
                names |= targets
            elif not within & names:
                names -= targets
        if isinstance(node, ast.Call) and any(ast.unparse(each) in names for each in node.args):
            own = called(node) == "split" and isinstance(node.func, ast.Attribute)
            folds = own and not re.match(r"(?:np|numpy|torch|re)\b", ast.unparse(node.func))
            if called(node) in SPLITTING or folds:
                return ast.unparse(node)
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) in names:
            rows = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
            if isinstance(rows, ast.Slice) and (rows.lower is None) != (rows.upper is None):
                bound = ast.unparse(rows).strip(":")
                sides = bounds.setdefault(bound, set())
                sides.add("until" if rows.lower is None else "from")
                if len(sides) == 2:
                    return f"{name}[:{bound}]"
    return None


def line(node: ast.AST) -> int:
    return getattr(node, "lineno", 0)


LOOK = Look(
    name="fitted-before-split",
    needs=(),
    find=find,
    title=N_("What prepares the data was fitted to the test rows, too"),
    why=N_(
        "`{name}` is fitted to all the rows of `{data}`, and they are split into training and test rows only then. So what the model is trained on holds something of the rows that shall test it, and the test says less than it seems to: little for a mean, very much where features were selected by the labels."
    ),
    change=N_("Split first. Then fit to the training rows alone, and only `transform` the others."),
    terms=("feature", "test set", "training set"),
)
