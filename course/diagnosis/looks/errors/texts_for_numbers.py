"""There are texts where numbers are needed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="texts-for-numbers",
    needs=("crash",),
    find=by_message(
        r"Invalid dtype: (?:str|object)|too many dimensions 'str'|invalid data type 'str'|invalid literal for int\(\) with base 10: '[^\d]|Cast string to \w+ is not supported|could not convert string to float|can't convert np.ndarray of type numpy.(?:str_|object_)|Unsupported (?:object type|numpy type) (?:str|NPY_UNICODE)",
        "likely",
    ),
    title=N_("There are texts where numbers are needed"),
    why=N_("A model computes with numbers. Inputs or labels are still texts here, such as the names of classes."),
    change=N_(
        'Number the classes, for example with a dictionary or `StringLookup`, and turn texts into token ids, with a tokenizer or `TextVectorization`. An array of the type `object` also comes of columns with several types, such as `bool` and `float`: look at `df.dtypes`, and use `astype("float32")`.'
    ),
    terms=(
        "label",
        "class",
        "token id",
    ),
    last=True,
)
