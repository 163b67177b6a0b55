"""The positions of an answer are not counted in tokens."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SHARE = 0.05
"""In how many rows an answer must lie behind the last token."""


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    rows, beyond = facts.batch.answers, facts.batch.answers_beyond
    if beyond < 2 or beyond < SHARE * rows:
        return None
    ids, start = facts.batch.inputs.get("input_ids"), facts.batch.inputs.get("start_positions")
    return Found(
        "likely",
        {"rows": rows, "beyond": beyond},
        [
            (N_("rows of the first batch"), rows),
            (N_("rows whose answer lies behind the last token"), beyond),
            (N_("shape of the token ids"), str(ids.shape) if ids is not None else "?"),
            (N_("first positions of answers"), str(list(start.first)) if start is not None else "?"),
        ],
        next((place_of(facts, node) for node in nodes(facts) if named(node)), None),
    )


def named(node: ast.AST) -> bool:
    """Whether it is the name of the positions, as a key or as an argument."""
    key = isinstance(node, ast.Constant) and node.value == "start_positions"
    return key or (isinstance(node, ast.keyword) and node.arg == "start_positions")


LOOK = Look(
    name="answers-not-tokens",
    needs=("batch",),
    find=find,
    title=N_("The positions of the answers are not counted in tokens"),
    why=N_(
        "In {beyond} of {rows} rows of the first batch, the answer begins or ends behind the last token. Positions in characters or words do that. The model looks for positions of tokens, and leaves out those that are too large."
    ),
    change=N_(
        "Turn the positions of characters into those of tokens: `encoding.char_to_token(row, character, sequence_index=1)`, or with `return_offsets_mapping=True`."
    ),
    terms=("token", "target", "tokenizer"),
)
