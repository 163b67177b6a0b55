# Token classification with accelerate: one label per word, put on the word's first piece.
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, get_linear_schedule_with_warmup

CKPT, EPOCHS, BS, LR = "checkpoints/tags", 25, 16, 8e-4
IGNORE = -100


def sentences():
    """test, validation, train; a sentence that an earlier split has is dropped from the later ones"""
    used = set()
    for split in ("test", "validation", "train"):
        rows = []
        for line in open(f"data/tags/{split}.jsonl", encoding="utf-8"):
            row = json.loads(line)
            key = " ".join(row["words"])
            if key not in used:
                used.add(key)
                rows.append(row)
        yield split, rows


class Collator:
    def __init__(self, tok):
        self.tok = tok

    def __call__(self, rows):
        enc = self.tok([r["words"] for r in rows], is_split_into_words=True, padding=True,
                       truncation=True, max_length=64, return_tensors="pt")
        labels = torch.full_like(enc["input_ids"], IGNORE)
        for i, r in enumerate(rows):
            before = None
            for j, w in enumerate(enc.word_ids(i)):
                if w is not None and w != before:
                    labels[i, j] = r["tags"][w]
                before = w
        return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


def scores(acc, model, loader):
    model.eval()
    tp = said = true = right = n = 0
    with torch.no_grad():
        for batch in loader:
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            guess = acc.pad_across_processes(logits.argmax(-1), dim=1, pad_index=IGNORE)
            gold = acc.pad_across_processes(batch["labels"], dim=1, pad_index=IGNORE)
            guess, gold = acc.gather_for_metrics((guess, gold))
            keep = gold != IGNORE
            guess, gold = guess[keep], gold[keep]
            tp += int(((guess == gold) & (gold > 0)).sum())
            said += int((guess > 0).sum())
            true += int((gold > 0).sum())
            right += int((guess == gold).sum())
            n += gold.numel()
    return {"f1": 2 * tp / max(said + true, 1), "accuracy": right / n, "all_zero": 1 - true / n}


def main():
    set_seed(21)
    acc = Accelerator(cpu=True)
    tok = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)
    data = dict(sentences())
    col = Collator(tok)
    train = DataLoader(data["train"], batch_size=BS, shuffle=True, collate_fn=col)
    valid = DataLoader(data["validation"], batch_size=64, collate_fn=col)
    test = DataLoader(data["test"], batch_size=64, collate_fn=col)

    no_decay = [p for p in model.parameters() if p.ndim < 2]
    decay = [p for p in model.parameters() if p.ndim >= 2]
    optim = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01},
                               {"params": no_decay, "weight_decay": 0.0}], lr=LR)
    steps = EPOCHS * len(train)  # before prepare: batches of all processes, a prepared scheduler counts them so
    sched = get_linear_schedule_with_warmup(optim, steps // 10, steps)
    model, optim, train, valid, test, sched = acc.prepare(model, optim, train, valid, test, sched)

    best, weights = -1.0, None
    for epoch in range(1, EPOCHS + 1):
        model.train()
        running = 0.0
        for batch in train:
            optim.zero_grad()
            loss = model(**batch).loss
            acc.backward(loss)
            acc.clip_grad_norm_(model.parameters(), 1.0)
            optim.step()
            sched.step()
            running += loss.item()
        s = scores(acc, model, valid)
        acc.print(f"{epoch:2d} loss {running / len(train):.3f} f1 {s['f1']:.3f}")
        if s["f1"] > best:
            best = s["f1"]
            weights = {k: v.detach().clone() for k, v in acc.unwrap_model(model).state_dict().items()}

    acc.unwrap_model(model).load_state_dict(weights)
    s = scores(acc, model, test)
    acc.print(f"test: f1 of the marked words {s['f1']:.3f}, accuracy {s['accuracy']:.3f} "
              f"(zero everywhere: {s['all_zero']:.3f}, f1 0)")


if __name__ == "__main__":
    main()
