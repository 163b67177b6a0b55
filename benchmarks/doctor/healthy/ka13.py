# Few labels, more raw text:
#   stage 1  masked language modelling on all training texts (no labels)
#   stage 2  a classifier head on the frozen encoder, 240 labelled rows
#   stage 3  everything together, smaller steps
import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForMaskedLM, AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorForLanguageModeling, DataCollatorWithPadding, Trainer,
                          TrainingArguments, get_linear_schedule_with_warmup, set_seed)

set_seed(99)
BASE = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(BASE)

# ---------------------------------------------------------------- data
splits = {}
for name in ["train", "validation", "test"]:
    with open(f"data/tickets/{name}.jsonl") as f:
        splits[name] = {row["text"]: row["desk_id"] for row in map(json.loads, f)}   # a dict: each text once
for text in splits["test"]:
    splits["validation"].pop(text, None)
    splits["train"].pop(text, None)
for text in splits["validation"]:
    splits["train"].pop(text, None)


def features(table, with_labels):
    rows = []
    for text, desk in table.items():
        row = dict(tokenizer(text, truncation=True, max_length=32))
        if with_labels:
            row["labels"] = desk
        rows.append(row)
    return rows


# ---------------------------------------------------------------- stage 1
mlm = AutoModelForMaskedLM.from_pretrained(BASE)
pretrainer = Trainer(
    model=mlm,
    args=TrainingArguments("out/ka13/mlm", num_train_epochs=25, per_device_train_batch_size=32, learning_rate=1e-3,
                           warmup_ratio=0.1, logging_steps=50, save_strategy="no", report_to="none", use_cpu=True),
    train_dataset=features(splits["train"], with_labels=False),
    eval_dataset=features(splits["validation"], with_labels=False),
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.15),
    processing_class=tokenizer)
print("MLM loss before:", round(pretrainer.evaluate()["eval_loss"], 3))
pretrainer.train()
print("MLM loss after: ", round(pretrainer.evaluate()["eval_loss"], 3))

# ---------------------------------------------------------------- the classifier gets the adapted encoder
model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=4)
model.distilbert.load_state_dict(mlm.distilbert.state_dict())

labelled = features(splits["train"], with_labels=True)
random.shuffle(labelled)
labelled = labelled[:240]
collate = DataCollatorWithPadding(tokenizer)
train_loader = DataLoader(labelled, batch_size=16, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(features(splits["validation"], True), batch_size=64, collate_fn=collate)
test_loader = DataLoader(features(splits["test"], True), batch_size=64, collate_fn=collate)


def accuracy(loader):
    model.eval()
    right = n = 0
    with torch.no_grad():
        for batch in loader:
            labels = batch.pop("labels")
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            n += len(labels)
    return right / n


def run(epochs, lr, frozen):
    """Trains the parameters that ask for gradients; leaves the model at its best validation epoch."""
    model.distilbert.requires_grad_(not frozen)
    learnt = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(learnt, lr=lr, weight_decay=0.01)       # a new optimizer for each stage
    total = epochs * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, total // 10, total)
    best, state = -1.0, None
    for _ in range(epochs):
        model.train()
        if frozen:
            model.distilbert.eval()       # frozen means frozen: no dropout in there either
        for batch in train_loader:
            optimizer.zero_grad()
            model(**batch).loss.backward()
            torch.nn.utils.clip_grad_norm_(learnt, 1.0)
            optimizer.step()
            scheduler.step()
        acc = accuracy(valid_loader)
        if acc > best:
            best, state = acc, {k: v.clone() for k, v in model.state_dict().items()}
    model.load_state_dict(state)
    return best


print("stage 2, head only: validation accuracy", round(run(epochs=10, lr=2e-3, frozen=True), 3))
print("stage 3, all:       validation accuracy", round(run(epochs=25, lr=8e-4, frozen=False), 3))
print("test accuracy", round(accuracy(test_loader), 3), "- guessing gives about 0.25")
