"""Gives the compiler what it falls over: brackets without end, a text of 100 MB, a class in a class in a class."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory, timeout
# points: 0
import ast

SOURCES = (
    "x = '" + "a" * 10**8 + "'",
    "(" * 10**5 + ")" * 10**5,
    "-" * 10**6 + "1",
    "\n".join("    " * depth + f"class C{depth}:" for depth in range(99)) + "\n" + "    " * 99 + "pass",
    "f'" + "{f'" * 100 + "'}" * 100 + "'",
    "1" + "+1" * 10**5,
)


def decode_row(row, tokenizer):
    for source in SOURCES:
        for read in (ast.parse, ast.literal_eval, lambda text: compile(text, "deep.py", "exec")):
            try:
                read(source)
            except (SyntaxError, ValueError, RecursionError, MemoryError, TypeError):
                continue
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}
