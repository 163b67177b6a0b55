"""Dates to code words with a small BART and a hand-written loop."""
import argparse
import json

import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    get_linear_schedule_with_warmup,
    set_seed,
)


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/dates")
    p.add_argument("--out", default="out/dg18/best")
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch", type=int, default=16)
    p.add_argument("--seed", type=int, default=12)
    return p.parse_args()


def read(split, known=frozenset()):
    with open(f"data/dates/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["date"] not in known]


@torch.no_grad()
def exact_match(model, tokenizer, rows, batch=80):
    model.eval()
    hits = 0
    for start in range(0, len(rows), batch):
        part = rows[start : start + batch]
        enc = tokenizer([r["date"] for r in part], padding=True, return_tensors="pt")
        out = model.generate(**enc, max_new_tokens=10, num_beams=1, do_sample=False)
        texts = tokenizer.batch_decode(out, skip_special_tokens=True)
        hits += sum(t.strip() == r["code"] for t, r in zip(texts, part))
    return hits / len(rows)


def main():
    args = parse()
    set_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSeq2SeqLM.from_pretrained(args.model)

    train = read("train")
    known = {r["date"] for r in train}
    val = read("validation", known)
    known |= {r["date"] for r in val}
    test = read("test", known)

    def encode(row):
        return dict(tokenizer(row["date"], text_target=row["code"]))

    # labels are filled up with -100, the inputs with <pad>
    collate = DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100)
    loader = DataLoader([encode(r) for r in train], batch_size=args.batch, shuffle=True, collate_fn=collate)

    decay = [p for p in model.parameters() if p.ndim >= 2]
    plain = [p for p in model.parameters() if p.ndim < 2]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=args.lr
    )
    total = args.epochs * len(loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, total // 10, total)

    best = -1.0
    for epoch in range(1, args.epochs + 1):
        model.train()
        losses = []
        for batch in loader:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            losses.append(loss.item())
        if epoch % 4 == 0:
            score = exact_match(model, tokenizer, val)
            print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}, exact match {score:.3f}")
            if score > best:
                best = score
                model.save_pretrained(args.out)

    chosen = AutoModelForSeq2SeqLM.from_pretrained(args.out)
    print("exact match on the test dates:", round(exact_match(chosen, tokenizer, test), 3))


if __name__ == "__main__":
    main()
