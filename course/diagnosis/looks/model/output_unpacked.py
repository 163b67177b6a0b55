"""The output of a model was unpacked like a tuple, which gives its names."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of, said
from course.diagnosis.look import Confidence, Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(
        facts, r"'str' object has no attribute|must be Tensor, not str|not supported between .*'str'|found in .*: str"
    )
    if found is None or facts.crash is None:
        return None
    texts = {name for name, words in facts.crash.live.items() if words.startswith("text")}
    for node in nodes(facts):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Tuple)
            and isinstance(node.value, ast.Call)
            and any(each.arg is None or each.arg in ("input_ids", "labels") for each in node.value.keywords)
        ):
            rows = [(N_("error message"), found.string[:160]), (N_("line of code"), ast.unparse(node)[:120])]
            names = {each.id for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)}
            sure: Confidence = "certain" if names & texts else "likely"
            return Found(sure, {"code": ast.unparse(node)[:80]}, rows, place_of(facts, node))
    return None


LOOK = Look(
    name="output-unpacked",
    needs=("crash",),
    find=find,
    title=N_("What was unpacked are the names of the outputs, not their values"),
    why=N_(
        "The output of a model of 🤗 Transformers is like a dictionary: `{code}` gets its keys, the texts `loss` and `logits`."
    ),
    change=N_("Keep the output whole, `outputs = model(…)`, and take `outputs.loss` and `outputs.logits`."),
    terms=(
        "dictionary",
        "loss",
        "logits",
    ),
)
