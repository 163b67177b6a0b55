"""Watches PyTorch: the outermost calls of modules, loss functions, backward passes, optimizers, and data loaders."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from types import ModuleType
from typing import Any

from course.diagnosis.facts import BROADCAST
from course.diagnosis.running.imports import Hook
from course.diagnosis.running.limits import EnoughSeen
from course.diagnosis.watching import collating
from course.diagnosis.watching.folds import marks_of
from course.diagnosis.watching.graph import leaves
from course.diagnosis.watching.layers import LayersWatcher
from course.diagnosis.watching.one_batch import weights_to_keep
from course.diagnosis.watching.reach import activation_of_tensor, axis_of_softmax, was_column
from course.diagnosis.watching.scaling import Scaling
from course.diagnosis.watching.values import IGNORED
from course.diagnosis.watching.watch import KEPT, LOOKED, MADE, Batches, Call, Loss, Made, Watch, is_whole, quietly
from course.gradients import Gradients

LOSSES = (
    "cross_entropy",
    "nll_loss",
    "mse_loss",
    "l1_loss",
    "smooth_l1_loss",
    "huber_loss",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
)
"""The functions of `torch.nn.functional` that compare outputs with targets."""
SIGNS = ("cosine_embedding_loss", "hinge_embedding_loss", "margin_ranking_loss", "soft_margin_loss")
"""The losses whose targets are 1 and -1."""
LARGEST = 50_000_000
"""The most numbers of a tensor that are kept."""
LARGE = 1_000_000
"""The most that are kept of what each of the later calls of a loss function compares."""
ENOUGH_ROWS = 200
"""How many rows of logits of a distribution are looked at."""
ASKED = 2000
"""How many calls of loss functions are asked whether a label is beyond the outputs."""
MEETING = ("sub", "rsub", "__sub__", "__rsub__", "mul", "__mul__", "div", "__truediv__")
"""The functions that take two tensors which a loss of one's own may be made of."""
COMPARING = ("sub", "rsub", "eq", "ne")
"""The functions that compare two tensors, without the underscores around their names."""


def hooks(watch: Watch) -> Mapping[str, Hook]:
    """What is watched in PyTorch once it is imported."""

    def watch_torch(module: ModuleType) -> None:
        import torch
        from torch.optim.lr_scheduler import LRScheduler
        from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook
        from torch.utils.data import DataLoader

        watcher = TorchWatcher(watch)
        watch.replace(torch.nn.Module, "__call__", watcher.calling)
        for name in LOSSES:
            watch.replace(torch.nn.functional, name, watcher.comparing)
        for name in SIGNS:
            watch.replace(torch.nn.functional, name, watcher.comparing_signs)
        watch.replace(torch.autograd, "backward", watcher.going_backward)
        watch.replace(torch.nn.functional, "dropout", watcher.dropping)
        watcher.scaling.begin()
        watcher.layers.begin()
        watch.callback(watcher.leave_mode)
        handles = (
            register_optimizer_step_pre_hook(watcher.before_step),
            register_optimizer_step_post_hook(watcher.after_step),
        )
        for handle in handles:
            watch.callback(handle.remove)
        watch.replace(LRScheduler, "__init__", watcher.making_scheduler)
        watch.replace(LRScheduler, "step", watcher.stepping_scheduler)
        watch.replace(torch.nn.Module, "load_state_dict", watcher.loading_weights)
        watch.replace(DataLoader, "__iter__", watcher.loading)
        watch.replace(torch.jit, "script", watcher.scripting)
        watch.replace(torch, "compile", lambda compile_: not_compiled)
        watch.replace(torch.nn.Module, "compile", lambda compile_: lambda model, *arguments, **options: None)
        watch.replace(torch.distributions.Categorical, "__init__", watcher.choosing)
        for kind in (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN, torch.nn.MultiheadAttention):
            watch.replace(kind, "forward", watcher.reading_steps)

    return {"torch": watch_torch}


def broadcasts(watcher: TorchWatcher) -> Any:
    """A mode that notes where outputs of the shape (n, 1) meet targets of the shape (n,) in the reader's own calculation."""
    from torch.overrides import TorchFunctionMode

    class Broadcasts(TorchFunctionMode):
        watches = True

        def __torch_function__(self, function: Any, kinds: Any, arguments: Any = (), options: Any = None) -> Any:
            if (
                self.watches
                and not watcher.depth
                and len(arguments) == 2
                and getattr(function, "__name__", "") in MEETING
            ):
                watcher.note_meeting(*arguments)
            return function(*arguments, **(options or {}))

    return Broadcasts()


