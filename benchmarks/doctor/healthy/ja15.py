"""R-Drop for ticket routing: two dropout passes of the same batch have to agree.

Small attention-pooling classifier over words with its own vocabulary (no length limit, so the long
tickets are read to the end).  Tickets that occur in more than one split are kept only in the
latest one (test before validation before train); doubles within a split are taken out as well.
"""
import collections
import copy
import json
import pathlib

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence

DATA = pathlib.Path("data/tickets")
OUT = pathlib.Path("out/ja15")
PAD, UNK = 0, 1


def read(name, taken):
    """Distinct tickets of a split which are not among the texts already taken."""
    rows = []
    with open(DATA / f"{name}.jsonl", encoding="utf-8") as fh:
        for row in map(json.loads, fh):
            if row["text"] not in taken:
                taken.add(row["text"])
                rows.append((row["text"].split(), row["desk_id"]))
    return rows


class Router(nn.Module):
    def __init__(self, n_words, n_desks, dim=48, p=0.3):
        super().__init__()
        self.emb = nn.Embedding(n_words, dim, padding_idx=PAD)
        self.score = nn.Linear(dim, 1)
        self.drop = nn.Dropout(p)
        self.out = nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Dropout(p), nn.Linear(dim, n_desks))

    def forward(self, ids):
        e = self.drop(self.emb(ids))
        s = self.score(torch.tanh(e)).squeeze(-1).masked_fill(ids == PAD, float("-inf"))
        pooled = (s.softmax(-1).unsqueeze(-1) * e).sum(1)
        return self.out(pooled)


def symmetric_kl(a, b):
    la, lb = F.log_softmax(a, -1), F.log_softmax(b, -1)
    return 0.5 * (F.kl_div(la, lb, reduction="batchmean", log_target=True)
                  + F.kl_div(lb, la, reduction="batchmean", log_target=True))


def macro_f1(pred, gold, n):
    scores = []
    for c in range(n):
        tp = ((pred == c) & (gold == c)).sum().item()
        total = (pred == c).sum().item() + (gold == c).sum().item()
        scores.append(2 * tp / total if total else 0.0)
    return sum(scores) / n


@torch.no_grad()
def predict(model, ids):
    model.eval()
    return model(ids).argmax(-1)


def main(epochs=40, batch=32, alpha=1.0):
    torch.manual_seed(13)
    torch.set_num_threads(1)
    seen = set()
    test, val, train = read("test", seen), read("validation", seen), read("train", seen)
    print("distinct tickets: train", len(train), "validation", len(val), "test", len(test))

    counts = collections.Counter(w for words, _ in train for w in words)
    vocab = {w: i for i, w in enumerate(sorted(counts), start=2)}
    n_desks = 1 + max(d for _, d in train)

    def tensors(rows):
        ids = [torch.tensor([vocab.get(w, UNK) for w in words]) for words, _ in rows]
        return pad_sequence(ids, batch_first=True, padding_value=PAD), torch.tensor([d for _, d in rows])

    (x, y), (xv, yv), (xt, yt) = tensors(train), tensors(val), tensors(test)

    model = Router(len(vocab) + 2, n_desks)
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-2)
    best_f1, best_state, best_epoch = -1.0, None, None
    for epoch in range(1, epochs + 1):
        model.train()
        for rows in torch.randperm(len(x)).split(batch):
            ids = x[rows]
            # some words are hidden, so that UNK gets an embedding which has been trained
            hide = (torch.rand(ids.shape) < 0.05) & (ids != PAD)
            ids = ids.masked_fill(hide, UNK)
            first, second = model(ids), model(ids)     # the same input, two dropout masks
            ce = 0.5 * (F.cross_entropy(first, y[rows]) + F.cross_entropy(second, y[rows]))
            loss = ce + alpha * symmetric_kl(first, second)
            opt.zero_grad()
            loss.backward()
            opt.step()
        f1 = macro_f1(predict(model, xv), yv, n_desks)
        if f1 > best_f1:
            best_f1, best_epoch, best_state = f1, epoch, copy.deepcopy(model.state_dict())
        if epoch % 10 == 0:
            print(f"epoch {epoch}  last loss {loss.item():.3f}  validation macro-F1 {f1:.3f}")

    model.load_state_dict(best_state)
    pred = predict(model, xt)
    common = y.bincount().argmax()
    print(f"epoch {best_epoch} kept (validation macro-F1 {best_f1:.3f})")
    print(f"test: accuracy {(pred == yt).float().mean():.3f}  macro-F1 {macro_f1(pred, yt, n_desks):.3f}  "
          f"(most frequent desk: {(yt == common).float().mean():.3f})")
    OUT.mkdir(parents=True, exist_ok=True)
    torch.save({"model": best_state, "vocab": vocab}, OUT / "router.pt")


if __name__ == "__main__":
    main()
