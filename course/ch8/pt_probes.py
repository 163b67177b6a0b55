"""Small cells that look at the live objects of chapter 8's PyTorch script. Each returns the rows of a table."""

import inspect

import torch
from transformers import TrainingArguments


def strategies():
    parameters = inspect.signature(
        TrainingArguments
    ).parameters.values()
    return [
        {"parameter": it.name, "default": str(it.default)}
        for it in parameters
        if it.name.endswith("_strategy")
    ]


def first_element(trainer):
    return [
        {"key": key, "value": str(value)}
        for key, value in trainer.train_dataset[0].items()
    ]


def second_element(trainer, tokenizer):
    element = trainer.train_dataset[1]
    names = trainer.train_dataset.features["label"].names
    return [
        {
            "text": tokenizer.decode(element["input_ids"]),
            "label": names[element["label"]],
        }
    ]


def collator_in_use(trainer):
    collator = trainer.data_collator
    rows = [
        len(trainer.train_dataset[place]["input_ids"])
        for place in range(5)
    ]
    name = getattr(collator, "__name__", type(collator).__name__)
    return [
        {
            "data_collator": name,
            "tokens in the first rows": ", ".join(map(str, rows)),
        }
    ]


def one_batch(trainer):
    batch = next(iter(trainer.get_train_dataloader()))
    return [
        {
            "key": key,
            "shape": str(tuple(value.shape)),
            "dtype": str(value.dtype),
        }
        for key, value in batch.items()
    ]


def logits_beside_labels(trainer):
    batch = next(iter(trainer.get_train_dataloader()))
    labels = batch.pop("labels")
    with torch.no_grad():
        logits = trainer.model.cpu()(
            **{key: value.cpu() for key, value in batch.items()}
        ).logits
    return [
        {
            "logits": " ".join(f"{logit:.2f}" for logit in row),
            "label": int(label),
        }
        for row, label in zip(logits[:6], labels[:6])
    ]


def number_of_labels(trainer):
    label = trainer.train_dataset.features["label"]
    return [
        {
            "model.config.num_labels": trainer.model.config.num_labels,
            "labels in the data": label.num_classes,
        }
    ]


def one_step_by_hand(trainer):
    model = trainer.model.train()
    batch = {
        key: value.to(model.device)
        for key, value in next(
            iter(trainer.get_train_dataloader())
        ).items()
    }
    optimizer = trainer.create_optimizer()
    seen = []
    for step in range(3):
        loss = model(**batch).loss
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        seen.append(
            {
                "step": step,
                "loss": loss.item(),
                "norm of the gradient": norm.item(),
            }
        )
        optimizer.step()
        optimizer.zero_grad()
    return seen


def evaluate_first(trainer):
    scores = trainer.evaluate(trainer.eval_dataset.select(range(64)))
    return [
        {"score": key, "value": float(value)}
        for key, value in scores.items()
        if key in ("eval_loss", "eval_accuracy")
    ]


def shapes_of_predictions(trainer):
    compute_metrics, trainer.compute_metrics = (
        trainer.compute_metrics,
        None,
    )
    output = trainer.predict(trainer.eval_dataset.select(range(64)))
    trainer.compute_metrics = compute_metrics
    return [
        {
            "array": "predictions",
            "shape": str(output.predictions.shape),
            "dtype": str(output.predictions.dtype),
        },
        {
            "array": "label_ids",
            "shape": str(output.label_ids.shape),
            "dtype": str(output.label_ids.dtype),
        },
    ]
