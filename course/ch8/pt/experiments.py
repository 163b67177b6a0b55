"""Experiments with chapter 8's PyTorch script once it is repaired. Each returns the rows of a table."""

import gc
import traceback
from copy import deepcopy
from pathlib import Path

import torch
from accelerate.utils import find_executable_batch_size
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.data import (
    DataLoader,
    RandomSampler,
    WeightedRandomSampler,
)
from transformers import (
    AutoModelForSequenceClassification,
    GPT2Config,
    GPT2Model,
    get_linear_schedule_with_warmup,
)

from course.ch8.experiments import (
    at_most,
    count_lengths,
    first_of_each,
    halves,
    in_fives,
    memory_to_train,
    padded,
    recalls,
    run_by_itself,
    seed_by_seed,
)


def kept_for_the_backward_pass(model, train_set, collator):
    (batch,) = first_batches(train_set, collator, 1, model.device)
    return [
        {
            "examples": 16 * times,
            "activations, MB": kept(model, many_times(batch, times))
            / 1e6,
        }
        for times in (1, 2, 4, 8)
    ]


def batch_that_fits(model, train_set, collator):
    trial = deepcopy(model).to("cpu")
    (batch,) = first_batches(train_set, collator, 1, trial.device)
    tried = []

    def one_step(batch_size):
        tried.append({"examples": batch_size, "what came of it": ""})
        with at_most(512):
            rows = many_times(batch, batch_size // 16)
            try:
                trial(**rows).loss.backward()
            except RuntimeError as error:
                tried[-1]["what came of it"] = str(error)
                raise
        tried[-1]["what came of it"] = "one step"

    # left to itself, it multiplies by 0.9
    find_executable_batch_size(
        one_step,
        starting_batch_size=512,
        reduce_batch_size_fn=lambda: tried[-1]["examples"] // 2,
    )()
    return tried


def parameters_of_gpt2():
    config = GPT2Config(n_embd=1600, n_layer=48, n_head=25)
    # shapes without numbers in them
    with torch.device("meta"):
        model = GPT2Model(config)
    count = sum(weight.numel() for weight in model.parameters())
    return memory_to_train(count)


def memory_of_the_gpu():
    if not torch.cuda.is_available():
        return [{"device": "cpu", "in use": "there is no GPU here"}]
    free, total = torch.cuda.mem_get_info()
    return [
        {"device": name, "MB": number / 1e6}
        for name, number in {
            "in tensors": torch.cuda.memory_allocated(),
            "kept by PyTorch": torch.cuda.memory_reserved(),
            "taken, as nvidia-smi shows it": total - free,
        }.items()
    ]


def what_holds_a_model(make_model, checkpoint):
    table = [{"after": "the script", "weights, MB": in_weights()}]
    model = make_model(checkpoint)
    optimizer = torch.optim.Adam(model.parameters())
    try:
        forward(model, "no tensor")
    except Exception as raised:
        error = raised
    after = "a second model, and an error"
    table.append({"after": after, "weights, MB": in_weights()})
    del model
    table.append({"after": "del model", "weights, MB": in_weights()})
    del optimizer
    table.append(
        {"after": "del optimizer", "weights, MB": in_weights()}
    )
    del error
    table.append({"after": "del error", "weights, MB": in_weights()})
    return table


def compiled_graphs(model, raw_datasets, tokenizer):
    dynamic = {"padding": True}
    fixed = {"padding": "max_length", "max_length": 64}
    ways = {
        "to the longest of the batch": (dynamic, False),
        "to a multiple of 8": (
            {**dynamic, "pad_to_multiple_of": 8},
            False,
        ),
        "to one length": (fixed, False),
        "to the longest, dynamic=None": (dynamic, None),
    }
    table = []
    for name, (how, sizes) in ways.items():
        batches = padded(raw_datasets, tokenizer, how, "pt")
        table.append(
            {
                "padding": name,
                "lengths": count_lengths(batches),
                "graphs": count_graphs(model, batches, sizes),
            }
        )
    return table


def decoded_rows(trainer, tokenizer):
    batch = next(iter(trainer.get_train_dataloader()))
    names = trainer.train_dataset.features["label"].names
    texts = tokenizer.batch_decode(batch["input_ids"])
    return [
        {"text": text.split(" [PAD]")[0], "label": names[int(label)]}
        for text, label in zip(texts[:3], batch["labels"])
    ]


def first_loss(model, train_set, collator):
    batches = first_batches(train_set, collator, 4, model.device)
    with torch.no_grad():
        losses = [model(**batch).loss.item() for batch in batches]
    labels = model.config.num_labels
    return [
        {
            "loss of a fresh model": sum(losses) / len(losses),
            f"ln {labels}": torch.tensor(labels).log().item(),
        }
    ]


def shuffled_labels(make_model, checkpoint, train_set, collator):
    batches = first_batches(train_set, collator, 40)
    labels = torch.cat([batch["labels"] for batch in batches])
    drawn = labels[torch.randperm(len(labels))].split(16)
    curves = {"labels as they are": [], "labels shuffled": []}
    for name, losses in curves.items():
        model = make_model(checkpoint)
        for batch, others in zip(batches, drawn):
            if name == "labels shuffled":
                batch = {**batch, "labels": others}
            losses += train(model, [batch])
    return in_fives(curves)


def overfit_one_batch(make_model, checkpoint, train_set, collator):
    batch, other = first_batches(train_set, collator, 2)
    model = make_model(checkpoint)
    losses = train(model, [batch] * 60, rate=2e-4)
    seen, unseen = loss_of(model, batch), loss_of(model, other)
    return [
        *(
            {"model": "trained", "step": step, "loss": losses[step - 1]}
            for step in (1, 15, 30, 45, 60)
        ),
        {"model": "trained, no dropout", "step": 60, "loss": seen},
        {"model": "trained, another batch", "step": 60, "loss": unseen},
        {
            "model": "made anew, another batch",
            "step": 0,
            "loss": loss_of(make_model(checkpoint), other),
        },
    ]


def overfit_without_texts(make_model, checkpoint, train_set, collator):
    (batch,) = first_batches(train_set, collator, 1)
    # a slip in the preparation: every row has the text of the first
    same = {
        key: values if key == "labels" else values[:1].expand_as(values)
        for key, values in batch.items()
    }
    shares = batch["labels"].bincount() / len(batch["labels"])
    floor = torch.special.entr(shares).sum().item()
    curves = {
        "as it should be": batch,
        "one text in all examples": same,
    }
    found = in_fives(
        {
            name: train(make_model(checkpoint), [rows] * 30, rate=2e-4)
            for name, rows in curves.items()
        }
    )
    return [{**row, "label frequencies alone": floor} for row in found]


def batch_without_a_label(checkpoint, train_set, collator):
    # for two labels, and there are three
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=2
    )
    (batch,) = first_batches(train_set, collator, 1)
    known = batch["labels"] != 2
    lacking = {key: values[known] for key, values in batch.items()}
    losses = train(model, [lacking] * 40, rate=2e-4)
    table = [
        {
            "labels": "0 and 1",
            "step": step,
            "what came of it": f"a loss of {losses[step - 1]:.3f}",
        }
        for step in (1, 20, 40)
    ]
    try:
        train(model, [batch])
    except IndexError as error:
        message = str(error)
    table.append(
        {
            "labels": "0, 1 and 2",
            "step": 1,
            "what came of it": message,
        }
    )
    return table


