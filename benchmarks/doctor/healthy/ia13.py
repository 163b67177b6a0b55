"""Named entities with a tiny DistilBERT: the common O tag weighs less, f1 over entity words picks the epoch."""
import json

import numpy as np
import torch
import torch.nn.functional as F
from datasets import Dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tags"
TAGS = ["O", "KIND1", "KIND2", "KIND3"]
IGNORE = -100
TAG_WEIGHTS = torch.tensor([0.5, 1.0, 1.0, 1.0])


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def without(rows, *others):
    """The rows whose sentence is in none of the other lists."""
    taken = {tuple(r["words"]) for other in others for r in other}
    return [r for r in rows if tuple(r["words"]) not in taken]


def encode(row, tokenizer):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
    ids = enc.word_ids()
    labels = [
        row["tags"][w] if w is not None and (i == 0 or ids[i - 1] != w) else IGNORE  # first piece of a word only
        for i, w in enumerate(ids)
    ]
    return {**enc, "labels": labels}


def weighted_loss(outputs, labels, num_items_in_batch=None):
    logits = outputs["logits"]
    weight = TAG_WEIGHTS.to(logits.device)
    total = F.cross_entropy(
        logits.view(-1, logits.size(-1)), labels.view(-1), weight=weight, ignore_index=IGNORE, reduction="sum"
    )
    # in training: the number of labelled tokens over all accumulated batches; in evaluation: of this batch
    if num_items_in_batch is None:
        num_items_in_batch = (labels != IGNORE).sum()
    return total / num_items_in_batch


def keep_argmax(logits, labels):
    return logits.argmax(dim=-1)


def compute_metrics(p):
    mask = p.label_ids != IGNORE  # p.predictions are class numbers already, see keep_argmax
    pred, gold = p.predictions[mask], p.label_ids[mask]
    hits = int(np.sum((pred == gold) & (gold > 0)))
    precision = hits / max(int(np.sum(pred > 0)), 1)
    recall = hits / max(int(np.sum(gold > 0)), 1)
    f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
    return {"precision": precision, "recall": recall, "f1": f1, "accuracy": float(np.mean(pred == gold))}


def main():
    set_seed(11)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    test = read("test")
    valid = without(read("validation"), test)
    train = without(read("train"), test, valid)

    train_ds, valid_ds, test_ds = (
        Dataset.from_list(rows).map(encode, fn_kwargs={"tokenizer": tokenizer}, remove_columns=["words", "tags"])
        for rows in (train, valid, test)
    )
    model = AutoModelForTokenClassification.from_pretrained(
        CKPT, num_labels=len(TAGS), id2label=dict(enumerate(TAGS)), label2id={t: i for i, t in enumerate(TAGS)}
    )
    args = TrainingArguments(
        output_dir="out/ia13",
        num_train_epochs=15,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        weight_decay=0.01,
        per_device_train_batch_size=8,
        gradient_accumulation_steps=2,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        logging_strategy="epoch",
        load_best_model_at_end=True,
        metric_for_best_model="f1",
        greater_is_better=True,
        report_to="none",
        seed=11,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        data_collator=DataCollatorForTokenClassification(tokenizer, label_pad_token_id=IGNORE),
        processing_class=tokenizer,
        compute_loss_func=weighted_loss,
        compute_metrics=compute_metrics,
        preprocess_logits_for_metrics=keep_argmax,
    )
    trainer.train()
    print(trainer.evaluate(test_ds, metric_key_prefix="test"))


if __name__ == "__main__":
    main()
