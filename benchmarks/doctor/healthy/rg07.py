import json
import torch
import torch.nn as nn
import torch.nn.functional as F
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(0)
PATH = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(PATH)


class PriceModel(nn.Module):
    def __init__(self, path, hidden=64):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(path)
        d = self.encoder.config.dim
        self.head = nn.Sequential(nn.LayerNorm(d), nn.Linear(d, hidden), nn.GELU(), nn.Linear(hidden, 1))

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).to(h.dtype)
        pooled = (h * m).sum(1) / m.sum(1)
        return self.head(pooled).squeeze(-1)


def load(split):
    rows = [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    price = torch.tensor([r["price"] for r in rows], dtype=torch.float32)
    return enc["input_ids"], enc["attention_mask"], price


train_ids, train_mask, train_price = load("train")
val_ids, val_mask, val_price = load("validation")
test_ids, test_mask, test_price = load("test")

# work on standardised log prices; mean and deviation come from the training rows
log_price = train_price.log()
mean, std = log_price.mean(), log_price.std()
target = (log_price - mean) / std

model = PriceModel(PATH)
optimizer = torch.optim.AdamW([
    {"params": model.encoder.parameters(), "lr": 1e-3},
    {"params": model.head.parameters(), "lr": 3e-3},
], weight_decay=0.01)
EPOCHS, BS = 40, 32
scheduler = torch.optim.lr_scheduler.OneCycleLR(
    optimizer, max_lr=[1e-3, 3e-3], total_steps=EPOCHS * (len(target) // BS))


def mae(ids, mask, price):
    model.eval()
    with torch.no_grad():
        pred = (model(ids, mask) * std + mean).exp()
    return (pred - price).abs().mean().item(), pred


for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for idx in torch.randperm(len(target)).split(BS):
        pred = model(train_ids[idx], train_mask[idx])
        loss = F.smooth_l1_loss(pred, target[idx])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item() * len(idx)
    if (epoch + 1) % 5 == 0:
        print(f"{epoch + 1:3d} loss {running / len(target):.4f}  val MAE {mae(val_ids, val_mask, val_price)[0]:.1f}")

err, pred = mae(test_ids, test_mask, test_price)
base = (test_price - train_price.median()).abs().mean().item()
print(f"test MAE {err:.1f} (always the median: {base:.1f})")
for p, t in list(zip(pred.tolist(), test_price.tolist()))[:6]:
    print(f"{p:8.0f} {t:8.0f}")
