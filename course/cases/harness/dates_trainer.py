"""Runs a repaired script that writes dates in a code, and looks at what came of it."""

from types import ModuleType
from typing import Any

import torch

from course.cases.harness._run import Ran, run_once
from course.cases.harness._torch import training_watched
from course.cases.harness._trainer import runs, unchanged

__all__ = ["learns", "reports", "runs", "unchanged"]


SPECIAL = ("<s>", "<pad>", "</s>")
"""The tokens that are no words of a code."""
START = "</s>"
"""The token that BART's decoder begins with."""
END = "</s>"
"""The token that ends a code."""
LONGEST = 10
"""The most tokens that a code is given time for."""


def learns(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    return {
        "predictions": predictions(ran, given["dates"]),
        "steps": len(ran.rates),
        "caught": [name for name, _ in ran.caught],
    }


def reports(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    dates = [row["date"] for row in given["data"]["validation"]]
    return {"told": ran.found["scores"].get("right"), "predictions": predictions(ran, dates)}


def predictions(ran: Ran, dates: list[str]) -> list[str]:
    """The code that the trained model writes for each date: the likeliest word at each place, up to the end token."""
    model = ran.found["trainer"].model
    tokenizer = ran.found["tokenizer"]
    start = tokenizer.convert_tokens_to_ids(START)
    encoded = tokenizer(dates, padding=True, return_tensors="pt")
    inputs = {name: encoded[name] for name in ("input_ids", "attention_mask")}
    # the script's own settings of the generation decide on its report, and not on what the model has learned
    written = torch.full((len(dates), 1), start)
    model.eval()
    with torch.no_grad():
        for _ in range(LONGEST):
            logits = model(**inputs, decoder_input_ids=written).logits[:, -1]
            written = torch.cat([written, logits.argmax(dim=-1, keepdim=True)], dim=1)
    return [words(tokenizer.convert_ids_to_tokens(ids)) for ids in written[:, 1:].tolist()]


def words(tokens: list[str]) -> str:
    """The words of a code up to its end."""
    before = tokens[: tokens.index(END)] if END in tokens else tokens
    return " ".join(token for token in before if token not in SPECIAL)
