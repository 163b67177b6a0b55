# unsupervised SimCSE (Gao et al. 2021) on the ticket texts: the same sentence goes through the encoder twice,
# the two embeddings are each other's positive, the rest of the batch are negatives.
import json
import random

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

CKPT = "checkpoints/tickets"
TAU = 0.05
EPOCHS = 4
BATCH = 32

random.seed(0)
torch.manual_seed(0)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as fh:
        return {r["text"]: r["desk_id"] for r in map(json.loads, fh)}


train = read("train")
valid = {t: y for t, y in read("validation").items() if t not in train}   # only texts that were not trained on
print(len(train), "train texts,", len(valid), "validation texts")

tokenizer = AutoTokenizer.from_pretrained(CKPT)
encoder = AutoModel.from_pretrained(CKPT)


def collate(texts):
    return tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")


def embed(batch):
    out = encoder(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"])
    return out.last_hidden_state[:, 0]            # CLS, as in the paper


loader = DataLoader(list(train), batch_size=BATCH, shuffle=True, drop_last=True, collate_fn=collate)
optimizer = torch.optim.AdamW(encoder.parameters(), lr=1e-4, weight_decay=0.0)

for epoch in range(EPOCHS):
    loss_sum = pos_sum = 0.0
    for batch in loader:
        z1 = F.normalize(embed(batch), dim=-1)
        z2 = F.normalize(embed(batch), dim=-1)
        sim = z1 @ z2.T / TAU
        target = torch.arange(sim.size(0))
        loss = F.cross_entropy(sim, target)

        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimizer.step()

        loss_sum += loss.item()
        pos_sum += (z1 * z2).sum(-1).mean().item()
    print(f"epoch {epoch}: loss {loss_sum / len(loader):.4f}  cos(pos) {pos_sum / len(loader):.4f}")

# nearest neighbour check
encoder.eval()
with torch.no_grad():
    bank = F.normalize(torch.cat([embed(collate(list(train)[i:i + 64])) for i in range(0, len(train), 64)]), dim=-1)
    query = F.normalize(torch.cat([embed(collate(list(valid)[i:i + 64])) for i in range(0, len(valid), 64)]), dim=-1)
y_bank = torch.tensor(list(train.values()))
y_query = torch.tensor(list(valid.values()))
pred = y_bank[(query @ bank.T).argmax(-1)]
print("1-NN desk accuracy:", (pred == y_query).float().mean().item())
