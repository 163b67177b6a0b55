import json
import random

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(7)
random.seed(7)
device = "cuda" if torch.cuda.is_available() else "cpu"

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
tokenizer.add_special_tokens({"additional_special_tokens": ["<encode>"]})
model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates").to(device)


class DateDataset(Dataset):
    def __init__(self, path):
        with open(path) as f:
            self.rows = [json.loads(line) for line in f]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return "<encode> " + self.rows[i]["date"], self.rows[i]["code"]


def collate(pairs):
    sources, targets = zip(*pairs)
    batch = tokenizer(list(sources), padding=True, truncation=True, max_length=16, return_tensors="pt")
    target = tokenizer(text_target=list(targets), padding=True, truncation=True, max_length=12, return_tensors="pt")
    batch["labels"] = target["input_ids"].masked_fill(target["attention_mask"] == 0, -100)
    return batch


train_loader = DataLoader(DateDataset("data/dates/train.jsonl"), batch_size=16, shuffle=True, collate_fn=collate)
valid_data = DateDataset("data/dates/validation.jsonl")

EPOCHS = 25
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
total = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, total // 20, total)

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in train_loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        running += loss.item()
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1}: train loss {running / len(train_loader):.3f}")

model.eval()
sources, targets = zip(*[valid_data[i] for i in range(len(valid_data))])
enc = tokenizer(list(sources), padding=True, return_tensors="pt").to(device)
with torch.no_grad():
    out = model.generate(**enc, max_new_tokens=8, num_beams=1)
texts = tokenizer.batch_decode(out, skip_special_tokens=True)
print("exact match:", sum(t == g for t, g in zip(texts, targets)) / len(targets))
for s, t, g in list(zip(sources, texts, targets))[:5]:
    print(s, "->", t, "| gold:", g)
