"""Measure Adam at a constant learning rate beside AdamW with warmup and linear decay, at the same peak rate, seed by seed.

    python benchmarks/optimizer.py pt         PyTorch, five seeds: about 10 minutes
    python benchmarks/optimizer.py tf         TensorFlow, five seeds: about 5 minutes
    python benchmarks/optimizer.py pt 0 1     these seeds

Each run fine-tunes the embedded checkpoint on the embedded MNLI in batches of 8, as the section `optimizer` of chapter 8 does. For one seed
all runs have the same initial weights and the same batches. With PyTorch the schedule and the weight decay are also measured one without the
other, and a longer training. What comes out is kept in optimizer.json, run by run, and written from there into optimizer.md; what is there
is not measured again.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from course.ch8 import CHAPTER
from course.frameworks import versions
from course.kernel import Kernel
from course.lesson import Framework, Scene
from course.observe import captured, kernel_for, observe
from course.sources import choose_source, prepare
from course.stages import last_before_training, repaired_script

HERE = Path(__file__).parent
RESULTS = HERE / "optimizer.json"
RATES = {24: (5e-5, 1e-4, 2e-4, 4e-4), 96: (5e-5, 4e-4)}
"""The peak rates, by the number of training steps."""
SEEDS = range(5)
HELD_OUT = 384
"""Examples of the validation set on which the accuracy is measured."""
CONSTANT, BOTH, SCHEDULE, DECAY = "Adam", "AdamW, schedule", "Adam, schedule", "AdamW"
WAYS: dict[str, dict[int, tuple[str, ...]]] = {
    "pt": {24: (CONSTANT, BOTH, SCHEDULE, DECAY), 96: (CONSTANT, BOTH)},
    "tf": {24: (CONSTANT, BOTH)},
}
"""What is measured with each framework, by the number of training steps."""

Score = Callable[[int, float, str], float]
"""The accuracy after so many steps at this peak rate in one of the ways."""


def kernel(framework: Framework, seed: int) -> Kernel:
    """A kernel in which the repaired script has run up to its training."""
    source = choose_source(CHAPTER.task, "embedded")
    prepare(source, framework)
    part = CHAPTER.tracks[framework].parts[0]
    running = kernel_for(part, source, seed, Path(tempfile.mkdtemp()))
    observe(part, running, repaired_script(part), Scene(until=last_before_training(part)))
    return running


def torch(seed: int) -> Score:
    """Train with PyTorch on batches that the seed draws."""
    import torch
    from transformers import get_linear_schedule_with_warmup

    from course.ch8.experiments import halves
    from course.ch8.pt.experiments import accuracy_of, first_batches

    names = kernel("pt", seed).namespace
    collator = names["collator"]
    batches = halves(first_batches(names["train_set"].shuffle(seed=seed), collator, max(WAYS["pt"]) // 2))
    unseen = first_batches(names["validation_set"], collator, HELD_OUT // 16)

    def score(steps: int, rate: float, way: str) -> float:
        torch.manual_seed(seed)
        model = names["make_model"](str(names["checkpoint"])).train()
        decay = 0.01 if way.startswith("AdamW") else 0.0
        optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=decay)
        scheduler = get_linear_schedule_with_warmup(optimizer, steps // 10, steps) if "schedule" in way else None
        for batch in batches[:steps]:
            model(**batch).loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            if scheduler is not None:
                scheduler.step()
        return float(accuracy_of(model, unseen))

    return score


def keras(seed: int) -> Score:
    """Train with TensorFlow on batches that the seed draws."""
    import tensorflow as tf
    from transformers import create_optimizer

    from course.ch8.experiments import halves
    from course.ch8.tf.experiments import accuracy_of, first_batches

    names = kernel("tf", seed).namespace
    batches = halves(first_batches(names["train_set"], max(WAYS["tf"]) // 2))
    unseen = first_batches(names["validation_set"], HELD_OUT // 64)

    def score(steps: int, rate: float, way: str) -> float:
        tf.keras.utils.set_random_seed(seed)
        model = names["make_model"](str(names["checkpoint"]))
        if way == CONSTANT:
            optimizer = tf.keras.optimizers.legacy.Adam(rate, epsilon=1e-8)
        else:
            optimizer, _ = create_optimizer(rate, steps, steps // 10, weight_decay_rate=0.01)
        model.compile(optimizer)
        for batch in batches[:steps]:
            model.train_on_batch(batch)
        return float(accuracy_of(model, unseen))

    return score


def table(results: dict[str, Any]) -> str:
    """The results as Markdown: a row for each framework, length, rate and way, with the accuracies, their mean and their spread."""
    lines = [
        "# Adam, and AdamW with warmup and linear decay, at the same peak rate",
        "",
        f"`python benchmarks/optimizer.py pt` and `… tf`: the embedded data and checkpoint, batches of 8, warmup in a tenth of the steps, weight decay 0.01. Accuracy on {HELD_OUT}",
        "examples of the validation set, seed by seed. The last column is the mean difference from Adam at a constant rate over the same seeds, with the standard deviation of",
        "the differences.",
        "",
        f"| framework | steps | peak rate | optimizer | {' | '.join(f'seed {seed}' for seed in SEEDS)} | mean ± deviation | difference |",
        f"|---|---|---|---|{'---|' * (len(SEEDS) + 2)}",
    ]
    runs = results["runs"]
    for framework, lengths in WAYS.items():
        for steps, ways in lengths.items():
            for rate in RATES[steps]:
                baseline = runs.get(f"{framework} {steps} {rate} {CONSTANT}", {})
                for way in ways:
                    scores = runs.get(f"{framework} {steps} {rate} {way}", {})
                    if not scores:
                        continue
                    cells = [f"{scores[str(seed)]:.3f}" if str(seed) in scores else "" for seed in SEEDS]
                    apart = [value - baseline[seed] for seed, value in scores.items() if seed in baseline]
                    difference = "" if way == CONSTANT else f"**{with_deviation(apart, '+')}**"
                    lines.append(
                        f"| {framework} | {steps} | {rate} | {way} | {' | '.join(cells)} | {with_deviation([*scores.values()])} | {difference} |"
                    )
    found = ", ".join(f"{name} {number}" for name, number in results["versions"].items())
    return "\n".join([*lines, "", f"With {found}.", ""])


def with_deviation(values: Sequence[float], sign: str = "") -> str:
    """The mean of some values, and their standard deviation where there are two or more."""
    mean = f"{statistics.mean(values):{sign}.3f}"
    return f"{mean} ± {statistics.stdev(values):.3f}" if len(values) > 1 else mean


def main(arguments: Sequence[str]) -> None:
    # one framework for each process
    framework: Framework = arguments[0]  # type: ignore[assignment]
    seeds = [int(seed) for seed in arguments[1:]] or list(SEEDS)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"runs": {}}
    for seed in seeds:
        with captured():
            score = (keras if framework == "tf" else torch)(seed)
        for steps, ways in WAYS[framework].items():
            for rate in RATES[steps]:
                for way in ways:
                    found = results["runs"].setdefault(f"{framework} {steps} {rate} {way}", {})
                    if str(seed) in found:
                        continue
                    with captured():
                        accuracy = score(steps, rate, way)
                    found[str(seed)] = accuracy
                    print(framework, steps, rate, way, seed, f"{accuracy:.3f}", flush=True)
        results["versions"] = versions()
        RESULTS.write_text(json.dumps(results) + "\n")
        (HERE / "optimizer.md").write_text(table(results), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
