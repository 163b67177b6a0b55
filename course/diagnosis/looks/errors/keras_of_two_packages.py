"""Objects of two Keras packages are mixed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="keras-of-two-packages",
    needs=("crash",),
    find=by_message(
        r"Could not interpret optimizer identifier|only add(?:ed)? instances of|[Oo]nly instances of `?keras(?!.*\(of type <class 'type'>\))|`?keras\.[Ll]ayers?`? (?:can|instances)(?!.*\(of type <class 'type'>\))|KerasTensor'> is not allowed"
    ),
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
