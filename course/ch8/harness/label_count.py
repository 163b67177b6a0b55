"""Look at the models that `make_labelled_model` loads from a small checkpoint, in either framework."""

import tempfile
from collections.abc import Callable
from types import ModuleType
from typing import Any

from datasets import ClassLabel

from course.ch8.harness._models import save_checkpoint


def names(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    def look(model: Any) -> dict[str, Any]:
        names_of = model.config.id2label
        if isinstance(names_of, dict):
            # keys are handed over as text: '0' in quotes is not 0
            names_of = {as_text(key): names_of[key] for key in names_of}
        return {"id2label": names_of, "label2id": model.config.label2id}

    return look_at_both(answer, given, look)


def as_text(key: Any) -> str:
    """A number as such, text in quotes; of anything else, which could say that it is either, the kind."""
    known = type(key) in (int, str)
    return repr(key) if known else type(key).__name__


def look_at_logits(model: Any, base: type, logits_of: Callable[[Any], Any]) -> dict[str, Any]:
    """The kind of a model, and the logits that it gives.

    Args:
        base: the class of all models of the framework; another object is not run.
        logits_of: runs the model; gives None where its output has no logits.
    """
    seen = {
        "kind": type(model).__name__,
        "expected": base.__name__,
        # an object can lie about its class, but not to type()
        "is_model": issubclass(type(model), base),
    }
    if not seen["is_model"]:
        return seen
    logits = logits_of(model)
    return {
        **seen,
        "num_labels": model.config.num_labels,
        "logits": [] if logits is None else list(logits.shape),
        "values": logits,
    }


def look_at_both(answer: ModuleType, given: dict[str, Any], look: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """Have a model made for each of the two features; gives what `look` sees of each."""
    seen = {}
    for name in ("first", "second"):
        feature = ClassLabel(names=given[name])
        # a file that is still mapped into memory cannot be deleted on Windows
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as checkpoint:
            save_checkpoint(checkpoint, given["embeddings"])
            model = answer.make_labelled_model(checkpoint, feature)
            seen[name] = look(model)
    return seen