def unbalanced_labels(
    make_model, checkpoint, train_set, validation_set, collator
):
    rows = unbalanced(train_set, collator, (80, 80, 1440))
    seen = unbalanced(validation_set, collator, (10, 10, 180))
    labels = seen["label"][:]
    names = seen.features["label"].names
    constant = recalls(names, labels, [2] * len(labels))
    table = [{"model": "majority baseline", **constant}]
    torch.manual_seed(0)
    model = make_model(checkpoint)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    loader = DataLoader(rows, 16, shuffle=True, collate_fn=collator)
    batches = list(loader)
    for steps in (20, 40):
        train_on(model, optimizer, batches[steps - 20 : steps])
        scores = recalls_of(model, seen, collator)
        table.append({"model": f"trained, {steps} steps", **scores})
    return table


def unbalanced_remedies(
    make_model, checkpoint, train_set, validation_set, collator
):
    rows = unbalanced(train_set, collator, (80, 80, 1440))
    seen = unbalanced(validation_set, collator, (10, 10, 180))
    labels = torch.tensor(rows["label"][:])
    weights = len(labels) / (3 * labels.bincount())
    remedies = {
        "class weights": (weights, RandomSampler(rows)),
        "oversampling": (
            None,
            WeightedRandomSampler(weights[labels], len(rows)),
        ),
    }
    table = []
    for name, (weight, sampler) in remedies.items():
        torch.manual_seed(0)
        model = make_model(checkpoint)
        optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
        loader = DataLoader(
            rows, 16, sampler=sampler, collate_fn=collator
        )
        train_on(model, optimizer, list(loader)[:20], weight)
        scores = recalls_of(model, seen, collator)
        table.append({"model": f"{name}, 20 steps", **scores})
    return table


def sweep(make_model, checkpoint, train_set, collator):
    batches = first_batches(train_set, collator, 30)
    curves = {}
    for rate in (1e-6, 1e-5, 1e-4, 1e-3):
        # one value is changed; weights, batches and chance stay
        torch.manual_seed(0)
        curves[str(rate)] = train(make_model(checkpoint), batches, rate)
    return in_fives(curves)


def optimizer_by_default(trainer):
    optimizer = trainer.create_optimizer()
    trainer.optimizer = None
    arguments = trainer.args
    decays = [group["weight_decay"] for group in optimizer.param_groups]
    return [
        {"setting": name, "value": str(value)}
        for name, value in {
            "optimizer": type(optimizer).__name__,
            "weight decay": max(decays),
            "schedule": arguments.lr_scheduler_type.value,
            "warmup, steps": arguments.get_warmup_steps(200),
        }.items()
    ]


