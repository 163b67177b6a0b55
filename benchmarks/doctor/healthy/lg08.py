"""Siamese encoder: do two tickets belong to the same desk?

Both sides go through one encoder, the mean of the tokens is the embedding, the cosine decides.
"""
import json
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer


class TicketPairs(Dataset):
    """For every ticket one partner, half of them from the same desk."""

    def __init__(self, path, seed):
        rng = random.Random(seed)
        with open(path) as f:
            rows = [json.loads(line) for line in f]
        by_desk = {}
        for row in rows:
            by_desk.setdefault(row["desk_id"], []).append(row["text"])
        self.pairs = []
        for i, row in enumerate(rows):
            if i % 2 == 0:
                partner, same = rng.choice(by_desk[row["desk_id"]]), 1
            else:
                other = rng.choice([d for d in by_desk if d != row["desk_id"]])
                partner, same = rng.choice(by_desk[other]), 0
            self.pairs.append((row["text"], partner, same))

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, index):
        return self.pairs[index]


class SiameseEncoder(nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        self.backbone = AutoModel.from_pretrained(checkpoint)
        self.project = nn.Linear(self.backbone.config.dim, 32)

    def forward(self, enc):
        hidden = self.backbone(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1).float()
        return self.project((hidden * mask).sum(dim=1) / mask.sum(dim=1))


class Collate:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, items):
        left, right, same = zip(*items)
        kwargs = dict(padding=True, truncation=True, max_length=32, return_tensors="pt")
        return self.tokenizer(list(left), **kwargs), self.tokenizer(list(right), **kwargs), torch.tensor(same)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    cosines, gold = [], []
    for left, right, same in loader:
        cosines.append(F.cosine_similarity(model(left), model(right)))
        gold.append(same)
    cosines, gold = torch.cat(cosines), torch.cat(gold).bool()
    accuracy = ((cosines > 0.5) == gold).float().mean().item()
    return accuracy, cosines[gold].mean().item(), cosines[~gold].mean().item()


def main():
    torch.manual_seed(9)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    collate = Collate(tokenizer)
    train = DataLoader(TicketPairs("data/tickets/train.jsonl", 1), batch_size=16, shuffle=True, collate_fn=collate)
    valid = DataLoader(TicketPairs("data/tickets/validation.jsonl", 2), batch_size=80, collate_fn=collate)

    model = SiameseEncoder("checkpoints/tickets")
    criterion = nn.CosineEmbeddingLoss(margin=0.0)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

    for epoch in range(10):
        model.train()
        total = 0.0
        for left, right, same in train:
            loss = criterion(model(left), model(right), 2 * same - 1)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        accuracy, near, far = evaluate(model, valid)
        print(f"epoch {epoch}: loss {total / len(train):.4f}, pairs right {accuracy:.3f}, cosine same {near:.3f} / different {far:.3f}")


if __name__ == "__main__":
    main()
