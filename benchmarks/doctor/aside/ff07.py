"""Feature extraction: keep the body of a tiny BERT fixed, train the top layer and the head."""
import os

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

torch.manual_seed(5)
torch.set_num_threads(2)
device = torch.device("cpu")

CHECKPOINT = "checkpoints/bert"
LR = 1e-3
EPOCHS = 4

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2).to(device)

# --- freezing -----------------------------------------------------------
for name, param in model.named_parameters():
    if name.startswith("bert.embeddings") or name.startswith("bert.encoder.layer.0"):
        param.requires_grad = False

trainable = filter(lambda p: p.requires_grad, model.parameters())
n_trainable = sum(p.numel() for p in trainable)
n_all = sum(p.numel() for p in model.parameters())
print(f"training {n_trainable:,} of {n_all:,} parameters")

# --- data ---------------------------------------------------------------
train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
val_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")


def collate(pairs):
    texts, labels = zip(*pairs)
    enc = tokenizer(list(texts), padding=True, truncation=True, max_length=64, return_tensors="pt")
    enc["labels"] = torch.tensor(labels)
    return enc


train_loader = DataLoader(list(zip(train_df["sentence"], train_df["label"])), batch_size=32,
                          shuffle=True, collate_fn=collate)
val_loader = DataLoader(list(zip(val_df["sentence"], val_df["label"])), batch_size=96, collate_fn=collate)

# --- training -----------------------------------------------------------
optimizer = torch.optim.AdamW(trainable, lr=LR, weight_decay=0.01)
steps = EPOCHS * len(train_loader)
scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=1.0, end_factor=0.05, total_iters=steps)

for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for batch in train_loader:
        batch = batch.to(device)
        optimizer.zero_grad()
        out = model(**batch)
        out.loss.backward()
        optimizer.step()
        scheduler.step()
        total += out.loss.item()

    model.eval()
    correct = 0
    with torch.no_grad():
        for batch in val_loader:
            batch = batch.to(device)
            labels = batch.pop("labels")
            correct += (model(**batch).logits.argmax(-1) == labels).sum().item()
    print(f"epoch {epoch + 1}: loss {total / len(train_loader):.3f}, accuracy {correct / len(val_df):.3f}")

os.makedirs("out/ff07", exist_ok=True)
model.save_pretrained("out/ff07")
