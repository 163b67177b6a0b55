"""Works out the facts of a run from what was noted, and from what still lives in the program."""

from __future__ import annotations

import ast
import inspect
import math
import os
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from course.diagnosis.facts import (
    CLOSE,
    LITTLE,
    SHARE,
    Batch,
    Choice,
    Facts,
    KerasMetric,
    LossCall,
    Model,
    Paired,
    Reshaped,
    Settings,
    Threshold,
    Tokenizer,
    Training,
    UsedModel,
)
from course.diagnosis.lines import pairs_of
from course.diagnosis.running.source import Program
from course.diagnosis.watching.crash import crash_of, frames_of, locals_of
from course.diagnosis.watching.data import columns_counted, data_facts
from course.diagnosis.watching.folds import marks_of
from course.diagnosis.watching.labels import numbered
from course.diagnosis.watching.layers import layers_facts
from course.diagnosis.watching.one_batch import weights_to_keep
from course.diagnosis.watching.reach import beyond
from course.diagnosis.watching.results import generation_facts, keras_metric_asked, metric_facts
from course.diagnosis.watching.rows import is_content
from course.diagnosis.watching.tensorflow import split_while_shuffled
from course.diagnosis.watching.values import IGNORED, as_array, values_of
from course.diagnosis.watching.watch import LOOKED, MADE, Loss, Made, MetricCall, Watch, is_whole

KERAS = re.compile(r"^\s*(?:import|from) (?:tensorflow|tf_keras|keras)\b|\bTFAuto", re.MULTILINE)
"""What the source of a program with TensorFlow has."""
CLASSIFYING = ("cross_entropy", "nll_loss", "nll_of_probabilities")
"""The losses that tell classes apart."""
NEAR = 0.8
"""The distance of two weights as a share of the length of one of them, below which the one is an average with the other; of random ones it is about 1.4."""
NO_TOKENS = re.compile("^input_ids$|mask|type|position|segment")
"""The names of inputs that are not those of a decoder."""
ENDING = {"x": "steps_per_epoch", "validation_data": "validation_steps"}
"""The arguments of Keras's `fit` that are data, each with the one that says how many of its batches are an epoch."""
BATCHWISE = 0.9
"""The share of the steps that counts as all of them."""
ENOUGH = 20
"""After how many steps a weight that is still 0 is taken for one that stays so."""
ALWAYS = 8
"""How many rows of a distribution's logits must be probabilities, all that there were, to be no chance."""
COLUMNS = 3
"""From how many columns on one of them that is the label is no example of how to fit a line."""
MOSTLY = 0.5
"""The share of zeros in a table of counts from which on it is taken for a bag of words."""
ROWS = 16
"""In so many rows no column agrees with the labels by chance."""
NOTHING_COLLECTED = re.compile(
    r"empty sequence|iterable argument is empty|arg is an empty|at least one array to concat|zero-size array"
)
"""What errors say about a list that stayed empty, as it may where only the first steps were trained."""
NUMBERED = re.compile(r"[\w.~/\\-]*[/\\][\w.=-]*\d[\w.=-]*(?![\w.=/\\-])")
"""What looks in an error's message like the path of a file with a number in its name."""
FEWER_ROWS = re.compile(
    r"out of (?:bounds|range)|inconsistent numbers of samples|same length|could not be broadcast|Length of values"
)
"""What errors say about columns of which one has fewer rows than the other."""
PACKAGES = ("transformers", "datasets", "torch", "accelerate", "tensorflow", "tf-keras", "huggingface_hub")
LATEST = 5000
"""Up to which step the highest learning rate of a schedule is looked for."""
NO_EPOCH = 100
"""So many epochs no learning rate takes to rise."""
RISEN = 0.2
"""The share of the highest learning rate below which one has hardly risen."""


def gather(program: Program | None, watch: Watch, error: BaseException | None) -> Facts:
    """The facts of a run that ended with an error, or without one; without a program, those of objects."""
    if error is not None and watch.limits.enough_steps and is_own_check(program, error):
        # no more than the watched steps were trained, so what the program expects of its scores says nothing
        error = None
    if error is not None and watch.limits.enough_steps and is_of_later_step(error):
        # the training was ended before this checkpoint was written
        error = None
    if error is not None and watch.limits.enough_steps and program is not None and is_of_later_value(program, error):
        error = None
    if error is not None and watch.shortened and FEWER_ROWS.search(str(error)):
        # rows of an evaluation are missing that the doctor has cut short
        error = None
    crash = crash_of(program, error) if error is not None else None
    if crash is not None and is_from(error, watch.trace_error):
        crash = replace(crash, traced=True, ran_before=True)
    frames = [*frames_of(error)] if error is not None else []
    unseen: dict[str, str] = {}

    def part(name: str, make: Callable[[], Any]) -> Any:
        # a reader's object may do anything when it is looked at
        try:
            return make()
        except Exception as trouble:
            unseen[name] = f"{type(trouble).__name__}: {trouble}"
            return None

    model = _model(watch, frames)
    tokenizer = _tokenizer(watch)
    return Facts(
        source=program.text if program is not None else "",
        file=program.path.name if program is not None else "",
        cells=program.cells if program is not None else (),
        framework=_framework(program.text if program is not None else "", watch),
        way=_way(watch),
        crash=crash,
        model=part("model", lambda: model_facts(model, watch)) if model is not None else None,
        tokenizer=part("tokenizer", lambda: tokenizer_facts(tokenizer)) if tokenizer is not None else None,
        batch=part("batch", lambda: batch_facts(watch, tokenizer)) if watch.first is not None else None,
        loss_calls=part("loss_calls", lambda: tuple(loss_facts(watch))) or (),
        training=part("training", lambda: training_facts(watch, model)) if watch.losses or watch.rates else None,
        one_batch=watch.one_batch,
        future=watch.future,
        layers=part("layers", lambda: layers_facts(watch)) if watch.models else None,
        thresholds=part("thresholds", lambda: tuple(threshold_facts(program, watch))) or (),
        paired=Paired(*watch.paired[:2], program.place(watch.paired[2]))
        if program is not None and watch.paired is not None
        else None,
        equal=watch.equal,
        beside=watch.beside,
        beside_rows=watch.beside_rows,
        column_line=watch.column_line,
        reshaped=Reshaped(watch.reshaped.before, watch.reshaped.after, program.place(watch.reshaped.line))
        if program is not None and watch.reshaped is not None
        else None,
        restored_early=watch.restored_early,
        shuffled_tensor=watch.shuffled_tensor,
        last_alone=part(
            "last_alone", lambda: watch.last_alone if any(map(_norms_rows, watch.models.values())) else None
        ),
        own_weights=part("own_weights", lambda: tuple(own_weights(watch))) or (),
        resumed=watch.resumed,
        data=part("data", lambda: data_facts(watch, tokenizer)),
        settings=part("settings", lambda: settings_facts(watch)),
        tested=part("tested", lambda: tuple(tested_facts(program, watch))) or (),
        choices=part("choices", lambda: tuple(choice_facts(program, watch, model))) or (),
        keras_metrics=part("keras_metrics", lambda: tuple(keras_metric_facts(watch))) or (),
        # before the program's metric is asked about predictions that are all right, which are decisions; a rule may be ranked
        # beside the scores of a model
        ranked=watch.ranked if watch.ranked is not None and watch.ranked[1] not in watch.scored else None,
        metric=part("metric", lambda: metric_facts(watch)) if watch.metrics is not None else None,
        generation=part("generation", lambda: generation_facts(watch, tokenizer))
        if watch.generated is not None
        else None,
        collated=watch.collated,
        sampler=watch.sampler,
        counted=part("counted", lambda: next(filter(None, map(columns_counted, watch.loaded_from)), None)),
        without_batches=watch.without_batches,
        versions=versions(),
        unseen=unseen,
    )


def is_own_check(program: Program | None, error: BaseException) -> bool:
    """Whether an error is that of an `assert` in the reader's own program, or only says that nothing was collected."""
    *_, last = [None, *(frame.f_code.co_filename for frame, _ in frames_of(error))]
    check = isinstance(error, AssertionError) and program is not None and last == str(program.path)
    return check or (isinstance(error, ValueError) and NOTHING_COLLECTED.search(str(error)) is not None)


def is_of_later_step(error: BaseException) -> bool:
    """Whether a file is missing beside which lie others with its name and another number, as those of epochs and steps do."""
    if not isinstance(error, OSError | ValueError):
        return False
    names = [getattr(error, "filename", None), *NUMBERED.findall(str(error))]
    for path in (Path(os.fsdecode(name)) for name in names if isinstance(name, str | bytes)):
        alike = re.compile(r"\d+(?:[.,]\d+)?".join(map(re.escape, re.split(r"\d+(?:[.,]\d+)?", path.name))))
        with suppress(OSError):
            if any(alike.fullmatch(each) and each != path.name for each in os.listdir(path.parent)):  # noqa: PTH208
                return True
    return False


