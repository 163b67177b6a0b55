"""Runs a repaired script that writes the steps of procedures, and looks at what came of it."""

from types import ModuleType
from typing import Any

import torch

from course.cases.harness._run import Ran, run_once
from course.cases.harness._torch import training_watched
from course.cases.harness._trainer import runs, unchanged

__all__ = ["learns", "reports", "runs", "unchanged"]


END = "</s>"
"""The token that ends a text."""
LONGEST = 10
"""The most words that a continuation is given time for."""


def learns(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    return {
        "predictions": predictions(ran, given["prompts"]),
        "steps": len(ran.rates),
        "caught": [name for name, _ in ran.caught],
    }


def reports(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    ran = run_once(answer, given, training_watched)
    prompts = [row["prompt"] for row in given["data"]["validation"]]
    return {"told": ran.found["scores"].get("right"), "predictions": predictions(ran, prompts)}


def predictions(ran: Ran, prompts: list[str]) -> list[str]:
    """The likeliest words after each prompt, up to the end token and with it, or LONGEST words if it does not come."""
    model = ran.found["trainer"].model
    tokenizer = ran.found["tokenizer"]
    end = tokenizer.convert_tokens_to_ids(END)
    encoded = [tokenizer(prompt)["input_ids"] for prompt in prompts]
    found = [""] * len(prompts)
    model.eval()
    with torch.no_grad():
        # prompts of one length need no padding, so the padding of the script plays no part
        for length in sorted({len(ids) for ids in encoded}):
            places = [place for place, ids in enumerate(encoded) if len(ids) == length]
            ids = torch.tensor([encoded[place] for place in places])
            for _ in range(LONGEST):
                logits = model(input_ids=ids).logits[:, -1]
                ids = torch.cat([ids, logits.argmax(dim=-1, keepdim=True)], dim=1)
            for place, new in zip(places, ids[:, length:].tolist(), strict=True):
                words = new[: new.index(end) + 1] if end in new else new
                found[place] = " ".join(tokenizer.convert_ids_to_tokens(words))
    return found
