"""Desk routing of tickets with the small DistilBERT, and its control: the very same
training with the training labels permuted.  The control must fall to chance on the test rows."""
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/tickets"
MAX_LEN = 32
DESKS = ["north", "east", "south", "west"]

tok = AutoTokenizer.from_pretrained(CKPT)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def key(row):
    # what the model really sees: two long mails may be equal after the cut
    return tuple(tok(row["text"], truncation=True, max_length=MAX_LEN)["input_ids"])


def unique_against(rows, forbidden):
    kept, taken = [], set(forbidden)
    for row in rows:
        if key(row) not in taken:
            taken.add(key(row))
            kept.append(row)
    return kept


test = unique_against(read("test"), [])
valid = unique_against(read("validation"), map(key, test))
train = unique_against(read("train"), [key(r) for r in test + valid])
print("rows after removing doubles:", len(train), len(valid), len(test))


def encode(rows, labels=None):
    labels = [r["desk_id"] for r in rows] if labels is None else labels
    ds = Dataset.from_dict({"text": [r["text"] for r in rows], "labels": labels})
    return ds.map(lambda b: tok(b["text"], truncation=True, max_length=MAX_LEN),
                  batched=True, remove_columns=["text"])


def metrics(p):
    pred = p.predictions.argmax(-1)
    f1 = []
    for c in range(len(DESKS)):
        tp = ((pred == c) & (p.label_ids == c)).sum()
        fp = ((pred == c) & (p.label_ids != c)).sum()
        fn = ((pred != c) & (p.label_ids == c)).sum()
        f1.append(2 * tp / max(2 * tp + fp + fn, 1))
    return {"accuracy": float((pred == p.label_ids).mean()), "macro_f1": float(np.mean(f1))}


def run(name, train_labels, seed=7):
    set_seed(seed)
    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(DESKS), id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)})
    args = TrainingArguments(
        output_dir=f"out/kd05/{name}", num_train_epochs=15, learning_rate=1e-3, warmup_ratio=0.1,
        weight_decay=0.01, per_device_train_batch_size=16, per_device_eval_batch_size=64,
        eval_strategy="epoch", save_strategy="no", logging_strategy="epoch", report_to="none",
        use_cpu=True, seed=seed, disable_tqdm=True)
    trainer = Trainer(model=model, args=args, train_dataset=encode(train, train_labels),
                      eval_dataset=encode(valid), processing_class=tok,
                      data_collator=DataCollatorWithPadding(tok), compute_metrics=metrics)
    trainer.train()
    return trainer.predict(encode(test))


true = [r["desk_id"] for r in train]
shuffled = np.random.default_rng(0).permutation(true).tolist()
real = run("real", true)
control = run("control", shuffled)      # on purpose: nothing can be learned from these labels

gold = real.label_ids
majority = float((gold == np.bincount(true).argmax()).mean())
print(f"majority class          accuracy {majority:.3f}")
print(f"labels permuted         accuracy {control.metrics['test_accuracy']:.3f}")
print(f"network                 accuracy {real.metrics['test_accuracy']:.3f}  "
      f"macro F1 {real.metrics['test_macro_f1']:.3f}")

confusion = np.zeros((4, 4), dtype=int)
np.add.at(confusion, (gold, real.predictions.argmax(-1)), 1)
print("rows = truth, columns = prediction\n", " " * 6, *[f"{d:>6s}" for d in DESKS])
for d, line in zip(DESKS, confusion):
    print(f"{d:>7s}", *[f"{v:6d}" for v in line])
