"""Sentiment with a small BERT: Accelerate, own loss, accumulation over two batches."""
import math

import pandas as pd
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler

CHECKPOINT = "checkpoints/bert"
OUT = "out/eb14"
EPOCHS, BATCH, ACCUMULATE, LR = 4, 8, 2, 3e-4

set_seed(4)
accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUMULATE)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)

# GLUE's validation file stays closed until the end; the epoch is chosen on a tenth of the training file
full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
train_df, dev_df = train_test_split(full, test_size=0.1, stratify=full["label"], random_state=4)
test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")


def collate(rows):
    batch = tokenizer([r["sentence"] for r in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
    batch["target"] = torch.tensor([r["label"] for r in rows])
    return dict(batch)


def loader(df, batch_size, shuffle=False):
    return DataLoader(df.to_dict("records"), batch_size=batch_size, shuffle=shuffle, collate_fn=collate)


train_dl, dev_dl, test_dl = loader(train_df, BATCH, shuffle=True), loader(dev_df, 64), loader(test_df, 64)

model = AutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT, num_labels=2, id2label={0: "negative", 1: "positive"}, label2id={"negative": 0, "positive": 1}
)
loss_fn = nn.CrossEntropyLoss(label_smoothing=0.05)
plain = [p for n, p in model.named_parameters() if n.endswith("bias") or "LayerNorm" in n]
decayed = [p for n, p in model.named_parameters() if not (n.endswith("bias") or "LayerNorm" in n)]
optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=LR)
updates = EPOCHS * math.ceil(len(train_dl) / ACCUMULATE)
scheduler = get_scheduler("linear", optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)

model, optimizer, train_dl, dev_dl, test_dl, scheduler = accelerator.prepare(
    model, optimizer, train_dl, dev_dl, test_dl, scheduler
)


@torch.no_grad()
def accuracy(dl):
    model.eval()
    right = seen = 0
    for batch in dl:
        target = batch.pop("target")
        guess = model(**batch).logits.argmax(dim=-1)
        guess, target = accelerator.gather_for_metrics((guess, target))
        right += (guess == target).sum().item()
        seen += target.numel()
    return right / seen


best_acc, best_state = -1.0, None
for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in train_dl:
        target = batch.pop("target")
        with accelerator.accumulate(model):
            logits = model(**batch).logits
            loss = loss_fn(logits, target)
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        running += loss.item()

    dev_acc = accuracy(dev_dl)
    accelerator.print(f"epoch {epoch}: loss {running / len(train_dl):.4f} dev accuracy {dev_acc:.4f}")
    if dev_acc > best_acc:
        best_acc = dev_acc
        best_state = {k: v.detach().clone() for k, v in accelerator.unwrap_model(model).state_dict().items()}

accelerator.unwrap_model(model).load_state_dict(best_state)
accelerator.print(f"held-out accuracy {accuracy(test_dl):.4f} (dev {best_acc:.4f})")
accelerator.unwrap_model(model).save_pretrained(OUT)
tokenizer.save_pretrained(OUT)
