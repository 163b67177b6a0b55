"""Watches 🤗 Transformers and 🤗 Datasets: Trainers, tokenizers, generation, and the data that are loaded."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Mapping
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any

from course.diagnosis.running.imports import Hook
from course.diagnosis.watching.folds import marks_of
from course.diagnosis.watching.watch import MADE, Made, Watch, quietly

TABLES = 8
"""How many tables are kept."""
LINES = 5000
"""How many objects are kept."""
RANKED = 20
"""So many rows do not have two scores between them by chance."""


def hooks(watch: Watch) -> Mapping[str, Hook]:
    """What is watched in these libraries once they are imported."""
    return {
        "transformers.trainer": lambda module: _watch_trainer(watch, module),
        "transformers.tokenization_utils_base": lambda module: _watch_tokenizers(watch, module),
        "transformers.generation.utils": lambda module: _watch_generation(watch, module, "GenerationMixin"),
        "transformers.generation.tf_utils": lambda module: _watch_generation(watch, module, "TFGenerationMixin"),
        "transformers.modeling_utils": lambda module: _watch_models(watch, module, "PreTrainedModel"),
        "transformers.modeling_tf_utils": lambda module: _watch_models(watch, module, "TFPreTrainedModel"),
        "accelerate.accelerator": lambda module: watch.replace(
            module.Accelerator, "load_state", lambda load: restoring(watch, load)
        ),
        "sklearn.model_selection._split": lambda module: watch.replace(
            module._BaseKFold, "split", watch.folds.splitting
        ),
        "sklearn.metrics._ranking": lambda module: _watch_rankings(watch, module),
        "numpy": lambda module: _watch_shuffle(watch, module.random),
        "pandas": lambda module: _watch_tables(watch, module),
        "json": lambda module: _watch_lines(watch, module),
        "datasets": lambda module: _watch_datasets(watch, module),
    }


def restoring(watch: Watch, load: Any) -> Any:
    """Note a state that is restored before the Accelerator knows a model."""

    @wraps(load)
    def restoring(accelerator: Any, *arguments: Any, **options: Any) -> Any:
        watch.restored_early |= not getattr(accelerator, "_models", True)
        return load(accelerator, *arguments, **options)

    return restoring


def _watch_rankings(watch: Watch, module: ModuleType) -> None:
    """Note where a metric that ranks scores gets decisions."""

    def ranking(rank: Any) -> Any:
        @wraps(rank)
        def ranking(*arguments: Any, **options: Any) -> Any:
            value = rank(*arguments, **options)
            _note_ranked(watch, rank.__name__, options["y_score"] if "y_score" in options else arguments[1])
            return value

        return ranking

    for name in ("roc_auc_score", "average_precision_score"):
        watch.replace(module, name, ranking)


@quietly
def _note_ranked(watch: Watch, name: str, scores: Any) -> None:
    import numpy as np

    given = np.asarray(scores)
    found = np.unique(given)
    if len(found) > 2:
        watch.scored.add(len(given))
    # of several labels, each row is a list of yes and no
    if len(given) >= RANKED and len(found) == 2 and set(found.tolist()) <= {-1, 0, 1} and watch.losses:
        watch.ranked = (name, len(given), len(found))


def _watch_trainer(watch: Watch, module: ModuleType) -> None:
    from transformers import TrainerCallback

    class Ending(TrainerCallback):  # type: ignore[misc]
        """Ends a training once enough was seen, and counts the evaluations that should have had the reader's metrics."""

        def __init__(self, measured: bool) -> None:
            self.measured = measured

        def on_evaluate(self, args: Any, state: Any, control: Any, **more: Any) -> None:
            watch.evaluations += self.measured

        def on_step_end(self, args: Any, state: Any, control: Any, **more: Any) -> None:
            if watch.limits.enough_steps:
                watch.cut = watch.cut or state.global_step < state.max_steps
                control.should_training_stop = True

    def making(initialize: Any) -> Any:
        @wraps(initialize)
        def making(trainer: Any, *arguments: Any, **options: Any) -> None:
            watch.trainers.append(trainer)
            initialize(trainer, *arguments, **options)
            trainer.add_callback(Ending(trainer.compute_metrics is not None))

        return making

    def measuring(compute: Any) -> Any:
        @wraps(compute)
        def measuring(given: Any, *arguments: Any, **options: Any) -> Any:
            if watch.metrics is None:
                watch.metrics = (given.predictions, given.label_ids)
            return compute(given, *arguments, **options)

        return measuring

    def looping(loop: Any) -> Any:
        @wraps(loop)
        def looping(trainer: Any, *arguments: Any, **options: Any) -> Any:
            # only meanwhile: it may be an object of the reader's own, with more than can be called
            own = trainer.compute_metrics
            trainer.compute_metrics = measuring(own) if own is not None else None
            try:
                return loop(trainer, *arguments, **options)
            finally:
                trainer.compute_metrics = own

        return looping

    def training(train: Any) -> Any:
        @wraps(train)
        def training(trainer: Any, resume_from_checkpoint: Any = None, *arguments: Any, **options: Any) -> Any:
            if resume_from_checkpoint:
                _note_resumed(watch, trainer.args, resume_from_checkpoint)
            output = train(trainer, resume_from_checkpoint, *arguments, **options)
            # a callback of the reader's own may end it before, which is not seen where the doctor ends it
            if not any(type(each).__module__ == "__main__" for each in trainer.callback_handler.callbacks):
                watch.trained[os.path.abspath(trainer.args.output_dir)] = _asked(trainer.args)  # noqa: PTH100
            return output

        return training

    watch.replace(module.Trainer, "__init__", making)
    watch.replace(module.Trainer, "evaluation_loop", looping)
    watch.replace(module.Trainer, "train", training)