def is_of_later_value(program: Program, error: BaseException) -> bool:
    """Whether the reader's line that led to an error has something in it that is still `None`, and that other lines set in the training."""
    own = [(frame, line) for frame, line in frames_of(error) if frame.f_code.co_filename == str(program.path)]
    if not own:
        return False
    tree = ast.parse(program.text)
    frame, line = own[-1]
    at_line = [each for each in ast.walk(tree) if getattr(each, "lineno", 0) == line]
    named = [each for each in at_line if isinstance(each, ast.Name | ast.Attribute)]
    empty = {ast.unparse(each) for each in named if is_none(each, {**frame.f_globals, **frame.f_locals})}
    pairs = [pair for each in ast.walk(tree) if isinstance(each, ast.Assign) for pair in pairs_of(each)]
    later = [value for target, value in pairs if ast.unparse(target) in empty]
    # it begins with None, and gets its value later
    return any(map(is_constant_none, later)) and not all(map(is_constant_none, later))


def is_constant_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def is_none(node: ast.Name | ast.Attribute, values: Mapping[str, Any]) -> bool:
    """Whether a name, or an attribute of what has a name, is None where these values are known."""
    if isinstance(node, ast.Name):
        return node.id in values and values[node.id] is None
    of = values.get(node.value.id) if isinstance(node.value, ast.Name) else None
    return node.attr in getattr(of, "__dict__", {}) and vars(of)[node.attr] is None


def is_from(error: BaseException | None, other: BaseException | None) -> bool:
    """Whether an error is another one, or was raised because of it."""
    while error is not None and other is not None:
        if error is other:
            return True
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return False


def versions() -> dict[str, str]:
    """The versions of the libraries that are installed."""
    found = {}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def _framework(source: str, watch: Watch) -> str:
    """The framework that a program trains with: transformers may load both."""
    if any(is_keras(each) for each in watch.models.values()):
        return "tf"
    if watch.models or watch.trainers:
        return "pt"
    if "tensorflow" in sys.modules and KERAS.search(source):
        return "tf"
    return "pt" if "torch" in sys.modules else ""


def _way(watch: Watch) -> str:
    if watch.trainers:
        return "trainer"
    if watch.fits:
        return "keras"
    if any(is_keras(each) for each in watch.models.values()):
        return "tape"
    if "accelerate" in sys.modules and any(type(each).__name__ == "Accelerator" for each in watch.names.values()):
        return "accelerate"
    return "loop" if watch.rates or watch.losses else ""


def _model(watch: Watch, frames: Sequence[tuple[FrameType, int]]) -> Any:
    """The model of the training; before it began, the one that the program has made."""
    if watch.first is not None:
        return watch.first.model
    for trainer in reversed(watch.trainers):
        if getattr(trainer, "model", None) is not None:
            return trainer.model
    if watch.rates:
        # what is trained is no model, but tensors of the program's own
        return None
    spaces = [watch.names, *(locals_of(frame) for frame, _ in reversed(frames))]
    for space in spaces:
        for value in space.values():
            if hasattr(value, "config") and hasattr(value, "get_input_embeddings"):
                return value
    return None


def _tokenizer(watch: Watch) -> Any:
    return watch.tokenizers[-1] if watch.tokenizers else None


def _source_of_a_part(model: Any) -> str:
    """The checkpoint of a part of a model of the program's own, if the part is trained, too."""
    parts = model.modules() if hasattr(model, "modules") else getattr(model, "_flatten_layers", list)()
    for part in parts:
        source = str(getattr(getattr(part, "config", None), "_name_or_path", "") or "")
        weights = part.parameters() if hasattr(part, "parameters") else getattr(part, "trainable_variables", ())
        if source and any(getattr(each, "requires_grad", True) for each in weights):
            return source
    return ""


def model_facts(model: Any, watch: Watch) -> Model:
    inner = getattr(model, "module", model)
    config = getattr(inner, "config", None)
    name = type(inner).__name__
    embedding = None
    with suppress(Exception):
        embedding = inner.get_input_embeddings()
    rows = getattr(embedding, "num_embeddings", None) or getattr(embedding, "vocab_size", None)
    if rows is None and embedding is not None and getattr(embedding, "weight", None) is not None:
        rows = int(embedding.weight.shape[0])
    called = [*watch.models.values()] or [inner]
    parameters = {key: each for one in called for key, each in weights_of(one).items()}
    classifies = re.search(r"For(Sequence|Token)Classification$", name) is not None
    outputs = getattr(config, "num_labels", None) if classifies else None
    return Model(
        name=name,
        outputs=outputs if outputs is not None else _outputs_seen(watch),
        problem=getattr(config, "problem_type", None),
        rows=rows,
        longest=getattr(config, "max_position_embeddings", None) or getattr(config, "n_positions", None),
        padding=getattr(config, "pad_token_id", None),
        decoder=name.endswith(("ForCausalLM", "LMHeadModel")),
        encoder_decoder=bool(getattr(config, "is_encoder_decoder", False)),
        takes=_takes(inner),
        named=_named(config),
        parameters=sum(size for size, _ in parameters.values()),
        trainable=sum(size for size, trainable in parameters.values() if trainable),
        source=str(getattr(inner, "name_or_path", "") or getattr(config, "_name_or_path", "") or ""),
        part_source=_source_of_a_part(inner),
        unregistered=tuple(unregistered(inner)) if hasattr(inner, "named_modules") else (),
        compiled=next((pair for pair in watch.compiled.values() if pair[0] != pair[1]), watch.compiled.get(id(model))),
        recurrent=_recurrent(inner) if is_keras(inner) else "",
        fills_masks=name.endswith("ForMaskedLM"),
        steps_first=watch.steps_first,
        repeated=_repeated(inner) if hasattr(inner, "named_modules") else None,
        made_inside=watch.made_inside,
        frozen_in_vain=_frozen_in_vain(inner),
        untracked=tuple(untracked(inner)) if is_keras(inner) else (),
        mask_lost=_mask_lost(inner) if is_keras(inner) else None,
    )


def _all_zero(weights: Any) -> bool:
    numbers = as_array(weights)
    return numbers is not None and not numbers.any()


HALF_ALIKE = 0.5
"""The cosine of the angle between the weights of two models, above which one is taken for a copy of the other."""


def _norms_never_measured(watch: Watch) -> int:
    """How many layers of BatchNorm have never seen a batch, in a model that was used and not trained, and has weights like those of one that was trained."""
    try:
        trained = [each for each in watch.models.values() if hasattr(each, "modules") and _measured(each).count(True)]
        used = [getattr(each, "module", each) for each in watch.used.values()]
        return max((_measured(each).count(False) for each in used if _is_copy(each, trained, watch)), default=0)
    except Exception:
        # a reader's model may do anything, and the facts of the training must be told all the same
        return 0


def _measured(model: Any) -> list[bool]:
    """Of each layer of BatchNorm, whether it has seen a batch: its mean and its variance are no longer 0 and 1."""
    norms = [each for each in model.modules() if getattr(each, "track_running_stats", False)]
    return [
        bool(each.num_batches_tracked) or bool(each.running_mean.any()) or bool((each.running_var != 1).any())
        for each in norms
        if each.running_mean is not None
    ]


def _is_copy(model: Any, trained: Sequence[Any], watch: Watch) -> bool:
    """Whether a model has weights like those of one that was trained, and not those that this one had before."""
    import torch

    def weights(of: Any) -> list[Any]:
        # what scales or shifts begins alike in all models
        return [each.detach().cpu().float().flatten() for each in of.parameters() if each.ndim > 1]

    def alike(one: Sequence[Any], other: Sequence[Any]) -> float:
        if not one or [each.shape for each in one] != [each.shape for each in other]:
            return 0.0
        return float(torch.cosine_similarity(torch.cat([*one]), torch.cat([*other]), dim=0))

    own = weights(model)
    if watch.first is not None and isinstance(watch.first.weights, Mapping):
        names = [name for name, each in model.named_parameters() if each.ndim > 1]
        before = [watch.first.weights[name].float().flatten() for name in names if name in watch.first.weights]
        if len(before) == len(own) and all(map(torch.equal, own, before)):
            return False
    return any(type(each) is type(model) and alike(own, weights(each)) > HALF_ALIKE for each in trained)


def _beginnings(watch: Watch) -> tuple[str, str, int] | None:
    """How all texts in training begin, how a later text does that begins otherwise, and how many such there are."""
    tokenizer = _tokenizer(watch)
    found = watch.texts.apart({*tokenizer.all_special_ids}) if tokenizer is not None else None
    return None if found is None else (tokenizer.decode(found[0]), tokenizer.decode(found[1]), found[2])


def _frozen_in_vain(model: Any) -> tuple[str, str, int] | None:
    """The class of a part that was given the attribute that freezes a single weight, or a part of the other framework; with the attribute, and how many of its numbers are trained all the same."""
    keras = is_keras(model)
    if not keras and not hasattr(model, "modules"):
        return None
    for part in model._flatten_layers() if keras else model.modules():
        for name in ("requires_grad",) if keras else ("requires_grad", "trainable"):
            trained = sum(size for size, trainable in weights_of(part).values() if trainable)
            own = name in getattr(getattr(type(part).__init__, "__code__", None), "co_names", ())
            if own and name == "trainable":
                # a class of the program's own that knows what it means by that
                continue
            if vars(part).get(name) is False and trained:
                return type(part).__name__, name, trained
    return None if keras else _misspelt(model)


