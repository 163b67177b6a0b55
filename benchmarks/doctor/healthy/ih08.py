"""Multi-label: which desk a ticket belongs to AND what sort of trouble it is, as independent yes/no labels."""
import json
import os

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import nn
from transformers import (
    AutoConfig,
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

DESKS = ["north", "east", "south", "west"]
TROUBLE = {
    "broken": ("does not start", "makes a strange noise", "stopped after two days"),
    "delivery": ("never left your warehouse", "came without its cable", "is not the one on the picture",
                 "arrived with a scratch"),
    "billing": ("was charged twice",),
}
NAMES = DESKS + list(TROUBLE)


class TicketDataset(torch.utils.data.Dataset):
    def __init__(self, rows, tokenizer):
        self.enc = tokenizer([r["text"] for r in rows], truncation=True, max_length=32)
        self.labels = np.array([self.to_labels(r) for r in rows], dtype=np.float32)

    @staticmethod
    def to_labels(row):
        desk = [row["desk"] == d for d in DESKS]
        kind = [any(phrase in row["text"] for phrase in phrases) for phrases in TROUBLE.values()]
        return desk + kind

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        item = {k: v[i] for k, v in self.enc.items()}
        item["labels"] = self.labels[i].tolist()
        return item


class WeightedBCETrainer(Trainer):
    """BCE with a weight for the rare positives. Weights come from the training split."""

    def __init__(self, *args, pos_weight, **kwargs):
        super().__init__(*args, **kwargs)
        self.pos_weight = pos_weight.to(self.args.device)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = nn.functional.binary_cross_entropy_with_logits(
            outputs.logits, labels.float(), pos_weight=self.pos_weight
        )
        return (loss, outputs) if return_outputs else loss


def metrics(p):
    logits = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
    y_hat = (logits > 0).astype(int)  # logit 0 is probability one half
    y = p.label_ids.astype(int)
    out = {
        "micro_f1": f1_score(y, y_hat, average="micro", zero_division=0),
        "macro_f1": f1_score(y, y_hat, average="macro", zero_division=0),
        "all_right": float((y == y_hat).all(axis=1).mean()),
    }
    return out


def load(split, taken):
    rows = []
    with open(os.path.join("data", "tickets", split + ".jsonl")) as f:
        for line in f:
            r = json.loads(line)
            if r["text"] not in taken:
                taken.add(r["text"])
                rows.append(r)
    return rows


set_seed(5)
taken = set()
test_rows = load("test", taken)  # order matters: first come, first served
val_rows = load("validation", taken)
train_rows = load("train", taken)

ckpt = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(ckpt)
tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})
config = AutoConfig.from_pretrained(
    ckpt,
    num_labels=len(NAMES),
    id2label=dict(enumerate(NAMES)),
    label2id={n: i for i, n in enumerate(NAMES)},
    problem_type="multi_label_classification",
)
model = AutoModelForSequenceClassification.from_pretrained(ckpt, config=config)
model.resize_token_embeddings(len(tokenizer))

train_ds, val_ds, test_ds = (TicketDataset(r, tokenizer) for r in (train_rows, val_rows, test_rows))
positives = train_ds.labels.sum(axis=0)
pos_weight = torch.tensor((len(train_ds) - positives) / positives).clamp(max=5.0)
print({n: round(w, 2) for n, w in zip(NAMES, pos_weight.tolist())})

trainer = WeightedBCETrainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ih08",
        num_train_epochs=20,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1.5e-3,
        lr_scheduler_type="linear",
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to=[],
        seed=5,
    ),
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=metrics,
    pos_weight=pos_weight,
)
trainer.train()
final = trainer.evaluate(test_ds, metric_key_prefix="test")
print({k: round(v, 3) for k, v in final.items() if "f1" in k or "all_right" in k})
trainer.save_model("out/ih08/final")