def _asked(settings: Any) -> tuple[str, float]:
    """The option of a Trainer that says how long it trains, and its value."""
    if settings.max_steps > 0:
        return "max_steps", settings.max_steps
    return "num_train_epochs", settings.num_train_epochs


@quietly
def _note_resumed(watch: Watch, settings: Any, given: Any) -> None:
    """Note a training that goes on from where it was to end.

    What was trained in this process has ended earlier than the reader's program has it, so its state tells nothing.
    """
    from transformers.trainer_utils import get_last_checkpoint

    path = Path(get_last_checkpoint(settings.output_dir) if given is True else given).absolute()
    option, asked = _asked(settings)
    before = watch.trained.get(str(path.parent))
    if before is None:
        state = json.loads((path / "trainer_state.json").read_text(encoding="utf-8"))
        reached = state["global_step" if option == "max_steps" else "epoch"]
    elif before[0] == option and get_last_checkpoint(str(path.parent)) == str(path):
        reached = before[1]
    else:
        return
    if reached >= asked:
        watch.resumed = (path.name, option, reached, asked)


def _watch_models(watch: Watch, module: ModuleType, name: str) -> None:
    """Note where models come from, and which of their weights no checkpoint gave a value."""

    def loading(load: Any) -> Any:
        plain = load.__func__

        @classmethod  # type: ignore[misc]
        @wraps(plain)
        def loading(kind: Any, path: Any = None, *arguments: Any, **options: Any) -> Any:
            asked = options.pop("output_loading_info", False)
            model, info = plain(kind, path, *arguments, output_loading_info=True, **options)
            missing = info["missing_keys"] if isinstance(info, Mapping) else info.missing_keys
            # TensorFlow names layers without weights as well
            fresh = [name for name in missing if "dropout" not in name]
            vars(model)[MADE] = Made(str(path), len(fresh), _count(model), marks=marks_of(model, fresh))
            return (model, info) if asked else model

        return loading

    def making(make: Any) -> Any:
        plain = make.__func__

        @classmethod  # type: ignore[misc]
        @wraps(plain)
        def making(kind: Any, *arguments: Any, **options: Any) -> Any:
            model = plain(kind, *arguments, **options)
            count = _count(model)
            vars(model)[MADE] = Made("", count, count, marks=marks_of(model))
            return model

        return making

    def saving(save: Any) -> Any:
        @wraps(save)
        def saving(model: Any, path: Any, *arguments: Any, **options: Any) -> Any:
            watch.saved[os.path.abspath(path)] = type(model).__name__  # noqa: PTH100
            return save(model, path, *arguments, **options)

        return saving

    watch.replace(getattr(module, name), "from_pretrained", loading)
    watch.replace(getattr(module, name), "save_pretrained", saving)
    watch.replace(getattr(module, name), "_from_config", making)


def _count(model: Any) -> int:
    """The number of a model's weights."""
    try:
        return len([*model.parameters()] if hasattr(model, "parameters") else model.weights)
    except ValueError:
        # Keras makes the weights of some models when they are first called
        return 1


