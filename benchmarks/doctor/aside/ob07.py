import os

import torch
import torch.nn as nn
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

model_name = "checkpoints/tickets"
save_dir = "out/ob07"
os.makedirs(save_dir, exist_ok=True)
torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"

files = {s: f"data/tickets/{s}.jsonl" for s in ("train", "test")}
ds = load_dataset("json", data_files=files)
names = ["north", "east", "south", "west"]

tokenizer = AutoTokenizer.from_pretrained(model_name)


def collate_fn(rows):
    batch = tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
    return batch


train_dl = DataLoader(ds["train"], batch_size=16, shuffle=True, collate_fn=collate_fn)
test_dl = DataLoader(ds["test"], batch_size=64, collate_fn=collate_fn)

model = AutoModelForSequenceClassification.from_pretrained(model_name, num_labels=len(names))
model = nn.DataParallel(model)  # we have two cards at work
model.to(device)

optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

for epoch in range(10):
    model.train()
    total = 0
    for batch in train_dl:
        batch = batch.to(device)
        out = model(**batch)
        loss = out.loss.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print("epoch", epoch, "loss", round(total / len(train_dl), 4))

torch.save(model.state_dict(), os.path.join(save_dir, "model.pt"))
print("saved")

# ---- later, on the laptop: one machine, no cards ----
clf = AutoModelForSequenceClassification.from_pretrained(model_name, num_labels=len(names))
clf.load_state_dict(torch.load(os.path.join(save_dir, "model.pt"), map_location="cpu"))
clf.eval()

correct = 0
with torch.no_grad():
    for batch in test_dl:
        labels = batch.pop("labels")
        correct += (clf(**batch).logits.argmax(-1) == labels).sum().item()
print("test accuracy", correct / len(ds["test"]))

text = "hello . my camera does not start . order [ORDER] . please help"
with torch.no_grad():
    p = clf(**tokenizer(text, return_tensors="pt")).logits.softmax(-1)[0]
print({n: round(v, 3) for n, v in zip(names, p.tolist())})
