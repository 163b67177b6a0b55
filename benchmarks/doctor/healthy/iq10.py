"""Date phrase -> code, encoder-decoder, plain loop with gradient checkpointing and accumulation."""
import json
import math
from contextlib import contextmanager

import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    get_cosine_schedule_with_warmup,
    set_seed,
)

CKPT = "checkpoints/dates"
EPOCHS, BATCH, ACCUM, LR = 50, 16, 2, 1e-3


@contextmanager
def evaluating(model):
    was = model.training
    model.eval()
    try:
        with torch.inference_mode():
            yield model
    finally:
        model.train(was)


def read(split, seen):
    out = []
    with open(f"data/dates/{split}.jsonl") as f:
        for line in f:
            r = json.loads(line)
            if r["date"] not in seen:
                seen.add(r["date"])
                out.append(r)
    return out


def exact_match(model, tok, rows, batch_size=80):
    right = 0
    with evaluating(model):
        for s in range(0, len(rows), batch_size):
            part = rows[s:s + batch_size]
            enc = tok([r["date"] for r in part], padding=True, return_tensors="pt")
            ids = model.generate(**enc, max_new_tokens=8, num_beams=1, do_sample=False, use_cache=True)
            texts = tok.batch_decode(ids, skip_special_tokens=True)
            right += sum(t.strip() == r["code"] for t, r in zip(texts, part))
    return right / len(rows)


def main():
    set_seed(8)
    torch.set_num_threads(2)
    tok = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)
    model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    model.config.use_cache = False          # no cache together with checkpointing

    seen = set()
    train, val, test = (read(s, seen) for s in ("train", "validation", "test"))
    features = [tok(r["date"], text_target=r["code"], truncation=True, max_length=32) for r in train]
    features = [{k: f[k] for k in ("input_ids", "attention_mask", "labels")} for f in features]
    loader = DataLoader(features, batch_size=BATCH, shuffle=True,
                        collate_fn=DataCollatorForSeq2Seq(tok, model=model, label_pad_token_id=-100))

    updates = math.ceil(len(loader) / ACCUM)
    opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    sched = get_cosine_schedule_with_warmup(opt, int(0.05 * updates * EPOCHS), updates * EPOCHS)

    best, weights = -1.0, None
    for epoch in range(1, EPOCHS + 1):
        model.train()
        batches = list(loader)
        total = tokens = 0
        for s in range(0, len(batches), ACCUM):
            group = batches[s:s + ACCUM]
            n = sum((b["labels"] != -100).sum().item() for b in group)
            opt.zero_grad()
            for b in group:
                # token-weighted, so the update is that of one large batch
                count = (b["labels"] != -100).sum().item()
                loss = model(**b).loss
                (loss * count / n).backward()
                total += loss.item() * count
            tokens += n
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
        if epoch % 10 == 0:
            em = exact_match(model, tok, val)
            print(f"epoch {epoch}  loss {total / tokens:.4f}  validation exact match {em:.3f}")
            if em > best:
                best = em
                weights = {k: v.detach().clone() for k, v in model.state_dict().items()}

    model.load_state_dict(weights)
    print(f"test exact match {exact_match(model, tok, test):.3f}")


if __name__ == "__main__":
    main()