def _watch_tokenizers(watch: Watch, module: ModuleType) -> None:
    base = module.PreTrainedTokenizerBase

    def making(initialize: Any) -> Any:
        @wraps(initialize)
        def making(tokenizer: Any, *arguments: Any, **options: Any) -> None:
            initialize(tokenizer, *arguments, **options)
            watch.tokenizers.append(tokenizer)

        return making

    def decoding(decode: Any) -> Any:
        @wraps(decode)
        def decoding(tokenizer: Any, *arguments: Any, **options: Any) -> Any:
            if watch.generated is not None and watch.decoded is None:
                watch.decoded = arguments[0] if arguments else next(iter(options.values()), None)
            return decode(tokenizer, *arguments, **options)

        return decoding

    watch.replace(base, "__init__", making)
    for name in ("batch_decode", "decode"):
        watch.replace(base, name, decoding)


def _watch_generation(watch: Watch, module: ModuleType, name: str) -> None:
    def generating(generate: Any) -> Any:
        @wraps(generate)
        def generating(model: Any, *arguments: Any, **options: Any) -> Any:
            output = generate(model, *arguments, **options)
            if watch.generated is None:
                inputs = options.get("input_ids", options.get("inputs", arguments[0] if arguments else None))
                watch.generated = (model, {**options, "input_ids": inputs}, output)
            return output

        return generating

    watch.replace(getattr(module, name), "generate", generating)


def _watch_shuffle(watch: Watch, module: ModuleType) -> None:
    """Note a tensor of PyTorch that a function for lists shuffles, and how many of its rows are lost."""

    def shuffling(shuffle: Any) -> Any:
        @wraps(shuffle)
        def shuffling(rows: Any, *arguments: Any, **options: Any) -> Any:
            tensor = type(rows).__module__ == "torch" and len(rows) > 1
            before = rows.clone() if tensor else None
            result = shuffle(rows, *arguments, **options)
            if tensor and watch.shuffled_tensor is None:
                _note_shuffled(watch, before, rows)
            return result

        return shuffling

    watch.replace(module, "shuffle", shuffling)
    watch.replace(random, "shuffle", shuffling)


@quietly
def _note_shuffled(watch: Watch, before: Any, after: Any) -> None:
    count, there = (len({str(row.tolist()) for row in rows}) for rows in (before, after))
    if there < count:
        watch.shuffled_tensor = (len(before), count - there)


def _watch_tables(watch: Watch, module: ModuleType) -> None:
    """Note the tables that pandas reads."""

    def reading(read: Any) -> Any:
        @wraps(read)
        def reading(*arguments: Any, **options: Any) -> Any:
            table = read(*arguments, **options)
            if isinstance(table, module.DataFrame) and len(watch.tables) < TABLES:
                watch.tables.append({str(name): table[name].tolist() for name in table.columns})
            return table

        return reading

    for name in ("read_csv", "read_json", "read_table", "read_parquet", "read_excel"):
        watch.replace(module, name, reading)


def _watch_lines(watch: Watch, module: ModuleType) -> None:
    """Note the objects that the reader's own lines read as JSON."""

    def loading(load: Any) -> Any:
        @wraps(load)
        def loading(*arguments: Any, **options: Any) -> Any:
            found = load(*arguments, **options)
            # libraries read their configurations in the same way
            if sys._getframe(1).f_globals.get("__name__") == "__main__" and len(watch.lines) < LINES:
                rows = found if isinstance(found, list) else [found]
                watch.lines += [row for row in rows if isinstance(row, dict)]
            return found

        return loading

    watch.replace(module, "loads", loading)
    watch.replace(module, "load", loading)


def _watch_datasets(watch: Watch, module: ModuleType) -> None:
    def loading(load: Any) -> Any:
        @wraps(load)
        def loading(*arguments: Any, **options: Any) -> Any:
            data = load(*arguments, **options)
            watch.loaded.append(data)
            return data

        return loading

    def mapping(apply: Any) -> Any:
        @wraps(apply)
        def mapping(data: Any, *arguments: Any, **options: Any) -> Any:
            result = apply(data, *arguments, **options)
            if len(watch.mapped) < TABLES and not any(data is each for _, each in watch.mapped):
                watch.mapped.append((data, result))
            return result

        return mapping

    def batching(make: Any) -> Any:
        @wraps(make)
        def batching(data: Any, *arguments: Any, **options: Any) -> Any:
            # a second one that is shuffled is for another training, and no validation set
            if not (watch.loaded_from and options.get("shuffle")):
                watch.loaded_from.append(data)
            return make(data, *arguments, **options)

        return batching

    watch.replace(module, "load_dataset", loading)
    watch.replace(module.Dataset, "map", mapping)
    watch.replace(module.Dataset, "to_tf_dataset", batching)