def comparisons(watcher: TorchWatcher) -> Any:
    """A mode that follows outputs without gradients, and notes where they meet labels, one of them a column and the other a row."""
    import torch
    from torch.overrides import TorchFunctionMode

    class Comparisons(TorchFunctionMode):
        watches = True

        def __torch_function__(self, function: Any, kinds: Any, arguments: Any = (), options: Any = None) -> Any:
            result = function(*arguments, **(options or {}))
            if self.watches and not watcher.depth and isinstance(result, torch.Tensor):
                watcher.note_comparison(getattr(function, "__name__", ""), arguments, result)
            return result

    return Comparisons()


def entered(make: Callable[[TorchWatcher], Any], watcher: TorchWatcher) -> Any:
    """A mode that is entered; None inside one of the reader's, which would leave this one in its own place."""
    import torch
    from torch.overrides import _get_current_function_mode

    # those of here that could not be left before
    while not getattr(_get_current_function_mode(), "watches", True):  # type: ignore[no-untyped-call]
        _get_current_function_mode().__exit__(None, None, None)  # type: ignore[no-untyped-call]
    # the default device has a mode, too, which always stays the first
    default = getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None)
    if torch._C._len_torch_function_stack() > (default is not None):
        return None
    mode = make(watcher)
    mode.__enter__()
    return mode


def leave(mode: Any) -> None:
    """End what a mode does, and leave it if it can be left: each thread has modes of its own, and only the last one can."""
    from torch.overrides import _get_current_function_mode

    if mode is None:
        return
    mode.watches = False
    if _get_current_function_mode() is mode:  # type: ignore[no-untyped-call]
        mode.__exit__(None, None, None)