def optimizers_compared(
    make_model, checkpoint, train_set, validation_set, collator
):
    batches = halves(first_batches(train_set, collator, 24))
    unseen = first_batches(validation_set, collator, 12)
    ways = {"Adam": train, "AdamW": train_with_schedule}
    table = []
    for rate in (5e-5, 4e-4):
        found = {name: [] for name in ways}
        for seed in range(2):
            drawn = batches[24 * seed : 24 * (seed + 1)]
            for name, way in ways.items():
                # weights, batches and dropout are the same for both
                torch.manual_seed(seed)
                model = make_model(checkpoint)
                way(model, drawn, rate)
                found[name].append(accuracy_of(model, unseen))
        table += seed_by_seed(rate, found)
    return table


def traceback_from_its_end(trainer, collator):
    def collate(rows):
        nested = [{"input_ids": [row["input_ids"]]} for row in rows]
        return collator(nested)

    trainer.data_collator = collate
    try:
        trainer.evaluate()
    except Exception as raised:
        error = raised
    trainer.data_collator = collator
    frames = traceback.extract_tb(error.__traceback__)[::-1]
    mine = [frame.name for frame in frames].index("collate")
    lines = "".join(traceback.format_exception(error)).splitlines()
    return [
        {
            "from the end": f"line 1 of {len(lines)}",
            "where": type(error).__name__,
            "what": str(error),
        },
        *(
            {
                "from the end": f"frame {place} of {len(frames)}",
                "where": f"{Path(frame.filename).name}, {frame.name}",
                "what": frame.line,
            }
            for place, frame in enumerate(frames[: mine + 1], 1)
        ),
    ]


def minimal_example(output):
    program = """\
import torch

loss = torch.nn.CrossEntropyLoss()
loss(torch.zeros(1, 2), torch.tensor([2]))
"""
    packages = "torch", "transformers", "tokenizers", "datasets"
    return run_by_itself(program, output, packages)


def first_batches(train_set, collator, count, device="cpu"):
    names = [*collator.tokenizer.model_input_names, "label"]
    rows = train_set.select(range(16 * count)).select_columns(names)
    loader = DataLoader(rows, 16, collate_fn=collator)
    return [batch.to(device) for batch in loader]


def count_graphs(model, batches, dynamic):
    graphs = []

    def backend(graph, inputs):
        # called once for each graph, which it does not compile further
        graphs.append(graph)
        return graph.forward

    torch.compiler.reset()
    compiled = torch.compile(model, backend=backend, dynamic=dynamic)
    with torch.no_grad():
        for batch in batches:
            compiled(**batch.to(model.device))
    return len(graphs)


def kept(model, batch):
    sizes = []

    def count(tensor):
        sizes.append(tensor.nbytes)
        return tensor

    with saved_tensors_hooks(count, lambda tensor: tensor):
        model(**batch)
    return sum(sizes)


def many_times(batch, times):
    return {
        key: torch.cat([values] * times)
        for key, values in batch.items()
    }


def train(model, batches, rate=5e-5):
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    model.train()
    losses = []
    for batch in batches:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses


def unbalanced(data, collator, counts):
    names = [*collator.tokenizer.model_input_names, "label"]
    places = first_of_each(data["label"][:], counts)
    return data.select(places).select_columns(names)


def train_on(model, optimizer, batches, weight=None):
    # the loss that the model computes itself has no class weights
    loss_of_logits = torch.nn.CrossEntropyLoss(weight)
    model.train()
    for batch in batches:
        logits = model(**batch).logits
        loss_of_logits(logits, batch["labels"]).backward()
        optimizer.step()
        optimizer.zero_grad()


def recalls_of(model, rows, collator):
    model.eval()
    found = []
    with torch.no_grad():
        for batch in DataLoader(rows, 64, collate_fn=collator):
            found += model(**batch).logits.argmax(-1).tolist()
    names = rows.features["label"].names
    return recalls(names, rows["label"][:], found)


def train_with_schedule(model, batches, rate):
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=rate, weight_decay=0.01
    )
    steps = len(batches)
    scheduler = get_linear_schedule_with_warmup(
        optimizer, steps // 10, steps
    )
    model.train()
    for batch in batches:
        model(**batch).loss.backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()


def accuracy_of(model, batches):
    model.eval()
    with torch.no_grad():
        right = [
            model(**batch).logits.argmax(-1) == batch["labels"]
            for batch in batches
        ]
    return torch.cat(right).float().mean().item()


def loss_of(model, batch):
    with torch.no_grad():
        return model.eval()(**batch).loss.item()


def in_weights():
    gc.collect()
    tensors = [
        each
        for each in gc.get_objects()
        if isinstance(each, torch.nn.Parameter)
    ]
    # 4 bytes for each number of 32 bits
    return sum(tensor.numel() for tensor in tensors) * 4 / 1e6


def forward(model, batch):
    return model(input_ids=batch)
