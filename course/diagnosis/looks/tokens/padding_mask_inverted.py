"""The mask of an attention layer leaves out the tokens in place of the padding."""

from __future__ import annotations

from course.diagnosis.facts import Facts, Place
from course.diagnosis.lines import call_place, keywords, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    tokens, padding = facts.batch.left_out, facts.batch.left_in
    if not (tokens and padding) or facts.crash is not None:
        return None
    return Found(
        "likely",
        {"tokens": tokens, "padding": padding},
        [(N_("tokens that attention leaves out"), tokens), (N_("places of padding that it reads"), padding)],
        mask_place(facts) or call_place(facts, "MultiheadAttention", "TransformerEncoder"),
    )


def mask_place(facts: Facts) -> Place | None:
    """The line in which a mask is handed over."""
    for keyword in keywords(facts):
        if keyword.arg in ("key_padding_mask", "src_key_padding_mask", "tgt_key_padding_mask"):
            return place_of(facts, keyword.value)
    return None


LOOK = Look(
    name="padding-mask-inverted",
    needs=("batch",),
    find=find,
    title=N_("The padding mask is the wrong way round"),
    why=N_(
        "In the first batch, attention leaves out {tokens} tokens and reads {padding} places of padding. In PyTorch's own attention layers, `key_padding_mask` is `True` where there is padding. In 🤗 Transformers, `attention_mask` is 1 where there is a token."
    ),
    change=N_("Invert the mask, for example `src_key_padding_mask=(ids == pad_id)`."),
    terms=("attention mask", "padding", "token"),
)
