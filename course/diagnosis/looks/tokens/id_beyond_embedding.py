"""A token id is too large for the model."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def own_vocabulary(facts: Facts) -> bool:
    """Whether it is a model of Keras whose ids come from no tokenizer of 🤗 Transformers."""
    assert facts.crash is not None
    return facts.tokenizer is None and facts.crash.error == "InvalidArgumentError"


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    rows, most = facts.crash.rows, facts.crash.most
    if rows is None or most is None or most < rows or facts.crash.positions or own_vocabulary(facts):
        return None
    size = facts.tokenizer.size if facts.tokenizer is not None else None
    evidence: list[tuple[str, object]] = [(N_("rows of the embedding"), rows), (N_("greatest token id"), most)]
    if size is not None:
        evidence.append((N_("tokens of the tokenizer"), size))
    return Found(
        "certain",
        {"rows": rows, "most": most},
        evidence,
        call_place(facts, "add_tokens", "add_special_tokens") or crash_place(facts),
    )


LOOK = Look(
    name="id-beyond-embedding",
    needs=("crash",),
    find=find,
    title=N_("A token id is too large for the model"),
    why=N_(
        "The model has {rows} embeddings, for the token ids from 0 on. The batch has the token id {most}. That happens if tokens were added to the tokenizer, or if tokenizer and model come from different checkpoints."
    ),
    change=N_(
        "If you added tokens, call `model.resize_token_embeddings(len(tokenizer))` after it. Otherwise load tokenizer and model from the same checkpoint."
    ),
    cases=("index-out-of-range",),
    terms=("token id", "tokenizer", "checkpoint"),
)
