"""Watches TensorFlow and Keras: calls of models under a tape, losses, gradients, steps of optimizers, metrics, and data sets.

Functions of TensorFlow run eagerly meanwhile, so that every value can be read; traces.py traces each of them once. What goes
wrong in a traced function without an error is noted in other ways: which weights were trainable when Keras made its training
function.
"""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, wraps
from types import FrameType, ModuleType
from typing import Any

from course.diagnosis.facts import BROADCAST
from course.diagnosis.running.imports import Hook
from course.diagnosis.running.limits import EnoughSeen
from course.diagnosis.watching.layers import note_keras
from course.diagnosis.watching.one_batch import weights_to_keep
from course.diagnosis.watching.reach import activation_of_model
from course.diagnosis.watching.traces import Traces
from course.diagnosis.watching.values import IGNORED
from course.diagnosis.watching.watch import (
    EVALUATED,
    KEPT,
    MADE,
    Batches,
    Call,
    Loss,
    MetricCall,
    Watch,
    quietly,
)

LOSSES: Mapping[str, tuple[str, bool]] = {
    "sparsecategoricalcrossentropy": ("cross_entropy", True),
    "sparsesoftmaxcrossentropywithlogits": ("cross_entropy", False),
    "categoricalcrossentropy": ("cross_entropy", True),
    "softmaxcrossentropywithlogits": ("cross_entropy", False),
    "binarycrossentropy": ("binary_cross_entropy_with_logits", True),
    "sigmoidcrossentropywithlogits": ("binary_cross_entropy_with_logits", False),
    "meansquarederror": ("mse_loss", False),
    "meanabsoluteerror": ("l1_loss", False),
    "huber": ("huber_loss", False),
}
"""The losses of Keras and TensorFlow, each with the name of the same loss in PyTorch, and whether it takes probabilities unless told otherwise."""
OF_PROBABILITIES = {"cross_entropy": "nll_of_probabilities", "binary_cross_entropy_with_logits": "binary_cross_entropy"}
"""The losses for logits, each with the one that takes probabilities."""
KERAS = ("tf_keras", "keras", "tensorflow")
LOSS_MODULES = tuple(
    f"{package}.{module}"
    for package in ("tf_keras", "tf_keras.api._v2.keras", "keras", "keras._tf_keras.keras")
    for module in ("losses", "metrics")
)
"""Where a program finds the functions of losses: `tf.keras` has modules of its own, with the same functions in them."""
WATCHED = "_doctor_watches"
"""The attribute of a function that is watched already."""
LIBRARIES = (*KERAS, "datasets", "transformers", "course.diagnosis")
"""The packages whose own calls are not the reader's."""
SHUFFLING = ("Shuffle", "Scan")
"""What the classes of data sets that shuffle have in their names; 🤗 Datasets draws the rows while it scans their numbers."""
PARTS = ("Take", "Skip")
"""What the classes of data sets that are parts of others have in their names."""
ONCE = ("Generator", "FlatMap", "Interleave")
"""What the classes of data sets have in their names that might not give their examples a second time."""


def hooks(watch: Watch) -> Mapping[str, Hook]:
    """What is watched in TensorFlow and in both Keras packages once they are imported."""
    watcher = TensorFlowWatcher(watch)
    return {
        "tensorflow": watcher.watch_tensorflow,
        "tf_keras": watcher.watch_keras,
        "keras": watcher.watch_keras,
        **dict.fromkeys(LOSS_MODULES, watcher.watch_loss_functions),
        **{f"{package}.src.saving.saving_api": watcher.watch_reading for package in ("tf_keras", "keras")},
    }


