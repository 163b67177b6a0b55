"""The exercises of chapter 3, in the order in which the chapter comes to what they practise."""

EXERCISES = (
    "columns",
    "schedule",
    "evaluation-loop",
    "sst2",
    "accelerate",
)