def _misspelt(model: Any) -> tuple[str, str, int] | None:
    """The attribute of weights that was set to false and is nearly called `requires_grad`, with their class and the number of their values."""
    found: dict[str, int] = {}
    kind = ""
    for each in model.parameters():
        for name, value in vars(each).items():
            if (
                value is False
                and each.requires_grad
                and get_close_matches(name, ["requires_grad", "trainable"], 1, 0.8)
            ):
                found[name] = found.get(name, 0) + each.numel()
                kind = type(each).__name__
    return (kind, *max(found.items(), key=lambda pair: pair[1])) if found else None


def _repeated(model: Any) -> tuple[str, int] | None:
    """The class of a layer with matrices of weights that one container of a model of PyTorch has several times, and how many times."""
    import torch

    for each in model.modules():
        if isinstance(each, torch.nn.Sequential | torch.nn.ModuleList):
            for part, times in Counter(each).items():
                # all layers may share an activation function that learns its slope
                if times > 1 and any(weight.requires_grad and weight.ndim > 1 for weight in part.parameters()):
                    return type(part).__name__, times
    return None


def _recurrent(model: Any) -> str:
    """The class of a recurrent layer of a Keras model that returns its last state alone, if no layer makes a mask."""
    layers = [*model._flatten_layers()]
    masks = any(getattr(each, "mask_zero", False) or type(each).__name__ == "Masking" for each in layers)
    # one that reads in both directions, or backwards, has read the text last
    both = {id(part) for each in layers if type(each).__name__ == "Bidirectional" for part in each._flatten_layers()}
    for each in layers:
        kind = type(each).__name__
        last = not getattr(each, "return_sequences", True) and not getattr(each, "go_backwards", False)
        if kind in ("LSTM", "GRU", "SimpleRNN") and last and id(each) not in both and not masks:
            return kind
    return ""


MASK_READERS = ("LSTM", "GRU", "SimpleRNN", "Bidirectional", "GlobalAveragePooling1D")
"""The layers of Keras that leave out what a mask hides."""


def _mask_lost(model: Any) -> tuple[str, str] | None:
    """The operation of a functional Keras model through which the mask of an embedding does not get, and the layer behind it that would use the mask."""
    for layer in model._flatten_layers():
        if type(layer).__name__ not in MASK_READERS or not getattr(layer, "_inbound_nodes", ()):
            continue
        above, lost = _inputs_of(layer), ""
        while len(above) == 1 and getattr(above[0], "_keras_history", None):
            operation = above[0]._keras_history[0]
            if getattr(operation, "mask_zero", False) or type(operation).__name__ == "Masking":
                if lost:
                    return lost, type(layer).__name__
                break
            # an operation such as `*`, written with the tensor and not as a layer
            if not hasattr(operation, "supports_masking") or type(operation).__name__ == "Lambda":
                lost = lost or type(operation).__name__
            elif not operation.supports_masking:
                break
            above = _inputs_of(operation)
    return None


def _inputs_of(layer: Any) -> Sequence[Any]:
    """The tensors that a layer of a functional model was called with; Keras 2 gives a single one as it is."""
    nodes = getattr(layer, "_inbound_nodes", ())
    given = nodes[-1].input_tensors if nodes else ()
    return given if isinstance(given, list | tuple) else [given]


def _named(config: Any) -> dict[int, str]:
    """The names of a configuration's labels, by number, where they are not the default ones."""
    names = {int(number): str(name) for number, name in (getattr(config, "id2label", None) or {}).items()}
    return {} if any(re.fullmatch(r"LABEL_\d+", name) for name in names.values()) else names


def is_keras(model: Any) -> bool:
    return hasattr(model, "trainable_variables")


def weights_of(model: Any) -> dict[int, tuple[int, bool]]:
    """The weights of a model of either framework by identity, each with how many numbers it has, and whether it is trained."""
    if is_keras(model):
        trained = {id(each) for each in model.trainable_variables}
        return {id(each): (int(np.prod(tuple(each.shape))), id(each) in trained) for each in model.variables}
    if not hasattr(model, "parameters"):
        return {}
    return {id(each): (each.numel(), each.requires_grad) for each in model.parameters()}


def unregistered(model: Any) -> Iterator[str]:
    """The attributes of a model of PyTorch, or of a part of it, that hold modules in a plain list, tuple or dictionary."""
    import torch

    known = {id(each) for each in model.modules()}
    for name, module in model.named_modules():
        for attribute, value in vars(module).items():
            if attribute.startswith("_"):
                continue
            parts = [*value.values()] if isinstance(value, dict) else value
            if isinstance(parts, list | tuple) and any(
                # a teacher is often kept in a list so that it is no part of the model: its weights are frozen
                isinstance(each, torch.nn.Module)
                and id(each) not in known
                and any(weight.requires_grad for weight in each.parameters())
                for each in parts
            ):
                yield f"{name}.{attribute}" if name else attribute


def untracked(model: Any) -> Iterator[str]:
    """The attributes of the layers of a model of Keras 3 that hold a trainable variable of TensorFlow that is not among its weights."""
    import tensorflow as tf

    if not any(each.__module__.startswith("keras.src") for each in type(model).__mro__):
        return
    known = {id(each) for each in model.variables} | {id(getattr(each, "value", None)) for each in model.variables}
    for layer in model._flatten_layers():
        for name, value in vars(layer).items():
            if (
                isinstance(value, tf.Variable)
                and value.trainable
                and id(value) not in known
                and not name.startswith("_")
            ):
                yield f"{layer.name}.{name}"


def _outputs_seen(watch: Watch) -> int | None:
    """The length of the last axis of what a cross-entropy got."""
    for call in watch.loss_calls:
        array = as_array(call.outputs)
        if call.name in CLASSIFYING and array is not None and array.ndim == 2:
            return int(array.shape[-1])
    return None


def tokenizer_facts(tokenizer: Any) -> Tokenizer:
    longest = tokenizer.model_max_length
    return Tokenizer(
        size=len(tokenizer),
        padding=tokenizer.pad_token_id,
        end=tokenizer.eos_token_id,
        longest=longest if isinstance(longest, int) and longest < 10**6 else None,
        source=str(getattr(tokenizer, "name_or_path", "")),
    )


def batch_facts(watch: Watch, tokenizer: Any) -> Batch:
    assert watch.first is not None
    inputs = {name: value for name, value in watch.first.inputs.items() if value is not None}
    # a model that gets no labels shifts none: then they must be shifted for the loss
    given = "labels" in inputs
    counts = None
    each = False
    if not given and watch.loss_calls:
        # the labels may go to the loss, and not through the model
        targets = _targets(watch.loss_calls[0])
        shape = tuple(getattr(inputs.get("decoder_input_ids"), "shape", ()))
        if watch.fits or (shape and shape == tuple(getattr(targets, "shape", ()))):
            inputs["labels"] = targets
            counts, each = as_array(watch.loss_calls[0].counts), watch.loss_calls[0].each
    found = {name: values_of(value) for name, value in inputs.items()}
    decoder = _decoder_labels(inputs)
    if not decoder and not given and watch.loss_calls:
        # a loss of a model of one's own often gets them as one long row
        flat = _as_tokens(inputs, _targets(watch.loss_calls[0]))
        decoder = _decoder_labels({**inputs, "labels": flat})
        found.update({"labels": values_of(flat)} if decoder else {})
    zeros = _zeros_at_end(inputs)
    ids, mask, labels = (as_array(inputs.get(name)) for name in ("input_ids", "attention_mask", "labels"))
    answers, answers_beyond = places_of_answers(inputs, ids, mask)
    if ids is None or tokenizer is None:
        learned = same = following = None
        if ids is not None and labels is not None and (mask is None or mask.shape == ids.shape):
            unread = np.zeros(ids.shape, bool) if mask is None else np.asarray(mask == 0)
            compared = compared_with_ids(ids, labels, unread, counts, each, given)
            following = compared[2]
            if mask is not None:
                learned, same = compared[:2]
        return Batch(
            found,
            padding_learned=learned,
            padded=int((mask == 0).sum()) if ids is not None and mask is not None and mask.shape == ids.shape else 0,
            labels_are_inputs=bool(same),
            labels_are_next=bool(following),
            decoder_labels=decoder,
            ends_in_zeros=zeros,
            zeros_inside=_zeros_inside(inputs),
            same_rows=_same_rows(inputs),
            answers=answers,
            answers_beyond=answers_beyond,
            label_column=label_column(watch, inputs),
            last_is_target=last_is_target(watch, inputs),
            left_out=watch.masks[0],
            left_in=watch.masks[1],
        )
    padding, end = tokenizer.pad_token_id, tokenizer.eos_token_id
    # where the end token is the padding token, its id alone does not tell what is padding
    same_token = padding is None or padding == end
    masked = mask is not None and mask.shape == ids.shape
    padded = np.asarray(mask == 0) if masked else np.asarray((ids == padding) & (not same_token))
    hidden = int((~((ids == padding) & (not same_token)) & (mask == 0)).sum()) if masked and not same_token else None
    unknown = None
    if tokenizer.unk_token_id is not None and tokenizer.unk_token_id != end:
        unknown = float((ids == tokenizer.unk_token_id).sum() / max(1, (~padded).sum()))
    if mask is None and not same_token and "attention_mask" in _takes(watch.first.model):
        # without a mask the model reads everything
        masked, mask = True, np.ones_like(ids)
    read = int(((ids == padding) & (mask != 0)).sum()) if masked and not same_token else None
    # without labels, the loss may get the targets of some places only
    asked = as_array(watch.loss_calls[0].targets) if labels is None and watch.loss_calls else labels
    labelled = labels is not None and bool(np.isin(labels, [*ends_of(watch.first.model, tokenizer)]).any())
    learned, same, following, visible = compared_with_ids(ids, labels, padded, counts, each, given)
    if given and labels is not None and labels.ndim == 2 and labels.dtype.kind in "iu" and writes(watch.first.model):
        # they are another text than the ids, with padding of its own
        learned = None if same_token else _last_of(labels, padding)
    return Batch(
        found,
        read,
        learned,
        same,
        decoder,
        following,
        labelled,
        bool(end is not None and (ids == end).any()),
        hidden,
        unknown,
        _row(ids, padded, labels, tokenizer),
        bool(ids.ndim == 2 and len(ids) >= 4 and (ids == ids[0]).all()),
        _doubled(ids, tokenizer),
        0 if tokenizer.mask_token_id is None else _count(asked, tokenizer.mask_token_id),
        0 if tokenizer.mask_token_id is None else int((ids == tokenizer.mask_token_id).sum()),
        zeros,
        answers,
        answers_beyond,
        answers_first=_answers_first(inputs, ids, tokenizer),
        bare=_bare(ids, tokenizer),
        visible_learned=visible,
        padded=int(padded.sum()),
        left_out=watch.masks[0],
        left_in=watch.masks[1],
    )


