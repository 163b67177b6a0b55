import json
import random

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch.utils.data import Dataset, DataLoader
from transformers import AutoTokenizer, AutoModelForSequenceClassification

random.seed(1)
np.random.seed(1)
torch.manual_seed(1)

# every ticket can carry several topics at once
TOPICS = ["noise", "scratch", "cable", "urgent", "help"]
MODEL = "checkpoints/tickets"
EPOCHS = 10
BATCH = 16


def read(split):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    texts = [r["text"] for r in rows]
    labels = [[1 if t in text.split() else 0 for t in TOPICS] for text in texts]
    return texts, labels


class TicketTopics(Dataset):
    def __init__(self, texts, labels, tokenizer, max_len=32):
        self.texts = texts
        self.labels = labels
        self.tokenizer = tokenizer
        self.max_len = max_len

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, i):
        enc = self.tokenizer(
            self.texts[i],
            max_length=self.max_len,
            padding="max_length",
            truncation=True,
            return_tensors="pt",
        )
        return {
            "input_ids": enc["input_ids"].squeeze(0),
            "attention_mask": enc["attention_mask"].squeeze(0),
            "labels": torch.tensor(self.labels[i]),
        }


tokenizer = AutoTokenizer.from_pretrained(MODEL)
train_set = TicketTopics(*read("train"), tokenizer)
val_set = TicketTopics(*read("validation"), tokenizer)
print(len(train_set), len(val_set))
print(train_set[0])

train_loader = DataLoader(train_set, batch_size=BATCH, shuffle=True)
val_loader = DataLoader(val_set, batch_size=32)

model = AutoModelForSequenceClassification.from_pretrained(
    MODEL,
    num_labels=len(TOPICS),
    problem_type="multi_label_classification",
)
device = "cuda" if torch.cuda.is_available() else "cpu"
model = model.to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

for epoch in range(EPOCHS):
    model.train()
    losses = []
    for batch in train_loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        optimizer.zero_grad()
        out = model(**batch)
        out.loss.backward()
        optimizer.step()
        losses.append(out.loss.item())

    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for batch in val_loader:
            gold = batch.pop("labels")
            logits = model(**{k: v.to(device) for k, v in batch.items()}).logits
            preds.append((torch.sigmoid(logits) > 0.5).int().cpu().numpy())
            golds.append(gold.int().numpy())
    f1 = f1_score(np.vstack(golds), np.vstack(preds), average="micro", zero_division=0)
    print(f"epoch {epoch + 1}  train loss {np.mean(losses):.4f}  val micro-F1 {f1:.3f}")
