"""The decoded text begins with its prompt."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, calls, is_equal, keywords, nodes
from course.diagnosis.look import Found, Look
from course.i18n import N_

PROMPT = re.compile(r"len\(|shape|size|prompt|start")
"""What is in a line that begins behind a prompt."""


def compares_texts(facts: Facts, reads: str) -> bool:
    """Whether a function that decodes texts, or takes them from a pipeline, compares something as well, and takes no prompt away.

    Args:
        reads: what is in a line that does.
    """
    for node in nodes(facts):
        if isinstance(node, ast.FunctionDef | ast.Module) and reads in ast.unparse(node):
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
        if node.lower is None or isinstance(node.lower, ast.Constant):
            return False
        # with an end, too, it may take some rows of the data
        return node.upper is None or PROMPT.search(ast.unparse(node.lower)) is not None
    return isinstance(node, ast.Call) and (
        called(node) == "removeprefix" or (called(node) in ("replace", "split", "partition") and bool(node.args))
    )


def find(facts: Facts) -> Found | None:
    assert facts.generation is not None
    if returns_prompt(facts) and compares_texts(facts, "'generated_text'"):
        return Found(
            "likely",
            {},
            [(N_("what the pipeline returns"), N_("the prompt and the new tokens"))],
            call_place(facts, "pipeline"),
        )
    if not facts.generation.prompt_decoded or not compares_texts(facts, "decode("):
        return None
    return Found(
        "possible",
        {},
        [(N_("what is decoded"), N_("the prompt and the new tokens"))],
        call_place(facts, "batch_decode", "decode"),
    )


def returns_prompt(facts: Facts) -> bool:
    """Whether a pipeline for texts is used as it is: then each of its texts begins with the prompt."""
    asked = any(each.arg == "return_full_text" for each in keywords(facts))
    return not asked and any("'text-generation'" in ast.unparse(call) for call in calls(facts, "pipeline"))


LOOK = Look(
    name="prompt-decoded",
    needs=("generation",),
    find=find,
    title=N_("The decoded text begins with its prompt"),
    why=N_(
        "The output of `generate` of a causal language model begins with the prompt, and all of it is decoded, by your program or by a pipeline. If it is compared with the new text alone, it is never the same."
    ),
    change=N_(
        "Take off the tokens of the prompt before you decode: `outputs[:, prompt_length:]`. A pipeline leaves the prompt out with `return_full_text=False`."
    ),
    cases=("right-texts-score-zero",),
    terms=("token",),
)
