"""Notes what a program does while it trains: which models it calls with what, what its losses get, what its optimizers do.

The watch holds on to the reader's objects, and to copies of small ones. What they mean is worked out afterwards, in
course/diagnosis/watching/gather.py.
"""

from __future__ import annotations

import dis
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import wraps
from itertools import islice
from types import FrameType, TracebackType
from typing import Any, ParamSpec, TypeVar

from course.diagnosis.facts import Future, OneBatch
from course.diagnosis.running.imports import Hook, after_import
from course.diagnosis.running.limits import EnoughSeen, Limits
from course.diagnosis.watching.folds import Folds
from course.diagnosis.watching.numbers import Numbers
from course.diagnosis.watching.rows import Draws, NumberRows, RowLabels, is_content
from course.diagnosis.watching.scales import Scales
from course.diagnosis.watching.texts import Texts
from course.diagnosis.watching.values import IGNORED
from course.gradients import Gradients

P = ParamSpec("P")
T = TypeVar("T")
TAGGED = 200
"""How many rows with a label for each token are kept."""
LOOKED = 10
"""In how many losses it is looked for what they depend on."""
KEPT = 12
"""How many calls of loss functions are kept."""
MISSING = object()
MADE = "_doctor_made"
"""The attribute in which a model carries where it came from."""
PACKAGED = ("site-packages", "dist-packages")
"""What the paths of installed libraries have in them."""
EVALUATED = 16
"""How many batches of an evaluation are enough once the training has ended early, and its seconds are used up."""
BESIDE = 0.01
"""An optimizer with fewer weights than this share of another one's trains something beside the model."""
WHOLE = 8.0
"""How many seconds all evaluations together may take by then that are run whole: what follows may need every row."""


def quietly(note: Callable[P, T]) -> Callable[P, T | None]:
    """Let something be noted as well as it can be: the reader's program must not fail by being watched."""

    @wraps(note)
    def noting(*arguments: P.args, **options: P.kwargs) -> T | None:
        with suppress(Exception):
            return note(*arguments, **options)
        return None

    return noting


@dataclass
class Call:
    """A call of a model in training.

    Attributes:
        model: the model; `inputs` what it got by name; `outputs` what it returned.
        training: whether it was in training mode.
        weights: a copy of the model's weights at that moment; None if there is none.
    """

    model: Any
    inputs: dict[str, Any]
    outputs: Any = None
    training: bool = True
    weights: Any = None


@dataclass
class Loss:
    """A call of a loss function.

    Attributes:
        name: the function.
        own: whether the reader's own program called it.
        outputs, targets: copies of what it got.
        ignored: the target that it leaves out.
        weight: the weights of the classes, if it has some.
        reordered: whether the outputs are those of the model in another shape, but with their numbers in the old order.
        told: whether it was told in so many words which target to leave out.
        counts: how much each target counts, if that was said.
        each: whether it returns a value for each target, so that the program can still leave out some.
        activation: the operation that the outputs come from, such as `sigmoid` or `linear`; empty if that is unknown.
        axis: the axis of the softmax that they come from, if they do.
        positive: how much the yes of each label counts, if that was said.
        candidates: whether the outputs of a row come from as many calls of one unit, as the scores of documents that are ranked.
        models: how many models had been called in training by then.
    """

    name: str
    own: bool
    outputs: Any
    targets: Any
    ignored: int = IGNORED
    weight: Any = None
    reordered: bool = False
    told: bool = False
    counts: Any = None
    each: bool = False
    activation: str = ""
    axis: int | None = None
    positive: Any = None
    candidates: bool = False
    models: int = 0


@dataclass(frozen=True)
class Made:
    """Where a model came from.

    Attributes:
        path: the checkpoint that it was loaded from; empty if it was made anew.
        fresh: how many of its weights no checkpoint gave a value; `total` is the number of all of them.
        ignored: how many weights of a state dict it had no place for.
        marks: of some of the fresh weights of a model of PyTorch, by name, what they are known by.
    """

    path: str
    fresh: int
    total: int
    ignored: int = 0
    marks: Mapping[str, float] = field(default_factory=dict)