class TorchWatcher:
    """Notes in a watch what PyTorch does."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.depth = 0
        self.mode: Any = None
        # while a model with one output is measured
        self.comparisons: Any = None
        self.unreached: dict[tuple[tuple[int, ...], ...], float] = {}
        # what columns of other lengths were compared with: all pairs are meant
        self.meant: set[int] = set()
        self.kept: list[Any] = []
        self.met: Any = None
        self.scaling = Scaling(watch)
        self.layers = LayersWatcher(watch)
        self.dropped: Any = None
        # whether something was dropped out in a pass without gradients
        self.drops_always = False
        # the parts of the model that is being called, in the first two calls
        self.parts: set[int] | None = None
        self.calls = 0
        # the layers with weights that it called first without having them
        self.outside: list[Any] = []
        self.beyond_asked = 0
        # the last loss, and how many batches the program had got before the step that is being taken
        self.loss: float | None = None
        self.handed = 0

    def calling(self, call: Any) -> Any:
        import torch

        @wraps(call)
        def calling(module: Any, *arguments: Any, **options: Any) -> Any:
            # a call that is only recorded or translated trains nothing
            translated = torch.compiler.is_compiling() or torch.jit.is_tracing()  # type: ignore[attr-defined, no-untyped-call]
            around = type(module).__name__ == "OptimizedModule"
            if self.depth or translated or around or isinstance(module, torch.nn.modules.loss._Loss):
                if self.parts is not None and not translated and id(module) not in self.parts:
                    self.note_outside(module)
                return call(module, *arguments, **options)
            if not torch.is_grad_enabled():
                self.note_measuring(module, arguments, options)
                self.drops_always = self.drops_always and id(module) not in self.watch.models
                outputs = call(module, *arguments, **options)
                if id(module) in self.watch.models:
                    # a function drops out units unless it is told not to, whatever the mode of the model is
                    self.watch.dropout_used += self.drops_always and not drops_out(module)
                    self.watch.outputs = getattr(outputs, "logits", outputs)
                    self.begin_to_compare(self.watch.outputs)
                return outputs
            self.end_to_compare()
            self.depth += 1
            note = None
            end = None
            try:
                if any(True for _ in module.parameters()):
                    note = self.note_call(module, arguments, options)
                    end = self.layers.first_call(module) if note is not None else None
                    self.begin_of_call(module)
                outputs = call(module, *arguments, **options)
            finally:
                self.depth -= 1
                if end is not None:
                    end()
                self.parts = None
            self.watch.outputs = getattr(outputs, "logits", outputs)
            self.note_outputs(module, outputs)
            if note is not None:
                note.outputs = outputs
                # what is calculated from here to the first step is the loss; a backward pass itself runs inside the mode
                self.mode = entered(broadcasts, self)
            return outputs

        return calling

    def begin_of_call(self, model: Any) -> None:
        """Look in the first two calls of the first model whether it calls layers that are not its parts."""
        first = self.watch.first is not None and model is self.watch.first.model
        if self.calls < 2 and first:
            self.parts = {id(each) for each in model.modules()}
            self.calls += 1

    @quietly
    def note_outside(self, layer: Any) -> None:
        """Note a layer with weights that is no part of the model: another one in each call is made anew."""
        if not any(each.requires_grad for each in layer.parameters(recurse=False)):
            return
        if self.calls == 1:
            self.outside.append(layer)
        elif self.outside and not any(each is layer for each in self.outside):
            self.watch.made_inside = type(layer).__name__

    def reading_steps(self, forward: Any) -> Any:
        """Note the input of a layer that takes sequences with the batch on the second axis."""

        @wraps(forward)
        def reading(layer: Any, *arguments: Any, **options: Any) -> Any:
            self.note_mask(options.get("key_padding_mask", arguments[3] if len(arguments) > 3 else None))
            given = next((each for each in (*arguments, *options.values()) if hasattr(each, "shape")), None)
            if self.watch.steps_first is None and not layer.batch_first and len(getattr(given, "shape", ())) == 3:
                self.watch.steps_first = (type(layer).__name__, tuple(given.shape))  # type: ignore[union-attr]
            return forward(layer, *arguments, **options)

        return reading

    @quietly
    def note_mask(self, mask: Any) -> None:
        """Note what attention leaves out of the first batch: tokens, or padding that is left in; `True` and minus infinity leave out."""
        import torch

        first = self.watch.first
        if first is None or first.outputs is not None or not isinstance(mask, torch.Tensor) or mask.ndim != 2:
            return
        out = (mask if mask.dtype == torch.bool else mask < 0).cpu()
        tokenizer = self.watch.tokenizers[-1] if self.watch.tokenizers else None
        padded = [
            value.cpu() == (padding_in(value) if "mask" in name else 0 if tokenizer is None else tokenizer.pad_token_id)
            for name, value in first.inputs.items()
            if is_whole(value, 2) and value.shape == out.shape
        ]
        # of a model with several texts, the mask may be that of any
        for empty in padded if not any(torch.equal(out, each) for each in padded) else ():
            if bool(empty.any()) and torch.equal(out, ~empty):
                self.watch.masks = (int(out.sum()), int(empty.sum()))

    def choosing(self, made: Any) -> Any:
        """Note probabilities that a distribution is given as logits."""
        import torch

        @wraps(made)
        def choosing(*arguments: Any, **options: Any) -> None:
            if not torch.compiler.is_compiling():
                self.note_probabilities(options.get("logits", arguments[2] if len(arguments) > 2 else None))
            made(*arguments, **options)

        return choosing

    @quietly
    def note_probabilities(self, logits: Any) -> None:
        """Note logits that are whole distributions, none below 0, and each row adding up to 1; no longer once some were not."""
        found = self.watch.distributions
        if logits is None or not logits.requires_grad or logits.ndim < 2 or logits.shape[-1] < 2:
            return
        if found is not None and len(found) < ENOUGH_ROWS:
            kept = logits.detach()
            rows = kept.sum(-1)
            if bool(((kept >= 0).all(-1) & ((rows - 1).abs() < 1e-4)).all()):
                found += kept.amax(-1).reshape(-1)[:ENOUGH_ROWS].tolist()
            else:
                self.watch.distributions = None

    def scripting(self, script: Any) -> Any:
        """TorchScript translates the text of the functions that a program calls, and must find them as they are."""

        @wraps(script)
        def scripting(*arguments: Any, **options: Any) -> Any:
            with self.watch.paused():
                # names are looked up where the program has called it
                return script(*arguments, **{**options, "_frames_up": options.get("_frames_up", 0) + 1})

        return scripting

    @quietly
    def note_measuring(self, module: Any, arguments: Any, options: Any) -> None:
        """Note a model that is called without gradients, and whether it drops out units all the same."""

        if id(module) in self.watch.models:
            self.watch.pass_measured(drops_out(module), norms_by_batch(module))
            if self.watch.training_seen:
                inputs = inputs_of(module, arguments, options)
                self.watch.draws.note(module, inputs)
                self.watch.note_rows(module, inputs, training=False)
                self.note_numbers_of(module, inputs, training=False)
        elif self.watch.training_seen and any(True for _ in module.parameters()):
            self.watch.note_use(module)
            if type(module) in {type(each) for each in self.watch.models.values()}:
                self.watch.note_later(module, inputs_of(module, arguments, options))
            # a second model of the same kind, as one that was loaded again
            if type(module) in {type(each) for each in self.watch.models.values()} and id(module) in self.watch.filled:
                self.watch.draws.note(module, inputs_of(module, arguments, options))
                self.watch.loaded_used += 1
                self.watch.loaded_dropout += drops_out(module)

    @quietly
    def note_numbers_of(self, module: Any, inputs: Mapping[str, Any], training: bool) -> None:
        """Note the rows of numbers that a model is called with."""
        self.watch.number_rows.note(module, inputs, training)

    @quietly
    def note_call(self, module: Any, arguments: Any, options: Any) -> Call | None:
        """Note a model that is called with gradients; the first call in full."""
        self.watch.limits.training_begins()
        if self.watch.limits.spent():
            raise EnoughSeen
        self.watch.note_model(module)
        # a part that is trained may be in training mode where what is frozen is not
        parts = [*with_modes(module)] if not module.training else []
        evaluates = bool(parts) and not any(each.training for each in parts)
        self.watch.evaluating += evaluates
        # who attacks the model, or looks at its gradients, may do so in evaluation mode, in a step that is one in training mode
        _, others = self.watch.modes.get(id(module), (module, True))
        self.watch.modes[id(module)] = (module, evaluates and others)
        inputs = inputs_of(module, arguments, options)
        self.watch.numbers.note_inputs(inputs, IGNORED)
        self.watch.note_rows(module, inputs, training=True)
        self.note_numbers_of(module, inputs, training=True)
        if self.watch.first is not None:
            if self.watch.first_losses is None and module is self.watch.first.model:
                self.watch.first_losses = len(self.watch.loss_calls)
            return None
        self.watch.first = Call(
            module,
            {name: copied(value) for name, value in inputs.items()},
            None,
            module.training,
            weights_to_keep(module),
        )
        return self.watch.first

    @quietly
    def note_outputs(self, module: Any, outputs: Any) -> None:
        """Note whether what a model returned are numbers."""
        self.watch.numbers.note_outputs(outputs, module.named_parameters())

    def comparing(self, function: Any) -> Any:
        import torch

        signature = inspect.signature(function)

        @wraps(function)
        def comparing(*arguments: Any, **options: Any) -> Any:
            if torch.is_grad_enabled() and not torch.compiler.is_compiling():
                self.note_targets(signature, arguments, options)
                if len(self.watch.loss_calls) < KEPT or self.beyond(function.__name__, signature, arguments, options):
                    self.note_loss(function.__name__, signature, arguments, options)
            return function(*arguments, **options)

        return comparing

    def comparing_signs(self, function: Any) -> Any:
        import torch

        signature = inspect.signature(function)

        @wraps(function)
        def comparing(*arguments: Any, **options: Any) -> Any:
            if torch.compiler.is_compiling() or self.watch.signs is not None or not torch.is_grad_enabled():
                return function(*arguments, **options)
            with suppress(Exception):
                target = signature.bind(*arguments, **options).arguments["target"]
                others = target[target.abs() != 1]
                # of three signs, 0 is that of a tie
                tied = bool((target == -1).any() and (others == 0).all())
                if others.numel() and not tied:
                    self.watch.signs = (function.__name__, float(others[0]))
            return function(*arguments, **options)

        return comparing

    @quietly
    def note_targets(self, signature: inspect.Signature, arguments: Any, options: Any) -> None:
        """Note whether what a loss function compares with are numbers, and whether some of them count."""
        given = signature.bind(*arguments, **options).arguments
        self.watch.numbers.note_targets(given["target"], given.get("ignore_index", IGNORED))
        if not self.depth:
            self.watch.row_labels.labelled(given["target"], given["input"])

    @quietly
    def beyond(self, name: str, signature: inspect.Signature, arguments: Any, options: Any) -> bool:
        """Whether a label has no output of its own; the first of them can come late."""
        given = signature.bind(*arguments, **options).arguments
        outputs, targets = given["input"], given["target"]
        self.beyond_asked += 1
        # on a GPU each answer has to be waited for
        if self.beyond_asked > ASKED or name not in ("cross_entropy", "nll_loss"):
            return False
        if targets.is_floating_point() or outputs.ndim < 2:
            return False
        counted = targets[targets != given.get("ignore_index", IGNORED)]
        return bool(counted.numel() and (int(counted.max()) >= outputs.shape[1] or int(counted.min()) < 0))

    @quietly
    def note_loss(self, name: str, signature: inspect.Signature, arguments: Any, options: Any) -> None:
        """Note what a loss function is called with; a call that does not fit raises an error by itself."""
        given = signature.bind(*arguments, **options).arguments
        most = LARGE if self.watch.loss_calls else LARGEST
        outputs, targets = copied(given["input"], most), copied(given["target"], most)
        ignored = given.get("ignore_index", IGNORED)
        if not self.depth:
            self.watch.note_labels(targets)
        weight = copied(given.get("weight"))
        reordered = self.reordered(given["input"])
        each = given.get("reduction") == "none"
        self.watch.loss_calls.append(
            Loss(
                name,
                not self.depth,
                outputs,
                targets,
                ignored,
                weight,
                reordered,
                each=each,
                activation="dropout"
                if self.was_dropped(given["input"]) is True
                else activation_of_tensor(given["input"]),
                axis=axis_of_softmax(given["input"]),
                positive=copied(given.get("pos_weight")),
                candidates=was_column(given["input"]),
                models=len(self.watch.models),
            )
        )

    def dropping(self, function: Any) -> Any:
        """Keep what was dropped out last, to know it again where it is compared with targets."""
        import torch

        @wraps(function)
        def dropping(*arguments: Any, **options: Any) -> Any:
            result = function(*arguments, **options)
            share = arguments[1] if len(arguments) > 1 else options.get("p", 0.5)
            training = arguments[2] if len(arguments) > 2 else options.get("training", True)
            drops = isinstance(share, int | float) and share > 0 and training is True
            self.drops_always |= drops and not torch.is_grad_enabled()
            self.dropped = result if drops and len(self.watch.loss_calls) < KEPT else None
            return result

        return dropping

    @quietly
    def was_dropped(self, outputs: Any) -> bool:
        """Whether some of these outputs have just been dropped out."""
        dropped, self.dropped = self.dropped, None
        return dropped is not None and place(dropped) == place(outputs)

    def reordered(self, outputs: Any) -> bool:
        """Whether outputs (n, classes, length) are the model's (n, length, classes) with their numbers in the old order."""
        import torch

        first = self.watch.first
        given = getattr(getattr(first, "outputs", None), "logits", getattr(first, "outputs", None))
        if self.depth or self.watch.loss_calls or not isinstance(given, torch.Tensor) or given.ndim != 3:
            return False
        turned = (given.shape[0], given.shape[2], given.shape[1])
        if tuple(outputs.shape) != turned or given.shape[1] == given.shape[2]:
            return False
        return torch.equal(outputs.reshape(-1), given.reshape(-1))

    def going_backward(self, backward: Any) -> Any:
        import torch

        @wraps(backward)
        def going_backward(tensors: Any, *arguments: Any, **options: Any) -> Any:
            loss = tensors if isinstance(tensors, torch.Tensor) else next(iter(tensors))
            self.watch.limits.training_begins()
            factor = self.scaling.went_backward(loss)
            self.layers.going_backward(loss)
            self.note_leaves(loss)
            if loss.numel() == 1:
                self.loss = float(loss.detach()) / factor
                self.watch.note_loss(self.loss)
            with self.watch.gradients.backward():
                result = backward(tensors, *arguments, **options)
            if not self.watch.backward or not self.watch.reached:
                self.note_gradients()
            return result

        return going_backward

    @quietly
    def note_leaves(self, loss: Any) -> None:
        """Note what the first losses ask for gradients of that is no part of a model."""
        watch = self.watch
        if watch.leaves_seen >= LOOKED or (watch.leaves_seen and not watch.leaves):
            return
        watch.leaves_seen += 1
        held = {id(each) for model in watch.models.values() for each in model.parameters()}
        found = {id(each): each for each in leaves(loss) if id(each) not in held}
        if watch.leaves_seen == 1:
            watch.leaves = {key: (each, each.detach().clone()) for key, each in found.items() if is_single(each)}
        watch.leaves = {key: pair for key, pair in watch.leaves.items() if key in found}

    @quietly
    def note_meeting(self, one: Any, other: Any) -> None:
        """Note two tensors that meet, if one of them comes from the model, and their shapes differ in such a way."""
        import torch

        if not (isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor)):
            return
        shapes = {tuple(one.shape), tuple(other.shape)}
        count = one.shape[0] if one.ndim else 0
        if count > 1 and shapes == {(count, 1), (count,)} and one.requires_grad != other.requires_grad:
            outputs, targets = (one, other) if one.requires_grad else (other, one)
            if outputs.grad_fn is not None and outputs.grad_fn.name().startswith("Unsqueeze"):
                # the program has made it a column to get all pairs
                return
            self.watch.loss_calls.append(Loss(BROADCAST, True, copied(outputs), copied(targets)))

    @quietly
    def begin_to_compare(self, outputs: Any) -> None:
        """Follow a column of outputs of a model that was trained."""
        if self.watch.paired is None and self.watch.training_seen and self.mode is None and outputs.shape[1:] == (1,):
            outputs.is_prediction = True
            if self.comparisons is None:
                self.comparisons = entered(comparisons, self)

    @quietly
    def end_to_compare(self) -> None:
        mode, self.comparisons = self.comparisons, None
        leave(mode)

    @quietly
    def note_comparison(self, name: str, arguments: Any, result: Any) -> None:
        """Note which tensors come from outputs, and where one that does is compared with one that does not."""
        import torch

        given = [
            each for argument in arguments for each in (argument if isinstance(argument, list | tuple) else [argument])
        ]
        tensors = [each for each in given if isinstance(each, torch.Tensor)]
        followed = [getattr(each, "is_prediction", False) for each in tensors]
        if not any(followed):
            return
        result.is_prediction = True
        # what the program itself makes a column is meant to meet every row
        if any(hasattr(each, "is_column") for each in tensors) or (len(tensors) == 1 and result.ndim > tensors[0].ndim):
            result.is_column = True
            return
        if name.strip("_") in COMPARING and len(tensors) == 2 and not all(followed):
            column, row = sorted(tensors, key=lambda each: -each.ndim)
            if column.ndim != 2 or column.shape[1] != 1 or row.ndim != 1 or len(column) < 2 or id(row) in self.meant:
                return
            if len(row) != len(column):
                self.meant.add(id(row))
                self.kept.append(row)
                if self.met is row:
                    self.watch.paired = None
            elif self.watch.paired is None:
                frame = sys._getframe(1)
                while frame.f_back is not None and frame.f_globals.get("__name__") != "__main__":
                    frame = frame.f_back
                self.met = row
                self.watch.paired = (len(row), hasattr(column, "is_prediction"), frame.f_lineno)

    @quietly
    def note_gradients(self) -> None:
        """Note whether the backward passes so far have reached any parameter; the first may be about something else."""
        self.watch.backward = True
        parameters = [each for model in self.watch.models.values() for each in model.parameters()]
        self.watch.reached = not parameters or any(each.grad is not None for each in parameters)

    @quietly
    def note_unreached(self, optimizer: Any) -> None:
        """Note how many of the weights that an optimizer has to change have had no gradient at any of its steps.

        Each step may be about a part of them: two tasks take turns, or a critic learns before its actor.
        """
        asked = [each for group in optimizer.param_groups for each in group["params"] if each.requires_grad]
        given = self.watch.given.setdefault(id(optimizer), set())
        given.update(id(each) for each in asked if each.grad is not None)
        missed = sum(each.numel() for each in asked if id(each) not in given)
        share = missed / max(1, sum(each.numel() for each in asked))
        # a model that is trained several times may have a part that only some of these trainings are about
        alike = tuple(tuple(each.shape) for each in asked)
        self.unreached[alike] = min(self.unreached.get(alike, share), share)
        self.watch.unreached = max(self.unreached.values())

    @quietly
    def note_graded(self) -> None:
        """Note which weights of the models have a gradient at a step."""
        asked = [each for model in self.watch.models.values() for each in model.parameters()]
        self.watch.graded |= {id(each) for each in asked if each.grad is not None}

    def leave_mode(self) -> None:
        """Note no longer which tensors meet."""
        mode, self.mode = self.mode, None
        leave(mode)

    def before_step(self, optimizer: Any, arguments: Any, options: Any) -> None:
        self.leave_mode()
        self.handed = self.watch.handed
        if has_closure(arguments, options):
            return
        if not self.watch.reached:
            # a hook that steps in the backward pass clears the gradients before it ends
            self.note_gradients()
        held = [each for group in optimizer.param_groups for each in group["params"]]
        # a loss with a margin is 0 where nothing is left to learn
        nothing = self.loss == 0 and any(self.watch.losses)
        if held and not nothing and not any(each.grad is not None and bool(each.grad.any()) for each in held):
            self.watch.zero_gradients += 1
        self.note_mode({*map(id, held)})
        self.scaling.stepped(held)
        self.layers.before_step(held)
        self.note_numbers(held)
        self.note_zeros(held)

    @quietly
    def note_mode(self, held: set[int]) -> None:
        """Note whether the model whose weights an optimizer has stays in evaluation mode after it has been trained in training mode."""
        watch = self.watch
        # a teacher, or a model that only measures, may be in evaluation mode all the time
        modes = [
            evaluates
            for module, evaluates in watch.modes.values()
            if any(id(each) in held for each in module.parameters())
        ]
        watch.modes.clear()
        if modes and not all(modes):
            watch.evaluating = watch.evaluating_before
        watch.evaluating_before = watch.evaluating
        if modes:
            watch.trains |= not all(modes)
            watch.since_evaluation = watch.since_evaluation + 1 if watch.trains and all(modes) else 0

    @quietly
    def note_zeros(self, held: Sequence[Any]) -> None:
        """Note matrices of weights that are all 0 and whose gradients are all 0, of those that were so in every step before."""
        watch = self.watch
        named = {id(each): (name, each) for model in watch.models.values() for name, each in model.named_parameters()}
        kept = watch.zero_weights
        if kept is None:
            watch.frozen = {key for key, (_, each) in named.items() if not each.requires_grad}
            own = {id(each) for each in held}
            kept = {key: pair for key, pair in named.items() if pair[1].ndim > 1 and key in own}
        watch.zero_weights = {}
        watch.zero_weights = {
            key: (name, each)
            for key, (name, each) in kept.items()
            if each.grad is not None and not bool(each.grad.any()) and not bool(each.any())
        }
        # what is frozen has no gradient
        for key in watch.frozen & {*named}:
            if named[key][1].requires_grad and named[key][1].grad is not None:
                watch.unfrozen[key] = named[key][1].numel()

    @quietly
    def note_numbers(self, held: Sequence[Any]) -> None:
        """Note whether the gradients of weights are numbers."""
        names = {id(each): name for model in self.watch.models.values() for name, each in model.named_parameters()}
        self.watch.numbers.note_gradients(
            (names.get(id(each), ""), each.grad) for each in held if each.grad is not None
        )

    def after_step(self, optimizer: Any, arguments: Any, options: Any) -> None:
        if has_closure(arguments, options):
            self.watch.gradients = Gradients()
            # it may go over the whole data for the gradients of one point
            self.watch.handed = self.handed
        self.watch.gradients.stepped([each for group in optimizer.param_groups for each in group["params"]])
        self.note_graded()
        self.note_unreached(optimizer)
        self.watch.optimizers.setdefault(id(optimizer), optimizer)
        # a group without a rate is frozen
        self.watch.rates.append(next((float(each["lr"]) for each in optimizer.param_groups if each["lr"]), 0.0))
        self.watch.owners.append(id(optimizer))
        self.watch.step_taken()

    def stepping_scheduler(self, step: Any) -> Any:
        """Note a number with a fraction that a scheduler takes for that of an epoch; those that wait for a plateau have a `step` of their own."""

        @wraps(step)
        def stepping(scheduler: Any, *arguments: Any, **options: Any) -> Any:
            self._note_given(scheduler, arguments[0] if arguments else options.get("epoch"))
            return step(scheduler, *arguments, **options)

        return stepping

    @quietly
    def _note_given(self, scheduler: Any, given: Any) -> None:
        if given is not None and self.watch.schedule_given is None and float(given) % 1:
            self.watch.schedule_given = (type(scheduler).__name__, float(given))

    def making_scheduler(self, initialize: Any) -> Any:
        @wraps(initialize)
        def making(scheduler: Any, *arguments: Any, **options: Any) -> Any:
            result = initialize(scheduler, *arguments, **options)
            self.watch.schedulers.append(scheduler)
            return result

        return making

    def loading_weights(self, load: Any) -> Any:
        """Note which weights of a model a state dict gives no value, and which of its own find no place."""

        @wraps(load)
        def loading(module: Any, *arguments: Any, **options: Any) -> Any:
            result = load(module, *arguments, **options)
            self.watch.filled.add(id(module))
            fresh, ignored = (getattr(result, name, None) for name in ("missing_keys", "unexpected_keys"))
            if ignored or MADE in vars(module):
                total = len([*module.parameters()])
                vars(module)[MADE] = Made(
                    "", len(fresh or ()), total, len(ignored or ()), marks_of(module, fresh or ())
                )
            return result

        return loading

    @quietly
    def note_sampler(self, loader: Any) -> None:
        """Note a sampler whose weights are not for every row."""
        import torch

        if isinstance(loader.sampler, torch.utils.data.WeightedRandomSampler):
            counts = (len(loader.sampler.weights), len(loader.dataset))
            if counts[0] < counts[1]:
                self.watch.sampler = counts

    @quietly
    def note_last_batch(self, loader: Any) -> None:
        """Note a loader for the training, as its rows are shuffled, whose last batch has a single row."""
        import torch

        shuffled = isinstance(loader.sampler, torch.utils.data.RandomSampler)
        if shuffled and not loader.drop_last and loader.batch_size > 1 and len(loader.dataset) % loader.batch_size == 1:
            self.watch.last_alone = (len(loader.dataset), loader.batch_size)

    def loading(self, iterate: Any) -> Any:
        """Batches come to an end early once enough steps were taken, so that what follows the training is seen as well."""

        @wraps(iterate)
        def loading(loader: Any) -> Iterator[Any]:
            if not any(each is loader.dataset for each in self.watch.loaded_from):
                self.watch.loaded_from.append(loader.dataset)
            self.note_sampler(loader)
            self.note_last_batch(loader)
            count = length(loader)
            with suppress(Exception):
                if count == 0 and len(loader.dataset):
                    self.watch.without_batches = (len(loader.dataset), loader.batch_size)
            batches = iterate(loader)
            # what makes the batches in this process; the reader's loader stays as it is
            fetcher = getattr(batches, "_dataset_fetcher", None)
            if fetcher is not None and not hasattr(fetcher.collate_fn, "__wrapped__"):
                fetcher.collate_fn = collating.watched(fetcher.collate_fn, self.watch)
            return Batches(batches, self.watch, count)

        return loading


