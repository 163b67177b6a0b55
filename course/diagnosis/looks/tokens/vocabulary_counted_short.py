"""The embedding of a Keras model has no row for the last word of its own vocabulary."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.tokens.id_beyond_embedding import own_vocabulary
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    rows, most = facts.crash.rows, facts.crash.most
    if rows is None or most is None or not own_vocabulary(facts) or "Embedding" not in facts.source:
        return None
    return Found(
        "likely",
        {"rows": rows, "most": most, "last": rows - 1},
        [(N_("rows of the embedding"), rows), (N_("id that was looked up"), most)],
        call_place(facts, "Embedding") or crash_place(facts),
    )


LOOK = Look(
    name="vocabulary-counted-short",
    needs=("crash",),
    find=find,
    title=N_("The embedding has fewer rows than there are ids"),
    why=N_(
        "The embedding has {rows} rows, for the ids from 0 to {last}, and a batch has the id {most}. Keras's `Tokenizer` numbers the words from 1, because 0 is for the padding, and `StringLookup` and `TextVectorization` have ids for the padding and for unknown words besides."
    ),
    change=N_(
        "Give `Embedding` one row more than the greatest id: `len(tokenizer.word_index) + 1`, or the length of `layer.get_vocabulary()`."
    ),
    terms=("token id", "padding"),
)
