import json
import random

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForMultipleChoice, AutoTokenizer

random.seed(7)
torch.manual_seed(7)

NAMES = ["north", "east", "south", "west"]
CKPT = "checkpoints/tickets"


class WhichTicket(Dataset):
    """One ticket of the first desk among three of other desks; the model must pick it."""

    def __init__(self, path, n):
        rows = [json.loads(l) for l in open(path)]
        ours = [r["text"] for r in rows if r["desk_id"] == 0]
        other = [r["text"] for r in rows if r["desk_id"] != 0]
        self.items = []
        for _ in range(n):
            choices = random.sample(other, 3)
            label = random.randrange(4)
            choices.insert(label, random.choice(ours))
            self.items.append((choices, label))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Collator:
    def __init__(self, tokenizer, prompt="please help"):
        self.tokenizer = tokenizer
        self.prompt = prompt

    def __call__(self, items):
        n_choices = len(items[0][0])
        first = [self.prompt for _ in items for _ in range(n_choices)]
        second = [c for choices, _ in items for c in choices]
        enc = self.tokenizer(first, second, padding=True, truncation=True, max_length=32, return_tensors="pt")
        batch = {k: v for k, v in enc.items() if k != "token_type_ids"}
        batch["labels"] = torch.tensor([label for _, label in items])
        return batch


tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForMultipleChoice.from_pretrained(CKPT)
collate = Collator(tokenizer)
train_dl = DataLoader(WhichTicket("data/tickets/train.jsonl", 320), batch_size=8, shuffle=True, collate_fn=collate)
val_dl = DataLoader(WhichTicket("data/tickets/validation.jsonl", 120), batch_size=8, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

for epoch in range(4):
    model.train()
    for step, batch in enumerate(train_dl):
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            print(f"epoch {epoch} step {step} loss {loss.item():.4f}")
    model.eval()
    n = ok = 0
    with torch.no_grad():
        for batch in val_dl:
            ok += (model(**batch).logits.argmax(1) == batch["labels"]).sum().item()
            n += len(batch["labels"])
    print(f"epoch {epoch} accuracy {ok / n:.3f}")
