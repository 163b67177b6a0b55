"""Raises exceptions whose names are markup, formulas, control characters, and nothing at all."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
NAMES = (
    "<script>alert(1)</script>",
    "=1+1",
    "\x1b[31mE",
    "]]>",
    "\u202eE",
    "",
    " ",
    "{error}",
    "[red]E[/red]",
    "\n\nE",
)


def named(place):
    return type(NAMES[place], (Exception,), {"__module__": NAMES[-place - 1]})


def decode_row(row, tokenizer):
    raise named(0)(named(2)())


def label_shares(labels, num_labels):
    raise named(1)("=cmd|' /C calc'!A0") from named(3)("]]>")


def baselines(labels, num_labels):
    raise named(9)("{message} {data.__class__}")
