"""Two heads on one encoder: the desk, and whether the parcel is the problem."""
import json
from pathlib import Path

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoTokenizer, DistilBertModel

ROOT = Path("data/tickets")
TOKENIZER = AutoTokenizer.from_pretrained("checkpoints/tickets")


class Tickets(Dataset):
    def __init__(self, split):
        lines = (ROOT / f"{split}.jsonl").read_text().splitlines()
        self.rows = [json.loads(line) for line in lines]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        return row["text"], row["desk_id"], float("never left" in row["text"] or "came without" in row["text"])


def collate(items):
    texts, desks, shipping = zip(*items)
    enc = TOKENIZER(list(texts), truncation=True, padding=True, return_tensors="pt")
    return enc, torch.tensor(desks), torch.tensor(shipping)


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = DistilBertModel.from_pretrained("checkpoints/tickets")
        self.desk = nn.Linear(self.body.config.dim, 4)
        self.shipping = nn.Linear(self.body.config.dim, 1)

    def forward(self, enc):
        cls = self.body(**enc).last_hidden_state[:, 0]
        return self.desk(cls), self.shipping(cls).squeeze(-1)


def evaluate(model, loader):
    model.eval()
    desk_hits = ship_hits = n = 0
    with torch.no_grad():
        for enc, desks, shipping in loader:
            desk_logits, ship_logits = model(enc)
            desk_hits += (desk_logits.argmax(1) == desks).sum().item()
            ship_hits += ((ship_logits > 0).float() == shipping).sum().item()
            n += len(desks)
    return desk_hits / n, ship_hits / n


def main():
    torch.manual_seed(21)
    train = DataLoader(Tickets("train"), batch_size=16, shuffle=True, collate_fn=collate)
    valid = DataLoader(Tickets("validation"), batch_size=80, collate_fn=collate)
    model = TwoHeads()
    ce, bce = nn.CrossEntropyLoss(), nn.BCEWithLogitsLoss()
    optim = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(6):
        model.train()
        for enc, desks, shipping in train:
            desk_logits, ship_logits = model(enc)
            loss = ce(desk_logits, desks) + 0.5 * bce(ship_logits, shipping)
            optim.zero_grad()
            loss.backward()
            optim.step()
        d, s = evaluate(model, valid)
        print(f"epoch {epoch}: last loss {loss.item():.3f}, desk {d:.3f}, shipping {s:.3f}")
    share = sum(x[2] for x in valid.dataset) / len(valid.dataset)
    print(f"always 'no' for shipping would give {1 - share:.3f}")


if __name__ == "__main__":
    main()
