"""TensorFlow and PyTorch's build with CUDA crash in one process."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if not facts.signal:
        return None
    return Found(
        "certain",
        {},
        [
            (N_("signal that ended the process"), f"`{facts.signal}`"),
            (N_("with triton loaded before TensorFlow"), N_("it did not happen again")),
            *[(name, facts.versions[name]) for name in ("tensorflow", "torch") if name in facts.versions],
        ],
        next((place_of(facts, node) for node in nodes(facts) if imports_tensorflow(node)), None),
    )


def imports_tensorflow(node: ast.AST) -> bool:
    """Whether a node of the program is an import of TensorFlow."""
    names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
    names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    return any(name.split(".")[0] == "tensorflow" for name in names)


LOOK = Look(
    name="libraries-clash",
    needs=(),
    find=find,
    title=N_("TensorFlow crashes the program as soon as PyTorch is loaded beside it"),
    why=N_(
        "Started as it is, the program ends in a segmentation fault, without an error of Python. TensorFlow from 2.20 on offers parts of itself to all libraries that are loaded later, and triton, which belongs to PyTorch's build with CUDA, crashes with them. 🤗 Transformers loads PyTorch wherever it is installed, even for a program that uses TensorFlow alone."
    ),
    change=N_(
        "Start the program with the environment variable `USE_TORCH=0`, so that 🤗 Transformers leaves PyTorch out. A program that needs both imports `torch` before `tensorflow`. Or install PyTorch's build for the CPU. What follows was seen with triton loaded first."
    ),
    terms=("process",),
    ahead=True,
)
