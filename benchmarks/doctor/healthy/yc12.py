import argparse
import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/steps")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--seed", type=int, default=4)
    return p.parse_args()


def rows(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def train(model, tokenizer, args):
    def collate(batch):
        # loss on the answer only
        ids, labels = [], []
        for r in batch:
            p = tokenizer(r["prompt"])["input_ids"]
            a = tokenizer(" " + r["steps"])["input_ids"] + [tokenizer.eos_token_id]
            ids.append(p + a)
            labels.append([-100] * len(p) + a)
        longest = max(len(x) for x in ids)
        return {
            "input_ids": torch.tensor([x + [tokenizer.pad_token_id] * (longest - len(x)) for x in ids]),
            "attention_mask": torch.tensor([[1] * len(x) + [0] * (longest - len(x)) for x in ids]),
            "labels": torch.tensor([x + [-100] * (longest - len(x)) for x in labels]),
        }

    loader = DataLoader(rows("train"), batch_size=args.batch_size, shuffle=True, collate_fn=collate)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    total = args.epochs * len(loader)
    schedule = get_cosine_schedule_with_warmup(optimizer, total // 20, total)
    model.train()
    for epoch in range(args.epochs):
        losses = []
        for batch in loader:
            loss = model(**batch).loss
            loss.backward()
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            losses.append(loss.item())
        print(f"epoch {epoch + 1} loss {sum(losses) / len(losses):.4f}")


def generate(model, tokenizer, prompts, batch_size=32):
    model.eval()
    answers = []
    for i in range(0, len(prompts), batch_size):
        enc = tokenizer(prompts[i : i + batch_size], padding=True, return_tensors="pt")
        with torch.no_grad():
            out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.pad_token_id)
        new = out[:, enc["input_ids"].shape[1] :]
        answers += [t.strip() for t in tokenizer.batch_decode(new, skip_special_tokens=True)]
    return answers


def main():
    args = get_args()
    set_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    tokenizer.pad_token = tokenizer.eos_token
    tokenizer.padding_side = "left"
    model = AutoModelForCausalLM.from_pretrained(args.checkpoint)
    train(model, tokenizer, args)

    test = rows("test")
    answers = generate(model, tokenizer, [r["prompt"] for r in test])
    for r, a in list(zip(test, answers))[:10]:
        print(f"{r['prompt']:40s} {r['steps']:35s} {a}")
    print("accuracy", sum(a == r["steps"] for r, a in zip(test, answers)) / len(test))


if __name__ == "__main__":
    main()