def compared_with_ids(
    ids: np.ndarray,
    labels: np.ndarray | None,
    padded: np.ndarray,
    counts: np.ndarray | None,
    each: bool,
    given: bool,
) -> tuple[int | None, bool, bool, float]:
    """How the labels of a batch belong to its token ids, if there is one for each.

    Args:
        padded: which of the ids are padding.
        counts: what each label counts in the loss; None if all count the same.
        each: whether the loss gives a value for each label, so that the program may leave some out.
        given: whether the model itself gets the labels.

    Returns:
        As in `Batch`: `padding_learned`, `labels_are_inputs`, `labels_are_next`, and `visible_learned`.
    """
    if labels is None or labels.shape != ids.shape or ids.ndim != 2:
        return None, False, False, 0.0
    counted = labels != IGNORED
    if counts is None or counts.shape != labels.shape:
        counts = np.ones_like(labels)
    learned = None if each else int((padded & counted & (counts != 0)).sum())
    alike = counted & (labels == ids)
    same = bool(counted.any() and (alike == counted).all())
    shifted = counted[:, :-1] & ~padded[:, 1:]
    following = bool(given and shifted.any() and (labels[:, :-1][shifted] == ids[:, 1:][shifted]).all() and not same)
    real = counted & ~padded
    return learned, same, following, float((alike & real).sum() / max(1, real.sum()))


def _same_rows(inputs: Mapping[str, Any]) -> bool:
    """Whether all rows of the only thing that a model reads are the same, four at least, and more than a sign for the beginning."""
    contents = [as_array(each) for name, each in inputs.items() if is_content(name, each)]
    array = contents[0] if len(contents) == 1 else None
    return array is not None and len(array) >= 4 and array.size > len(array) and bool((array == array[:1]).all())


def _count(values: np.ndarray | None, number: int) -> int:
    """How many of the values are this number."""
    return 0 if values is None else int((values == number).sum())


def writes(model: Any) -> bool:
    """Whether it is a sequence-to-sequence model whose labels are the tokens of a text."""
    two = getattr(getattr(model, "config", None), "is_encoder_decoder", False)
    return bool(two) and not re.search("Classification|QuestionAnswering", type(model).__name__)


def _last_of(rows: np.ndarray, number: int) -> int:
    """How many values at the ends of rows are this number."""
    return int(np.logical_and.accumulate((rows == number)[..., ::-1], axis=-1).sum())


def places_of_answers(inputs: Mapping[str, Any], ids: np.ndarray | None, mask: np.ndarray | None) -> tuple[int, int]:
    """Of how many rows the answer's positions are given, and in how many one of them lies behind the last token."""
    places = [as_array(inputs.get(name)) for name in ("start_positions", "end_positions")]
    if ids is None or ids.ndim != 2 or any(each is None or each.size != len(ids) for each in places):
        return 0, 0
    ends = np.full(len(ids), ids.shape[1])
    if mask is not None and mask.shape == ids.shape:
        # the place after the last token, wherever the padding is
        ends = ids.shape[1] - (mask[:, ::-1] != 0).argmax(axis=1)
    behind = np.stack([each.reshape(-1) >= ends for each in places if each is not None]).any(axis=0)
    # a place behind the end, the same in every row, can stand for "no answer"
    some = np.unique(np.stack([each.reshape(-1)[behind] for each in places if each is not None]))
    return len(ids), int(behind.sum()) if some.size > 2 else 0


def _answers_first(inputs: Mapping[str, Any], ids: np.ndarray, tokenizer: Any) -> int:
    """In how many rows the answer begins in the first of two texts, if it begins in the second in others; else 0."""
    starts, between = as_array(inputs.get("start_positions")), getattr(tokenizer, "sep_token_id", None)
    if starts is None or between is None or ids.ndim != 2 or starts.size != len(ids):
        return 0
    # a place at the very beginning stands for "no answer"
    ends = (ids == between).argmax(axis=1)
    first = (starts.reshape(-1) < ends) & (starts.reshape(-1) > 0)
    second = (starts.reshape(-1) > ends) & (ends > 0)
    return int(first.sum()) if second.any() else 0


