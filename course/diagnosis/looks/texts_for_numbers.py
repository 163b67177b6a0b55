"""There are texts where numbers are needed."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"Invalid dtype: (?:str|object)|Cast string to \w+ is not supported|could not convert string to float|can't convert np.ndarray of type numpy.(?:str_|object_)|Unsupported (?:object type|numpy type) (?:str|NPY_UNICODE)",
    )
    if found is None:
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="texts-for-numbers",
    needs=("crash",),
    find=find,
    title=N_("There are texts where numbers are needed"),
    why=N_("A model computes with numbers. Inputs or labels are still texts here, such as the names of classes."),
    change=N_(
        "Number the classes, for example with a dictionary or `StringLookup`, and turn texts into token ids, with a tokenizer or `TextVectorization`."
    ),
    terms=(
        "label",
        "class",
        "token id",
    ),
    last=True,
)
