"""Measure two learning rates on the embedded checkpoint: Adam at 1e-3 and at 5e-5, without warm-up, seed by seed.

    python benchmarks/learning_rate.py            both frameworks, five seeds: about 15 minutes on 2 cores
    python benchmarks/learning_rate.py pt 0 1     one framework, these seeds

Each run fine-tunes a fresh head, and the body with it, on the embedded MNLI in batches of 16, as chapter 8's scripts do. What comes
out is kept in learning_rate.json, run by run, and written from there into learning_rate.md and learning_rate.svg.
"""

from __future__ import annotations

import io
import json
import math
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from course.ch8 import CHAPTER
from course.curves import Curve
from course.frameworks import versions
from course.kernel import Kernel
from course.lesson import Framework, Scene, ScriptPart
from course.observe import captured, kernel_for, observe
from course.script import functions, lay, read
from course.sources import choose_source, prepare
from course.terminal.chart import MARKERS, draw

HERE = Path(__file__).parent
RESULTS = HERE / "learning_rate.json"
STEPS = 150
RATES = ("1e-3", "5e-5")
SEEDS = range(5)


def kernel(part: ScriptPart, seed: int) -> Kernel:
    source = choose_source(CHAPTER.task, "embedded")
    prepare(source, part.framework)
    return kernel_for(part, source, seed, Path(tempfile.mkdtemp()))


def keras(part: ScriptPart, rate: str, seed: int) -> dict[str, Any]:
    """The lesson's own script; at 1e-3 with the broken cell that names the optimizer by a string."""
    broken = functions(part.broken)["make_optimizer"]
    script = lay(read(part.script), [broken] if rate == "1e-3" else [])
    seen = observe(part, kernel(part, seed), script, Scene(steps=STEPS))
    if seen.raised is not None and seen.raised.exception is not None:
        raise seen.raised.exception
    return {"losses": list(seen.losses), "accuracy": seen.scores["accuracy"]}


def torch(part: ScriptPart, rate: str, seed: int) -> dict[str, Any]:
    """A plain loop over the batches of the lesson's Trainer, since the Trainer's own optimizer has a schedule."""
    from torch.optim import Adam

    running = kernel(part, seed)
    running.arguments |= {"steps": STEPS}
    with captured():
        running.run(read(part.script), "make_trainer")
        trainer = running.namespace["trainer"]
        losses = []
        model = trainer.model.train()
        optimizer = Adam(model.parameters(), lr=float(rate))
        batches = iter(trainer.get_train_dataloader())
        for _ in range(STEPS):
            loss = model(**next(batches).to(model.device)).loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return {"losses": losses, "accuracy": trainer.evaluate()["eval_accuracy"]}


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def table(results: dict[str, Any]) -> str:
    """The results as Markdown: per run the mean loss of each 25 steps, of the last 20, and the accuracy."""
    blocks = [f"{first + 1}–{first + 25}" for first in range(0, STEPS, 25)]
    lines = [
        "# Adam at 1e-3 and at 5e-5 on the embedded data and checkpoint",
        "",
        f"`python benchmarks/learning_rate.py`, {STEPS} steps of 16, no warm-up. Mean training loss by steps; ln 3 = {math.log(3):.4f}.",
        "",
        f"| framework | rate | seed | {' | '.join(blocks)} | last 20 | accuracy |",
        f"|---|---|---|{'---|' * (len(blocks) + 2)}",
    ]
    for key, run in results["runs"].items():
        framework, rate, seed = key.split()
        losses = run["losses"]
        cells = [f"{mean(losses[first : first + 25]):.3f}" for first in range(0, STEPS, 25)]
        lines.append(
            f"| {framework} | {rate} | {seed} | {' | '.join(cells)} | **{mean(losses[-20:]):.3f}** | {run['accuracy']:.3f} |"
        )
    found = ", ".join(f"{name} {number}" for name, number in results["versions"].items())
    return "\n".join([*lines, "", f"With {found}.", ""])


def picture(results: dict[str, Any]) -> str:
    """The mean curve of each framework and rate as an SVG."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    for framework in ("tf", "pt"):
        curves = []
        for rate in RATES:
            runs = [run["losses"] for key, run in results["runs"].items() if key.startswith(f"{framework} {rate} ")]
            if runs:
                name = f"{framework}, Adam at {rate}, mean of {len(runs)} seeds"
                curves.append(Curve(name, [mean(step) for step in zip(*runs, strict=True)]))
        if curves:
            console.print(
                Text("   ".join(f"{marker} {curve.name}" for curve, marker in zip(curves, MARKERS, strict=False)))
            )
            for line in draw(curves, 100, "en"):
                console.print(Text(line, no_wrap=True))
            console.print()
    return console.export_svg(title="Training loss on the embedded MNLI")


def main(arguments: Sequence[str]) -> None:
    frameworks: list[Framework] = [arguments[0]] if arguments else ["pt", "tf"]  # type: ignore[list-item]
    seeds = [int(seed) for seed in arguments[1:]] or list(SEEDS)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"runs": {}}
    for framework in frameworks:
        track = CHAPTER.tracks[framework]
        for rate in RATES:
            for seed in seeds:
                run = (keras if framework == "tf" else torch)(track, rate, seed)
                results["runs"][f"{framework} {rate} {seed}"] = run
                print(
                    framework,
                    rate,
                    seed,
                    f"last 20: {mean(run['losses'][-20:]):.3f}, accuracy: {run['accuracy']:.3f}",
                    flush=True,
                )
                results["versions"] = versions()
                RESULTS.write_text(json.dumps(results) + "\n")
    (HERE / "learning_rate.md").write_text(table(results), encoding="utf-8")
    (HERE / "learning_rate.svg").write_text(picture(results), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
