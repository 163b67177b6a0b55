"""The exercises of chapter 8, in the order in which the chapter comes to what they practise."""

EXERCISES = (
    "keras-loss",
    "right-loss",
    "trainer-inputs",
    "nan-detective",
    "label-count",
    "pad-and-mask",
    "learning-rate",
    "metrics",
    "know-your-data",
    "overfit-one-batch",
    "out-of-memory",
)
