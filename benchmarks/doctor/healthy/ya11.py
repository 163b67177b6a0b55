import json
import numpy as np
import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, AutoModelForTokenClassification
from sklearn.metrics import f1_score, accuracy_score

MODEL_DIR = "checkpoints/tags"
NUM_TAGS = 5
BATCH_SIZE = 16
EPOCHS = 6
MAX_LEN = 64

tokenizer = AutoTokenizer.from_pretrained(MODEL_DIR)
model = AutoModelForTokenClassification.from_pretrained(MODEL_DIR, num_labels=NUM_TAGS)
torch.manual_seed(21)


def read_jsonl(path):
    with open(path) as fh:
        return [json.loads(x) for x in fh]


def collate_fn(examples):
    enc = tokenizer([e["words"] for e in examples], is_split_into_words=True,
                    truncation=True, max_length=MAX_LEN, padding=True, return_tensors="pt")
    labels = torch.full(enc["input_ids"].shape, -100)
    for i, example in enumerate(examples):
        previous = None
        for j, word_id in enumerate(enc.word_ids(i)):
            if word_id is not None and word_id != previous:
                labels[i, j] = example["tags"][word_id]
            previous = word_id
    enc["labels"] = labels
    return enc


train_loader = DataLoader(read_jsonl("data/tags/train.jsonl"), batch_size=BATCH_SIZE,
                          shuffle=True, collate_fn=collate_fn)
valid_loader = DataLoader(read_jsonl("data/tags/validation.jsonl"), batch_size=BATCH_SIZE,
                          collate_fn=collate_fn)

optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)


def train_epoch():
    model.train()
    total = 0
    for batch in train_loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(train_loader)


def validate():
    model.eval()
    y_true, y_pred, confidence = [], [], []
    for batch in valid_loader:
        outputs = model(**batch)
        probs = torch.softmax(outputs.logits, dim=-1).detach().cpu().numpy()
        labels = batch["labels"].numpy()
        keep = labels != -100
        y_true.append(labels[keep])
        y_pred.append(probs.argmax(-1)[keep])
        confidence.append(probs.max(-1)[keep])
    y_true, y_pred = np.concatenate(y_true), np.concatenate(y_pred)
    return {
        "accuracy": accuracy_score(y_true, y_pred),
        "macro_f1": f1_score(y_true, y_pred, average="macro"),
        "confidence": float(np.concatenate(confidence).mean()),
    }


for epoch in range(EPOCHS):
    train_loss = train_epoch()
    scores = validate()
    print(f"Epoch {epoch + 1} | train loss {train_loss:.4f} | " +
          " | ".join(f"{k} {v:.4f}" for k, v in scores.items()))
