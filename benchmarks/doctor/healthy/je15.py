"""Tag the invented names in short sentences (0 = ordinary word, 1-3 = kinds of name).

The Trainer does the loop; dataset class and metrics are my own.  Sentences that are
in more than one file are taken out of the training (and validation) rows first.
"""
import json

import numpy as np
import torch
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/tags"
NAMES = ["O", "KIND1", "KIND2", "KIND3"]
set_seed(13)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def load(split):
    return [json.loads(s) for s in open(f"data/tags/{split}.jsonl", encoding="utf-8")]


def without(rows, *others):
    known = {tuple(r["words"]) for o in others for r in o}
    return [r for r in rows if tuple(r["words"]) not in known]


class Sentences(torch.utils.data.Dataset):
    """One label per word: it sits on the word's first piece, the other pieces get -100."""

    def __init__(self, rows):
        self.items = []
        for r in rows:
            enc = tokenizer(r["words"], is_split_into_words=True)
            assert len(enc["input_ids"]) <= tokenizer.model_max_length
            labels, before = [], None
            for w in enc.word_ids():
                labels.append(-100 if w is None or w == before else r["tags"][w])
                before = w
            self.items.append({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels})

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return dict(self.items[i])


def confusion(truth, pred, k=len(NAMES)):
    m = np.zeros((k, k), dtype=int)
    np.add.at(m, (truth, pred), 1)
    return m


def scores(m):
    tp = np.diag(m)
    f1 = 2 * tp / np.maximum(m.sum(0) + m.sum(1), 1)
    named = m[1:]                                    # words that really are names
    return {
        "accuracy": float(tp.sum() / m.sum()),
        "macro_f1": float(f1.mean()),
        "kind_accuracy": float(np.trace(m[1:, 1:]) / named.sum()),   # name found AND right kind
    }


def compute_metrics(p):
    keep = p.label_ids != -100
    return scores(confusion(p.label_ids[keep], p.predictions.argmax(-1)[keep]))


test_rows = load("test")
val_rows = without(load("validation"), test_rows)
train_rows = without(load("train"), val_rows, test_rows)
print(len(train_rows), len(val_rows), len(test_rows), "sentences")
train, val, test = Sentences(train_rows), Sentences(val_rows), Sentences(test_rows)

model = AutoModelForTokenClassification.from_pretrained(
    CKPT, num_labels=len(NAMES),
    id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)},
)
args = TrainingArguments(
    output_dir="out/je15",
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="macro_f1",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    seed=13,
)
trainer = Trainer(
    model=model, args=args,
    train_dataset=train, eval_dataset=val,
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

out = trainer.predict(test)                          # the best epoch's weights are loaded by now
keep = out.label_ids != -100
truth, pred = out.label_ids[keep], out.predictions.argmax(-1)[keep]
table = confusion(truth, pred)
print("rows truth, columns prediction", NAMES)
print(table)
print("test        ", {k: round(v, 3) for k, v in scores(table).items()})

# knowing nothing but the training frequencies: every word "O"; every name the commonest kind
tags = np.concatenate([r["tags"] for r in train_rows])
commonest = 1 + int(np.bincount(tags, minlength=4)[1:].argmax())
print("all O       ", {k: round(v, 3) for k, v in scores(confusion(truth, np.zeros_like(truth))).items()})
print(f"commonest kind for every name: kind accuracy {np.mean(truth[truth > 0] == commonest):.3f}")
trainer.save_model("out/je15/final")