class TensorFlowWatcher:
    """Notes in a watch what TensorFlow and Keras do."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.depth = 0
        self.tapes = 0
        self.comparing = 0
        # the models whose `fit` is running
        self.fitted: list[Any] = []
        self.traces = Traces(watch, LIBRARIES)

    def watch_tensorflow(self, tf: ModuleType) -> None:
        self.traces.run_eagerly(tf)
        self.watch.replace(tf.GradientTape, "__enter__", self.opening_tape)
        self.watch.replace(tf.GradientTape, "__exit__", self.closing_tape)
        self.watch.replace(tf.GradientTape, "gradient", self.differentiating)
        self.watch.replace(tf.data.Dataset, "__iter__", self.loading)
        for name in (
            "sparse_softmax_cross_entropy_with_logits",
            "softmax_cross_entropy_with_logits",
            "sigmoid_cross_entropy_with_logits",
        ):
            self.watch.replace(tf.nn, name, lambda function: self.comparing_function(function, "labels", "logits"))
        for name in ("__sub__", "__rsub__", "__mul__"):
            self.watch.replace(tf.Tensor, name, self.meeting)

    def watch_keras(self, keras: ModuleType) -> None:
        self.watch.replace(keras.Model, "__call__", self.calling)
        self.watch.replace(keras.Model, "fit", self.fitting)
        self.watch.replace(keras.Model, "evaluate", self.evaluating)
        self.watch.replace(keras.Model, "predict", self.predicting)
        for name in ("load_weights", "set_weights"):
            self.watch.replace(keras.Model, name, self.filling)
        self.watch.replace(keras.Model, "make_train_function", self.making_train_function)
        self.watch.replace(keras.losses.Loss, "__call__", self.comparing_by_object)
        self.watch_loss_functions(keras.losses)
        self.watch.replace(keras.metrics.Metric, "__new__", self.making_metric)
        legacy = getattr(keras.optimizers, "legacy", None)
        for each in (keras.optimizers.Optimizer, getattr(legacy, "Optimizer", None)):
            if isinstance(each, type):
                # in Keras 3 the one calls the other
                if hasattr(each, "apply"):
                    self.watch.replace(each, "apply", self.applying_to)
                else:
                    self.watch.replace(each, "apply_gradients", self.applying)

    def watch_loss_functions(self, module: ModuleType) -> None:
        for name, function in [*vars(module).items()]:
            if inspect.isfunction(function) and plain(name) in LOSSES and not hasattr(function, WATCHED):
                self.watch.replace(module, name, lambda each: self.comparing_function(each, "y_true", "y_pred"))

    def watch_reading(self, module: ModuleType) -> None:
        self.watch.replace(module, "load_model", self.reading)

    def reading(self, load: Any) -> Any:
        """A model that is read back has all its weights, also in those parts that are made anew for it."""

        @wraps(load)
        def reading(*arguments: Any, **options: Any) -> Any:
            model = load(*arguments, **options)
            filled(model)
            return model

        return reading

    def filling(self, load: Any) -> Any:
        @wraps(load)
        def filling(model: Any, *arguments: Any, **options: Any) -> Any:
            result = load(model, *arguments, **options)
            filled(model)
            return result

        return filling

    # calls

    def opening_tape(self, enter: Any) -> Any:
        @wraps(enter)
        def opening(tape: Any) -> Any:
            self.tapes += 1
            return enter(tape)

        return opening

    def closing_tape(self, leave: Any) -> Any:
        @wraps(leave)
        def closing(tape: Any, *error: Any) -> Any:
            self.tapes -= 1
            return leave(tape, *error)

        return closing

    def calling(self, call: Any) -> Any:
        @wraps(call)
        def calling(model: Any, *arguments: Any, **options: Any) -> Any:
            if self.depth:
                return call(model, *arguments, **options)
            note = None
            self.depth += 1
            try:
                if self.tapes:
                    note = self.note_call(model, arguments, options)
                elif self.watch.training_seen:
                    self.watch.note_use(model)
                    trains = bool(options.get("training"))
                    if trains:
                        self.watch.draws.note(model, inputs_of(model, arguments, options))
                    self.watch.pass_measured(trains and drops_out(model), trains and norms_by_batch(model))
                    self.watch.note_rows(model, inputs_of(model, arguments, options), training=False)
                outputs = call(model, *arguments, **options)
            finally:
                self.depth -= 1
            if self.tapes:
                self.note_outputs(model, outputs)
            if note is not None:
                note.outputs = outputs
                note_keras(self.watch, model, note.inputs)
            return outputs

        return calling

    @quietly
    def note_call(self, model: Any, arguments: Any, options: Mapping[str, Any]) -> Call | None:
        """Note a model that is called under a tape; the first call in full."""
        self.watch.limits.training_begins()
        if self.watch.limits.spent():
            raise EnoughSeen
        self.watch.note_model(model)
        training = bool(options.get("training", arguments[1] if len(arguments) > 1 else False))
        if not training and has_modes(model):
            self.watch.evaluating += 1
        inputs = inputs_of(model, arguments, options)
        self.watch.numbers.note_inputs(inputs, IGNORED)
        self.watch.note_rows(model, inputs, training=True)
        if self.watch.first is not None:
            return None
        self.watch.first = Call(model, inputs, None, training, weights_to_keep(model))
        return self.watch.first

    @quietly
    def note_outputs(self, model: Any, outputs: Any) -> None:
        """Note whether what a model returned are numbers."""
        self.watch.numbers.note_outputs(outputs, ((each.name, each) for each in model.trainable_variables))

    def fitting(self, fit: Any) -> Any:
        signature = inspect.signature(fit)

        @wraps(fit)
        def fitting(model: Any, *arguments: Any, **options: Any) -> Any:
            given = signature.bind(model, *arguments, **options)
            stopper, callbacks = self.stopper(model), as_list(given.arguments.get("callbacks"))
            known = {name: value for name, value in given.arguments.items() if name != "self"}
            self.watch.fits.append({**known, "callbacks": callbacks})
            self.watch.rate_setter = self.watch.rate_setter or rate_setter(model, callbacks)
            # the first one notes what the others may fail for, the last one what they have added
            given.arguments["callbacks"] = [stopper, *callbacks, stopper]
            self.watch.logged = ()
            now = trainable(model) if model.built else None
            self.fitted.append(model)
            try:
                result = fit(*given.args, **given.kwargs)
            finally:
                self.fitted.pop()
            if self.watch.limits.enough_steps:
                with suppress(Exception):
                    fill(result, given.arguments)
            if now is not None and id(model) in self.watch.compiled:
                self.watch.compiled[id(model)] = (self.watch.compiled[id(model)][0], now)
            return result

        return fitting

    def stopper(self, model: Any) -> Any:
        """A callback that ends a training once enough was seen."""
        package = next(sys.modules[name] for name in ("tf_keras", "keras") if name in sys.modules and _of(model, name))
        watch = self.watch

        class Stopper(package.callbacks.Callback):  # type: ignore[misc, name-defined]
            taken = 0

            def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
                self.taken = 0

            def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
                watch.logged = tuple(dict.fromkeys((*watch.logged, *map(str, logs or ()))))
                steps = self.params.get("steps") or 0
                if (
                    watch.ran_out is None
                    and self.taken < steps
                    and not (watch.limits.enough_steps or self.model.stop_training)
                ):
                    watch.ran_out = (epoch + 1, self.taken, steps)

            def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
                self.taken = batch + 1
                if watch.limits.enough_steps:
                    watch.cut = True
                    self.model.stop_training = True

        return Stopper()

    def evaluating(self, evaluate: Any) -> Any:
        """An evaluation of few batches is enough once the training has ended early."""
        signature = inspect.signature(evaluate)

        @wraps(evaluate)
        def evaluating(model: Any, *arguments: Any, **options: Any) -> Any:
            given = signature.bind(model, *arguments, **options)
            if self.watch.limits.enough_steps and given.arguments.get("steps") is None:
                self.watch.cut = True
                with suppress(Exception):
                    shorten(given.arguments)
            if self.watch.training_seen:
                self.watch.note_use(model)
            return evaluate(*given.args, **given.kwargs)

        return evaluating

    def predicting(self, predict: Any) -> Any:
        """Note whether the predictions come in another order than the data set's labels, and what is beside a column of them."""

        @wraps(predict)
        def predicting(model: Any, *arguments: Any, **options: Any) -> Any:
            data = arguments[0] if arguments else options.get("x")
            with suppress(Exception):
                if self.watch.training_seen and hasattr(data, "element_spec") and not self.watch.order:
                    self.watch.order = order_of(data) or self.watch.order
            predictions = predict(model, *arguments, **options)
            if self.watch.training_seen:
                self.note_column(predictions, sys._getframe(1))
            return predictions

        return predicting

    @quietly
    def note_column(self, predictions: Any, frame: FrameType) -> None:
        """Note the arrays of the reader with one number for each row, where the predictions are a column."""
        rows = len(predictions)
        if rows > 1 and predictions.shape == (rows, 1) and frame.f_globals.get("__name__") == "__main__":
            held = {**frame.f_globals, **frame.f_locals}
            shapes = {name: getattr(value, "shape", None) for name, value in held.items()}
            self.watch.beside = {
                name: len(shape) == 2 for name, shape in shapes.items() if shape in ((rows,), (rows, 1))
            }
            self.watch.beside_rows = rows
            self.watch.column_line = frame.f_lineno

    def making_train_function(self, make: Any) -> Any:
        """Note the weights that `fit` trains: those that were trainable when the model was compiled, whatever is set later."""

        @wraps(make)
        def making(model: Any, *arguments: Any, **options: Any) -> Any:
            kept = getattr(model, "train_function", None) is not None
            if model.built:
                now = trainable(model)
                # Keras 2 puts the old state back meanwhile; Keras 3 keeps the function that it traced
                trained = self.watch.compiled[id(model)][0] if kept and id(model) in self.watch.compiled else now
                self.watch.compiled[id(model)] = (trained, now)
            return make(model, *arguments, **options)

        return making

    # losses

    def comparing_by_object(self, call: Any) -> Any:
        @wraps(call)
        def comparing(loss: Any, *arguments: Any, **options: Any) -> Any:
            function = getattr(loss, "fn", None)
            name = type(loss).__name__ if plain(type(loss).__name__) in LOSSES else getattr(function, "__name__", "")
            given = dict(zip(("y_true", "y_pred", "sample_weight"), arguments, strict=False)) | options
            settings = getattr(loss, "_fn_kwargs", {})
            logits = settings.get("from_logits", getattr(loss, "from_logits", False))
            ignored = settings.get("ignore_class", getattr(loss, "ignore_class", None))
            counts = given.get("sample_weight")
            targets = as_column(given.get("y_true"), given.get("y_pred"))
            each = str(getattr(loss, "reduction", "")).lower() == "none"
            self.note_loss(name, targets, given.get("y_pred"), bool(logits), ignored, counts, each)
            self.comparing += 1
            try:
                return call(loss, *arguments, **options)
            finally:
                self.comparing -= 1

        return comparing

    def comparing_function(self, function: Any, targets: str, outputs: str) -> Any:
        signature = inspect.signature(function)

        @wraps(function)
        def comparing(*arguments: Any, **options: Any) -> Any:
            if not self.comparing:
                with suppress(TypeError):
                    given = signature.bind(*arguments, **options).arguments
                    logits = bool(given.get("from_logits", False))
                    ignored = given.get("ignore_class")
                    self.note_loss(
                        function.__name__, given.get(targets), given.get(outputs), logits, ignored, each=True
                    )
            return function(*arguments, **options)

        setattr(comparing, WATCHED, True)
        return comparing

    @quietly
    def note_loss(
        self,
        name: str,
        targets: Any,
        outputs: Any,
        from_logits: bool,
        ignored: int | None,
        counts: Any = None,
        each: bool = False,
    ) -> None:
        """Note what a loss is called with in training, under the name that PyTorch has for it; of a test only the labels."""
        known = LOSSES.get(plain(name))
        if known is None or targets is None:
            return
        if not self.tapes and self.watch.training_seen:
            self.watch.note_labels(as_numbers(targets), training=False)
        if self.tapes:
            self.watch.numbers.note_targets(as_numbers(targets), IGNORED if ignored is None else int(ignored))
            if not self.depth:
                self.watch.row_labels.labelled(as_numbers(targets))
        if not self.tapes or len(self.watch.loss_calls) >= KEPT:
            return
        usual, probabilities = known
        if probabilities and not from_logits:
            usual = OF_PROBABILITIES.get(usual, usual)
        self.watch.note_labels(as_numbers(targets))
        given, right = as_numbers(outputs), as_numbers(targets)
        left = IGNORED if ignored is None else int(ignored)
        counted = None if counts is None else as_numbers(counts)
        self.watch.loss_calls.append(
            Loss(
                usual,
                not self.depth,
                given,
                right,
                left,
                told=ignored is not None,
                counts=counted,
                each=each,
                models=len(self.watch.models),
                # of several models, nobody knows whose outputs these are
                activation=""
                if len(self.watch.models) != 1
                else activation_of_model(next(iter(self.watch.models.values()))),
            )
        )

    def meeting(self, operation: Any) -> Any:
        """Note outputs of the shape (n, 1) that meet targets of the shape (n,) in the reader's own calculation."""

        @wraps(operation)
        def meeting(one: Any, other: Any) -> Any:
            if self.tapes and not self.depth and not self.comparing:
                with suppress(Exception):
                    shapes = {tuple(one.shape), tuple(other.shape)}
                    count = int(one.shape[0])
                    if count > 1 and shapes == {(count, 1), (count,)} and len(self.watch.loss_calls) < KEPT:
                        wide, flat = (one, other) if len(one.shape) == 2 else (other, one)
                        self.watch.loss_calls.append(Loss(BROADCAST, True, as_numbers(wide), as_numbers(flat)))
            return operation(one, other)

        return meeting

    # gradients and steps

    def differentiating(self, gradient: Any) -> Any:
        @wraps(gradient)
        def differentiating(tape: Any, target: Any, sources: Any, *arguments: Any, **options: Any) -> Any:
            found = gradient(tape, target, sources, *arguments, **options)
            self.watch.limits.training_begins()
            with suppress(Exception):
                # a loss for each example is summed by the tape
                self.watch.note_loss(float(as_numbers(target).mean()))
            if not self.watch.backward:
                self.note_reached(sources, found)
            return found

        return differentiating

    @quietly
    def note_reached(self, sources: Any, found: Any) -> None:
        """Note whether the first gradients reach any weight, and how many they do not; the reader may have put both in lists of lists."""
        import tensorflow as tf

        asked, each = tf.nest.flatten(sources), tf.nest.flatten(found)
        if asked and not any(hasattr(one, "assign") for one in asked):
            # the gradients of inputs, as adversarial examples are made with
            return
        self.watch.backward = True
        self.watch.reached = any(one is not None for one in each)
        if len(asked) == len(each):
            sizes = [int(math.prod(one.shape)) for one in asked]
            missed = sum(size for size, one in zip(sizes, each, strict=True) if one is None)
            self.watch.unreached = missed / max(1, sum(sizes))

    def applying(self, apply: Any) -> Any:
        @wraps(apply)
        def applying(optimizer: Any, grads_and_vars: Any, *arguments: Any, **options: Any) -> Any:
            # a `zip` can be read only once
            pairs = [*grads_and_vars] if isinstance(grads_and_vars, Iterable) else grads_and_vars
            return self.stepping(optimizer, pairs, lambda: apply(optimizer, pairs, *arguments, **options))

        return applying

    def applying_to(self, apply: Any) -> Any:
        @wraps(apply)
        def applying(optimizer: Any, grads: Any, trainable_variables: Any = None) -> Any:
            variables = optimizer._trainable_variables if trainable_variables is None else trainable_variables
            grads, variables = ([*each] if isinstance(each, Iterable) else each for each in (grads, variables))
            if self.fitted and trainable_variables is not None and optimizer.built:
                # the function that Keras has traced changes the weights that were trainable then, and no others
                known = {id(each) for each in optimizer._trainable_variables}
                kept = [(one, other) for one, other in zip(grads, variables, strict=False) if id(other) in known]
                grads, variables = [one for one, _ in kept], [other for _, other in kept]
            given = [] if trainable_variables is None else [variables]
            pairs = [*zip(grads, variables, strict=False)] if isinstance(variables, list) else []
            return self.stepping(optimizer, pairs, lambda: apply(optimizer, grads, *given))

        return applying

    def stepping(self, optimizer: Any, pairs: Any, step: Callable[[], Any]) -> Any:
        """Take a step of an optimizer with pairs of gradients and variables, and note it."""
        rate = rate_of(optimizer)
        self.note_gradients(pairs)
        result = step()
        self.watch.optimizers.setdefault(id(optimizer), optimizer)
        self.watch.applied.update({id(variable) for _, variable in pairs})
        # the rates of several kinds of optimizers cannot be compared
        if type(optimizer) is type(next(iter(self.watch.optimizers.values()))):
            self.watch.rates.append(rate)
            self.watch.owners.append(id(optimizer))
        self.watch.step_taken()
        return result

    @quietly
    def note_gradients(self, pairs: Any) -> None:
        """Note a step in which every gradient is zero."""
        gradients = [gradient for gradient, _ in pairs if gradient is not None]
        named = ((variable.name, gradient) for gradient, variable in pairs if gradient is not None)
        self.watch.numbers.note_gradients((name, as_numbers(getattr(each, "values", each))) for name, each in named)
        if gradients and not any(_moves(gradient) for gradient in gradients):
            self.watch.zero_gradients += 1

    # metrics and data

    def making_metric(self, make: Any) -> Any:
        @wraps(make)
        def making(kind: Any, *arguments: Any, **options: Any) -> Any:
            metric = make(kind, *arguments, **options) if make is not object.__new__ else make(kind)
            name = getattr(getattr(metric, "_fn", None), "__name__", kind.__name__)
            call = MetricCall(name if kind.__name__ == "MeanMetricWrapper" else kind.__name__, metric)

            def updating(update: Any) -> Any:
                def updating(*given: Any, **named: Any) -> Any:
                    self.note_metric(call, given, named)
                    return update(*given, **named)

                return updating

            def resetting(reset: Any) -> Any:
                def resetting(*given: Any, **named: Any) -> Any:
                    call.passes.clear()
                    return reset(*given, **named)

                return resetting

            self.watch.replace(metric, "update_state", updating)
            self.watch.replace(metric, "reset_state", resetting)
            return metric

        return making

    @quietly
    def note_metric(self, call: MetricCall, given: Any, named: Mapping[str, Any]) -> None:
        """Note what a metric was first given, and over how many passes through one data set it has added up."""
        values = {**dict(zip(("y_true", "y_pred", "sample_weight"), given, strict=False)), **named}
        if "y_pred" in values and call.predictions is None:
            call.weighted = values.get("sample_weight") is not None
            call.labels, call.predictions = as_numbers(values.get("y_true")), as_numbers(values["y_pred"])
            self.watch.metric_calls.append(call)
        if self.watch.passing is not None:
            data, number = self.watch.passing
            call.passes.setdefault(data, set()).add(number)
            call.mixed = max(call.mixed, *(len(each) for each in call.passes.values()))

    def watched(self, batches: Any, taken: Batches) -> Any:
        """An iterator of TensorFlow's own kind over the same data, whose batches are noted; it is taken apart in a trace as any other."""
        import tensorflow as tf

        watcher = self

        class Watched(type(batches)):  # type: ignore[misc]
            def __next__(self) -> Any:
                if not tf.executing_eagerly():
                    return super().__next__()
                try:
                    return self._doctor_batches.after(sys._getframe(1))
                except StopIteration:
                    if watcher.traces.depth:
                        # what a traced function meets at the end of the data
                        raise tf.errors.OutOfRangeError(None, None, "End of sequence") from None
                    raise

        iterator = Watched.__new__(Watched)
        iterator.__dict__.update(vars(batches), _doctor_batches=taken)
        return iterator

    def loading(self, iterate: Any) -> Any:
        """Batches come to an end early once enough steps were taken, so that what follows the training is seen as well."""
        passes: dict[int, int] = {}

        @wraps(iterate)
        def loading(data: Any) -> Any:
            batches: Iterator[Any] = iterate(data)
            if str(sys._getframe(1).f_globals.get("__name__", "")).startswith(LIBRARIES):
                return batches
            passes[id(data)] = passes.get(id(data), 0) + 1
            self.watch.passing = (id(data), passes[id(data)])
            # what is passed through must not be mistaken for another data set that is made later
            self.watch.kept.append(data)
            return self.watched(batches, Batches(batches, self.watch, length(data)))

        return loading


