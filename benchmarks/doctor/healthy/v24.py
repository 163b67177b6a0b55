import os
import tempfile

import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, BertForSequenceClassification, pipeline

# ---------------------------------------------------------------- settings
BASE = "checkpoints/bert"
SAVE_DIR = os.path.join(tempfile.mkdtemp(), "my-sentiment-model")
EPOCHS, BS, LR = 3, 32, 3e-4
torch.manual_seed(31)

# ---------------------------------------------------------------- data
sst2 = load_dataset("data/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained(BASE)


def collate(rows):
    batch = tokenizer([r["sentence"] for r in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
    batch["labels"] = torch.tensor([r["label"] for r in rows])
    return batch


train_loader = DataLoader(sst2["train"], batch_size=BS, shuffle=True, collate_fn=collate)
val_loader = DataLoader(sst2["validation"], batch_size=64, collate_fn=collate)

# ---------------------------------------------------------------- train
model = BertForSequenceClassification.from_pretrained(
    BASE, num_labels=2, id2label={0: "NEGATIVE", 1: "POSITIVE"}, label2id={"NEGATIVE": 0, "POSITIVE": 1}
)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR)

for epoch in range(EPOCHS):
    model.train()
    total_loss = 0.0
    for batch in train_loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        total_loss += loss.item()
    model.eval()
    correct = 0
    with torch.no_grad():
        for batch in val_loader:
            labels = batch.pop("labels")
            correct += (model(**batch).logits.argmax(-1) == labels).sum().item()
    print(f"epoch {epoch + 1}: loss {total_loss / len(train_loader):.4f}, val acc {correct / len(sst2['validation']):.4f}")

# ---------------------------------------------------------------- save
os.makedirs(SAVE_DIR, exist_ok=True)
model.save_pretrained(SAVE_DIR)
tokenizer.save_pretrained(SAVE_DIR)
print("saved to", SAVE_DIR, os.listdir(SAVE_DIR))

# ---------------------------------------------------------------- use it later (other process in reality)
clf = pipeline("text-classification", model=SAVE_DIR, tokenizer=SAVE_DIR, device="cpu")
results = clf(list(sst2["validation"]["sentence"]), batch_size=32)
name2id = {"NEGATIVE": 0, "POSITIVE": 1}
hits = sum(name2id[r["label"]] == y for r, y in zip(results, sst2["validation"]["label"]))
for s, r in list(zip(sst2["validation"]["sentence"], results))[:5]:
    print(r["label"], round(r["score"], 3), s)
print("accuracy of the loaded model:", hits / len(results))
