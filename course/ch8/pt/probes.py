"""Small cells that look at the live objects of chapter 8's PyTorch script. Each returns the rows of a table."""

import inspect

import torch
from transformers import TrainingArguments


def strategies():
    parameters = inspect.signature(TrainingArguments).parameters
    names = [name for name in parameters if name.endswith("_strategy")]
    return [{"parameter": name} for name in names]


def columns_beside_parameters(trainer):
    columns = trainer.train_dataset.column_names
    parameters = inspect.signature(trainer.model.forward).parameters
    return [
        {
            "name": name,
            "a column": name in columns,
            "a parameter of forward": name in parameters,
        }
        for name in dict.fromkeys([*columns, *parameters])
    ]


def names_for_the_labels(trainer):
    kept, table = trainer.train_dataset, []
    for name in ("target", "label", "labels"):
        trainer.train_dataset = kept.rename_column("gold_label", name)
        batch = next(iter(trainer.get_train_dataloader()))
        table.append(
            {"column": name, "keys of the batch": ", ".join(batch)}
        )
    trainer.train_dataset = kept
    return table


def first_element(trainer):
    element = trainer.train_dataset[0]
    return [{"key": key, "value": str(element[key])} for key in element]


def second_element(trainer, tokenizer):
    element = trainer.train_dataset[1]
    text = tokenizer.decode(element["input_ids"])
    names = trainer.train_dataset.features["label"].names
    return [{"text": text, "label": names[element["label"]]}]


def collator_in_use(trainer):
    collator = trainer.data_collator
    name = getattr(collator, "__name__", type(collator).__name__)
    rows = trainer.train_dataset.select(range(5))["input_ids"]
    lengths = ", ".join(str(len(ids)) for ids in rows)
    return [
        {"data_collator": name, "tokens in the first rows": lengths}
    ]


def one_batch(trainer):
    batch = next(iter(trainer.get_train_dataloader()))
    return [
        {"key": key, "shape": str(tuple(tensor.shape))}
        for key, tensor in batch.items()
    ]


def logits_beside_labels(trainer):
    batch = next(iter(trainer.get_train_dataloader())).to("cpu")
    labels = batch.pop("labels").tolist()
    with torch.no_grad():
        logits = trainer.model.cpu()(**batch).logits.tolist()
    return [
        {
            "logits": " ".join(f"{logit:.2f}" for logit in row),
            "label": label,
        }
        for row, label in zip(logits[:6], labels)
    ]


def number_of_labels(trainer):
    expected = trainer.model.config.num_labels
    names = trainer.train_dataset.features["label"].names
    return [
        {"model.config.num_labels": expected, "in the data": len(names)}
    ]


def one_step_by_hand(trainer):
    # without dropout, so that the losses can be compared
    model = trainer.model.eval()
    batch = next(iter(trainer.get_train_dataloader())).to(model.device)
    optimizer = trainer.create_optimizer()
    seen = []
    for step in range(3):
        loss = model(**batch).loss
        loss.backward()
        seen.append({"step": step, "loss": loss.item()})
        optimizer.step()
        optimizer.zero_grad()
    return seen


def evaluate_first(trainer):
    scores = trainer.evaluate(trainer.eval_dataset.select(range(64)))
    return [{"eval_loss": scores["eval_loss"]}]


def shapes_of_predictions(trainer):
    # without the function that fails, evaluation gets through
    trainer.compute_metrics, kept = None, trainer.compute_metrics
    output = trainer.predict(trainer.eval_dataset.select(range(64)))
    trainer.compute_metrics = kept
    return [
        {
            "array": "predictions",
            "shape": str(output.predictions.shape),
        },
        {"array": "label_ids", "shape": str(output.label_ids.shape)},
    ]
