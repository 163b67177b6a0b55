# Fine-tune a small GPT-2 to write the working steps after a prompt, plain PyTorch loop.
#   prompt : "glass in school : dry"   ->   steps: "rinse freeze turn"
import json
import random

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(1)
random.seed(1)

path = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(path)
model = AutoModelForCausalLM.from_pretrained(path).to(device)
EOS = tok.eos_token_id


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


class StepsDataset(Dataset):
    def __init__(self, rows):
        self.samples = []
        for r in rows:
            ids = tok(r["prompt"] + " " + r["steps"])["input_ids"] + [EOS]
            self.samples.append(torch.tensor(ids))

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, i):
        ids = self.samples[i]
        # next token prediction: the model moves the labels by one itself
        return ids, ids


def collate(batch):
    xs, ys = zip(*batch)
    x = pad_sequence(xs, batch_first=True, padding_value=EOS)
    y = pad_sequence(ys, batch_first=True, padding_value=-100)
    mask = pad_sequence([torch.ones_like(t) for t in xs], batch_first=True, padding_value=0)
    return x, mask, y


train_rows, val_rows = read("train"), read("validation")
train_loader = DataLoader(StepsDataset(train_rows), batch_size=16, shuffle=True, collate_fn=collate)
val_loader = DataLoader(StepsDataset(val_rows), batch_size=32, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
EPOCHS = 8

for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for x, mask, y in train_loader:
        x, mask, y = x.to(device), mask.to(device), y.to(device)
        out = model(input_ids=x, attention_mask=mask, labels=y)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        total += out.loss.item()

    model.eval()
    val = 0.0
    with torch.no_grad():
        for x, mask, y in val_loader:
            val += model(input_ids=x.to(device), attention_mask=mask.to(device), labels=y.to(device)).loss.item()
    print(f"epoch {epoch + 1}  train loss {total / len(train_loader):.3f}  val loss {val / len(val_loader):.3f}")


@torch.no_grad()
def complete(prompt):
    enc = tok(prompt, return_tensors="pt").to(device)
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=EOS)
    return tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()


test_rows = read("test")[:80]
hits = 0
for i, r in enumerate(test_rows):
    answer = complete(r["prompt"])
    hits += answer == r["steps"]
    if i < 5:
        print(f"{r['prompt']!r}\n   expected: {r['steps']}\n   got     : {answer}")
print(f"exact match on {len(test_rows)} test prompts: {hits / len(test_rows):.3f}")
