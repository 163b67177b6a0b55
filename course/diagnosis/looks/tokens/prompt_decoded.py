"""The decoded text begins with its prompt."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, is_equal, nodes
from course.diagnosis.look import Found, Look
from course.i18n import N_


def compares_texts(facts: Facts) -> bool:
    """Whether a function that decodes texts compares something as well, and takes no prompt away."""
    for node in nodes(facts):
        if isinstance(node, ast.FunctionDef | ast.Module) and "decode(" in ast.unparse(node):
            inner = [*ast.walk(node)]
            if any(takes_away(each) for each in inner):
                continue
            equal = any(is_equal(each) and "prompt" not in ast.unparse(each) for each in inner)
            if equal or any(isinstance(each, ast.Call) and called(each) == "startswith" for each in inner):
                return True
    return False


def takes_away(node: ast.AST) -> bool:
    """Whether it may take the beginning of a text or of its tokens away."""
    if isinstance(node, ast.Slice):
        return node.lower is not None and not isinstance(node.lower, ast.Constant)
    return isinstance(node, ast.Call) and (
        called(node) == "removeprefix" or (called(node) in ("replace", "split", "partition") and bool(node.args))
    )


def find(facts: Facts) -> Found | None:
    assert facts.generation is not None
    if not facts.generation.prompt_decoded or not compares_texts(facts):
        return None
    return Found(
        "possible",
        {},
        [(N_("what is decoded"), N_("the prompt and the new tokens"))],
        call_place(facts, "batch_decode", "decode"),
    )


LOOK = Look(
    name="prompt-decoded",
    needs=("generation",),
    find=find,
    title=N_("The decoded text begins with its prompt"),
    why=N_(
        "The output of `generate` of a causal language model begins with the prompt, and the program decodes all of it. If it is compared with the new text alone, it is never the same."
    ),
    change=N_("Take off the tokens of the prompt before you decode: `outputs[:, prompt_length:]`."),
    cases=("right-texts-score-zero",),
    terms=("token",),
)
