# price of small ads: regression head on the DistilBERT body, MAE in money
import json
import statistics as st
import torch
from torch import nn
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(2)
path = "checkpoints/prices"

# ---- rows, and no ad twice across the three files
ads = {}
already = set()
for name in ["test", "validation", "train"]:
    ads[name] = []
    with open("data/prices/" + name + ".jsonl") as f:
        for line in f:
            ad = json.loads(line)
            if ad["text"] in already:
                continue
            already.add(ad["text"])
            ads[name].append((ad["text"], float(ad["price"])))

train_prices = [p for _, p in ads["train"]]
mean, std = st.mean(train_prices), st.pstdev(train_prices)   # train rows only
print("ads", {k: len(v) for k, v in ads.items()}, "mean", round(mean), "std", round(std))

tok = AutoTokenizer.from_pretrained(path)


def tensors(rows):
    enc = tok([t for t, _ in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    target = torch.tensor([(p - mean) / std for _, p in rows])
    return enc["input_ids"], enc["attention_mask"], target


class PriceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = AutoModel.from_pretrained(path)
        self.head = nn.Linear(self.body.config.dim, 1)

    def forward(self, ids, mask):
        h = self.body(input_ids=ids, attention_mask=mask).last_hidden_state
        m = mask.unsqueeze(-1).to(h.dtype)
        pooled = (h * m).sum(1) / m.sum(1)      # mean over real tokens
        return self.head(pooled).squeeze(-1)    # (batch,), same shape as the target


net = PriceModel()
net.body.train()  # from_pretrained hands the body over in eval mode

ids, mask, target = tensors(ads["train"])
v_ids, v_mask, v_target = tensors(ads["validation"])
t_ids, t_mask, t_target = tensors(ads["test"])


def mae(ids, mask, target):
    net.eval()
    with torch.no_grad():
        guess = net(ids, mask)
    return ((guess - target).abs().mean() * std).item()


EPOCHS, BATCH = 30, 16
opt = torch.optim.AdamW([
    {"params": net.body.parameters(), "lr": 5e-4},
    {"params": net.head.parameters(), "lr": 5e-3},
], weight_decay=0.01)
loss_fn = nn.SmoothL1Loss()
n_steps = EPOCHS * ((len(ids) + BATCH - 1) // BATCH)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: 1 - s / n_steps)

best = float("inf")
keep = None
for epoch in range(EPOCHS):
    net.train()
    for part in torch.randperm(len(ids)).split(BATCH):
        loss = loss_fn(net(ids[part], mask[part]), target[part])
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
    v = mae(v_ids, v_mask, v_target)
    if v < best:
        best = v
        keep = {k: w.detach().clone() for k, w in net.state_dict().items()}
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:2d}  validation MAE {v:7.1f}  best {best:7.1f}")

net.load_state_dict(keep)
median = st.median(train_prices)
print(f"median of train as guess: test MAE {st.mean(abs(p - median) for _, p in ads['test']):.1f}")
print(f"model:                    test MAE {mae(t_ids, t_mask, t_target):.1f}")
