"""The end token is also the padding token, so it is never learned."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None and facts.tokenizer is not None
    same = facts.tokenizer.padding is not None and facts.tokenizer.padding == facts.tokenizer.end
    decoder = facts.model is not None and facts.model.decoder
    if not (same and decoder and "labels" in facts.batch.inputs and facts.batch.ends and not facts.batch.ends_labelled):
        return None
    return Found(
        "certain",
        {"id": facts.tokenizer.end},
        [
            (N_("padding token"), facts.tokenizer.padding),
            (N_("end token"), facts.tokenizer.end),
            (N_("end tokens among the labels"), 0),
        ],
        next(
            (
                place_of(facts, node)
                for node in nodes(facts)
                if isinstance(node, ast.Assign) and "pad_token" in ast.unparse(node.targets[0])
            ),
            None,
        ),
    )


LOOK = Look(
    name="end-never-learned",
    needs=("batch", "tokenizer"),
    find=find,
    title=N_("The end token is also the padding token, so it is never learned"),
    why=N_(
        "Padding and end token have the same id, {id}. The collator gives the label `-100` to every padding token, and with it to every end token. So the model never learns to end a text, and generates on and on."
    ),
    change=N_(
        "Add a padding token of its own, `tokenizer.add_special_tokens({{'pad_token': '[PAD]'}})`, and call `model.resize_token_embeddings(len(tokenizer))`."
    ),
    cases=("texts-never-end",),
    terms=("padding", "special token"),
)
