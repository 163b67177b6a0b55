# Supervised contrastive embeddings of tickets, judged by nearest class centroid on rows never trained on.
import json
import torch
from torch import nn
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer, get_constant_schedule_with_warmup

torch.manual_seed(21)
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
enc = AutoModel.from_pretrained("checkpoints/tickets")
proj = nn.Sequential(nn.Linear(enc.config.dim, 64), nn.ReLU(), nn.Linear(64, 32))
net = nn.ModuleDict({"enc": enc, "proj": proj})

seen, data = set(), {}
for part in "test validation train".split():
    recs = [json.loads(l) for l in open(f"data/tickets/{part}.jsonl")]
    recs = list({r["text"]: r for r in recs if r["text"] not in seen}.values())
    seen |= {r["text"] for r in recs}
    # the order line is the same everywhere and says nothing
    b = tok([r["text"].replace(" order [ORDER] .", "") for r in recs], padding="max_length", max_length=32, truncation=True, return_tensors="pt")
    data[part] = b["input_ids"], b["attention_mask"], torch.tensor([r["desk_id"] for r in recs])

def embed(ids, mask):
    h = net["enc"](input_ids=ids, attention_mask=mask).last_hidden_state
    m = mask.unsqueeze(-1).to(h.dtype)
    return F.normalize(net["proj"]((h * m).sum(1) / m.sum(1)), dim=-1)

def supcon(z, y, t=0.1):
    me = torch.eye(len(y), dtype=torch.bool)
    logp = (z @ z.T / t).masked_fill(me, -1e9).log_softmax(1)
    pos = (y[:, None] == y[None]) & ~me
    has = pos.any(1)
    return -((logp * pos).sum(1)[has] / pos.sum(1)[has]).mean()

def centroid_accuracy(part):
    net.eval()
    with torch.no_grad():
        zt, yt = embed(*data["train"][:2]), data["train"][2]
        c = F.normalize(torch.stack([zt[yt == k].mean(0) for k in range(int(yt.max()) + 1)]), dim=-1)
        ids, mask, y = data[part]
        return ((embed(ids, mask) @ c.T).argmax(1) == y).float().mean().item()

ids, mask, y = data["train"]
opt = torch.optim.AdamW(net.parameters(), lr=5e-4, weight_decay=0.01)
sched = get_constant_schedule_with_warmup(opt, num_warmup_steps=20)
best, snap = 0.0, None
for epoch in range(30):
    net.train()
    for pick in torch.randperm(len(y)).split(64):
        loss = supcon(embed(ids[pick], mask[pick]), y[pick])
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        sched.step()
    a = centroid_accuracy("validation")
    if a > best:
        best, snap = a, {k: v.clone() for k, v in net.state_dict().items()}
    print(f"epoch {epoch:2d}  supcon {loss.item():.3f}  centroid acc {a:.3f}")
net.load_state_dict(snap)
print(f"validation {best:.3f}  test {centroid_accuracy('test'):.3f}")
