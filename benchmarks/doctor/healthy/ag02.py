import json
import numpy as np
import torch
from sklearn.metrics import f1_score, precision_score, recall_score
from torch.utils.data import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, Trainer, TrainingArguments)

torch.manual_seed(0)
ckpt = "checkpoints/tags"
tok = AutoTokenizer.from_pretrained(ckpt)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(l) for l in f]


class TagDataset(Dataset):
    def __init__(self, rows):
        self.items = []
        for r in rows:
            enc = tok(r["words"], is_split_into_words=True, truncation=True)
            labels, prev = [], None
            for wid in enc.word_ids():
                if wid is None or wid == prev:
                    labels.append(-100)
                else:
                    labels.append(r["tags"][wid])
                prev = wid
            self.items.append({"input_ids": enc["input_ids"],
                               "attention_mask": enc["attention_mask"],
                               "labels": labels})

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=2).reshape(-1)
    labels = p.label_ids.reshape(-1)
    keep = labels != -100
    y, yhat = labels[keep], preds[keep]
    return {
        "accuracy": float((y == yhat).mean()),
        "precision": precision_score(y, yhat, average="macro", zero_division=0),
        "recall": recall_score(y, yhat, average="macro", zero_division=0),
        "f1": f1_score(y, yhat, average="macro"),
    }


train, val, test = (TagDataset(read(s)) for s in ("train", "validation", "test"))
model = AutoModelForTokenClassification.from_pretrained(ckpt, num_labels=4)

args = TrainingArguments(
    "out/ag02",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to=[],
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=val,
    data_collator=DataCollatorForTokenClassification(tok),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(test, metric_key_prefix="test"))
