import argparse
import json
from pathlib import Path

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup


def read(path):
    return [json.loads(l) for l in Path(path).read_text().splitlines()]


class Collate:
    """Inputs and targets of a next-word model; padding is ignored in the targets."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, rows):
        xs, ys, masks = [], [], []
        for r in rows:
            ids = self.tokenizer(f"{r['prompt']} {r['steps']}")["input_ids"] + [self.tokenizer.eos_token_id]
            ids = torch.tensor(ids)
            xs.append(ids[:-1])
            ys.append(ids[1:])
            masks.append(torch.ones(len(ids) - 1, dtype=torch.long))
        return {
            "input_ids": pad_sequence(xs, batch_first=True, padding_value=self.tokenizer.eos_token_id),
            "attention_mask": pad_sequence(masks, batch_first=True, padding_value=0),
            "labels": pad_sequence(ys, batch_first=True, padding_value=-100),
        }


@torch.no_grad()
def exact_match(model, tokenizer, rows):
    model.eval()
    hits = 0
    for r in rows:
        enc = tokenizer(r["prompt"], return_tensors="pt")
        out = model.generate(
            **enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.eos_token_id
        )
        text = tokenizer.decode(out[0][enc["input_ids"].size(1):], skip_special_tokens=True)
        hits += text.strip() == r["steps"]
    return hits / len(rows)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=12)
    ap.add_argument("--batch-size", type=int, default=16)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--seed", type=int, default=3)
    a = ap.parse_args()

    torch.manual_seed(a.seed)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
    model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

    train = read("data/steps/train.jsonl")
    prompts = {r["prompt"] for r in train}
    val = [r for r in read("data/steps/validation.jsonl") if r["prompt"] not in prompts][:30]

    loader = DataLoader(train, batch_size=a.batch_size, shuffle=True, collate_fn=Collate(tokenizer))
    optimizer = torch.optim.AdamW(model.parameters(), lr=a.lr)
    steps = len(loader) * a.epochs
    scheduler = get_linear_schedule_with_warmup(optimizer, steps // 20, steps)

    for epoch in range(a.epochs):
        model.train()
        running = 0.0
        for batch in loader:
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            running += loss.item()
        print(f"epoch {epoch + 1:2d}  loss {running / len(loader):.3f}  EM {exact_match(model, tokenizer, val):.3f}")


if __name__ == "__main__":
    main()
