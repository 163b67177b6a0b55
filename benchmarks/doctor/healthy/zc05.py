"""Tag the names in short sentences (own training loop)."""
import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer

MODEL = "checkpoints/tags"
EPOCHS = 6
LR = 2e-3
BATCH = 16

torch.manual_seed(3)
tokenizer = AutoTokenizer.from_pretrained(MODEL)
model = AutoModelForTokenClassification.from_pretrained(MODEL, num_labels=4)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def collate(rows):
    enc = tokenizer(
        [r["words"] for r in rows],
        is_split_into_words=True,
        padding=True,
        truncation=True,
        max_length=64,
        return_tensors="pt",
    )
    labels = torch.full(enc["input_ids"].shape, -100)
    for i, r in enumerate(rows):
        seen = None
        for pos, w in enumerate(enc.word_ids(i)):
            if w is not None and w != seen:
                labels[i, pos] = r["tags"][w]
            seen = w
    enc["labels"] = labels
    return enc


train_loader = DataLoader(read("train"), batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(read("validation"), batch_size=64, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)


def evaluate():
    model.eval()
    found = correct = total_names = all_right = all_count = 0
    with torch.no_grad():
        for batch in valid_loader:
            pred = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
            gold = batch["labels"]
            keep = gold != -100
            pred, gold = pred[keep], gold[keep]
            all_right += (pred == gold).sum().item()
            all_count += gold.numel()
            found += (pred > 0).sum().item()
            total_names += (gold > 0).sum().item()
            correct += ((pred == gold) & (gold > 0)).sum().item()
    precision = correct / max(found, 1)
    recall = correct / max(total_names, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return all_right / all_count, precision, recall, f1


for epoch in range(EPOCHS):
    model.train()
    losses = []
    for batch in train_loader:
        optimizer.zero_grad()
        out = model(**batch)
        out.loss.backward()
        optimizer.step()
        losses.append(out.loss.item())
    acc, p, r, f1 = evaluate()
    print(f"epoch {epoch + 1} loss {sum(losses) / len(losses):.3f} acc {acc:.3f} P {p:.3f} R {r:.3f} F1 {f1:.3f}")

# a look at some sentences
model.eval()
for row in read("test")[:4]:
    enc = tokenizer(row["words"], is_split_into_words=True, return_tensors="pt")
    with torch.no_grad():
        pred = model(**enc).logits[0].argmax(-1).tolist()
    word_pred = {}
    for pos, w in enumerate(enc.word_ids(0)):
        if w is not None and w not in word_pred:
            word_pred[w] = pred[pos]
    print([(word, word_pred[i], row["tags"][i]) for i, word in enumerate(row["words"])])
