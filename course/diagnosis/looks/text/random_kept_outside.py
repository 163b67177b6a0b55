"""A layer keeps random numbers where nothing saves them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

LAYER = re.compile(r"(?:^|\.)(?:Layer|Model|Module)$|PreTrainedModel")
RANDOM = re.compile(
    r"\b(?:np|numpy|rng|rand|torch|tf|keras|self\.rng)\.(?:random\.)?(?:normal|uniform|randn?|standard_normal|randint|randperm|permutation|random|choice)\("
)
KEPT = re.compile(r"Parameter|Buffer|Variable|add_weight|register_buffer|Embedding")
READ_BACK = re.compile(r"load_model\(|load_state_dict\(|load_weights\(|from_pretrained\(|torch\.load\(")
SAVED = re.compile(r"\.save\(|save_weights\(|torch\.save\(|save_pretrained\(|save_model\(|ModelCheckpoint\(")


def find(facts: Facts) -> Found | None:
    if not READ_BACK.search(facts.source) or not SAVED.search(facts.source):
        return None
    for kind in nodes(facts):
        if not isinstance(kind, ast.ClassDef) or not any(LAYER.search(ast.unparse(each)) for each in kind.bases):
            continue
        for name, node in random_values(kind):
            if is_used(kind, name):
                words = ast.unparse(node.value)
                return Found(
                    "likely",
                    {"name": name, "kind": kind.name},
                    [(N_("random numbers"), f"`{words}`")],
                    place_of(facts, node),
                )
    return None


def random_values(kind: ast.ClassDef) -> Iterator[tuple[str, ast.Assign]]:
    """The attributes that the methods which make a layer set to random numbers; not those of a generator with a seed."""
    for method in kind.body:
        if not isinstance(method, ast.FunctionDef) or method.name not in ("__init__", "build"):
            continue
        if re.search(r"seed|default_rng\(\w|RandomState\(\w", ast.unparse(method)):
            continue
        for node in ast.walk(method):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Attribute):
                words = ast.unparse(node.value)
                if RANDOM.search(words) and not KEPT.search(words):
                    yield ast.unparse(node.targets[0]), node


def is_used(kind: ast.ClassDef, name: str) -> bool:
    """Whether a layer calculates with an attribute."""
    return any(
        isinstance(method, ast.FunctionDef)
        and method.name in ("call", "forward")
        and any(isinstance(each, ast.Attribute) and ast.unparse(each) == name for each in ast.walk(method))
        for method in kind.body
    )


LOOK = Look(
    name="random-kept-outside",
    needs=(),
    find=find,
    title=N_("A layer keeps random numbers that are not saved with the model"),
    why=N_(
        "The numbers in `{name}` of `{kind}` are drawn at random and kept as a plain attribute. Saving a model saves its weights and buffers only, so the model that is loaded again draws other numbers, which its weights do not fit."
    ),
    change=N_(
        "Keep them where they are saved: in PyTorch with `self.register_buffer(…)`, in Keras with `self.add_weight(…, trainable=False)` and an `initializer` that draws them."
    ),
    terms=("weight", "layer"),
)