def place(tensor: Any) -> int:
    """Where the numbers of a tensor are in memory: the same for one in another shape."""
    return int(tensor.untyped_storage().data_ptr())


def not_compiled(model: Any = None, **options: Any) -> Any:
    """What `torch.compile` returns, without the compiler: it does the same, and can be watched."""
    import torch
    from torch._dynamo.eval_frame import OptimizedModule, _NullDecorator

    if model is None:
        return lambda function: not_compiled(function, **options)
    # its state dict has names of its own
    if isinstance(model, torch.nn.Module):
        return OptimizedModule(model, _NullDecorator())  # type: ignore[arg-type]
    return model


def with_modes(module: Any) -> Iterator[Any]:
    """The parts of a model that do in training something else than in evaluation, as dropout and BatchNorm; a model without them may stay in either mode.

    What has no trained weight, or stands where none is, is left out: a frozen encoder is to do the same all the time.
    """
    import torch

    own = torch.nn.modules
    around = {id(child): each for each in module.modules() for child in each.children()}
    for each in module.modules():
        learns = each if any(True for _ in each.parameters()) else around.get(id(each), each)
        if not any(weight.requires_grad for weight in learns.parameters()):
            continue
        if isinstance(each, own.batchnorm._NormBase) or (isinstance(each, own.dropout._DropoutNd) and each.p > 0):
            yield each
            continue
        dropout = getattr(each, "dropout", 0)
        forward = getattr(type(each).forward, "__code__", None)
        asks = not type(each).__module__.startswith("torch.") and forward and "training" in forward.co_names
        if (isinstance(dropout, int | float) and dropout > 0) or asks:
            yield each