def inputs_of(model: Any, arguments: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """What a model is called with, by name."""
    names = [*inspect.signature(model.call).parameters]
    inputs: dict[str, Any] = {**dict(zip(names, arguments, strict=False)), **options}
    whole = inputs.pop(names[0], None) if names else None
    if isinstance(whole, list | tuple):
        known = getattr(model, "input_names", None) or [f"{names[0]}_{number}" for number in range(len(whole))]
        whole = dict(zip(known, whole, strict=False))
    if isinstance(whole, Mapping):
        inputs = {**whole, **inputs}
    elif whole is not None:
        inputs[names[0]] = whole
    return {name: value for name, value in inputs.items() if value is not None and name != "training"}


def as_list(callbacks: Any) -> list[Any]:
    """The callbacks that `fit` was given, of which there may be one, several or none."""
    return [*callbacks] if isinstance(callbacks, list | tuple) else [callbacks] if callbacks is not None else []


def rate_setter(model: Any, callbacks: Sequence[Any]) -> tuple[str, str] | None:
    """One of Keras's own callbacks that sets the learning rate, and the class of the schedule that the model's optimizer has; None without both."""
    optimizer = getattr(model, "optimizer", None)
    # what scales the loss keeps the optimizer inside
    schedule = getattr(getattr(optimizer, "inner_optimizer", optimizer), "_learning_rate", None)
    if not any(each.__name__ == "LearningRateSchedule" for each in type(schedule).__mro__):
        return None
    setting = (type(each).__name__ for each in callbacks)
    found = next((each for each in setting if each in ("ReduceLROnPlateau", "LearningRateScheduler")), None)
    return (found, type(schedule).__name__) if found else None


def shorten(given: dict[str, Any]) -> None:
    """Cut the data of an evaluation to its first batches."""
    import tensorflow as tf

    data = given.get("x")
    if isinstance(data, tf.data.Dataset):
        given["x"] = data.take(EVALUATED)
        return
    rows = EVALUATED * (given.get("batch_size") or 32)
    parts = {name: given[name] for name in ("x", "y", "sample_weight") if given.get(name) is not None}
    # a list may be several inputs, or one; a generator has no rows
    if all(hasattr(each, "shape") for each in tf.nest.flatten(parts)):
        given.update(tf.nest.map_structure(lambda each: each[:rows], parts))


def fill(history: Any, given: Mapping[str, Any]) -> None:
    """Let the history of a training that has ended early look as if it had gone on: a program may ask for any of its epochs."""
    epochs = given.get("epochs", 1) - given.get("initial_epoch", 0)
    every = given.get("validation_freq", 1)
    validations = epochs // every if isinstance(every, int) else len(every)
    if given.get("validation_data") is not None or given.get("validation_split"):
        for name, values in [*history.history.items()]:
            if not name.startswith(("val_", "lr", "learning_rate")):
                history.history.setdefault(f"val_{name}", values[-1:])
    for name, values in history.history.items():
        values += values[-1:] * ((validations if name.startswith("val_") else epochs) - len(values))
    history.epoch += range(len(history.epoch), epochs)


def order_of(data: Any) -> str:
    """The order of a data set of TensorFlow: `changing` if it begins with another batch each time, else `shuffled`, or empty."""
    import tensorflow as tf

    kinds = [type(each).__name__ for each in origins(data)]
    if not any(word in kind for kind in kinds for word in SHUFFLING):
        return ""
    if not any(word in kind for kind in kinds for word in ONCE):
        one, other = (tf.nest.flatten(next(iter(data))) for _ in range(2))
        if any(a.shape != b.shape or bool(tf.reduce_any(a != b)) for a, b in zip(one, other, strict=True)):
            return "changing"
    return "shuffled"


def split_while_shuffled(train: Any, validation: Any) -> bool:
    """Whether two data sets of TensorFlow are made from one that is shuffled anew for each pass."""
    if not all(hasattr(each, "element_spec") for each in (train, validation)):
        return False
    shuffled = {id(each) for each in origins(train) if getattr(each, "_reshuffle_each_iteration", False)}
    # what was kept before it was split comes in one order
    if any("Cache" in type(each).__name__ for each in origins(train)):
        return False
    parts = all(
        any(word in type(each).__name__ for each in origins(data) for word in PARTS) for data in (train, validation)
    )
    return parts and any(id(each) in shuffled for each in origins(validation))


def origins(data: Any) -> Iterator[Any]:
    """A data set of TensorFlow, and all those that it is made from."""
    yield data
    for each in data._inputs():
        yield from origins(each)


def length(data: Any) -> int | None:
    """How many batches a data set has, if it can tell."""
    with suppress(Exception):
        count = int(data.cardinality())
        return count if count > 0 else None
    return None


def filled(model: Any) -> None:
    """Forget where a model and its parts came from: by now all their weights have been given values."""
    with suppress(Exception):
        for each in model._flatten_layers():
            vars(each).pop(MADE, None)


def drops_out(model: Any) -> bool:
    """Whether a model has a layer that leaves out units in training."""
    return any(type(each).__name__ == "Dropout" and getattr(each, "rate", 0) for each in model._flatten_layers())


def norms_by_batch(model: Any) -> bool:
    """Whether a model has a layer of BatchNorm, which takes the mean of the batch in training."""
    return any(type(each).__name__ == "BatchNormalization" and each.trainable for each in model._flatten_layers())


def has_modes(model: Any) -> bool:
    """Whether a model does in training something else than in evaluation: one without dropout and BatchNorm may be called in either mode."""
    if says_training(getattr(type(model), "call", None)):
        return False
    for each in model._flatten_layers():
        kind = type(each).__name__
        if ("Normalization" in kind and hasattr(each, "momentum")) or kind.startswith("Random"):
            return True
        if any(getattr(each, name, None) for name in ("dropout", "recurrent_dropout", "stddev")):
            return True
        if getattr(each, "rate", 0) and ("Dropout" in kind or "Noise" in kind):
            return True
        own = not type(each).__module__.startswith(("keras.", "tf_keras.", "tensorflow."))
        if (
            own
            and sum(1 for _ in each._flatten_layers()) == 1
            and "training" in inspect.signature(each.call).parameters
        ):
            return True
    return False


@cache
def says_training(call: Callable[..., Any] | None) -> bool:
    """Whether the `call` of a model of the reader's own tells its parts itself that they are called in training."""
    try:
        return call is not None and "training=True" in inspect.getsource(call)
    except (OSError, TypeError, AttributeError):
        return False


def trainable(model: Any) -> int:
    """The number of a model's weights that are not frozen."""
    return len(model.trainable_variables)


def plain(name: str) -> str:
    return name.replace("_", "").lower().removesuffix("v2")


def rate_of(optimizer: Any) -> float:
    """The learning rate of an optimizer's next step; not a number if it cannot be read."""
    with suppress(Exception):
        rate = getattr(optimizer, "_decayed_lr", None)
        if rate is not None:
            return float(rate("float32"))
    with suppress(Exception):
        return float(optimizer.learning_rate)
    return float("nan")


def as_numbers(value: Any) -> Any:
    """A tensor as an array; anything else as it is."""
    with suppress(Exception):
        return value.numpy()
    return value


def as_column(targets: Any, outputs: Any) -> Any:
    """Labels (n,) for outputs (n, 1) as an array (n, 1): a loss of Keras that is an object brings both to one shape."""
    with suppress(Exception):
        if tuple(outputs.shape) == (*targets.shape, 1):
            return as_numbers(targets)[..., None]
    return targets


def _moves(gradient: Any) -> bool:
    values = getattr(gradient, "values", gradient)
    return bool(as_numbers(values).any())


def _of(model: Any, package: str) -> bool:
    return any(each.__module__.partition(".")[0] == package for each in type(model).__mro__)
