"""Find the code of a date: two projections on one encoder, every date of the batch against every code."""
import json
import random

import torch
import torch.nn.functional as F
from torch import nn
from transformers import AutoModel, AutoTokenizer, get_cosine_schedule_with_warmup

random.seed(2)
torch.manual_seed(2)
CHECKPOINT = "checkpoints/dates"


def read(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def unseen(rows, known_codes):
    """One row per code, and no code that was seen before: each query has exactly one answer."""
    kept, taken = [], set(known_codes)
    for row in rows:
        if row["code"] not in taken:
            taken.add(row["code"])
            kept.append(row)
    return kept


class Matcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(CHECKPOINT).get_encoder()
        width = self.encoder.config.d_model
        self.date_head = nn.Linear(width, 64)
        self.code_head = nn.Linear(width, 64)
        self.temperature = 0.07

    def encode(self, enc, head):
        states = self.encoder(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1).to(states.dtype)
        pooled = (states * mask).sum(dim=1) / mask.sum(dim=1)
        return F.normalize(head(pooled), dim=-1)

    def forward(self, dates, codes):
        return self.encode(dates, self.date_head) @ self.encode(codes, self.code_head).T / self.temperature


tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def tokens(texts):
    return tokenizer(texts, padding=True, truncation=True, return_tensors="pt")


def soft_targets(codes):
    """The same code twice in a batch is right twice."""
    same = torch.tensor([[a == b for b in codes] for a in codes], dtype=torch.float32)
    return same / same.sum(dim=1, keepdim=True)


@torch.no_grad()
def retrieval(model, rows):
    model.eval()
    scores = model(tokens([r["date"] for r in rows]), tokens([r["code"] for r in rows]))
    rank = 1 + (scores > scores.diagonal()[:, None]).sum(dim=1)
    return {"recall@1": (rank == 1).float().mean().item(),
            "recall@5": (rank <= 5).float().mean().item(),
            "mrr": (1.0 / rank).mean().item()}


def main(epochs=80, batch_size=80):
    train = read("train")
    train_codes = {r["code"] for r in train}
    val = unseen(read("validation"), train_codes)
    test = unseen(read("test"), train_codes | {r["code"] for r in val})
    print(f"{len(train)} training pairs, {len(val)} validation and {len(test)} test pairs with new codes")

    model = Matcher()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1.5e-3, weight_decay=0.01)
    steps_per_epoch = -(-len(train) // batch_size)
    scheduler = get_cosine_schedule_with_warmup(optimizer, 30, epochs * steps_per_epoch)

    print("before", retrieval(model, val))
    for epoch in range(1, epochs + 1):
        model.train()
        random.shuffle(train)
        total = 0.0
        for start in range(0, len(train), batch_size):
            rows = train[start:start + batch_size]
            codes = [r["code"] for r in rows]
            scores = model(tokens([r["date"] for r in rows]), tokens(codes))
            target = soft_targets(codes)
            loss = (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target)) / 2
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            total += loss.item()
        if epoch % 10 == 0:
            print(f"epoch {epoch:2d}  loss {total / steps_per_epoch:.4f}",
                  {k: round(v, 3) for k, v in retrieval(model, val).items()})
    print("test", {k: round(v, 3) for k, v in retrieval(model, test).items()})


if __name__ == "__main__":
    main()