def has_closure(arguments: Any, options: Any) -> bool:
    """Whether a step of an optimizer computes its gradients itself, perhaps several times."""
    return any(callable(each) for each in (*arguments, *options.values()))


def inputs_of(module: Any, arguments: Any, options: Any) -> dict[str, Any]:
    """What a model is called with, by the names of its `forward`; a dictionary that it takes whole is opened."""
    names = [*inspect.signature(module.forward).parameters]
    inputs = {**dict(zip(names, arguments, strict=False)), **options}
    whole = {name: value for name, value in inputs.items() if isinstance(value, Mapping) and "input_ids" in value}
    for name, value in whole.items():
        inputs.pop(name)
        # two texts, each in a dictionary of its own, are both inputs
        inputs.update(value if len(whole) == 1 else {f"{name}.{each}": part for each, part in value.items()})
    return inputs


def is_single(tensor: Any) -> bool:
    """Whether a tensor may be a weight of the program's own: a parameter, or a single number."""
    import torch

    return isinstance(tensor, torch.nn.Parameter) or tensor.numel() == 1


def drops_out(module: Any) -> bool:
    """Whether a module is in training mode, and drops out units."""
    import torch

    layers = module.modules() if module.training else ()
    return any(isinstance(each, torch.nn.Dropout) and each.training and each.p > 0 for each in layers)