@dataclass
class MetricCall:
    """A metric of Keras.

    Attributes:
        name: its class.
        metric: the metric itself.
        predictions, labels: what it was given first; `weighted` whether with the weights of these labels.
        mixed: the greatest number of passes through one data set that it has added up without a reset.
        passes: the passes since the last reset, by data set.
    """

    name: str
    metric: Any = None
    predictions: Any = None
    labels: Any = None
    weighted: bool = False
    mixed: int = 0
    passes: dict[int, set[int]] = field(default_factory=dict)


@dataclass
class Chosen:
    """A call that takes the place of the greatest of several values: their shape, the axis, and the line of the program."""

    shape: tuple[int, ...]
    axis: int | None
    line: int


@dataclass
class Compared:
    """A comparison of a model's outputs with a number: the smallest and the greatest of the outputs, the number, and the line of the program."""

    least: float
    most: float
    number: float
    line: int


@dataclass
class Reshaped:
    """A tensor that has got the lengths of its axes in another order: its shape before and after, and the line of the program."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    line: int


@dataclass
class Watch:
    """What was noted of one run.

    Attributes:
        names: the variables of the program at its end.
        models: every model that was called in training, by identity.
        first: the first call with gradients.
        one_batch: what came of learning its batch by heart; `future` whether the model sees what it is to predict.
        losses: the value of each backward pass; `loss_calls` the first calls of loss functions; `first_losses` how many of them came before the model of the first call was called again.
        rates: the learning rate of each step; `owners` the optimizer that took it, by identity.
        optimizers, schedulers, trainers, tokenizers: those that were made.
        schedule_given: as in `Training`.
        loaded: the data sets that `load_dataset` returned.
        mapped: the data sets that the program has called `map` of first, each with what that returned.
        loaded_from: the data sets that loaders of PyTorch took batches from, in the order in which that began.
        metrics: the first call of the Trainer's metric: its predictions and its labels.
        generated: the first call of `generate`: its model, its inputs, and its output.
        decoded: what `batch_decode` got first.
        used: the models that were called without gradients after a training step.
        fits: the arguments of each call of Keras's `fit`; its callbacks as a list.
        compiled: of Keras models, how many weights the last `fit` trained, and how many were set to be trained by then.
        applied: the variables of TensorFlow that an optimizer has changed, by identity; `graded` the weights of models of PyTorch that had a gradient at a step, `given` those of each optimizer that had one at a step of its own.
        metric_calls: the metrics of Keras that were given predictions.
        unreached: the share of an optimizer's trainable parameters that have had no gradient at any of its steps.
        evaluating, since_evaluation: as in `Training`; `evaluating_before` the first of them at the last step; `modes` the models that were called with gradients since the last step, by identity, each with whether it was in evaluation mode then; `trains` whether one has taken a step in training mode.
        dropout_used: the forward passes without gradients in training mode, by a model with dropout; `measured` all without gradients.
        normed_by_batch: those by a model with BatchNorm; `in_a_row` how many passes without gradients followed one another, and `most_in_a_row` the most.
        last_in_a_row: how many of them came after the last step, and after the last pass with gradients.
        loaded_dropout, loaded_used: the same as the first two, since the last step, of models of the same kind that took a state dict.
        trained_rows: the rows of token ids that each model saw in training, as hashes; `labelled` their labels, where there is one for each; `tested_rows`
            and `tested_labels` those that were seen without gradients.
        unclear: the rows that had several labels.
        first_rows: how many different rows the first batch had.
        tagged: the first rows with a label for each token, with these labels.
        tables: the columns of the tables that pandas has read; `lines` the objects that the program itself has read as JSON.
        evaluations: how many evaluations of a Trainer with metrics of the reader's came to their end.
        whole_seconds: how many seconds are left for evaluations that are run whole; `shortened` whether one was cut short.
        cut: whether the training, or an evaluation after it, was ended earlier than the program ends it.
        texts: how the texts begin that models are trained on, and those that they get later.
        longest_row: how many tokens the longest row had that went through a model, with its padding.
        saved: the class of each model that `save_pretrained` has saved, by the directory.
        filled: the modules of PyTorch that took a state dict, by identity.
        order: that of the data set of TensorFlow that Keras's `predict` was given: `shuffled`, `changing` each time, or empty.
        chosen: where the program took the place of the greatest output after a training step.
        passes: of each pass through the data in which the program took a step and that it left before the end: how many batches it took, and how
            many there are.
        logged: the values that Keras has after the first epoch, by name.
        rate_setter: a callback of Keras's `fit` that sets the learning rate, where the optimizer has a schedule; and the class of the schedule.
        ran_out: the first epoch of Keras's `fit` in which the data came to an end: its number, how many steps it took, and how many it should.
        signs: a loss that takes targets of 1 and -1 and got other ones, and one of those.
        another: whether another model is trained by now than the one, or those, with which the training began.
        calls: how often a model was called in training.
        handed: how many batches the program has got since the last step; `between` the same for each step before.
        batches: how many batches the data have that the program trained on last, if that is known.
        opened: how many passes through batches have begun; `current` the one that gave the last batch, with the number of its batches; `lengths` the same of all in which a step was taken.
        passing: the data set of TensorFlow that the program goes through, by identity, and for which time.
        steps_first: of the first layer that was called with the batch on its second axis in training, its class and the shape of its input.
        numbers: where the first value came from that was no number.
        collated: how many rows of the first batches have another label than in the examples that the collator got, and how many could be compared.
        clipped: how often gradients were clipped; `clipped_old` how often no backward pass had been made since the last step with them, or any.
        folds: the folds of a cross-validation that began with weights of the one before.
        alike_at_first: the matrices of which all units had the same weights when the model was called first, by identity: their names and sums.
        layers: what is known of the layers of a model of PyTorch, by the names of the facts.
        masks: how many tokens attention leaves out of the first batch, and how many places of padding it reads, if it reads all that it should leave out.
        compared: where the program compared the outputs of a model with a number; `outputs` are the ones it returned last.
        paired: the first predictions and labels that met without gradients, one a column and the other a row: how many rows, whether the predictions were the column, and the line.
        beside: the reader's arrays with one number for each row when `predict` of Keras returned a column, by name, and whether they were columns; `beside_rows` how many rows, and `column_line` the line of the call.
        reshaped: the first tensor that has got its axes in another order by a new shape.
        made_inside: the class of a layer of PyTorch that the model makes anew in each call.
        shuffled_tensor: as in `Facts`.
        last_alone: of a loader for the training whose last batch has a single row: how many rows there are, and how many a batch has.
        leaves: the single numbers, and the parameters of no model, that every loss so far has asked for a gradient of, by identity, each with its first value; `leaves_seen` how many losses.
        restored_early: whether the program has restored the state of an Accelerator that had no model yet.
        trained: to which option of theirs, and how far, Trainers have trained, by the absolute path of their directory. `resumed` as in `Facts`.
        equal: the lines in which the program asks whether two tensors of PyTorch are equal, each with whether one of them has held the label that a loss leaves out; `equalled` how often that was looked at.
        ranked: as in `Facts`; `scored` for how many rows such a metric got scores.
        sampler: of a sampler with fewer weights than rows: how many weights, and how many rows.
        without_batches: of a loader that has no batch although its data set has rows: how many rows, and how many a batch has.
        trace_error: what TensorFlow raised when it traced a function that ran well before.
    """

    limits: Limits
    names: Mapping[str, Any] = field(default_factory=dict)
    models: dict[int, Any] = field(default_factory=dict)
    first: Call | None = None
    losses: list[float] = field(default_factory=list)
    loss_calls: list[Loss] = field(default_factory=list)
    first_losses: int | None = None
    rates: list[float] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    optimizers: dict[int, Any] = field(default_factory=dict)
    schedulers: list[Any] = field(default_factory=list)
    schedule_given: tuple[str, float] | None = None
    trainers: list[Any] = field(default_factory=list)
    tokenizers: list[Any] = field(default_factory=list)
    loaded: list[Any] = field(default_factory=list)
    mapped: list[tuple[Any, Any]] = field(default_factory=list)
    loaded_from: list[Any] = field(default_factory=list)
    one_batch: OneBatch | None = None
    future: Future | None = None
    metrics: tuple[Any, Any] | None = None
    generated: tuple[Any, Any, Any] | None = None
    decoded: Any = None
    used: dict[int, Any] = field(default_factory=dict)
    fits: list[dict[str, Any]] = field(default_factory=list)
    compiled: dict[int, tuple[int, int]] = field(default_factory=dict)
    applied: set[int] = field(default_factory=set)
    graded: set[int] = field(default_factory=set)
    given: dict[int, set[int]] = field(default_factory=dict)
    metric_calls: list[MetricCall] = field(default_factory=list)
    order: str = ""
    passes: list[tuple[int, int]] = field(default_factory=list)
    logged: tuple[str, ...] = ()
    rate_setter: tuple[str, str] | None = None
    ran_out: tuple[int, int, int] | None = None
    signs: tuple[str, float] | None = None
    another: bool = False
    calls: int = 0
    handed: int = 0
    between: list[int] = field(default_factory=list)
    batches: int | None = None
    chosen: list[Chosen] = field(default_factory=list)
    opened: int = 0
    current: tuple[int, int | None] | None = None
    lengths: dict[int, int | None] = field(default_factory=dict)
    passing: tuple[int, int] | None = None
    steps_first: tuple[str, tuple[int, ...]] | None = None
    numbers: Numbers = field(default_factory=Numbers)
    collated: tuple[int, int] = (0, 0)
    sampler: tuple[int, int] | None = None
    without_batches: tuple[int, int] | None = None
    trace_error: BaseException | None = None
    kept: list[Any] = field(default_factory=list)
    backward: bool = False
    reached: bool = True
    unreached: float = 0.0
    trained_rows: dict[int, set[int]] = field(default_factory=dict)
    tested_rows: dict[int, set[int]] = field(default_factory=dict)
    labelled: dict[int, int] = field(default_factory=dict)
    tested_labels: dict[int, int] = field(default_factory=dict)
    unclear: set[int] = field(default_factory=set)
    tagged: dict[int, list[Any]] = field(default_factory=dict)
    tables: list[Mapping[str, list[Any]]] = field(default_factory=list)
    lines: list[Mapping[str, Any]] = field(default_factory=list)
    dropout_used: int = 0
    measured: int = 0
    normed_by_batch: int = 0
    in_a_row: int = 0
    most_in_a_row: int = 0
    last_in_a_row: int = 0
    loaded_used: int = 0
    loaded_dropout: int = 0
    zero_gradients: int = 0
    stepped_scaled: int = 0
    scaler_steps: bool = False
    clipped_scaled: int = 0
    clipped: int = 0
    clipped_old: int = 0
    zero_weights: dict[int, tuple[str, Any]] | None = None
    unfrozen: dict[int, int] = field(default_factory=dict)
    training_passes: int = 0
    number_rows: NumberRows = field(default_factory=NumberRows)
    row_labels: RowLabels = field(default_factory=RowLabels)
    draws: Draws = field(default_factory=Draws)
    scales: Scales = field(default_factory=Scales)
    texts: Texts = field(default_factory=Texts)
    distributions: list[float] | None = field(default_factory=list)
    folds: Folds = field(default_factory=Folds)
    layers: dict[str, Any] = field(default_factory=dict)
    alike_at_first: dict[int, tuple[str, float]] = field(default_factory=dict)
    masks: tuple[int, int] = (0, 0)
    compared: list[Compared] = field(default_factory=list)
    paired: tuple[int, bool, int] | None = None
    equal: dict[int, bool] = field(default_factory=dict)
    equalled: int = 0
    beside: dict[str, bool] = field(default_factory=dict)
    beside_rows: int = 0
    column_line: int = 0
    reshaped: Reshaped | None = None
    restored_early: bool = False
    shuffled_tensor: tuple[int, int] | None = None
    last_alone: tuple[int, int] | None = None
    leaves: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    leaves_seen: int = 0
    trained: dict[str, tuple[str, float]] = field(default_factory=dict)
    resumed: tuple[str, str, float, float] | None = None
    ranked: tuple[str, int, int] | None = None
    scored: set[int] = field(default_factory=set)
    made_inside: str = ""
    outputs: Any = None
    frozen: set[int] = field(default_factory=set)
    gradients: Gradients = field(default_factory=Gradients)
    evaluating: int = 0
    evaluating_before: int = 0
    modes: dict[int, tuple[Any, bool]] = field(default_factory=dict)
    trains: bool = False
    since_evaluation: int = 0
    longest_row: int = 0
    evaluations: int = 0
    whole_seconds: float = WHOLE
    shortened: bool = False
    cut: bool = False
    saved: dict[str, str] = field(default_factory=dict)
    filled: set[int] = field(default_factory=set)
    first_rows: int = 0
    _last_rows: list[int] = field(default_factory=list)
    _batch_labels: Any = None
    _stack: ExitStack = field(default_factory=ExitStack)
    _replaced: list[tuple[Any, str, Any]] = field(default_factory=list)

    @property
    def training_seen(self) -> bool:
        """Whether the program has taken a training step."""
        return bool(self.rates)

    def own_rates(self) -> list[float]:
        """The learning rates of the optimizer that has taken the most steps."""
        owner = max({*self.owners}, key=self.owners.count, default=0)
        return [rate for rate, each in zip(self.rates, self.owners, strict=False) if each == owner]

    def main_rates(self) -> list[float]:
        """The learning rates of the optimizers that train a model, and not a few numbers beside it, such as a temperature."""
        sizes = {
            key: sum(weight.numel() for group in getattr(each, "param_groups", ()) for weight in group["params"])
            for key, each in self.optimizers.items()
        }
        least = BESIDE * max(sizes.values(), default=0)
        return [rate for rate, each in zip(self.rates, self.owners, strict=False) if sizes.get(each, 0) >= least]

    def highest_rates(self) -> list[float]:
        """The highest learning rate of each optimizer."""
        highest: dict[int, float] = {}
        for rate, owner in zip(self.rates, self.owners, strict=False):
            highest[owner] = max(rate, highest.get(owner, 0.0))
        return [*highest.values()]

    def step_taken(self) -> None:
        """Note a step of an optimizer."""
        # later the loops are cut short
        if not self.limits.enough_steps:
            self.between.append(self.handed)
        self.handed = 0
        if self.current is not None:
            self.lengths.update([self.current])
        self.loaded_used = self.loaded_dropout = self.in_a_row = self.last_in_a_row = 0
        self.draws.stepped()
        self.scales.stepped()
        self.texts.stepped()
        self.numbers.stepped()
        self.limits.step_taken()

    def pass_measured(self, drops_out: bool, norms_by_batch: bool) -> None:
        """Note a forward pass without gradients: whether it drops out units, and whether its BatchNorm takes the batch's own mean."""
        self.measured += 1
        self.dropout_used += drops_out
        self.normed_by_batch += norms_by_batch
        self.in_a_row += 1
        self.last_in_a_row += 1
        self.most_in_a_row = max(self.most_in_a_row, self.in_a_row)

    def note_model(self, model: Any) -> None:
        """Note a model that is called in training. One that comes after the first steps is trained for itself, as in a cross-validation."""
        self.calls += 1
        self.last_in_a_row = 0
        self.another |= self.training_seen and id(model) not in self.models
        self.models[id(model)] = model
        self.folds.called(model)

    def note_loss(self, value: float) -> None:
        """Note the value of a loss, of the first training alone: that of another model begins high again."""
        self.numbers.note_loss(value)
        if not self.another:
            self.losses.append(value)

    @property
    def passes_of_training(self) -> bool:
        """Whether the passes without gradients belong to the steps, as those of a teacher do: with most steps comes one, and behind the last there is none."""
        return not self.last_in_a_row and self.measured >= self.limits.taken / 2

    @quietly
    def note_contents(self, model: Any, inputs: Mapping[str, Any], training: bool) -> None:
        """Note how large the numbers are that a model gets, and the labels of the rows that it is trained on."""
        self.scales.note(model, inputs, training)
        if training:
            self.row_labels.saw(model, inputs)
            if inputs.get("labels") is not None:
                self.row_labels.labelled(inputs["labels"])

    @property
    def unknown_token(self) -> int | None:
        """The id of the token for words that the tokenizer does not know, if it has one."""
        return self.tokenizers[-1].unk_token_id if self.tokenizers else None

    def token_rows(self, ids: Any) -> list[Sequence[int]]:
        """Rows of token ids, each without its padding."""
        padding = self.tokenizers[-1].pad_token_id if self.tokenizers else 0
        rows = ids.tolist() if hasattr(ids, "tolist") else ids.numpy().tolist()
        return [without_padding(row, padding) for row in rows]

    @quietly
    def note_later(self, model: Any, inputs: Mapping[str, Any]) -> None:
        """Note the texts that a second model of a class gets, as one that was loaded again."""
        ids = token_ids(inputs)
        if ids is not None:
            self.texts.note(type(model), self.token_rows(ids), False, self.unknown_token)

    @quietly
    def note_rows(self, model: Any, inputs: Mapping[str, Any], training: bool) -> None:
        """Note which rows went through a model."""
        self.note_contents(model, inputs, training)
        ids = token_ids(inputs)
        if ids is None:
            return
        rows = self.token_rows(ids)
        self.longest_row = max(self.longest_row, ids.shape[1])
        self.texts.note(type(model), rows, training, self.unknown_token)
        keys = [hash(tuple(row)) for row in rows]
        if training and not self.first_rows:
            self.first_rows = len({*keys})
        seen = self.trained_rows if training else self.tested_rows
        seen.setdefault(id(model), set()).update(keys)
        # two texts, each in an input of its own, have one label together
        several = sum(is_content(name, each) for name, each in inputs.items() if not name.startswith("decoder")) > 1
        self._last_rows = [] if several else keys
        labels = inputs.get("labels")
        self.note_labels(self._batch_labels if labels is None and not training else labels, training)

    def noted(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The batches, each noted when the program gets it."""
        for batch in batches:
            self.note_batch(batch)
            yield batch

    @quietly
    def note_batch(self, batch: Any) -> None:
        """Note what could be the labels of a batch that the program goes on with: the one column of whole numbers in it."""
        columns = batch.values() if isinstance(batch, Mapping) else batch if isinstance(batch, list | tuple) else ()
        found = [each for each in columns if is_whole(each, 1)]
        self._batch_labels = found[0] if len(found) == 1 else None

    @quietly
    def note_labels(self, labels: Any, training: bool = True) -> None:
        """Note the labels of the rows that went through a model last, if they are one class for each row."""
        shape = tuple(getattr(labels, "shape", ()))
        if len(shape) == 2 and shape[0] == len(self._last_rows) and shape[1] > 1 and len(self.tagged) < TAGGED:
            rows = labels.tolist() if hasattr(labels, "tolist") else labels.numpy().tolist()
            self.tagged.update(zip(self._last_rows, rows, strict=True))
        if shape in ((len(self._last_rows),), (len(self._last_rows), 1)) and self._last_rows:
            values = labels.tolist() if hasattr(labels, "tolist") else labels.numpy().tolist()
            flat = [each[0] if isinstance(each, list) else each for each in values]
            if all(float(each).is_integer() for each in flat):
                known = self.labelled if training else self.tested_labels
                now = dict(zip(self._last_rows, map(int, flat), strict=True))
                # two losses for one row, or two texts with the same tokens, leave it open which label belongs to it
                self.unclear.update(key for key, label in now.items() if known.get(key, label) != label)
                known.update(now)

    def note_use(self, model: Any) -> None:
        """Note a model that is called without gradients."""
        self.used[id(model)] = model

    def __enter__(self) -> Watch:
        from course.diagnosis.watching import choices, libraries, tensorflow, torch

        hooks: dict[str, list[Hook]] = {}
        for more in (libraries.hooks(self), torch.hooks(self), tensorflow.hooks(self), choices.hooks(self)):
            for name, hook in more.items():
                hooks.setdefault(name, []).append(hook)
        self._stack.enter_context(after_import(hooks))
        return self

    def callback(self, function: Callable[[], object]) -> None:
        """Call a function when the watch ends."""
        self._stack.callback(function)

    def replace(self, owner: Any, name: str, make: Callable[[Any], Any]) -> None:
        """Replace a function of a module, a class or an object, until the watch ends, by what `make` makes of it; nothing where there is none."""
        old = getattr(owner, name, None)
        if old is None:
            return
        # a class method must be put back as it was, bound to no class
        before = vars(owner).get(name, MISSING)
        setattr(owner, name, make(old))
        self._replaced.append((owner, name, before))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        """Watch no longer: put everything back that was replaced."""
        while self._replaced:
            put(*self._replaced.pop())
        self._stack.close()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Watch nothing meanwhile: everything is as if nothing had been replaced."""
        replaced = [*self._replaced]
        watching = [(owner, name, vars(owner).get(name, MISSING)) for owner, name, _ in replaced]
        for owner, name, before in reversed(replaced):
            put(owner, name, before)
        try:
            yield
        finally:
            for owner, name, watched in watching:
                put(owner, name, watched)


def put(owner: Any, name: str, value: Any) -> None:
    """Set an attribute, or remove it if the value is MISSING."""
    if value is not MISSING:
        setattr(owner, name, value)
    elif name in vars(owner):
        delattr(owner, name)


def token_ids(inputs: Mapping[str, Any]) -> Any:
    """The token ids that a model is called with; None if there are none, or not in rows."""
    ids = inputs.get("input_ids")
    if ids is None:
        # a model of the program's own may name them otherwise; of its inputs of whole numbers, masks have only 0 and 1
        ids = next((each for each in inputs.values() if is_whole(each, 2) and int(each.max()) > 1), None)
        # categories beside numbers tell a row only together with these
        if any("float" in str(getattr(each, "dtype", "")) and len(each.shape) == 2 for each in inputs.values()):
            return None
    return ids if len(getattr(ids, "shape", ())) == 2 else None


def row_key(row: Sequence[int], padding: int | None) -> int:
    """A hash of a row of token ids without the padding at its ends, which depends on the batch that it is in."""
    return hash(tuple(without_padding(row, padding)))


def without_padding(row: Sequence[int], padding: int | None) -> Sequence[int]:
    """A row of token ids without the padding at its ends."""
    start, end = 0, len(row)
    while end > start and row[end - 1] == padding:
        end -= 1
    while start < end and row[start] == padding:
        start += 1
    return row[start:end]


def is_whole(value: Any, axes: int) -> bool:
    """Whether a value is a tensor or an array of whole numbers with so many axes."""
    return len(getattr(value, "shape", ())) == axes and "int" in str(getattr(value, "dtype", ""))


class Batches:
    """The batches of a data set, which come to an end early in a loop once enough steps were taken.

    Where the program itself takes one batch after the other with `next`, an early end would be an error; so the whole program
    ends there once enough time has gone by.

    Args:
        batches: an iterator; what is asked of this one that it does not know, it asks there.
        there: how many batches there are, if that is known.
    """

    def __init__(self, batches: Iterator[Any], watch: Watch, there: int | None) -> None:
        self._batches = batches
        self._watch = watch
        self._loop = watch.noted(ending(batches, watch, there))
        watch.opened += 1
        self._pass = (watch.opened, there)

    def __iter__(self) -> Batches:
        return self

    def __next__(self) -> Any:
        return self.after(sys._getframe(1))

    def after(self, frame: FrameType) -> Any:
        """The next batch, for a line of a program."""
        if not calls_next(frame):
            batch = next(self._loop)
            self._watch.current = self._pass
            return batch
        if self._watch.limits.enough_time:
            raise EnoughSeen
        batch = next(self._batches)
        self._watch.handed += 1
        self._watch.note_batch(batch)
        return batch

    def __getattr__(self, name: str) -> Any:
        return getattr(self._batches, name)


def calls_next(frame: FrameType) -> bool:
    """Whether a line of the program itself calls a function to get a batch, instead of being in a loop over the batches."""
    if any(part in frame.f_code.co_filename for part in PACKAGED):
        return False
    return dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith(("CALL", "PRECALL"))


def evaluated(batches: Iterator[Any], watch: Watch) -> Iterator[Any]:
    """The batches of an evaluation after the training has ended early: all of them, while there are seconds left for that."""
    yield from islice(batches, EVALUATED)
    before = time.monotonic()
    try:
        for batch in batches:
            if time.monotonic() - before > watch.whole_seconds:
                watch.shortened = watch.cut = True
                return
            yield batch
    finally:
        # also where the program leaves its loop
        watch.whole_seconds -= time.monotonic() - before


def ending(batches: Iterator[Any], watch: Watch, there: int | None) -> Iterator[Any]:
    """Batches up to the one at which enough steps were taken; from then on up to the first step, or the end of a short evaluation.

    `there` is how many there are, if that is known.
    """
    before, called = watch.limits.taken, watch.calls
    taken = 0
    try:
        for batch in evaluated(batches, watch) if watch.limits.enough_steps else batches:
            taken += 1
            watch.handed += 1
            yield batch
            if watch.limits.enough_steps and watch.limits.taken > before:
                watch.training_passes += 1
                watch.cut = True
                return
    except GeneratorExit:
        # the program has left its loop
        if there is not None and watch.limits.taken > before and not watch.limits.enough_steps:
            watch.passes.append((taken, there))
        raise
    if watch.calls > called or watch.limits.taken > before:
        watch.batches = there
        if watch.limits.taken > before:
            watch.training_passes += 1
            watch.number_rows.whole_pass = True
