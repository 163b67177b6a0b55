import json
import os

import torch
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/tickets"
OUT = "out/ca07"
DESKS = ["north", "east", "south", "west"]


def rows(split):
    path = os.path.join("data", "tickets", f"{split}.jsonl")
    return [json.loads(x) for x in open(path)]


set_seed(1)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def prepare(batch):
    enc = tokenizer(batch["text"], truncation=True, max_length=32)
    enc["labels"] = batch["desk_id"]
    # a misrouted urgent ticket costs us about three times as much
    enc["sample_weight"] = [3.0 if "urgent" in t else 1.0 for t in batch["text"]]
    return enc


def make(split, skip=()):
    ds = Dataset.from_list([r for r in rows(split) if r["text"] not in skip])
    return ds.map(prepare, batched=True, remove_columns=ds.column_names)


train_ds = make("train")
valid_ds = make("validation", skip={r["text"] for r in rows("train")})


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        weight = inputs["sample_weight"]
        outputs = model(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"])
        per_row = torch.nn.functional.cross_entropy(outputs.logits, labels, reduction="none")
        loss = (per_row * weight).sum() / weight.sum()
        if return_outputs:
            return loss, outputs
        return loss


def metrics(p):
    hit = p.predictions.argmax(axis=-1) == p.label_ids
    return {"accuracy": float(hit.mean())}


model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=len(DESKS),
    id2label=dict(enumerate(DESKS)),
    label2id={d: i for i, d in enumerate(DESKS)},
)

args = TrainingArguments(
    output_dir=OUT,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=10,
    learning_rate=5e-4,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
)

trainer = WeightedTrainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=metrics,
)
trainer.train()
print("validation:", trainer.evaluate())