def _tokens(inputs: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """The inputs of a model that may be token ids, by name."""
    found = ((name, as_array(value)) for name, value in inputs.items() if name != "labels" and is_whole(value, 2))
    return {name: value for name, value in found if value is not None}


def _decoder_labels(inputs: Mapping[str, Any]) -> str:
    """The name of the inputs of a decoder that are the labels themselves: of two kinds of token ids that a model gets, the second."""
    labels = as_array(inputs.get("labels"))
    tokens = _tokens(inputs)
    if labels is None or labels.ndim != 2:
        return ""
    counted = labels != IGNORED
    for name, value in tokens.items():
        # in a model of one's own they may have any name
        other = any(
            each is not value and each.shape[0] == value.shape[0] and each.max() > 1 for each in tokens.values()
        )
        if name != "decoder_input_ids" and (NO_TOKENS.search(name) or not other or value.max() < 2):
            continue
        if value.shape == labels.shape and counted.any() and (value[counted] == labels[counted]).all():
            return name
    return ""


def _as_tokens(inputs: Mapping[str, Any], targets: Any) -> np.ndarray | None:
    """The targets of a loss in the shape of the last token ids that a model gets, if there are several and the size is the same."""
    tokens, flat = [*_tokens(inputs).values()], as_array(targets)
    if len(tokens) < 2 or flat is None or flat.ndim != 1 or flat.size != tokens[-1].size:
        return None
    return flat.reshape(tokens[-1].shape)


def _zeros_inside(inputs: Mapping[str, Any]) -> float:
    """The share of the rows with a 0 that has other numbers before and behind it, of the only token ids that a model gets."""
    tokens = [*_tokens(inputs).values()]
    if len(tokens) != 1 or tokens[0].shape[1] < 4 or tokens[0].max() < 2:
        return 0.0
    some = tokens[0] != 0
    before, behind = np.cumsum(some, axis=1) > 0, np.cumsum(some[:, ::-1], axis=1)[:, ::-1] > 0
    return float((~some & before & behind).any(axis=1).mean())


def _zeros_at_end(inputs: Mapping[str, Any]) -> float:
    """The mean share of a row that is zeros at its end, of the only token ids that a model gets."""
    tokens = [*_tokens(inputs).values()]
    if len(tokens) != 1 or tokens[0].shape[1] < 4 or tokens[0].max() < 2:
        return 0.0
    behind = np.cumsum(tokens[0][:, ::-1] != 0, axis=1) == 0
    return float(behind.mean())


def ends_of(model: Any, tokenizer: Any) -> set[int]:
    """The ids of the tokens that a text of this model may end with."""
    config = getattr(getattr(model, "module", model), "config", None)
    found = {tokenizer.eos_token_id}
    if getattr(config, "is_encoder_decoder", False):
        found |= {tokenizer.sep_token_id, getattr(config, "eos_token_id", None)}
    return {each for each in found if isinstance(each, int)}


def _doubled(ids: np.ndarray, tokenizer: Any) -> float:
    """The share of the rows that begin with the same special token twice."""
    first = {tokenizer.cls_token_id, tokenizer.bos_token_id} - {None, tokenizer.pad_token_id}
    if ids.ndim != 2 or ids.shape[1] < 3 or not first:
        return 0.0
    return float((np.isin(ids[:, 0], [*first]) & (ids[:, 0] == ids[:, 1])).mean())


def _bare(ids: np.ndarray, tokenizer: Any) -> int:
    """How many rows have no special token, if none has any although the tokenizer would add some."""
    kept = {tokenizer.pad_token_id, tokenizer.unk_token_id, tokenizer.mask_token_id}
    special = {*tokenizer.all_special_ids} - kept
    # some tokenizers add none to a pair of texts
    adds = tokenizer.num_special_tokens_to_add() and tokenizer.num_special_tokens_to_add(pair=True)
    if ids.ndim != 2 or not special or not adds:
        return 0
    return 0 if np.isin(ids, [*special]).any() else len(ids)


def label_column(watch: Watch, inputs: Mapping[str, Any]) -> int | None:
    """The first column of a table of numbers that has one value for each label of the first batch, and another one for each other."""
    tables = [as_array(each) for name, each in inputs.items() if name != "labels"]
    targets = as_array(_targets(watch.loss_calls[0])) if watch.loss_calls else None
    table = tables[0] if len(tables) == 1 else None
    if table is None or targets is None or table.ndim != 2 or table.dtype.kind != "f" or table.shape[1] < COLUMNS:
        return None
    if not targets.ndim or targets.size != len(targets) or len(targets) != len(table) or len(table) < ROWS:
        return None
    labels = targets.reshape(-1)
    # of several targets for the same rows, one may be a column that the model is to hide
    others = [as_array(_targets(call)) for call in watch.loss_calls[: watch.first_losses or 1]]
    if any(each is not None and each.size == labels.size and (each.reshape(-1) != labels).any() for each in others):
        return None
    distinct = len(np.unique(labels))
    # a text may have a word for each label: where all columns are counts that are mostly 0, they are those of words
    if distinct < 2 or ((table == np.round(table)).all() and (table == 0).mean() > MOSTLY):
        return None
    for number, column in enumerate(table.T):
        together = np.unique(np.stack([column, labels]), axis=1)
        if not len(np.unique(column)) == distinct == len(together.T):
            continue
        # a model may be asked on purpose for one of the numbers that it is given
        if distinct >= len(labels) / 2 and np.array_equal(column, labels):
            continue
        # numbers that are all different say nothing by that alone
        if distinct < len(labels) / 2 or abs(np.corrcoef(column, labels)[0, 1]) > 1 - CLOSE:
            return number
    return None


def last_is_target(watch: Watch, inputs: Mapping[str, Any]) -> int:
    """How many rows the first batch has, if each is a series of numbers that ends with its target; else 0."""
    series = [as_array(each) for name, each in inputs.items() if name != "labels"]
    targets = as_array(_targets(watch.loss_calls[0])) if watch.loss_calls else None
    values = series[0] if len(series) == 1 else None
    if values is None or targets is None or values.dtype.kind != "f" or values.ndim not in (2, 3):
        return 0
    if not targets.ndim or targets.size != len(targets) or len(targets) != len(values):
        return 0
    if len(values) < ROWS:
        return 0
    labels = targets.reshape(-1)
    # numbers that are mostly the same are classes
    if len(np.unique(labels)) < len(labels) / 2:
        return 0
    # the steps are on the second axis, or behind the channels
    ends = [np.moveaxis(values, axis, -1)[..., -1] for axis in range(1, values.ndim) if values.shape[axis] >= COLUMNS]
    columns = [column for end in ends for column in end.reshape(len(values), -1).T]
    return len(labels) if any(np.allclose(column, labels) for column in columns) else 0


def _row(ids: np.ndarray, padded: np.ndarray, labels: np.ndarray | None, tokenizer: Any) -> tuple[str, str] | None:
    """The first row in words, and its label."""
    if ids.ndim != 2:
        return None
    text = tokenizer.decode(ids[0][~padded[0]].tolist())
    return text[:200], "" if labels is None else str(labels[0].tolist())[:80]


def loss_facts(watch: Watch) -> Iterator[LossCall]:
    for call in watch.loss_calls:
        outputs = as_array(call.outputs)
        whole = False
        if outputs is not None and outputs.ndim >= 2 and outputs.dtype.kind == "f" and outputs.shape[-1] > 1:
            whole = bool((outputs >= 0).all() and np.allclose(outputs.sum(axis=-1), 1, atol=1e-3))
        targets = as_array(_targets(call))
        weight = as_array(call.weight)
        if targets is not None and targets.dtype.kind in "iu":
            targets = np.where(targets == call.ignored, IGNORED, targets)
        yield LossCall(
            call.name,
            call.own,
            values_of(call.outputs),
            values_of(call.targets if targets is None else targets),
            whole,
            call is watch.loss_calls[0] and _same_place(watch, targets),
            call.reordered,
            tuple(float(each) for each in weight) if weight is not None and weight.ndim == 1 else (),
            several_labels(outputs, targets)
            if (call.name in ("cross_entropy", "nll_of_probabilities") and not call.candidates)
            or (whole and call.name == "binary_cross_entropy")
            else False,
            _class_left_out(watch, call, outputs, targets),
            call.told,
            call.each or (call.name.startswith("binary") and call.weight is not None),
            call.activation,
            beyond(call.activation, targets) if call.counts is None else 0.0,
            call.axis,
            _positive(call),
            float((targets > 0).mean()) if targets is not None and targets.size else None,
            compared_with_itself(outputs, targets),
            # what was rounded may be compared with classes, but not with numbers beyond 0 and 1
            whole
            and outputs is not None
            and targets is not None
            and bool(((outputs == 0) | (outputs == 1)).all())
            and bool(((targets < 0) | (targets > 1)).any() and targets.dtype.kind == "f"),
            call.models,
        )


def compared_with_itself(outputs: np.ndarray | None, targets: np.ndarray | None) -> bool:
    """Whether the outputs are similarities of rows with one another, where the one with itself is the greatest and never the target."""
    if outputs is None or targets is None or outputs.ndim != 2 or len({*outputs.shape, targets.size}) != 1:
        return False
    own = outputs.diagonal()
    greatest = bool((own >= outputs.max(axis=1) - CLOSE).all()) and float(np.ptp(own)) < SHARE * max(
        1.0, abs(float(own[0]))
    )
    return len(outputs) > 3 and greatest and not (targets.reshape(-1) == np.arange(len(outputs))).any()


def _positive(call: Loss) -> tuple[float, ...]:
    """How much the yes of each label counts."""
    found = as_array(call.positive)
    return () if found is None else tuple(float(each) for each in found.reshape(-1))


def _class_left_out(watch: Watch, call: Loss, outputs: np.ndarray | None, targets: np.ndarray | None) -> int | None:
    """The number of a class that a loss leaves out, if all of its outputs are classes of the program's files."""
    if call.ignored < 0 or outputs is None or targets is None or outputs.ndim < 2 or not (targets == IGNORED).any():
        return None
    classes = outputs.shape[1]
    return call.ignored if call.ignored < classes and classes in numbered(watch) else None


def _same_place(watch: Watch, targets: np.ndarray | None) -> bool:
    """Whether the targets of the first loss are the token ids of the first batch, each in its place."""
    ids = as_array(watch.first.inputs.get("input_ids")) if watch.first is not None else None
    if ids is None or targets is None or ids.size != targets.size or ids.ndim != 2 or ids.shape[1] < 2:
        return False
    counted = targets.reshape(-1) != IGNORED
    return bool(counted.any() and (targets.reshape(-1)[counted] == ids.reshape(-1)[counted]).all())


def _takes(model: Any) -> tuple[str, ...]:
    """The names of the parameters of a model's `forward` or `call`."""
    inner = getattr(model, "module", model)
    return tuple(inspect.signature(inner.call if is_keras(inner) else inner.forward).parameters)


def several_labels(outputs: np.ndarray | None, targets: np.ndarray | None) -> bool:
    """Whether the targets of a loss for one class are zeros and ones, and some rows have several ones, or none."""
    if outputs is None or targets is None or outputs.ndim != 2:
        return False
    if targets.shape == (outputs.size,) and outputs.shape[1] > 1:
        # a model that takes whole numbers for one class each has made one row of them
        targets = targets.reshape(outputs.shape)
    elif targets.shape != outputs.shape or targets.dtype.kind != "f":
        return False
    return bool(np.isin(targets, (0, 1)).all() and (targets.sum(axis=-1) != 1).any())


def _targets(call: Loss) -> Any:
    """The targets of a loss, without the last axis that Keras gives to labels of one number."""
    outputs, targets = as_array(call.outputs), as_array(call.targets)
    if call.name not in CLASSIFYING or outputs is None or targets is None:
        return call.targets
    alone = targets.ndim == outputs.ndim and targets.shape[-1] == 1 and outputs.shape[-1] > 1
    return targets[..., 0] if alone else call.targets


def _short_lived(watch: Watch) -> list[int]:
    """The optimizers that have taken a step or two, by identity; those of later passes, which are cut short, do not tell."""
    steps = Counter(watch.owners[: len(watch.between)])
    return [key for key, count in steps.items() if count <= 2]


def _of_one_model(watch: Watch, keys: Iterable[int]) -> int:
    """The most of these optimizers that have taken a step with the same weights: a search makes one for each model that it tries."""
    firsts = Counter(
        next((id(each) for group in getattr(optimizer, "param_groups", ()) for each in group["params"]), 0)
        for optimizer in map(watch.optimizers.__getitem__, keys)
    )
    return max(firsts.values(), default=0)


def _half(watch: Watch) -> bool:
    """Whether most of the weights that PyTorch trains are of the type `float16`."""
    weights = [each for model in watch.models.values() if hasattr(model, "parameters") for each in model.parameters()]
    sizes = [(each.numel(), str(each.dtype) == "torch.float16") for each in weights if each.requires_grad]
    return bool(sizes) and sum(size for size, half in sizes if half) > 0.5 * sum(size for size, _ in sizes)


def training_facts(watch: Watch, model: Any) -> Training:
    own = {
        key: trainable for each in (getattr(model, "module", model), *watch.models.values())
        for key, (_, trainable) in weights_of(each).items()
    }  # fmt: skip
    held = watch.applied | {
        id(each)
        for optimizer in watch.optimizers.values()
        for group in getattr(optimizer, "param_groups", ())
        for each in group["params"]
    }
    # what a model only looks up, or another part of it teaches, has no gradient that a step could use
    graded = watch.graded if not watch.applied else {*own}
    # a program that trains several models makes one for each
    scheduler = max(watch.schedulers, key=lambda each: each._step_count, default=None)
    warmup, planned = _plan(scheduler)
    return Training(
        steps=max(watch.limits.taken, len(watch.rates)),
        losses=tuple(watch.losses),
        rates=tuple(watch.rates),
        own_rates=tuple(watch.own_rates()),
        main_rate=max(watch.main_rates(), default=0.0),
        highest=tuple(watch.highest_rates()),
        optimizer=", ".join(sorted({type(each).__name__ for each in watch.optimizers.values()})),
        reached=watch.reached,
        foreign=len((watch.applied | _never_given(watch)) - {*own}),
        left_out=sum(trainable and key in graded and key not in held for key, trainable in own.items()) if held else 0,
        zero_gradients=watch.zero_gradients,
        stepped_scaled=0 if watch.scaler_steps else watch.stepped_scaled,
        clipped_scaled=watch.clipped_scaled,
        clipped=watch.clipped,
        clipped_old=watch.clipped_old,
        # who splits in every epoch makes batches of the folds
        folds=watch.folds.carried if watch.folds.splits == 1 else 0,
        models=len(watch.models)
        if len({(type(each), len(weights_of(each))) for each in watch.models.values()}) == 1
        else 0,
        several=len(watch.optimizers) > 1,
        zero_weights=tuple(name for name, each in (watch.zero_weights or {}).values() if _all_zero(each))
        if len(watch.rates) >= ENOUGH
        else (),
        unfrozen=sum(size for key, size in watch.unfrozen.items() if key not in held),
        total=getattr(scheduler, "total_steps", None) if type(scheduler).__name__ == "OneCycleLR" else None,
        needed=_needed(watch, scheduler),
        mixed=watch.number_rows.mixed(),
        scales=watch.scales.apart(),
        beginnings=_beginnings(watch),
        norms=_norms_never_measured(watch),
        unknown=watch.texts.unknown() if watch.tokenizers else None,
        again=watch.row_labels.again,
        relabelled=watch.row_labels.changed,
        by_chance=watch.row_labels.by_chance,
        labels=watch.row_labels.different,
        commonest=watch.row_labels.commonest,
        probabilities=_probabilities(watch.distributions),
        old_gradients=watch.gradients.old,
        lost_gradients=watch.gradients.lost,
        evaluating=watch.evaluating,
        since_evaluation=watch.since_evaluation,
        schedule_given=watch.schedule_given,
        scheduled=watch.owners.count(id(getattr(scheduler, "optimizer", None))) or len(watch.rates),
        schedule_steps=max(0, scheduler._step_count - 1) if scheduler is not None else None,
        warmup=warmup,
        planned=planned,
        decay_ends=_decay_ends(watch),
        highest_at=_highest_at(scheduler) if planned is None else None,
        # of several schedules, it is not known which training each belongs to
        ends_at_zero=planned is not None and len(watch.schedulers) == 1 and _factors(scheduler, planned) == {0.0},
        layers_left_out=layers_left_out(getattr(model, "module", model), held, graded),
        empty_groups=sum(
            not group["params"] for each in watch.optimizers.values() for group in getattr(each, "param_groups", ())
        ),
        optimizers=_of_one_model(watch, watch.optimizers),
        short_lived=_of_one_model(watch, _short_lived(watch)),
        decay=_decay(watch),
        tested=sum(len(rows) for key, rows in watch.tested_rows.items() if key in watch.trained_rows),
        repeated=sum(len(rows & watch.trained_rows.get(key, set())) for key, rows in watch.tested_rows.items()),
        base=float(scheduler.base_lrs[0]) if scheduler is not None and scheduler.base_lrs else None,
        unreached=watch.unreached,
        not_a_number=watch.numbers.first,
        half=_half(watch),
        rows=max(map(len, watch.trained_rows.values()), default=watch.number_rows.trained),
        first_rows=watch.first_rows or watch.number_rows.first,
        rows_there=_rows_there(watch),
        # two models that train each other may need the mean of their own batches
        dropout_used=0
        if watch.draws.wanted or watch.passes_of_training
        else max(
            watch.dropout_used, watch.normed_by_batch if len(watch.models) == 1 and watch.most_in_a_row > 1 else 0
        ),
        measured=watch.measured,
        loaded_dropout=(0 if watch.draws.wanted else watch.loaded_dropout, watch.loaded_used),
        signs=watch.signs,
        moved=moved(watch),
        calls=int(np.median(watch.between)) if watch.between else 0,
        batches=watch.batches,
        left=max(watch.passes) if len(watch.passes) > 1 else None,
    )


def _never_given(watch: Watch) -> set[int]:
    """The weights that an optimizer has, and that never had a gradient at one of its steps."""
    return {
        id(each)
        for key, optimizer in watch.optimizers.items()
        for group in getattr(optimizer, "param_groups", ())
        for each in group["params"]
        if id(each) not in watch.given.get(key, ())
    }


def _decay(watch: Watch) -> float:
    """The greatest weight decay of an optimizer; 0 if they have several, as where one is looked for."""
    decays = {
        max((float(group.get("weight_decay", 0) or 0) for group in getattr(each, "param_groups", ())), default=0.0)
        for each in watch.optimizers.values()
    }
    return decays.pop() if len(decays) == 1 else 0.0


def _probabilities(rows: Sequence[float] | None) -> float | None:
    """The greatest of the logits of a distribution, if there were enough of them and all were probabilities."""
    return max(rows) if rows is not None and len(rows) >= ALWAYS else None


def _rows_there(watch: Watch) -> int | None:
    """How many rows the data set has that the training takes batches from; None if it takes none from a loader of PyTorch before its first step."""
    if watch.between and not watch.between[0] and not watch.applied:
        return None
    return next((len(each) for each in watch.loaded_from if hasattr(each, "__len__")), None)


def _needed(watch: Watch, scheduler: Any) -> int | None:
    """How many steps a scheduler takes that is stepped once for each batch; after enough steps were seen, the passes over the data are cut short."""
    stepped, steps = getattr(scheduler, "_step_count", 1) - 1, watch.limits.taken
    if (
        watch.batches is None
        or len(watch.schedulers) != 1
        or stepped < BATCHWISE * steps
        or not watch.number_rows.whole_pass
    ):
        return None
    # a program that counts its steps, and not its passes, makes more of those that are cut short
    if watch.limits.enough_time or steps == getattr(scheduler, "total_steps", None):
        return None
    # the data may grow from one pass to the next; a pass that the program leaves takes fewer
    lengths = [*watch.lengths.values()]
    if len(lengths) != watch.training_passes or None in lengths:
        return None
    return sum(filter(None, lengths)) if watch.between and np.median(watch.between) == 1 else None


def moved(watch: Watch) -> bool:
    """Whether the weights of the model differ from those that it had when it was called first."""
    first = watch.first
    if first is None or first.weights is None:
        return False
    before, now = first.weights, weights_to_keep(first.model)
    if now is None:
        # a GPU that has failed gives none back
        return False
    if isinstance(before, Mapping):
        return any(not before[name].equal(each) for name, each in now.items() if name in before)
    return any(not np.array_equal(one, other) for one, other in zip(before, now, strict=False))


def settings_facts(watch: Watch) -> Settings | None:
    if watch.trainers:
        trainer = watch.trainers[-1]
        args = trainer.args
        steps = None
        with suppress(Exception):
            steps = max(1, len(trainer.get_train_dataloader()) // args.gradient_accumulation_steps)
        return Settings(
            epochs=float(args.num_train_epochs),
            max_steps=max(0, args.max_steps),
            epoch_steps=steps,
            best=str(args.metric_for_best_model or "loss") if args.load_best_model_at_end else "",
            greater=bool(args.greater_is_better),
            evaluated_every=int(args.eval_steps or 0)
            if str(getattr(args.eval_strategy, "value", "")) == "steps"
            else 0,
            unmeasured=watch.evaluations if watch.metrics is None else 0,
            undivided=_undivided(trainer),
        )
    if watch.fits:
        given = watch.fits[-1]
        steps = None
        with suppress(Exception):
            steps = len(given["x"])
        rows = getattr(given.get("x"), "shape", None)
        if rows:
            # an array, of which Keras makes batches
            steps = math.ceil(
                int(rows[0] * (1 - (given.get("validation_split") or 0))) / (given.get("batch_size") or 32)
            )
        weights = given.get("class_weight")
        known = weights if isinstance(weights, Mapping) else {}
        chosen = next((each for each in given["callbacks"] if hasattr(each, "monitor_op")), None)
        return Settings(
            epochs=float(given.get("epochs", 1)),
            epoch_steps=steps,
            batched=(bool(rows) or hasattr(given.get("x"), "element_spec")) and not given.get("steps_per_epoch"),
            asked_steps=given.get("steps_per_epoch"),
            class_weights=tuple(float(known[key]) for key in sorted(known)),
            weights_kind="" if weights is None or known is weights else type(weights).__name__,
            best=str(chosen.monitor) if chosen is not None and _direction(chosen) else "",
            greater=_direction(chosen) == "greater",
            order=watch.order,
            monitored=_monitored(watch, given["callbacks"]) if given.get("validation_freq", 1) == 1 else None,
            logged=watch.logged,
            rate_setter=watch.rate_setter,
            reshuffled=_split_while_shuffled(given),
            unshaped=tuple(_unshaped(given.get("x"))),
            endless=next(
                (name for name, count in ENDING.items() if _endless(given.get(name)) and not given.get(count)), ""
            ),
            ran_out=watch.ran_out,
            whole_weights=_whole_weights(given.get("x")),
            validated_on_training=_validated_on_training(given),
            unbatched=tuple(
                (name, shape) for name in ("x", "validation_data") if (shape := _single_example(given.get(name)))
            ),
        )
    # a loop of one's own may predict with Keras's `predict`
    return Settings(order=watch.order) if watch.order else None


DIVIDES = re.compile(r"accumul|\bsum\b|\*\*kw")
"""What a function has in it that divides by the number of batches itself, returns no mean, or hands on what it gets."""


def _undivided(trainer: Any) -> tuple[str, int] | None:
    """The reader's function for the loss that leaves `num_items_in_batch` unread, and the number of batches in a step.

    A Trainer that counts the items leaves it to the function to divide by them, and does not divide by the number of batches.
    """
    steps = trainer.args.gradient_accumulation_steps
    function, counted = getattr(trainer, "compute_loss_func", None), True
    if function is None:
        function, counted = type(trainer).compute_loss, getattr(trainer, "model_accepts_loss_kwargs", False)
    code = getattr(function, "__code__", None)
    if steps < 2 or not counted or code is None or function.__module__.startswith("transformers."):
        return None
    with suppress(OSError, TypeError, SyntaxError):
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        body = "\n".join(ast.unparse(each) for each in getattr(tree.body[0], "body", ()))
        if re.search(r"labels|loss", body) and "num_items" not in body and not DIVIDES.search(body):
            return function.__name__, steps
    return None


def _whole_weights(data: Any) -> tuple[int, int] | None:
    """The smallest and the greatest weight in the first batch of a data set of TensorFlow that gives each example one, if they are whole numbers."""
    spec = getattr(data, "element_spec", None)
    if (
        not isinstance(spec, tuple)
        or len(spec) != 3
        or not getattr(spec[2], "dtype", None)
        or not spec[2].dtype.is_integer
    ):
        return None
    with suppress(Exception):
        weights = np.asarray(next(iter(data))[2])
        return (int(weights.min()), int(weights.max())) if weights.ndim == 1 else None
    return None


def _validated_on_training(given: Mapping[str, Any]) -> int:
    """How many rows the validation data of Keras's `fit` have, if they are arrays, and the training data; else 0."""
    train, validation = given.get("x"), given.get("validation_data")
    if not isinstance(validation, list | tuple) or not isinstance(train, np.ndarray):
        return 0
    other = validation[0]
    same = isinstance(other, np.ndarray) and other.shape == train.shape and bool((other == train).all())
    return len(other) if same else 0


def _monitored(watch: Watch, callbacks: Sequence[Any]) -> tuple[str, str] | None:
    """A callback that waits for a value that there is not, and the name of the value."""
    for each in callbacks:
        name = getattr(each, "monitor", None)
        # one that saves always needs no value
        if (
            isinstance(name, str)
            and watch.logged
            and name not in watch.logged
            and getattr(each, "save_best_only", True)
        ):
            return type(each).__name__, name
    return None


def _split_while_shuffled(given: Mapping[str, Any]) -> bool:
    train, validation = given.get("x"), given.get("validation_data")
    return "tensorflow" in sys.modules and split_while_shuffled(train, validation)


def _unshaped(data: Any) -> Iterator[str]:
    """The inputs of a data set of TensorFlow whose number of axes is not known."""
    spec = getattr(data, "element_spec", None)
    inputs = spec[0] if isinstance(spec, tuple) and spec else spec
    for name, each in inputs.items() if isinstance(inputs, Mapping) else [("x", inputs)]:
        if each is not None and hasattr(each, "shape") and each.shape.rank is None:
            yield str(name)


def _endless(data: Any) -> bool:
    """Whether a data set of TensorFlow begins anew whenever it has come to its end."""
    # TensorFlow's number for what has no end
    return hasattr(data, "cardinality") and int(data.cardinality()) == -1


def _single_example(data: Any) -> str:
    """The shape of the inputs, if a data set of TensorFlow gives single examples: a single label, or token ids with one axis; else empty."""
    spec = getattr(data, "element_spec", None)
    if spec is None:
        return ""
    inputs, labels = (spec[0], spec[1]) if isinstance(spec, tuple) and len(spec) > 1 else (spec, None)
    ids = inputs.get("input_ids") if isinstance(inputs, Mapping) else None
    ranks = [getattr(getattr(each, "shape", None), "rank", None) for each in (labels, ids)]
    if ranks[0] != 0 and ranks[1] != 1:
        return ""
    first = next(iter(inputs.values()), None) if isinstance(inputs, Mapping) else inputs
    return str(getattr(first if ids is None else ids, "shape", "()"))


def choice_facts(program: Program | None, watch: Watch, model: Any) -> Iterator[Choice]:
    """Where the greatest of the model's outputs was taken."""
    outputs = model_facts(model, watch).outputs if model is not None else None
    shapes = [tuple(getattr(call.outputs, "shape", ())) for call in watch.loss_calls]
    # PyTorch's losses have the classes on the second axis
    torch = model is not None and not is_keras(model)
    classes = {
        int(each)
        for each in (outputs, *(shape[1 if torch else -1] for shape in shapes if len(shape) > 1))
        if each and each > 1
    }
    for each in watch.chosen:
        axes = len(each.shape)
        right = each.axis is not None and each.shape[each.axis % max(1, axes)] in classes
        # what is no batch of outputs may be flattened on purpose
        whole = each.axis is None and (axes != 2 or each.shape[0] == each.shape[1])
        last = axes > 1 and each.axis in (-1, axes - 1)
        beside = axes > 1 and each.shape[0] > 1 and each.shape[-1] in classes and not (right or whole)
        if program is not None and (last or beside):
            yield Choice(each.shape, each.axis, program.place(each.line))


def threshold_facts(program: Program | None, watch: Watch) -> Iterator[Threshold]:
    """Where the outputs of a model were compared with a number."""
    if program is not None:
        for each in watch.compared:
            yield Threshold(each.least, each.most, each.number, program.place(each.line))


def tested_facts(program: Program | None, watch: Watch) -> Iterator[UsedModel]:
    for key, model in watch.used.items():
        made = vars(model).get(MADE) or _made_around_a_part(watch, model)
        # only the pooler has no values, and what it returns is not used
        pooled = program is None or "pooler" in program.text or made is None or made.fresh != len(made.marks)
        if made is not None and not pooled and all(name.startswith("pooler.") for name in made.marks):
            continue
        # what has other values by now has got them from somewhere
        changed = made is not None and made.marks and marks_of(model, [*made.marks]) != made.marks
        if made is not None and key not in watch.models and not changed and not is_copy(watch, model):
            place = saved_place(watch, made.path)
            path = os.path.relpath(place) if place else made.path
            yield UsedModel(
                type(model).__name__, path, made.fresh, made.total, made.ignored, watch.saved.get(place, "")
            )


def is_copy(watch: Watch, model: Any) -> bool:
    """Whether a model of PyTorch has the weights of one that was trained, or an average of them, from wherever it got them."""
    if not hasattr(model, "named_parameters"):
        return False
    weights = dict(model.named_parameters())
    trained = (dict(each.named_parameters()) for each in watch.models.values() if type(each) is type(model))
    return any(
        weights.keys() == each.keys() and all(is_near(weights[name], each[name]) for name in weights)
        for each in trained
    )


def is_near(one: Any, other: Any) -> bool:
    """Whether two weights are nearer to one another than two that are random."""
    return one.shape == other.shape and bool((one - other).norm() <= NEAR * other.norm())


def saved_place(watch: Watch, path: str) -> str:
    """The directory that the program has saved a model to, and that a path leads to: itself, or in the scratch directory; empty if it is another."""
    absolute = os.path.abspath(path)  # noqa: PTH100
    return next((place for place in watch.saved if path and absolute.endswith(place)), "")


def _made_around_a_part(watch: Watch, model: Any) -> Made | None:
    """Where the part of a model of PyTorch comes from that the program itself has saved; the weights around it that nothing has given a value are fresh."""
    if not hasattr(model, "modules"):
        return None
    parts = [part for part in model.modules() if MADE in vars(part)]
    part = next((part for part in parts if saved_place(watch, vars(part)[MADE].path)), None)
    if part is None:
        return None
    given = {id(weight) for module in model.modules() if id(module) in watch.filled for weight in module.parameters()}
    given |= {id(weight) for each in parts for weight in each.parameters()}
    weights = [*model.parameters()]
    made = vars(part)[MADE]
    return Made(made.path, made.fresh + sum(id(weight) not in given for weight in weights), len(weights))


def keras_metric_facts(watch: Watch) -> Iterator[KerasMetric]:
    for call in watch.metric_calls:
        name = str(getattr(call.metric, "name", ""))
        mixed = call.mixed
        perfect, wrong = keras_metric_asked(call)
        yield KerasMetric(
            _kind_of(call),
            values_of(call.predictions),
            values_of(call.labels),
            mixed,
            name,
            perfect,
            wrong,
            _threshold(call.metric),
            without_weight(watch, call),
        )


def without_weight(watch: Watch, call: MetricCall) -> int:
    """How many labels of a metric that was given no weights have the weight 0 in the loss of the same batch."""
    labels = as_array(call.labels)
    if call.weighted or labels is None:
        return 0
    for loss in watch.loss_calls:
        targets, counts = as_array(loss.targets), as_array(loss.counts)
        if targets is None or counts is None or counts.shape != labels.shape:
            continue
        if np.array_equal(targets, labels):
            return int((counts == 0).sum())
    return 0


def _kind_of(call: MetricCall) -> str:
    """The class of a metric of Keras, or the name of the library's function that it takes the mean of."""
    function = getattr(call.metric, "_fn", None)
    library = str(getattr(function, "__module__", "")).startswith(("keras.", "tf_keras."))
    name = str(getattr(function, "__name__", call.name))
    return name if library and call.name == "MeanMetricWrapper" else call.name


def _threshold(metric: Any) -> float | None:
    """The value with which a metric of Keras compares predictions; of several the lowest."""
    if getattr(metric, "_from_logits", False):
        return None
    if getattr(metric, "top_k", None):
        return None
    if type(metric).__name__ == "AUC":
        return float(np.min(metric.thresholds))
    settings = getattr(metric, "_fn_kwargs", {})
    told = (getattr(metric, "init_thresholds", None), getattr(metric, "threshold", None), settings.get("threshold"))
    found = next((each for each in told if each is not None), None)
    if found is None and getattr(getattr(metric, "_fn", None), "__name__", "") == "binary_accuracy":
        found = 0.5
    if found is None and type(metric).__name__ in ("Precision", "Recall"):
        found = 0.5
    return None if found is None else float(np.min(found))


def _direction(chosen: Any) -> str:
    """`greater` or `less`, by what a callback of Keras compares the value that it watches with the best one; empty if it is not known yet."""
    known = getattr(getattr(chosen, "monitor_op", None), "__name__", "")
    # some callbacks find out only at the end of the first epoch
    return known or {"max": "greater", "min": "less"}.get(getattr(chosen, "mode", None) or "", "")


def own_weights(watch: Watch) -> Iterator[str]:
    """The names of what every loss asked for a gradient of, and no optimizer has changed."""
    held = {
        id(each)
        for optimizer in watch.optimizers.values()
        for group in getattr(optimizer, "param_groups", ())
        for each in group["params"]
    }
    left = {
        key
        for key, (each, first) in watch.leaves.items()
        if watch.leaves_seen >= LOOKED and key not in held and bool((each == first).all())
    }
    for name, value in watch.names.items():
        if id(value) in left:
            yield name
        elif not name.startswith("_") and isinstance(getattr(value, "__dict__", None), dict):
            yield from (f"{name}.{own}" for own, each in vars(value).items() if id(each) in left)


def _norms_rows(model: Any) -> bool:
    """Whether a model of PyTorch has a layer of BatchNorm for rows of numbers, each of which has one number for a channel."""
    kinds = {type(each).__name__ for each in model.modules()} if hasattr(model, "modules") else set()
    return "BatchNorm1d" in kinds and "Conv1d" not in kinds


def layers_left_out(model: Any, held: set[int], graded: set[int]) -> tuple[str, ...]:
    """The parts of a model of PyTorch with gradients of which no optimizer has a weight, between parts that it has whole; none if it has some weights of a part only."""
    if not hasattr(model, "named_parameters") or not held:
        return ()
    parts: dict[str, list[bool]] = {}
    for name, each in model.named_parameters():
        if each.requires_grad and (id(each) in held or id(each) in graded):
            # a block of several layers has a number
            numbered = re.match(r"(.*?\.\d+)\.", name)
            part = numbered[1] if numbered else name.rpartition(".")[0]
            parts.setdefault(part, []).append(id(each) in held)
    if any(any(has) and not all(has) for has in parts.values()):
        return ()
    whole = [all(has) for has in parts.values()]
    if True not in whole:
        return ()
    first, last = whole.index(True), len(whole) - whole[::-1].index(True)
    return tuple(name for name, has in [*zip(parts, whole, strict=True)][first:last] if not has)


def _decay_ends(watch: Watch) -> int | None:
    """After how many steps the schedule of Keras's only optimizer has come to 0; None if it has none, or does not come to 0."""
    # those of Keras 2, which transformers derives some of its own from, keep it elsewhere
    schedules: list[Any] = [
        (getattr(each, "_hyper", None) or {}).get("learning_rate", getattr(each, "_learning_rate", None))
        for each in watch.optimizers.values()
    ]
    if len(schedules) != 1:
        return None
    schedule, warmup = schedules[0], 0
    if type(schedule).__name__ == "WarmUp":
        schedule, warmup = schedule.decay_schedule_fn, schedule.warmup_steps
    if type(schedule).__name__ == "ExponentialDecay":
        # it never comes to 0, but to as good as that
        factor = float(schedule.decay_rate)
        steps = schedule.decay_steps * math.log(LITTLE) / math.log(factor) if 0 < factor < 1 else None
        return None if steps is None else math.ceil(steps) + warmup
    last = {"CosineDecay": "alpha", "PolynomialDecay": "end_learning_rate"}.get(type(schedule).__name__)
    if last is None or getattr(schedule, last) or getattr(schedule, "cycle", False):
        return None
    return int(schedule.decay_steps) + warmup + int(getattr(schedule, "warmup_steps", 0) or 0)


def _highest_at(scheduler: Any) -> tuple[int, float] | None:
    """The step after which a function of the program's own makes the learning rate highest, if that is far away from where it is, and what it returns then."""
    functions = getattr(scheduler, "lr_lambdas", None)
    if not functions or len({*map(id, functions)}) != 1:
        return None
    with suppress(Exception):
        factors = [float(functions[0](step)) for step in range(LATEST)]
        at = max(range(LATEST), key=factors.__getitem__)
        reached = factors[min(scheduler.last_epoch, LATEST - 1)]
        return (at, factors[at]) if at >= NO_EPOCH and reached < RISEN * factors[at] else None
    return None


def _factors(scheduler: Any, step: int) -> set[float]:
    """What one of transformers' schedules multiplies the learning rates with at a step."""
    return {float(each(step)) for each in scheduler.lr_lambdas}


def _plan(scheduler: Any) -> tuple[int | None, int | None]:
    """The steps of the warmup, and all steps, that one of transformers' schedules was made for."""
    for each in getattr(scheduler, "lr_lambdas", ()):
        words = getattr(each, "keywords", {})
        if "num_training_steps" in words or "num_warmup_steps" in words:
            return words.get("num_warmup_steps"), words.get("num_training_steps")
    return None, None
