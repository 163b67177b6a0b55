"""Small GPT-2 on cooking-like steps.  Pack the text into blocks, train, complete unseen prompts."""
import argparse
import json
import random

import torch
from transformers import AutoTokenizer, GPT2LMHeadModel


def load(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl", encoding="utf-8")]


def pack(rows, tok, size):
    """one long stream of 'prompt steps </s>' cut into blocks of size+1 tokens"""
    stream = [tok.eos_token_id]
    for r in rows:
        stream += tok(r["prompt"] + " " + r["steps"])["input_ids"] + [tok.eos_token_id]
    n = (len(stream) - 1) // size
    return torch.tensor([stream[i * size: (i + 1) * size + 1] for i in range(n)])


@torch.no_grad()
def exact(model, tok, rows):
    model.eval()
    ok = 0
    for r in rows:
        enc = tok(tok.eos_token + r["prompt"], return_tensors="pt")
        out = model.generate(
            input_ids=enc["input_ids"],
            attention_mask=enc["attention_mask"],
            max_new_tokens=8,
            do_sample=False,
            pad_token_id=tok.eos_token_id,
        )
        text = tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        ok += text.strip() == r["steps"]
    return ok / len(rows)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=25)
    ap.add_argument("--block", type=int, default=24)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--bs", type=int, default=16)
    ap.add_argument("--seed", type=int, default=7)
    a = ap.parse_args()
    torch.manual_seed(a.seed)
    random.seed(a.seed)

    tok = AutoTokenizer.from_pretrained("checkpoints/steps")
    model = GPT2LMHeadModel.from_pretrained("checkpoints/steps")

    train = load("train")
    known = {r["prompt"] for r in train}
    valid = [r for r in load("validation") if r["prompt"] not in known]
    random.shuffle(train)
    blocks = pack(train, tok, a.block)

    opt = torch.optim.AdamW(model.parameters(), lr=a.lr, weight_decay=0.01)
    steps = a.epochs * ((len(blocks) + a.bs - 1) // a.bs)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=a.lr, total_steps=steps)

    for epoch in range(a.epochs):
        model.train()
        total, count = 0.0, 0
        for idx in torch.randperm(len(blocks)).split(a.bs):
            chunk = blocks[idx]
            x = chunk[:, :-1].contiguous()
            y = chunk[:, 1:].contiguous()
            out = model(input_ids=x, labels=y)
            opt.zero_grad(set_to_none=True)
            out.loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            total += out.loss.item() * len(idx)
            count += len(idx)
        if (epoch + 1) % 5 == 0:
            print(f"epoch {epoch + 1:2d}  loss {total / count:.3f}")
    print(f"exact match on {len(valid)} unseen prompts: {exact(model, tok, valid):.3f}")


if __name__ == "__main__":
    main()
