"""Objects of two Keras packages are mixed."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"Could not interpret optimizer identifier|only add(?:ed)? instances of|[Oo]nly instances of `?keras|`?keras\.[Ll]ayers?`? (?:can|instances)|Only instances of `keras|KerasTensor'> is not allowed",
    )
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="keras-of-two-packages",
    needs=("crash",),
    find=find,
    title=N_("Objects of two Keras packages are mixed"),
    why=N_(
        "The TensorFlow models of 🤗 Transformers are made for Keras 2, which is now the package `tf_keras`. Your optimizer, loss or layer comes from Keras 3, the package `keras`."
    ),
    change=N_(
        'Set `os.environ["TF_USE_LEGACY_KERAS"] = "1"` before TensorFlow is imported, and take everything from `tf.keras`.'
    ),
    cases=("optimizer-identifier",),
    terms=(
        "Keras",
        "optimizer",
    ),
)
