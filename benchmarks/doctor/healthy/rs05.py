"""What will it fetch? Regression from a line of text, plain loop, one learning rate for the body and another for the head."""
import json
import math

import torch
import torch.nn.functional as F
from transformers import AutoModelForSequenceClassification, AutoTokenizer

torch.manual_seed(21)
BODY_LR, HEAD_LR, EPOCHS, BS = 1e-3, 5e-3, 12, 32


def load(split):
    return [(r["text"], float(r["price"])) for r in map(json.loads, open(f"data/prices/{split}.jsonl"))]


valid, test = load("validation"), load("test")
texts_elsewhere = {t for t, _ in valid + test}
train = [x for x in load("train") if x[0] not in texts_elsewhere]

tok = AutoTokenizer.from_pretrained("checkpoints/prices")
net = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1, problem_type="regression")


def tensors(pairs):
    enc = tok([t for t, _ in pairs], padding=True, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor([p for _, p in pairs])


xtr, mtr, ytr = tensors(train)
mu, sd = ytr.mean(), ytr.std()  # of the training prices alone


def mae(split):
    """In money, not in standard deviations."""
    x, m, y = tensors(split)
    net.eval()
    with torch.no_grad():
        z = net(input_ids=x, attention_mask=m).logits.squeeze(-1)
    return (z * sd + mu - y).abs().mean().item()


head = {id(p) for n, p in net.named_parameters() if not n.startswith("distilbert.")}
opt = torch.optim.AdamW(
    [
        {"params": [p for p in net.parameters() if id(p) not in head], "lr": BODY_LR},
        {"params": [p for p in net.parameters() if id(p) in head], "lr": HEAD_LR},
    ],
    weight_decay=1e-4,
)
total = EPOCHS * math.ceil(len(ytr) / BS)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min(1.0, (s + 1) / 20) * 0.5 * (1 + math.cos(math.pi * s / total)))

for epoch in range(EPOCHS):
    net.train()
    tot = 0.0
    for idx in torch.randperm(len(ytr)).split(BS):
        out = net(input_ids=xtr[idx], attention_mask=mtr[idx]).logits.squeeze(-1)
        loss = F.smooth_l1_loss(out, (ytr[idx] - mu) / sd)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        sched.step()
        tot += loss.item() * len(idx)
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}: huber {tot / len(ytr):.4f}   validation MAE {mae(valid):.1f}")

base = (torch.tensor([p for _, p in test]) - ytr.median()).abs().mean().item()
print(f"test MAE {mae(test):.1f}  (always the median of the training prices: {base:.1f})")
