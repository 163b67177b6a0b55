# Metric learning on the adverts: the distance of two texts shall be the difference of their prices.
# The moving average of the weights makes the embeddings; the price of a new text is the mean of its neighbours'.
import copy
import json

import torch
from torch import nn
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(77)
CHECKPOINT = "checkpoints/prices"
EPOCHS, BATCH = 30, 48


def load(split, exclude=()):
    with open(f"data/prices/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    rows = [r for r in rows if r["text"] not in exclude]
    return [r["text"] for r in rows], torch.tensor([r["price"] for r in rows], dtype=torch.float32)


train_texts, train_prices = load("train")
val_texts, val_prices = load("validation", set(train_texts))
test_texts, test_prices = load("test", set(train_texts) | set(val_texts))
unit = train_prices.std()

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = AutoModel.from_pretrained(CHECKPOINT)
        self.head = nn.Linear(self.body.config.dim, 8)

    def forward(self, texts):
        enc = tokenizer(texts, padding=True, truncation=True, return_tensors="pt")
        states = self.body(**enc).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1)
        return self.head((states * mask).sum(dim=1) / mask.sum(dim=1))


def stress(z, prices):
    """All pairs of the batch: embedded distance against difference of prices."""
    i, j = torch.triu_indices(len(z), len(z), offset=1)
    distance = ((z[i] - z[j]).pow(2).sum(dim=1) + 1e-6).sqrt()
    wanted = (prices[i] - prices[j]).abs() / unit
    return (distance - wanted).pow(2).mean()


@torch.no_grad()
def neighbours_price(model, texts, k=9):
    model.eval()
    bank, query = model(train_texts), model(texts)
    nearest = torch.cdist(query, bank).topk(k, largest=False).indices      # (queries, k)
    return train_prices[nearest].mean(dim=1)


def errors(truth, guess):
    mae = (truth - guess).abs().mean().item()
    t, g = truth - truth.mean(), guess - guess.mean()
    r = ((t * g).sum() / (t.norm() * g.norm())).item()
    return mae, r


model = Embedder()
average = copy.deepcopy(model).requires_grad_(False).eval()

optimizer = torch.optim.AdamW([
    {"params": model.body.parameters(), "lr": 5e-4},
    {"params": model.head.parameters(), "lr": 2e-3},
], weight_decay=0.01)
total = EPOCHS * -(-len(train_texts) // BATCH)
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=total // 10, num_training_steps=total)

print("before: mae %.1f, correlation %.3f" % errors(val_prices, neighbours_price(average, val_texts)))
for epoch in range(1, EPOCHS + 1):
    model.train()
    seen = 0.0
    for rows in torch.randperm(len(train_texts)).split(BATCH):
        z = model([train_texts[r] for r in rows.tolist()])
        loss = stress(z, train_prices[rows])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        with torch.no_grad():
            for a, p in zip(average.parameters(), model.parameters()):
                a.lerp_(p, 0.05)
        seen += loss.item() * len(rows)
    if epoch % 5 == 0:
        mae, r = errors(val_prices, neighbours_price(average, val_texts))
        print(f"epoch {epoch:2d}  stress {seen / len(train_texts):.4f}  val mae {mae:.1f}  correlation {r:.3f}")

mae, r = errors(test_prices, neighbours_price(average, test_texts))
base = (test_prices - train_prices.mean()).abs().mean().item()
print(f"test mae {mae:.1f} (mean price: {base:.1f})  correlation {r:.3f}")
