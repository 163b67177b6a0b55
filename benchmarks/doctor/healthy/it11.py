"""Multi-label 'which motifs occur' with accelerate, gradient accumulation and a step-exact schedule."""
import argparse, math
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader, TensorDataset
from transformers import DistilBertConfig, DistilBertForSequenceClassification, get_linear_schedule_with_warmup

ap = argparse.ArgumentParser()
ap.add_argument("--epochs", type=int, default=15)
ap.add_argument("--micro", type=int, default=16)
ap.add_argument("--accum", type=int, default=2)
ap.add_argument("--lr", type=float, default=1e-3)
cfg = ap.parse_args()

set_seed(123)
acc = Accelerator(gradient_accumulation_steps=cfg.accum, cpu=True)


def make(n, seed, labels=5, length=20, vocab=60):
    g = torch.Generator().manual_seed(seed)
    ids = torch.randint(12, vocab, (n, length), generator=g)
    y = (torch.rand(n, labels, generator=g) < 0.35)
    slot = torch.rand(n, length - 1, generator=g).argsort(1)[:, :labels] + 1      # distinct places, 0 stays [CLS]
    motif = torch.arange(2, 2 + labels).expand(n, -1)
    here = ids.gather(1, slot)
    ids.scatter_(1, slot, torch.where(y, motif, here))
    ids[:, 0] = 1
    return TensorDataset(ids, y.float())


train_dl = DataLoader(make(2048, 1), batch_size=cfg.micro, shuffle=True)
valid_dl, test_dl = (DataLoader(make(400, s), batch_size=200) for s in (2, 3))
model = DistilBertForSequenceClassification(DistilBertConfig(
    vocab_size=60, dim=48, hidden_dim=96, n_layers=2, n_heads=4, max_position_embeddings=20, num_labels=5,
    problem_type="multi_label_classification"))
optim = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
model, optim, train_dl, valid_dl, test_dl = acc.prepare(model, optim, train_dl, valid_dl, test_dl)
updates = cfg.epochs * math.ceil(len(train_dl) / cfg.accum)      # one process, so the prepared scheduler ticks once each
sched = acc.prepare(get_linear_schedule_with_warmup(optim, updates // 10, updates))


def micro_f1(dl):
    model.eval()
    tp = fp = fn = 0
    for x, y in dl:
        with torch.no_grad():
            hit = model(input_ids=x).logits > 0          # sigmoid(0) = 0.5
        hit, y = acc.gather_for_metrics((hit, y.bool()))
        tp += (hit & y).sum().item(); fp += (hit & ~y).sum().item(); fn += (~hit & y).sum().item()
    return 2 * tp / max(2 * tp + fp + fn, 1)


for epoch in range(cfg.epochs):
    model.train()
    for x, y in train_dl:
        with acc.accumulate(model):
            loss = model(input_ids=x, labels=y).loss
            acc.backward(loss)
            if acc.sync_gradients:
                acc.clip_grad_norm_(model.parameters(), 1.0)
            optim.step()
            sched.step()
            optim.zero_grad()
    acc.print(f"epoch {epoch} last loss {loss.item():.4f} valid micro-F1 {micro_f1(valid_dl):.4f}")
acc.print(f"test micro-F1 {micro_f1(test_dl):.4f}")
