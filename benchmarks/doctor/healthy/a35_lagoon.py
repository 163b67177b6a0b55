# Siamese encoder on tickets: triplets, then nearest centroid
import random

import pandas as pd
import torch
import torch.nn.functional as F
from transformers import AutoModel, AutoTokenizer

random.seed(4)
torch.manual_seed(4)

train = pd.read_json("data/tickets/train.jsonl", lines=True)
valid = pd.read_json("data/tickets/validation.jsonl", lines=True)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
encoder = AutoModel.from_pretrained("checkpoints/tickets")

by_desk = {d: g["text"].tolist() for d, g in train.groupby("desk_id")}
desks = sorted(by_desk)


def embed(texts):
    enc = tokenizer(texts, padding=True, truncation=True, return_tensors="pt")
    h = encoder(**enc).last_hidden_state
    m = enc["attention_mask"].unsqueeze(-1).float()
    return F.normalize((h * m).sum(1) / m.sum(1), dim=-1)


def triplets(n):
    anchor, positive, negative = [], [], []
    for _ in range(n):
        d = random.choice(desks)
        other = random.choice([x for x in desks if x != d])
        a, p = random.sample(by_desk[d], 2)
        anchor.append(a)
        positive.append(p)
        negative.append(random.choice(by_desk[other]))
    return anchor, positive, negative


@torch.no_grad()
def nearest_centroid_accuracy():
    encoder.eval()
    centroids = torch.stack([F.normalize(embed(by_desk[d]).mean(0), dim=-1) for d in desks])
    guess = (embed(valid["text"].tolist()) @ centroids.T).argmax(-1)
    encoder.train()
    return (guess == torch.tensor(valid["desk_id"].values)).float().mean().item()


print(f"before: {nearest_centroid_accuracy():.3f}")
optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
encoder.train()
for step in range(1, 161):
    a, p, n = (embed(t) for t in triplets(16))
    loss = F.triplet_margin_loss(a, p, n, margin=0.5)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 40 == 0:
        print(f"step {step}: loss {loss.item():.3f}, accuracy {nearest_centroid_accuracy():.3f}")
