import time

import evaluate
import numpy as np
import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, set_seed

set_seed(5)

# SST-2 in bfloat16 on the CPU
checkpoint = "checkpoints/bert"
raw = load_dataset("data/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def preprocess(examples):
    return tokenizer(examples["sentence"], truncation=True, max_length=48)


encoded = raw.map(preprocess, batched=True)
keep = {"input_ids", "attention_mask", "token_type_ids", "label"}
encoded = encoded.remove_columns([c for c in encoded["train"].column_names if c not in keep])
encoded = encoded.rename_column("label", "labels")
collator = DataCollatorWithPadding(tokenizer)
n_train = min(800, len(encoded["train"]))
train_dl = DataLoader(encoded["train"].select(range(n_train)), batch_size=16, shuffle=True, collate_fn=collator)
val_dl = DataLoader(encoded["validation"], batch_size=32, collate_fn=collator)

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
metric = evaluate.load("data/metrics/glue", "sst2")

for epoch in range(3):
    start = time.time()
    model.train()
    losses = []
    for batch in train_dl:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())

    model.eval()
    scores, refs = [], []
    for batch in val_dl:
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(**batch).logits
        scores.append(logits.float().numpy())
        refs.append(batch["labels"].numpy())
    preds = np.concatenate(scores).argmax(axis=-1)
    result = metric.compute(predictions=preds, references=np.concatenate(refs))
    print(f"epoch {epoch} loss {np.mean(losses):.4f} {result} ({time.time() - start:.1f}s)")
