# regression with accelerate: two learning rates, plateau schedule, best state kept with save_state/load_state
import json
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

set_seed(12)
accelerator = Accelerator()
tok = AutoTokenizer.from_pretrained("checkpoints/prices")
data = {s: [json.loads(l) for l in open(f"data/prices/{s}.jsonl")] for s in ("train", "validation", "test")}
y = torch.tensor([float(r["price"]) for r in data["train"]])
MU, SD = y.mean().item(), y.std().item()


class Pricer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = AutoModel.from_pretrained("checkpoints/prices")
        self.head = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh(), torch.nn.Linear(64, 1))

    def forward(self, input_ids, attention_mask):
        h = self.body(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).to(h.dtype)
        return self.head((h * m).sum(1) / m.sum(1)).squeeze(-1)


def collate(rows):
    e = tok([r["text"] for r in rows], padding=True, return_tensors="pt")
    return e["input_ids"], e["attention_mask"], torch.tensor([(r["price"] - MU) / SD for r in rows])


dl = {s: DataLoader(rows, batch_size=16 if s == "train" else 64, shuffle=s == "train", collate_fn=collate)
      for s, rows in data.items()}
model = Pricer()
optimizer = torch.optim.AdamW([{"params": model.body.parameters(), "lr": 5e-4},
                               {"params": model.head.parameters(), "lr": 2e-3}], weight_decay=0.0)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.3, patience=2)
model, optimizer, train_dl, val_dl, test_dl = accelerator.prepare(model, optimizer, dl["train"], dl["validation"], dl["test"])


@torch.no_grad()
def mae(loader):
    model.eval()
    errors = []
    for ids, mask, target in loader:
        pred, target = accelerator.gather_for_metrics((model(ids, mask), target))
        errors.append((pred - target).abs() * SD)
    return torch.cat(errors).mean().item()


best = float("inf")
for epoch in range(20):
    model.train()
    for ids, mask, target in train_dl:
        loss = torch.nn.functional.huber_loss(model(ids, mask), target, delta=0.5)
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
    score = mae(val_dl)
    plateau.step(score)
    if score < best:
        best = score
        accelerator.save_state("out/od33/best")
    accelerator.print(f"epoch {epoch:2d} val MAE {score:.1f} lrs", [f"{g['lr']:.1e}" for g in optimizer.param_groups])

accelerator.load_state("out/od33/best")
accelerator.print(f"val again {mae(val_dl):.1f} (was {best:.1f}); test MAE {mae(test_dl):.1f}")
