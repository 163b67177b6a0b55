"""Token classification on made-up names, Accelerate version of the course's NER loop."""
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import Dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    get_scheduler,
)

CKPT = "checkpoints/tags"
NUM_TAGS = 4
EPOCHS = 4
OUT = "out/ff04"

set_seed(42)
torch.set_num_threads(2)


def load(split):
    with open(f"data/tags/{split}.jsonl") as fh:
        return [json.loads(l) for l in fh]


validation = load("validation")
held_out = {" ".join(r["words"]) for r in validation}
train = [r for r in load("train") if " ".join(r["words"]) not in held_out]

tok = AutoTokenizer.from_pretrained(CKPT)


def encode(examples):
    enc = tok(examples["words"], is_split_into_words=True, truncation=True)
    labels = []
    for i, tags in enumerate(examples["tags"]):
        previous, row = None, []
        for w in enc.word_ids(batch_index=i):
            row.append(-100 if w is None or w == previous else tags[w])
            previous = w
        labels.append(row)
    enc["labels"] = labels
    return enc


train_ds = Dataset.from_list(train).map(encode, batched=True, remove_columns=["words", "tags"])
val_ds = Dataset.from_list(validation).map(encode, batched=True, remove_columns=["words", "tags"])

collator = DataCollatorForTokenClassification(tok)
train_dl = DataLoader(train_ds, shuffle=True, batch_size=16, collate_fn=collator)
val_dl = DataLoader(val_ds, batch_size=16, collate_fn=collator)

model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=NUM_TAGS)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
scheduler = get_scheduler("linear", optimizer, num_warmup_steps=10,
                          num_training_steps=EPOCHS * len(train_dl))

accelerator = Accelerator(cpu=True)
model, optimizer, train_dl, val_dl, scheduler = accelerator.prepare(
    model, optimizer, train_dl, val_dl, scheduler
)

for epoch in range(EPOCHS):
    model.train()
    for batch in train_dl:
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()

    model.eval()
    all_preds, all_labels = [], []
    for batch in val_dl:
        with torch.no_grad():
            logits = model(**batch).logits
        preds = accelerator.gather_for_metrics(logits.argmax(dim=-1))
        labels = accelerator.gather_for_metrics(batch["labels"])
        all_preds.append(preds)
        all_labels.append(labels)

    all_preds = torch.cat(all_preds)
    all_labels = torch.cat(all_labels)
    keep = all_labels != -100
    named = keep & (all_labels > 0)
    acc = (all_preds == all_labels)[keep].float().mean().item()
    recall = (all_preds == all_labels)[named].float().mean().item()
    accelerator.print(f"epoch {epoch}: word accuracy {acc:.3f}, on names only {recall:.3f}")

accelerator.unwrap_model(model).save_pretrained(OUT)
