"""Name tagging with word pieces; plain PyTorch loop around a transformers model."""
import copy
import json
from dataclasses import dataclass

import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          get_linear_schedule_with_warmup, set_seed)


@dataclass(frozen=True)
class Config:
    ckpt: str = "checkpoints/tags"
    data: str = "data/tags"
    num_labels: int = 4          # 0 = no name, 1..3 = kinds of names
    epochs: int = 10
    batch: int = 16
    lr: float = 1e-3
    max_len: int = 64
    seed: int = 5


def load(cfg, split):
    with open(f"{cfg.data}/{split}.jsonl", encoding="utf-8") as fh:
        return [json.loads(ln) for ln in fh]


def without(rows, *others):
    """Rows whose sentence does not occur in any of the others."""
    seen = {tuple(r["words"]) for o in others for r in o}
    return [r for r in rows if tuple(r["words"]) not in seen]


def encode(tok, rows, max_len):
    out = []
    for r in rows:
        enc = tok(r["words"], is_split_into_words=True, truncation=True, max_length=max_len)
        labels, prev = [], None
        for w in enc.word_ids():
            # only the first piece of a word is scored
            labels.append(-100 if w is None or w == prev else r["tags"][w])
            prev = w
        out.append({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels})
    return out


@torch.no_grad()
def scores(model, loader):
    model.eval()
    gold, pred = [], []
    for batch in loader:
        p = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        keep = batch["labels"] != -100
        gold.append(batch["labels"][keep])
        pred.append(p[keep])
    gold, pred = torch.cat(gold), torch.cat(pred)
    tp = ((pred == gold) & (gold > 0)).sum().item()
    n_pred, n_gold = (pred > 0).sum().item(), (gold > 0).sum().item()
    return {"acc": (pred == gold).float().mean().item(), "micro_f1": 2 * tp / max(n_pred + n_gold, 1),
            "acc_all_zero": (gold == 0).float().mean().item()}


def main(cfg=Config()):
    set_seed(cfg.seed)
    torch.set_num_threads(2)
    tok = AutoTokenizer.from_pretrained(cfg.ckpt)
    train, val, test = (load(cfg, s) for s in ("train", "validation", "test"))
    train, val = without(train, val, test), without(val, test)
    collate = DataCollatorForTokenClassification(tok)
    tl = DataLoader(encode(tok, train, cfg.max_len), cfg.batch, shuffle=True, collate_fn=collate)
    vl = DataLoader(encode(tok, val, cfg.max_len), 64, collate_fn=collate)
    sl = DataLoader(encode(tok, test, cfg.max_len), 64, collate_fn=collate)

    model = AutoModelForTokenClassification.from_pretrained(cfg.ckpt, num_labels=cfg.num_labels)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
    total = cfg.epochs * len(tl)
    sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=total // 10, num_training_steps=total)
    best, state = -1.0, None
    for ep in range(1, cfg.epochs + 1):
        model.train()
        for batch in tl:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad()
        v = scores(model, vl)
        print(ep, {k: round(x, 4) for k, x in v.items()})
        if v["micro_f1"] > best:
            best, state = v["micro_f1"], copy.deepcopy(model.state_dict())
    model.load_state_dict(state)
    print("test", scores(model, sl))


if __name__ == "__main__":
    main()
