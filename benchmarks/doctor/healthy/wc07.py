# Price of second-hand things from the text of the advertisement (regression, accelerate).
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler

CKPT, EPOCHS, BS = "checkpoints/prices", 20, 16
set_seed(1)
accelerator = Accelerator(cpu=True)
tok = AutoTokenizer.from_pretrained(CKPT)


def rows(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(s) for s in f]


test = rows("test")
in_test = {r["text"] for r in test}
val = [r for r in rows("validation") if r["text"] not in in_test]
in_val = {r["text"] for r in val}
train = [r for r in rows("train") if r["text"] not in in_test and r["text"] not in in_val]

prices = torch.tensor([r["price"] for r in train], dtype=torch.float32)
MU, SD = prices.mean().item(), prices.std().item()   # the model sees prices in these units


def collate(batch):
    enc = tok([r["text"] for r in batch], padding=True, truncation=True, max_length=32, return_tensors="pt")
    enc["labels"] = torch.tensor([(r["price"] - MU) / SD for r in batch], dtype=torch.float32)
    return dict(enc)


train_dl = DataLoader(train, batch_size=BS, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val, batch_size=64, collate_fn=collate)
test_dl = DataLoader(test, batch_size=64, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
model, opt, train_dl, val_dl, test_dl = accelerator.prepare(model, opt, train_dl, val_dl, test_dl)
n_steps = EPOCHS * len(train_dl)
# deliberately not prepared by accelerate: one process, stepped once per optimizer step
sched = get_scheduler("cosine", opt, num_warmup_steps=n_steps // 20, num_training_steps=n_steps)


def mae_and_r2(loader):
    model.eval()
    p, g = [], []
    for b in loader:
        with torch.no_grad():
            out = model(**b).logits.squeeze(-1)
        out, lab = accelerator.gather_for_metrics((out, b["labels"]))
        p.append(out * SD + MU)
        g.append(lab * SD + MU)
    p, g = torch.cat(p), torch.cat(g)
    r2 = 1 - ((p - g) ** 2).sum() / ((g - g.mean()) ** 2).sum()
    return (p - g).abs().mean().item(), r2.item()


best = (float("inf"), None)
for epoch in range(EPOCHS):
    model.train()
    for b in train_dl:
        loss = model(**b).loss
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
    mae, r2 = mae_and_r2(val_dl)
    accelerator.print(f"epoch {epoch:2d}  lr {sched.get_last_lr()[0]:.2e}  val MAE {mae:7.1f}  R2 {r2:.3f}")
    if mae < best[0]:
        best = (mae, {k: v.clone() for k, v in accelerator.unwrap_model(model).state_dict().items()})

accelerator.unwrap_model(model).load_state_dict(best[1])
mae, r2 = mae_and_r2(test_dl)
base = sum(abs(r["price"] - prices.median().item()) for r in test) / len(test)
accelerator.print(f"test MAE {mae:.1f} R2 {r2:.3f}; always the median of the training prices: MAE {base:.1f}")