def norms_by_batch(module: Any) -> bool:
    """Whether a module has a layer of BatchNorm that takes the mean of the batch, although it keeps one of all batches."""
    import torch

    kept = (each for each in module.modules() if isinstance(each, torch.nn.modules.batchnorm._BatchNorm))
    return any(each.training and each.track_running_stats for each in kept)


def length(loader: Any) -> int | None:
    """How many batches a loader has, if it can tell."""
    with suppress(Exception):
        return len(loader)
    return None


def copied(value: Any, most: int = LARGEST) -> Any:
    """A copy of a tensor that later changes of it in place do not reach; anything else as it is.

    The copy is in the memory of the CPU: what a GPU holds cannot be read after an error there. Of a tensor with more numbers
    than `most`, only the shape and the dtype are kept.
    """
    import torch

    if not isinstance(value, torch.Tensor):
        return value
    kept = value.detach()
    return kept.to("cpu", copy=True) if kept.numel() <= most else torch.empty_like(kept, device="meta")


def padding_in(mask: Any) -> int:
    """The number that stands for padding in a mask of zeros and ones: every row begins, or ends, with a token."""
    ends = [{*mask[:, place].tolist()} for place in (0, -1)]
    single = [each for each in ends if len(each) == 1]
    return 1 if single == [{0}] else 0
